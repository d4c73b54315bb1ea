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
 * The instances that a listener knows: those of its own host, which it serves, and those of other
 * hosts, to which it redirects.
 */
class Net8ListenerRegistry : public Object
{
  public:
    /// The outcome of a choice: where a connection goes.
    struct Choice
    {
        Ptr<Net8Instance> instance{}; ///< The instance.
        uint32_t handler{0};          ///< Number of its handler.
        uint32_t error{0};            ///< Oracle error number if no handler was found, else 0.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ListenerRegistry();
    ~Net8ListenerRegistry() override;

    /**
     * Add an instance of this host.
     *
     * @param instance the instance
     */
    void Add(Ptr<Net8Instance> instance);

    /**
     * Add an instance of another host.
     *
     * @param instance the instance
     */
    void AddRemote(Ptr<Net8Instance> instance);

    /**
     * @return whether no instance is known at all
     */
    bool IsEmpty() const;

    /**
     * @return the instances of this host
     */
    const std::vector<Ptr<Net8Instance>>& GetInstances() const;

    /**
     * Open the instances of this host and start to accept registrations.
     *
     * @param node this host
     */
    void Open(const Ptr<Node>& node);

    /**
     * Forget all registrations and accept no more.
     */
    void Close();

    /**
     * Accept registrations again. The instances of SID_LIST are known at once, the others once they
     * register.
     */
    void Reopen();

    /**
     * Choose the instance and the handler for a request.
     *
     * @param request what a client asks for
     * @return where it goes
     */
    Choice Choose(HandlerRequest request);

  protected:
    void DoDispose() override;

  private:
    /**
     * @return number of instances that may register
     */
    uint32_t GetKnownCount() const;

    /**
     * @param number number of an instance; the instances of this host come first
     * @return the instance
     */
    const Ptr<Net8Instance>& GetKnown(uint32_t number) const;

    /**
     * Enter an instance in the registry, or update its entry.
     *
     * @param number number of the instance
     */
    void Register(uint32_t number);

    std::string m_defaultService;               ///< DEFAULT_SERVICE.
    std::vector<Ptr<Net8Instance>> m_instances; ///< Instances of this host.
    std::vector<Ptr<Net8Instance>> m_remote;    ///< Instances of other hosts.
    Net8ServiceRegistry m_registry;             ///< What has been registered.
    std::map<uint32_t, uint32_t>
        m_numbers;           ///< Numbers of instances, by their number in the registry.
    bool m_servesAny{false}; ///< One instance serves any service name.
    bool m_open{false};      ///< Registrations are accepted.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_REGISTRY_H */
