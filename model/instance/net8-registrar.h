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
 * How listeners know of an instance: its name, the services it offers, and when they are updated
 * (PMON, LREG).
 */
class Net8Registrar : public Object
{
  public:
    /// Where an instance registers in addition to the listener of its host and the SCAN listeners.
    enum class RemoteListener : uint8_t
    {
        NONE, ///< Nowhere.
        ALL   ///< With the listeners of all other hosts.
    };

    /// How a listener knows of an instance.
    enum class Registration : uint8_t
    {
        DYNAMIC, ///< It registers itself, periodically.
        STATIC   ///< It is listed in SID_LIST.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Registrar();
    ~Net8Registrar() override;

    /**
     * @return the part of the registration that does not depend on sessions
     */
    ServiceRegistration MakeRegistration() const;

    /**
     * @return true if it is listed in SID_LIST
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
     * @return service or SID that it serves; empty: any
     */
    const std::string& GetServiceName() const;

    /**
     * Add a listener to update.
     *
     * @param update updates the listener; called at once if the instance is open
     */
    void OnUpdate(const std::function<void()>& update);

    /**
     * Open the instance, and let listeners know.
     */
    void Open();

    /**
     * Update listeners at the end of the interval, unless they are updated before.
     */
    void Schedule();

    /**
     * Update listeners now, instead of at the end of the interval.
     */
    void UpdateNow();

    /**
     * Make the instance hang or continue; while it hangs, listeners get no updates.
     *
     * @param hangs whether the instance hangs
     */
    void SetHanging(bool hangs);

  protected:
    void DoDispose() override;

  private:
    /**
     * Update listeners, unless the instance hangs.
     */
    void Update();

    std::string m_serviceName;                           ///< Service that it serves; empty: any.
    std::string m_instanceName;                          ///< SID.
    Registration m_registration{Registration::DYNAMIC};  ///< How listeners know of it.
    Time m_registrationInterval;                         ///< Interval between two updates.
    InstanceState m_instanceState{InstanceState::READY}; ///< Whether it accepts connections.
    RemoteListener m_remoteListener{};                   ///< Where else it registers.
    BalanceGoal m_balanceGoal{};                         ///< Criterion by which listeners choose.
    double m_goodness{0};                                ///< Goodness: higher is worse.
    double m_goodnessDelta{0};                           ///< Increase of goodness per session.
    std::vector<std::function<void()>> m_updates;        ///< Callbacks that update listeners.
    EventId m_update;                                    ///< The next update.
    bool m_open{false};                                  ///< The instance is open.
    bool m_hangs{false};                                 ///< The instance hangs.
};

} // namespace ns3::net8

#endif /* NET8_REGISTRAR_H */
