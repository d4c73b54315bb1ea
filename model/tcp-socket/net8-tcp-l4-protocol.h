// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_L4_PROTOCOL_H
#define NET8_TCP_L4_PROTOCOL_H

#include "net8-tcp-flow-table.h"
#include "net8-tcp-tables.h"
#include "net8-time-wait-table.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/node.h"
#include "ns3/tcp-l4-protocol.h"

#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * ns-3's TCP protocol object with hashed tables of the connections of Net8TcpMachineSocket: those
 * that are open, and those in TIME-WAIT.
 *
 * ns-3 keeps the end points of a node in one list, which it searches for every packet and twice for
 * every new connection, and it searches another list when a socket is added or removed. Here its
 * lists hold listening and unconnected sockets and sockets of other classes. A packet goes to the
 * connection of the tables with its addresses and ports; if there is none, it is handled by ns-3.
 *
 * A socket of another class that takes an ephemeral port does not see those of the tables, which
 * matters only once a host has used all 16,384.
 *
 * Install it before the Internet stack; ns3::InternetStackHelper then does not create its own.
 */
class Net8TcpL4Protocol : public TcpL4Protocol, public Net8TcpTables
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Install this protocol on a node.
     *
     * @param node a node without an Internet stack
     */
    static void Install(Ptr<Node> node);

    /**
     * Drop each RST that belongs to no connection from now on. ns-3's listening socket, which
     * should ignore it, takes its own window for a closed one and sets a timer that ends the
     * program.
     */
    void DropStrayResets();

    // Inherited
    Net8TcpFlowTable& GetFlows() override;
    Net8TimeWaitTable& GetTimeWaits() override;
    uint16_t FindPort(bool ipv6) override;
    IpL4Protocol::RxStatus Receive(Ptr<Packet> packet,
                                   const Ipv4Header& ip,
                                   Ptr<Ipv4Interface> interface) override;
    IpL4Protocol::RxStatus Receive(Ptr<Packet> packet,
                                   const Ipv6Header& ip,
                                   Ptr<Ipv6Interface> interface) override;
    void ReceiveIcmp(Ipv4Address icmpSource,
                     uint8_t icmpTtl,
                     uint8_t icmpType,
                     uint8_t icmpCode,
                     uint32_t icmpInfo,
                     Ipv4Address payloadSource,
                     Ipv4Address payloadDestination,
                     const uint8_t payload[8]) override;
    void ReceiveIcmp(Ipv6Address icmpSource,
                     uint8_t icmpTtl,
                     uint8_t icmpType,
                     uint8_t icmpCode,
                     uint32_t icmpInfo,
                     Ipv6Address payloadSource,
                     Ipv6Address payloadDestination,
                     const uint8_t payload[8]) override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param endPoint end point in ns-3's list; null if no port was left
     * @return its port; 0 if there is none
     */
    template <typename EndPoint>
    uint16_t Release(EndPoint* endPoint);

    /**
     * Deliver a packet to its connection of the TCP machine.
     *
     * @param packet the packet, TCP header included
     * @param flow addresses and ports
     * @param ecn ECN codepoint of its IP header
     * @return false if it belongs to no such connection
     */
    bool DeliverToMachine(const Ptr<Packet>& packet, const Net8TcpFlow& flow, uint8_t ecn);

    /**
     * @param packet a packet, TCP header included
     * @param flow its addresses and ports, none of the TCP machine
     * @return whether it is a RST that is to be dropped, as it belongs to no connection of ns-3
     */
    bool IsStrayReset(const Ptr<Packet>& packet, const Net8TcpFlow& flow);

    /**
     * Tell a connection of the TCP machine that a segment is too large for the next link of a
     * router.
     *
     * @param local address from which the segment was sent
     * @param peer address to which it was sent
     * @param tcp its first eight bytes
     * @param mtu MTU of that link, bytes
     * @return whether there is such a connection
     */
    template <typename Ip>
    bool TellTooBig(const Ip& local, const Ip& peer, const uint8_t* tcp, uint32_t mtu);

    /**
     * Deliver a packet to its connection of the TCP machine.
     *
     * @param packet the packet, TCP header included
     * @param ip its IP header
     * @return how it was received; nothing if it belongs to no such connection
     */
    template <typename IpHeader>
    std::optional<IpL4Protocol::RxStatus> Deliver(const Ptr<Packet>& packet, const IpHeader& ip);

    Net8TcpFlowTable m_flows;        ///< Connections of the TCP machine.
    Net8TimeWaitTable m_timeWaits;   ///< TCP machine connections in TIME-WAIT.
    bool m_dropsResets{false};       ///< A RST of no connection is dropped.
    std::optional<bool> m_checksums; ///< Whether checksums are verified, as first set in ns-3.
};

} // namespace ns3::net8

#endif /* NET8_TCP_L4_PROTOCOL_H */
