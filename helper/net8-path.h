// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_H
#define NET8_PATH_H

#include "net8-cut-model.h"
#include "net8-loss-model.h"
#include "net8-path-addressing.h"

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8Radio;

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
 * With a LastHop of `radio` the link between each client host and its switch is one channel of
 * 802.11g that all client hosts share, both ways (see Net8Radio); other hosts stay on the wire.
 *
 * Losses hit TCP and UDP packets only (see Net8LossModel): on a WAN at the far end of the last link
 * of each direction, on a LAN on the server's link, on a segment at each receiving host, which then
 * numbers its own packets. QueueSize is the queue of each WAN device and of each switch port of a
 * LAN. A host has room for all that its TCP sends, so a segment has no queue that could overflow. A
 * queue discipline of QueueSize sits on the WAN devices; on a LAN or segment it sits on the hosts,
 * which then drop packets of their own. Other ports of routers and switches hold 1000 packets.
 *
 * Usage: set the attributes, Build, then put applications on GetClient and GetServer. Hosts get no
 * traffic-control layer unless QueueDisc asks for one. Address resolution is real, but never
 * lost, jittered or forgotten. The network carries the IP versions of Ip, and so do all hosts but
 * those for which ClientIp or ServerIp say less.
 *
 * SetRanks cuts a WAN for MPI: at its only link, or at the one in the middle.
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

    /// IP versions of the network, and of hosts for which nothing else is said.
    using IpVersion = Net8PathAddressing::IpVersion;

    /// IP versions of the hosts of one side.
    enum class HostIp : uint8_t
    {
        DEFAULT, ///< Those of the network (`default`).
        V4,      ///< IPv4 alone (`v4`).
        V6,      ///< IPv6 alone (`v6`).
        DUAL,    ///< Both (`dual`).
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

    /// How client hosts are linked to their switch.
    enum class LastHop : uint8_t
    {
        ETHERNET, ///< By a cable each (attribute value `ethernet`).
        RADIO,    ///< By one channel of 802.11g (`radio`).
    };

    /// How a host finds the connection that a TCP packet belongs to.
    enum class TcpDemux : uint8_t
    {
        HASHED, ///< In a hashed table, Net8TcpL4Protocol (attribute value `hashed`).
        STOCK,  ///< In the list of ns3::TcpL4Protocol (`stock`).
    };

    /// Packets lost so far.
    struct Drops
    {
        uint64_t queueToClient{0}; ///< By full or active queues, towards the clients.
        uint64_t queueToServer{0}; ///< By full or active queues, towards the server.
        uint64_t lossToClient{0};  ///< By LossRate, LossList or the radio, towards the clients.
        uint64_t lossToServer{0};  ///< By LossRate or the radio, towards the server.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Path();
    ~Net8Path() override;

    /**
     * Give each side of a WAN to a rank of a partition. Call it before Build.
     *
     * @param clientSide rank of the client hosts, their LAN and the first half of the routers
     * @param serverSide rank of the other routers and the server hosts
     */
    void SetRanks(uint32_t clientSide, uint32_t serverSide);

    /**
     * Large paths take seconds to build. Call it before Build.
     *
     * @param onHost called again and again while Build makes the client hosts; what it throws
     * leaves a path of no use
     */
    void SetOnHost(std::function<void()> onHost);

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
     * @return socket address of the server host, that of IPv4 if it has both
     */
    Address GetServerAddress(uint16_t port) const;

    /**
     * @param host a client host, the server or a host that AddHost gave
     * @param port a TCP or UDP port
     * @return socket address of the host, that of IPv4 if it has both
     */
    Address GetHostAddress(Ptr<Node> host, uint16_t port) const;

    /**
     * @param host a client host, the server or a host that AddHost gave
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

    /**
     * @return MTU of every link, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @return true when the network carries IPv6 alone
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
     * Add a server host beside the server: on a WAN with a link of its own to the access router of
     * the server's side, on a LAN one more host on the switch or bus.
     *
     * @param delay propagation delay beside that of the server, one way; on a segment, 0
     * @return the host, with stack and addresses
     */
    Ptr<Node> AddServer(Time delay);

    /**
     * Cut a host off, or connect it again: while it is cut off, nothing that it sends or that is
     * sent to it arrives.
     *
     * @param host a client host, a server host or a host that AddHost gave
     * @param up false to cut it off; each cut takes a call with true to undo it
     */
    void SetHostUp(Ptr<Node> host, bool up);

    /**
     * Cut the long link, all links of a WAN, else the link of the server, or connect it again.
     *
     * @param up false to cut it
     */
    void SetLinkUp(bool up);

    /**
     * @return frames lost to cuts so far
     */
    uint64_t GetCutFrames() const;

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
    /// Stop with one sentence when ranks cannot simulate this path.
    void CheckRanks() const;
    /// Link the client hosts to the clients' switch or bus.
    void AttachClients();

    /**
     * Send by radio, both ways, what goes over a client host's link.
     *
     * @param device the client host's device
     */
    void PutOnAir(Ptr<NetDevice> device);

    /// Make the switch, its links and the loss models of a LAN.
    void BuildLan();
    /// Make the bus and the loss models of a shared segment.
    void BuildSegment();
    /// Make client LAN, routers, hops and the server's link.
    void BuildWan();
    /// Make the point-to-point links between the access routers, and their routes.
    void BuildHops();

    /**
     * @param host what is said of the hosts of one side
     * @return their IP versions
     */
    IpVersion Choose(HostIp host) const;

    /**
     * @return true when the hosts of both sides share one LAN
     */
    bool IsOneLan() const;

    /**
     * Link a node to the clients' switch or bus.
     *
     * @param node a node with a stack
     * @param number its number in the clients' subnet
     * @param direction where the packets go that it sends
     * @param queue size of its device's queue where no queue discipline sits on it
     * @return its device
     */
    Ptr<NetDevice> AttachToLan(Ptr<Node> node,
                               uint32_t number,
                               Direction direction,
                               const std::string& queue);

    /**
     * @param node a node
     * @param ip its IP versions
     */
    void InstallStack(Ptr<Node> node, IpVersion ip) const;

    /**
     * @param ip its IP versions
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @return a further host with a stack
     */
    Ptr<Node> MakeHost(IpVersion ip, Direction side);

    /**
     * Link a further host to its side of the path.
     *
     * @param host the host
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     */
    void Join(Ptr<Node> host, Direction side);

    /**
     * Give a host a link of its own to an access router.
     *
     * @param host the host
     * @param router the access router
     * @param side the side of the path
     * @param subnet number of the subnet within the side
     * @return the host's and the router's device
     */
    NetDeviceContainer AttachToRouter(Ptr<Node> host,
                                      Ptr<Node> router,
                                      Net8PathAddressing::Side side,
                                      uint32_t subnet);

    /**
     * Lay an Ethernet link of LanRate, LanDelay and Mtu.
     *
     * @param a one end
     * @param b the other end
     * @param shaped true when the queue discipline belongs on a
     * @param nearQueue size of a's queue where no queue discipline sits on it
     * @param farQueue size of b's queue
     * @return the devices on a and b
     */
    NetDeviceContainer Link(Ptr<Node> a,
                            Ptr<Node> b,
                            bool shaped,
                            const std::string& nearQueue,
                            const std::string& farQueue);

    /**
     * Lose all frames that arrive at a device, or none more.
     *
     * @param device the device
     * @param cut whether to lose them
     */
    void Cut(Ptr<NetDevice> device, bool cut);

    /**
     * Lose packets that arrive at a device, as far as the attributes say so.
     *
     * @param direction TO_CLIENT or TO_SERVER
     * @param device the receiving device
     * @param addressed count only frames to the device's own address
     */
    void InstallLoss(Direction direction, Ptr<NetDevice> device, bool addressed);

    /**
     * Put the queue discipline, if there is one, on a device.
     *
     * @param device a sending device of the bottleneck, with its address assigned
     * @param direction where its packets go
     */
    void InstallDisc(Ptr<NetDevice> device, Direction direction);

    /**
     * Count what a device's queue drops.
     *
     * @param device a sending device
     * @param direction where its packets go
     */
    void CountDrops(Ptr<NetDevice> device, Direction direction);

    /**
     * @return size of a device's queue on the bottleneck: QueueSize, or one packet under a queue
     * discipline
     */
    std::string GetDeviceQueueSize() const;

    // ATTRIBUTES
    Kind m_kind{Kind::WAN};                     ///< What the path is made of.
    DataRate m_rate;                            ///< Rate of each WAN link.
    Time m_delay;                               ///< One-way delay of all WAN links together.
    uint32_t m_hops{1};                         ///< Number of WAN links in series.
    DataRate m_lanRate;                         ///< Rate of each Ethernet link.
    Time m_lanDelay;                            ///< One-way delay of each Ethernet link.
    uint32_t m_mtu{1500};                       ///< MTU of every link, bytes.
    IpVersion m_ip{IpVersion::V4};              ///< IP versions of the network.
    HostIp m_clientIp{HostIp::DEFAULT};         ///< IP versions of the client hosts.
    HostIp m_serverIp{HostIp::DEFAULT};         ///< IP versions of the server hosts.
    double m_lossRate{0};                       ///< Probability that a packet is lost.
    Direction m_lossDirection{Direction::BOTH}; ///< Where LossRate counts.
    std::string m_lossList;                     ///< Packets lost towards the clients.
    QueueSize m_queueSize;                      ///< Size of the bottleneck's queue.
    QueueDiscipline m_queueDisc{QueueDiscipline::NONE}; ///< Discipline of the bottleneck's queue.
    LastHop m_lastHop{LastHop::ETHERNET};               ///< How client hosts are linked.
    std::string m_radioRates;                           ///< Rates of the radio.
    Time m_radioDwellTime;                              ///< Mean time at one of them.
    double m_radioFrameLoss{0};                         ///< Probability that a frame is lost.
    uint32_t m_radioAttempts{7};                        ///< Transmissions of a frame at most.
    TcpDemux m_tcpDemux{TcpDemux::HASHED};              ///< How hosts find connections.

    // STATE
    uint32_t m_clientRank{0}; ///< Rank of the clients' side.
    uint32_t m_serverRank{0}; ///< Rank of the server's side.
    /// Called again and again while it is built.
    std::function<void()> m_onHost{[] {}};
    NodeContainer m_clients;       ///< Client hosts.
    Ptr<Node> m_server;            ///< Server host.
    Ptr<Node> m_switch;            ///< Switch of the clients' LAN.
    Ptr<NetDevice> m_bridge;       ///< Bridge device of the switch.
    Ptr<NetDevice> m_gateway;      ///< The access router's device on the clients' LAN.
    NodeContainer m_routers;       ///< Routers, from the clients' side.
    Ptr<Net8Radio> m_radio;        ///< Channel of the client hosts, if they have one.
    NetDeviceContainer m_segment;  ///< Devices on the shared segment.
    NetDeviceContainer m_longLink; ///< Devices of the links between routers.
    NodeContainer m_nodes;         ///< All nodes with a stack.
    uint32_t m_nextSubnet{1};      ///< Next subnet of a host with a link of its own.
    uint32_t m_nextHost{0};        ///< Next number in the clients' subnet.
    std::vector<Ptr<Net8LossModel>> m_lossToClient; ///< Loss models towards the clients.
    std::vector<Ptr<Net8LossModel>> m_lossToServer; ///< Loss models towards the server.
    std::vector<Ptr<QueueDisc>> m_discs;            ///< Queue disciplines.
    std::vector<Ptr<Net8CutModel>> m_cuts;          ///< Where links were cut.
    std::shared_ptr<Drops> m_drops;                 ///< Queue drops; shared with the trace sinks.
    bool m_checksums{false};                        ///< This object switched checksums on.
};

} // namespace ns3::net8

#endif /* NET8_PATH_H */
