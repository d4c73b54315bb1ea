// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FAN_H
#define NET8_FAN_H

#include "net8-cluster.h"
#include "net8-fault.h"

#include "ns3/net8-client.h"
#include "ns3/net8-fan-event.h"
#include "ns3/net8-ons-server.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Fast Application Notification: what the cluster notices of faults, and how pools hear of it.
 *
 * 1. If a pool subscribes, there is a process of ONS on each host with an instance.
 * 2. Misscount after a host went down, all others send a NODE event with status nodedown, unless
 * the host is up again. Listeners subscribe, too: those of other hosts know at that time that its
 * instances are gone, instead of at the next update of their registration.
 * 3. CheckInterval after an instance went down, all hosts send a SERVICEMEMBER event with status
 * down, unless it is up again.
 * 4. An instance whose end was told is told to be up as soon as it has registered.
 *
 * What the hosts of the cluster tell each other takes no time. Hosts and instances that hang, and
 * listeners and links that are down, raise no event.
 */
class Net8Fan : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Fan();
    ~Net8Fan() override;

    /**
     * Install ONS, if clients subscribe.
     *
     * @param clients the client applications
     * @param cluster the server hosts, with their applications
     * @param network the network
     */
    void Install(const std::vector<Ptr<Net8Client>>& clients,
                 const Net8Cluster& cluster,
                 const Net8Topology& network);

    /**
     * Raise events when a fault begins and ends.
     *
     * @param fault the fault, scheduled
     */
    void Watch(const Ptr<Net8Fault>& fault);

    /**
     * @param out the counters are added here; none unless clients subscribe
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

  protected:
    void DoDispose() override;

  private:
    /// A host with an instance.
    struct Host
    {
        std::string name{};          ///< Its name.
        Ptr<Node> node{};            ///< The host.
        Ptr<Net8OnsServer> server{}; ///< Its process of ONS.
        uint32_t downs{0};           ///< Faults that hold it down.
        Time since{};                ///< When it went down.
    };

    /// An instance, as clients know it.
    struct Member
    {
        std::size_t host{0};          ///< Number of its host.
        Ptr<Net8Instance> instance{}; ///< The instance.
        Time since{};                 ///< When it last went down or came up.
        bool told{false};             ///< Clients know that it is down.
    };

    /// What became of the events.
    struct Counters
    {
        uint64_t received{0}; ///< Events that pools received.
        uint64_t closed{0};   ///< Connections that pools closed.
        uint64_t opened{0};   ///< Connections that pools opened again.
        Time sum{};           ///< Sum of the times from a fault to its event at a pool.
        Time longest{};       ///< Longest of these times.
    };

    /**
     * Handle the begin or the end of a fault.
     *
     * @param fault the fault
     * @param begun whether it has begun
     */
    void HandleFault(const Net8Fault& fault, bool begun);

    /**
     * Handle that a host went down, or came up again.
     *
     * @param host the host
     * @param up whether it is up
     */
    void HandleHost(Host& host, bool up);

    /**
     * Handle that an instance went down, or came up again.
     *
     * @param member the instance
     */
    void HandleInstance(Member& member);

    /**
     * Handle an update of the registration of an instance: it is told to be up, if it was told to
     * be down.
     *
     * @param member the instance
     */
    void HandleRegistration(Member& member);

    /**
     * Tell that a host has left the cluster, if it still has.
     *
     * @param number number of the host
     * @param since when it did
     */
    void RaiseNode(std::size_t number, Time since);

    /**
     * Tell that an instance has ended or begun.
     *
     * @param member the instance
     * @param up whether it is up
     */
    void RaiseService(Member& member, bool up);

    /**
     * Let all hosts that are up send an event.
     *
     * @param event the event
     * @param begin when what it tells happened
     */
    void Raise(FanEvent event, Time begin);

    /**
     * Handle that a pool acted on an event.
     *
     * @param event number of the event
     * @param closed connections that it closed
     * @param opened connections that it opened
     */
    void HandleEvent(uint64_t event, uint32_t closed, uint32_t opened);

    // ATTRIBUTES
    uint16_t m_port{0};   ///< TCP port of ONS.
    Time m_misscount;     ///< Time until the loss of a host is noticed.
    Time m_checkInterval; ///< Time until the end of an instance is noticed.

    std::vector<Host> m_hosts;     ///< Hosts with instances; none: nobody subscribes.
    std::vector<Member> m_members; ///< Their instances.
    std::vector<Time> m_begins;    ///< When what each event tells happened.
    Counters m_counters;           ///< What became of the events.
};

} // namespace ns3::net8

#endif /* NET8_FAN_H */
