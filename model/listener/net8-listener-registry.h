// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_REGISTRY_H
#define NET8_LISTENER_REGISTRY_H

#include "ns3/net8-instance.h"
#include "ns3/net8-service-registry.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a listener knows of instances: those of its host, which it serves, and those of other hosts,
 * to which it redirects.
 */
class Net8ListenerRegistry : public Object
{
  public:
    /// Where a connection goes.
    struct Choice
    {
        Ptr<Net8Instance> instance{}; ///< The instance.
        uint32_t handler{0};          ///< Number of its handler.
        uint32_t error{0};            ///< Oracle error number if there is none; 0: there is one.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ListenerRegistry();
    ~Net8ListenerRegistry() override;

    /**
     * @param instance an instance of this host
     */
    void Add(Ptr<Net8Instance> instance);

    /**
     * @param instance an instance of another host
     */
    void AddRemote(Ptr<Net8Instance> instance);

    /**
     * @return whether it knows no instance at all
     */
    bool IsEmpty() const;

    /**
     * @return the instances of this host
     */
    const std::vector<Ptr<Net8Instance>>& GetInstances() const;

    /**
     * Open the instances of this host, and take registrations from now on.
     *
     * @param node this host
     */
    void Open(const Ptr<Node>& node);

    /**
     * Forget all that was registered, and take no registration.
     */
    void Close();

    /**
     * Take registrations again: instances of SID_LIST are known at once, others when they register.
     */
    void Reopen();

    /**
     * @param request what a client asks for
     * @return where it goes
     */
    Choice Choose(HandlerRequest request);

  protected:
    void DoDispose() override;

  private:
    /**
     * @return number of instances that it may know
     */
    uint32_t GetKnownCount() const;

    /**
     * @param number number of an instance: those of this host come first
     * @return the instance
     */
    const Ptr<Net8Instance>& GetKnown(uint32_t number) const;

    /**
     * Enter an instance, or bring it up to date.
     *
     * @param number which one
     */
    void Register(uint32_t number);

    std::string m_defaultService;               ///< DEFAULT_SERVICE.
    std::vector<Ptr<Net8Instance>> m_instances; ///< Instances of this host.
    std::vector<Ptr<Net8Instance>> m_remote;    ///< Instances of other hosts.
    Net8ServiceRegistry m_registry;             ///< What they have registered.
    std::map<uint32_t, uint32_t> m_numbers;     ///< Instances by their number in the registry.
    bool m_servesAny{false};                    ///< An instance serves whatever is asked for.
    bool m_open{false};                         ///< Registrations are taken.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_REGISTRY_H */
