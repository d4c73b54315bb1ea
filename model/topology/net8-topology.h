// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TOPOLOGY_H
#define NET8_TOPOLOGY_H

#include "net8-loss-draws.h"
#include "net8-path-drops.h"
#include "net8-watched-link.h"

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8StageLine;

/**
 * @ingroup net8
 * The network of an experiment, as seen by code that places hosts, servers and traffic on it: nodes
 * with stacks, addresses and routes to each other.
 *
 * Usage: set the attributes, call Build, then PlaceServer and PlaceTraffic as often as needed, then
 * AssignStreams.
 */
class Net8Topology : public Object
{
  public:
    /// The direction of a packet, for losses and counters.
    using Direction = PathDirection;

    /// Packets lost so far.
    using Drops = PathDrops;

    /// Two hosts with traffic between them.
    struct Traffic
    {
        Ptr<Node> near; ///< Host on the clients' side.
        Ptr<Node> far;  ///< Host on the server's side.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Topology();
    ~Net8Topology() override;

    /**
     * Set a callback for the build, as large networks take seconds. Must be called before Build.
     *
     * @param onHost called repeatedly while Build creates the client hosts; if it throws, the
     * network is unusable
     */
    void SetOnHost(std::function<void()> onHost);

    /**
     * Build nodes, links, addresses and routes. May be called once.
     *
     * @param sites site of each client host; empty: the only site
     * @throw std::invalid_argument with one sentence if the attributes do not go together
     */
    virtual void Build(const std::vector<std::string>& sites) = 0;

    /**
     * @param i index of the client host
     * @return the client host
     */
    virtual Ptr<Node> GetClient(uint32_t i) const = 0;

    /**
     * @return number of client hosts
     */
    virtual uint32_t GetNClients() const = 0;

    /**
     * @return the first server host; null before there is one
     */
    virtual Ptr<Node> GetServer() const = 0;

    /**
     * Place the next server host.
     *
     * @param site its site; empty: the only site
     * @param delay additional one-way delay compared to the first server host
     * @return the host, with stack and addresses
     * @throw std::invalid_argument with one sentence if it cannot be placed there
     */
    virtual Ptr<Node> PlaceServer(const std::string& site, Time delay) = 0;

    /**
     * Place two hosts with traffic between them.
     *
     * @param near site of the host on the clients' side; empty: the only site
     * @param far site of the host on the server's side; empty: the only site
     * @return the hosts, with stack and addresses
     * @throw std::invalid_argument with one sentence if they cannot be placed there
     */
    virtual Traffic PlaceTraffic(const std::string& near, const std::string& far) = 0;

    /**
     * Place a host that is neither a client's nor a server's, such as that of a name server.
     *
     * @param site its site
     * @return the host, with stack and addresses
     * @throw std::invalid_argument with one sentence if it cannot be placed there, which is the
     * default of this class
     */
    virtual Ptr<Node> PlaceHost(const std::string& site);

    /**
     * @return whether any link says what becomes of TCP urgent data; by default none does
     */
    virtual bool HandlesUrgentData() const;

    /**
     * @return smallest MTU of all links, bytes
     */
    virtual uint32_t GetMtu() const = 0;

    /**
     * @return true if the network carries only IPv6
     */
    virtual bool IsIpv6() const = 0;

    /**
     * @return the factory of the sockets that carry Oracle Net; by default that of TCP
     */
    virtual TypeId GetSocketFactory() const;

    /**
     * @return largest propagation delay from a client host to a server host, one way
     */
    virtual Time GetPropagationDelay() const = 0;

    /**
     * Cut a host off, or reconnect it: while it is cut off, nothing that it sends or that is sent
     * to it arrives.
     *
     * @param host a host of this network
     * @param up false to cut it off; each cut needs a call with true to undo it
     */
    virtual void SetHostUp(Ptr<Node> host, bool up) = 0;

    /**
     * @param name name of a link; empty: the only link
     * @return whether there is such a link
     */
    virtual bool HasLink(const std::string& name) const = 0;

    /**
     * Cut a link, or reconnect it.
     *
     * @param name name of an existing link
     * @param up false to cut it; each cut needs a call with true to undo it
     */
    virtual void SetLinkUp(const std::string& name, bool up) = 0;

    /**
     * @return frames lost to cuts so far
     */
    virtual uint64_t GetCutFrames() const = 0;

    /**
     * Capture what the client hosts and the first server host see to `<prefix>-client.pcap` and
     * `<prefix>-server.pcap` (Ethernet frames without FCS), and enable checksums. Must be called
     * when there is a server host and before Simulator::Run.
     *
     * @param prefix start of the file names, folders included
     */
    virtual void EnablePcap(const std::string& prefix) = 0;

    /**
     * @return the packets lost so far
     */
    virtual Drops GetDrops() const = 0;

    /**
     * @return links that can be sampled, in the order of their numbers; by default none
     */
    virtual std::vector<WatchedLink> GetLinks() const;

    /**
     * @param device a device of a link
     * @return the line that computes what it sends, after UseStages; null: simulated by events,
     * which is the default
     */
    virtual Net8StageLine* FindLine(const Ptr<NetDevice>& device) const;

    /**
     * @param out receives the counters of single links
     */
    virtual void AddCounters(std::map<std::string, uint64_t>& out) const;

    /**
     * Add the draws that decided which packets were lost, each for itself. By default there are
     * none, so that a run in which there were some counts as one with other chance in it.
     *
     * @param out the draws are added here, one entry for each stream
     */
    virtual void AddLossDraws(std::vector<LossDraws>& out) const;

    /**
     * Set the random streams of everything in the network. Must be called after Build.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return the number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream) = 0;

    /**
     * Compute the hops of packets instead of simulating them by events (see Net8Stages): the same
     * results from fewer events. Must be called when all hosts exist, before Simulator::Run; and
     * before that SetHostUp and SetLinkUp must be called for what will be cut, so that packets
     * arrive there one by one.
     *
     * @throw std::invalid_argument with one sentence if the network cannot be computed, which is
     * the default of this class
     */
    virtual void UseStages();

    /**
     * @param port a TCP or UDP port
     * @return socket address of the first server host; that of IPv4 if it has both
     */
    Address GetServerAddress(uint16_t port) const;

    /**
     * @param host a host of this network
     * @param port a TCP or UDP port
     * @return socket address of the host; that of IPv4 if it has both
     */
    Address GetHostAddress(Ptr<Node> host, uint16_t port) const;

    /**
     * @param host a host of this network
     * @param port a TCP or UDP port
     * @return its socket addresses, IPv4 first
     */
    std::vector<Address> GetHostAddresses(Ptr<Node> host, uint16_t port) const;

    /**
     * @param from a host
     * @param to another host
     * @param port a TCP or UDP port
     * @return the first socket address of the other host whose IP version the first host has; if
     * there is none, its first address
     */
    Address GetAddressFor(Ptr<Node> from, Ptr<Node> to, uint16_t port) const;

  protected:
    /**
     * Report that one more client host has been created.
     */
    void TellHost() const;

  private:
    std::function<void()> m_onHost{[] {}}; ///< Called repeatedly while it is built.
};

} // namespace ns3::net8

#endif /* NET8_TOPOLOGY_H */
