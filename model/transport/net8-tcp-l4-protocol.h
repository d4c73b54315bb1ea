// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_L4_PROTOCOL_H
#define NET8_TCP_L4_PROTOCOL_H

#include "net8-end-point-table.h"
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
 * ns-3's TCP protocol object with a hashed table of connections.
 *
 * ns-3 keeps the end points of a node in one list, which it searches for every packet and twice for
 * every new connection, and it searches another list when a socket is added or removed. Here the
 * end points of the connections of Net8TcpSocket are in a Net8EndPointTable, by the addresses and
 * ports of both ends; ns-3's lists hold listening and unconnected sockets and sockets of other
 * classes. A packet goes to the connection with its addresses and ports; if there is none, it is
 * handled by ns-3. Connections of Net8TcpMachineSocket are in a separate table, and in another one
 * during TIME-WAIT.
 *
 * Simulation results are the same as with ns3::TcpL4Protocol, local ports included, with two
 * differences for users of ns-3: the attribute SocketList does not contain connections of
 * Net8TcpSocket, and a socket of another class that takes an ephemeral port does not see those of
 * Net8TcpSocket connections, which matters only once a host has used all 16,384.
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
     * @return the table of IPv4 connections
     */
    Net8EndPointTable<Ipv4EndPoint>& GetEndPoints();

    /**
     * @return the table of IPv6 connections
     */
    Net8EndPointTable<Ipv6EndPoint>& GetEndPoints6();

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
     * Deliver a packet to its connection.
     *
     * @param table table to search
     * @param packet the packet, TCP header included
     * @param ip its IP header
     * @param interface the incoming interface
     * @param [out] status how it was received
     * @return false if it belongs to no connection in the table
     */
    template <typename EndPoint, typename IpHeader, typename Interface>
    bool Deliver(Net8EndPointTable<EndPoint>& table,
                 const Ptr<Packet>& packet,
                 const IpHeader& ip,
                 const Ptr<Interface>& interface,
                 IpL4Protocol::RxStatus& status);

    Net8EndPointTable<Ipv4EndPoint> m_endPoints;  ///< IPv4 connections.
    Net8EndPointTable<Ipv6EndPoint> m_endPoints6; ///< IPv6 connections.
    Net8TcpFlowTable m_flows;                     ///< Connections of the TCP machine.
    Net8TimeWaitTable m_timeWaits;                ///< TCP machine connections in TIME-WAIT.
    std::optional<bool> m_checksums; ///< Whether checksums are verified, as first set in ns-3.
};

} // namespace ns3::net8

#endif /* NET8_TCP_L4_PROTOCOL_H */
