// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TOPOLOGY_H
#define NET8_TOPOLOGY_H

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
 * The network of an experiment, as those see it who put hosts, servers and traffic on it: nodes
 * with stacks, addresses and routes to each other.
 *
 * Usage: set the attributes, Build, then PlaceServer and PlaceTraffic as often as needed, then
 * AssignStreams.
 */
class Net8Topology : public Object
{
  public:
    /// The way a packet goes, for losses and counters.
    using Direction = PathDirection;

    /// Packets lost so far.
    using Drops = PathDrops;

    /// Two hosts with traffic between them.
    struct Traffic
    {
        Ptr<Node> near; ///< The one on the clients' side.
        Ptr<Node> far;  ///< The one on the server's side.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Topology();
    ~Net8Topology() override;

    /**
     * Large networks take seconds to build. Call it before Build.
     *
     * @param onHost called again and again while Build makes the client hosts; what it throws
     * leaves a network of no use
     */
    void SetOnHost(std::function<void()> onHost);

    /**
     * Make nodes, links, addresses and routes. May be called once.
     *
     * @param sites site of each client host; empty: the only one that there is
     * @throw std::invalid_argument with one sentence when attributes do not go together
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
     * @param site its site; empty: the only one that there is
     * @param delay how much farther away than the first it is, one way
     * @return the host, with stack and addresses
     * @throw std::invalid_argument with one sentence if it cannot be there
     */
    virtual Ptr<Node> PlaceServer(const std::string& site, Time delay) = 0;

    /**
     * Place two hosts with traffic between them.
     *
     * @param near site of the one on the clients' side; empty: the only one that there is
     * @param far site of the one on the server's side; empty: the only one that there is
     * @return the hosts, with stack and addresses
     * @throw std::invalid_argument with one sentence if they cannot be there
     */
    virtual Traffic PlaceTraffic(const std::string& near, const std::string& far) = 0;

    /**
     * Place a host that is neither a client's nor a server's, such as that of a name server.
     *
     * @param site its site
     * @return the host, with stack and addresses
     * @throw std::invalid_argument with one sentence if it cannot be there, which is so of each
     * network that does not say how
     */
    virtual Ptr<Node> PlaceHost(const std::string& site);

    /**
     * @return least MTU of all links, bytes
     */
    virtual uint32_t GetMtu() const = 0;

    /**
     * @return true when the network carries IPv6 alone
     */
    virtual bool IsIpv6() const = 0;

    /**
     * @return the factory of the sockets that carry Oracle Net; that of TCP by default
     */
    virtual TypeId GetSocketFactory() const;

    /**
     * @return longest sum of the propagation delays from a client host to a server host, one way
     */
    virtual Time GetPropagationDelay() const = 0;

    /**
     * Cut a host off, or connect it again: while it is cut off, nothing that it sends or that is
     * sent to it arrives.
     *
     * @param host a host of this network
     * @param up false to cut it off; each cut takes a call with true to undo it
     */
    virtual void SetHostUp(Ptr<Node> host, bool up) = 0;

    /**
     * @param name name of a link; empty: the only one that there is
     * @return whether there is such a link
     */
    virtual bool HasLink(const std::string& name) const = 0;

    /**
     * Cut a link, or connect it again.
     *
     * @param name name of a link that there is
     * @param up false to cut it; each cut takes a call with true to undo it
     */
    virtual void SetLinkUp(const std::string& name, bool up) = 0;

    /**
     * @return frames lost to cuts so far
     */
    virtual uint64_t GetCutFrames() const = 0;

    /**
     * Write what the client hosts and the first server host see to `<prefix>-client.pcap` and
     * `<prefix>-server.pcap` (Ethernet frames without FCS) and switch checksums on. Call it when
     * there is a server host and before Simulator::Run.
     *
     * @param prefix start of the file names, folders included
     */
    virtual void EnablePcap(const std::string& prefix) = 0;

    /**
     * @return the packets lost so far
     */
    virtual Drops GetDrops() const = 0;

    /**
     * @return links whose series can be taken, in the order of their numbers; none by default
     */
    virtual std::vector<WatchedLink> GetLinks() const;

    /**
     * @param device a device of a link
     * @return the line that computes what it sends, after UseStages; null: packets are walked, as
     * they are by default
     */
    virtual Net8StageLine* FindLine(const Ptr<NetDevice>& device) const;

    /**
     * @param out where counters of single links go
     */
    virtual void AddCounters(std::map<std::string, uint64_t>& out) const;

    /**
     * Fix the random streams of everything in the network. Call it after Build.
     *
     * @param stream the first stream to use
     * @return the number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream) = 0;

    /**
     * Compute the hops of packets instead of walking them (see Net8Stages): the same results from
     * fewer events. Call it when all hosts are there, before Simulator::Run, and before it
     * SetHostUp and SetLinkUp for what will be cut: packets arrive there one by one.
     *
     * @throw std::invalid_argument with one sentence when the network cannot be computed, which is
     * so of each that does not say how
     */
    virtual void UseStages();

    /**
     * @param port a TCP or UDP port
     * @return socket address of the first server host, that of IPv4 if it has both
     */
    Address GetServerAddress(uint16_t port) const;

    /**
     * @param host a host of this network
     * @param port a TCP or UDP port
     * @return socket address of the host, that of IPv4 if it has both
     */
    Address GetHostAddress(Ptr<Node> host, uint16_t port) const;

    /**
     * @param host a host of this network
     * @param port a TCP or UDP port
     * @return its socket addresses, that of IPv4 first
     */
    std::vector<Address> GetHostAddresses(Ptr<Node> host, uint16_t port) const;

    /**
     * @param from a host
     * @param to another one
     * @param port a TCP or UDP port
     * @return the first socket address of the other one that the host has the IP version of; if
     * there is none, its first one
     */
    Address GetAddressFor(Ptr<Node> from, Ptr<Node> to, uint16_t port) const;

  protected:
    /**
     * Tell that one more client host is made.
     */
    void TellHost() const;

  private:
    std::function<void()> m_onHost{[] {}}; ///< Called again and again while it is built.
};

} // namespace ns3::net8

#endif /* NET8_TOPOLOGY_H */
