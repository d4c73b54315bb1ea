// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REGISTRAR_H
#define NET8_REGISTRAR_H

#include "ns3/event-id.h"
#include "ns3/net8-service-registration.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How listeners know of an instance: what it is called, what it serves, and when they are brought
 * up to date (PMON, LREG).
 */
class Net8Registrar : public Object
{
  public:
    /// Where an instance registers beside the listener of its host and SCAN listeners.
    enum class RemoteListener : uint8_t
    {
        NONE, ///< Nowhere.
        ALL   ///< With the listeners of all other hosts.
    };

    /// How a listener knows of an instance.
    enum class Registration : uint8_t
    {
        DYNAMIC, ///< It registers itself, again and again.
        STATIC   ///< It stands in SID_LIST.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Registrar();
    ~Net8Registrar() override;

    /**
     * @return what listeners are told that does not depend on sessions
     */
    ServiceRegistration MakeRegistration() const;

    /**
     * @return true if it stands in SID_LIST
     */
    bool IsStatic() const;

    /**
     * @return whether it registers with the listeners of all hosts
     */
    bool RegistersEverywhere() const;

    /**
     * @return name of the instance, its SID
     */
    const std::string& GetInstanceName() const;

    /**
     * @return service or SID served; empty: any
     */
    const std::string& GetServiceName() const;

    /**
     * @param update brings a listener up to date; called at once if the instance is open
     */
    void OnUpdate(const std::function<void()>& update);

    /**
     * The instance is open: listeners learn of it.
     */
    void Open();

    /**
     * Bring listeners up to date at the end of the interval, unless they are by then.
     */
    void Schedule();

    /**
     * Bring listeners up to date now, and not at the end of the interval.
     */
    void UpdateNow();

    /**
     * @param hangs whether the instance hangs: listeners hear no news
     */
    void SetHanging(bool hangs);

  protected:
    void DoDispose() override;

  private:
    /**
     * Bring listeners up to date, unless the instance hangs.
     */
    void Update();

    std::string m_serviceName;                           ///< Service served; empty: any.
    std::string m_instanceName;                          ///< Its SID.
    Registration m_registration{Registration::DYNAMIC};  ///< How listeners know of it.
    Time m_registrationInterval;                         ///< Between two updates.
    InstanceState m_instanceState{InstanceState::READY}; ///< Whether it takes connections.
    RemoteListener m_remoteListener{};                   ///< Where it registers, too.
    BalanceGoal m_balanceGoal{};                         ///< By what listeners choose.
    double m_goodness{0};                                ///< How badly it does.
    double m_goodnessDelta{0};                           ///< What a session adds to that.
    std::vector<std::function<void()>> m_updates;        ///< Bring listeners up to date.
    EventId m_update;                                    ///< The next update.
    bool m_open{false};                                  ///< The instance is open.
    bool m_hangs{false};                                 ///< The instance hangs.
};

} // namespace ns3::net8

#endif /* NET8_REGISTRAR_H */
