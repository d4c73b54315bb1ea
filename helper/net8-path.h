// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_H
#define NET8_PATH_H

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/net8-loss-model.h"
#include "ns3/net8-path-addressing.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The network between the client hosts and the server: nodes, links, addresses and routes.
 *
 * Three kinds, from client to server:
 *
 * 1. `lan`: host - Ethernet link - switch - Ethernet link - server. Full duplex, LanRate and
 *    LanDelay on each link.
 * 2. `segment`: all hosts on one half-duplex bus (ns-3's CSMA) of LanRate and LanDelay.
 * 3. `wan`: host - Ethernet link - switch - Ethernet link - access router - Hops point-to-point
 *    links in series - access router - Ethernet link - server. The Ethernet links have LanRate and
 *    LanDelay, each point-to-point link has Rate and Delay / Hops.
 *
 * Usage: set the attributes, Build, then put applications on GetClient and GetServer. Hosts get no
 * traffic-control layer unless QueueDisc asks for one. Address resolution is real, but never
 * lost, jittered or forgotten.
 */
class Net8Path : public Object
{
  public:
    /// What the path is made of.
    enum class Kind : uint8_t
    {
        LAN,     ///< Switched Ethernet (attribute value `lan`).
        SEGMENT, ///< Shared Ethernet (`segment`).
        WAN,     ///< Routers and point-to-point links (`wan`).
    };

    /// IP version.
    enum class IpVersion : uint8_t
    {
        V4, ///< IPv4 (`v4`).
        V6, ///< IPv6 (`v6`).
    };

    /// The way a packet goes, for losses and counters.
    enum class Direction : uint8_t
    {
        TO_CLIENT, ///< From the server's side to the clients' (`to_client`).
        TO_SERVER, ///< From the clients' side to the server's (`to_server`).
        BOTH,      ///< Both ways (`both`).
    };

    /// The queue discipline on the bottleneck.
    enum class QueueDiscipline : uint8_t
    {
        NONE,     ///< The device's drop-tail queue alone (`none`).
        PFIFO,    ///< Drop-tail in the traffic-control layer (`pfifo`).
        RED,      ///< Random early detection (`red`).
        CODEL,    ///< CoDel (`codel`).
        FQ_CODEL, ///< Flow queues with CoDel (`fq_codel`).
    };

    /// Packets lost so far.
    struct Drops
    {
        uint64_t queueToClient{0}; ///< By full or active queues, towards the clients.
        uint64_t queueToServer{0}; ///< By full or active queues, towards the server.
        uint64_t lossToClient{0};  ///< By LossRate and LossList, towards the clients.
        uint64_t lossToServer{0};  ///< By LossRate, towards the server.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Path();
    ~Net8Path() override;

    /**
     * Make nodes, links, addresses and routes. May be called once.
     *
     * @param nClientHosts number of client hosts, at least 1
     * @throw std::invalid_argument with one sentence when attributes do not go together
     */
    void Build(uint32_t nClientHosts);

    /**
     * @param i index of the client host
     * @return the client host
     */
    Ptr<Node> GetClient(uint32_t i) const;

    /**
     * @return number of client hosts
     */
    uint32_t GetNClients() const;

    /**
     * @return the server host
     */
    Ptr<Node> GetServer() const;

    /**
     * @param port a TCP or UDP port
     * @return socket address of the server host
     */
    Address GetServerAddress(uint16_t port) const;

    /**
     * @param host a client host, the server or a host that AddHost gave
     * @param port a TCP or UDP port
     * @return socket address of the host
     */
    Address GetHostAddress(Ptr<Node> host, uint16_t port) const;

    /**
     * @return MTU of every link, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @return true when hosts have IPv6 addresses, false for IPv4
     */
    bool IsIpv6() const;

    /**
     * @return sum of the propagation delays from a client host to the server, one way
     */
    Time GetPropagationDelay() const;

    /**
     * Add a host for traffic that shares the bottleneck, the WAN links or on a LAN the server's
     * link. On a WAN it hangs on the access router of that side by a link of its own; on a LAN the
     * clients' side is one more host on the switch or bus, and the server's side is the server
     * itself.
     *
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @return the host, with stack and addresses
     */
    Ptr<Node> AddHost(Direction side);

    /**
     * Write what the client hosts and the server see to `<prefix>-client.pcap` and
     * `<prefix>-server.pcap` (Ethernet frames without FCS) and switch checksums on. Call it after
     * Build and before Simulator::Run.
     *
     * @param prefix start of the file names, folders included
     */
    void EnablePcap(const std::string& prefix);

    /**
     * @return the packets lost so far
     */
    Drops GetDrops() const;

    /**
     * Fix the random streams of everything in the path. Call it after Build.
     *
     * @param stream the first stream to use
     * @return the number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// Stop with one sentence when attributes do not go together.
    void Check() const;
    /// Make the switch, its links and the loss models of a LAN.
    void BuildLan();
    /// Make the bus and the loss models of a shared segment.
    void BuildSegment();
    /// Make client LAN, routers, hops and the server's link.
    void BuildWan();
    /**
     * Make the point-to-point links between the access routers.
     */
    void BuildHops();
    /**
     * Link a host to the clients' switch, or the clients' bus.
     *
     * @param host a node without devices
     * @return the device of the host
     */
    Ptr<NetDevice> AttachToLan(Ptr<Node> host);
    /**
     * Put loss models on the receiving devices of both directions, as far as asked for.
     *
     * @param toClient the device that receives what goes to the clients
     * @param toServer the device that receives what goes to the server
     */
    void InstallLoss(const NetDeviceContainer& toClient, Ptr<NetDevice> toServer);
    /**
     * @param direction TO_CLIENT or TO_SERVER
     * @param device a device that gets the loss model of that direction
     */
    void InstallLossOn(Direction direction, Ptr<NetDevice> device);
    /**
     * Count the drops of a device's queue, and give it the queue discipline if there is one.
     *
     * @param device a sending device of the bottleneck
     * @param direction where its packets go
     */
    void InstallQueue(Ptr<NetDevice> device, Direction direction);

    // ATTRIBUTES
    Kind m_kind{Kind::WAN};                     ///< What the path is made of.
    DataRate m_rate;                            ///< Rate of each WAN link.
    Time m_delay;                               ///< One-way delay of all WAN links together.
    uint32_t m_hops{1};                         ///< Number of WAN links in series.
    DataRate m_lanRate;                         ///< Rate of each Ethernet link.
    Time m_lanDelay;                            ///< One-way delay of each Ethernet link.
    uint32_t m_mtu{1500};                       ///< MTU of every link, bytes.
    IpVersion m_ip{IpVersion::V4};              ///< IP version.
    double m_lossRate{0};                       ///< Probability that a packet is lost.
    Direction m_lossDirection{Direction::BOTH}; ///< Where LossRate counts.
    std::string m_lossList;                     ///< Packets lost towards the clients.
    QueueSize m_queueSize;                      ///< Size of the bottleneck's queue.
    QueueDiscipline m_queueDisc{QueueDiscipline::NONE}; ///< Discipline of the bottleneck's queue.

    // STATE
    NodeContainer m_clients;                        ///< Client hosts.
    Ptr<Node> m_server;                             ///< Server host.
    Ptr<Node> m_lan;                                ///< Switch of the clients' side.
    NodeContainer m_routers;                        ///< Routers, from the clients' side.
    NodeContainer m_extraHosts;                     ///< Hosts that AddHost made.
    NetDeviceContainer m_segment;                   ///< Devices on the shared segment.
    Net8PathAddressing m_addressing;                ///< Addresses and routes.
    std::vector<Ptr<Net8LossModel>> m_lossToClient; ///< Loss models towards the clients.
    std::vector<Ptr<Net8LossModel>> m_lossToServer; ///< Loss models towards the server.
    Drops m_drops;                                  ///< Counters of queue drops.
    bool m_checksums{false};                        ///< This object switched checksums on.
};

} // namespace ns3::net8

#endif /* NET8_PATH_H */
