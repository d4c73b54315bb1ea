// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_BINDING_H
#define NET8_TCP_BINDING_H

#include "net8-tcp-flow.h"

#include "ns3/address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-header.h"
#include "ns3/socket.h"

#include <cstdint>
#include <optional>
#include <type_traits>

namespace ns3::net8
{

class Net8TcpFlowSocket;

/**
 * @ingroup net8
 * Where a socket stands: its addresses and ports, and its place in the hashed table of the node or
 * among ns-3's end points.
 */
class Net8TcpBinding
{
  public:
    /**
     * @param socket the socket
     */
    explicit Net8TcpBinding(Net8TcpFlowSocket& socket)
        : m_socket(socket)
    {
    }

    /**
     * @return addresses and ports
     */
    const Net8TcpFlow& GetFlow() const
    {
        return m_flow;
    }

    /**
     * @param flow addresses and ports of a connection that was accepted
     */
    void SetFlow(const Net8TcpFlow& flow)
    {
        m_flow = flow;
    }

    /**
     * @return whether it has an end point of ns-3
     */
    bool HasEndPoint() const
    {
        return m_endPoint || m_endPoint6;
    }

    /**
     * Take an address and a port (bind(2)).
     *
     * @param address both; port 0: any
     * @return why it failed
     */
    Socket::SocketErrno Bind(const Address& address);

    /**
     * Take the address of the peer, and bind the socket if it is not bound yet.
     *
     * @param address address and port
     * @return why it failed: the socket may be bound to the other version of IP
     */
    Socket::SocketErrno SetPeer(const Address& address);

    /**
     * Take the local address that the way to the peer has.
     *
     * @return largest segment that fits the way, bytes; nothing without a way
     */
    std::optional<uint32_t> FindRoute();

    /**
     * Take the addresses and ports of this socket to the hashed table, or to ns-3's end point.
     *
     * @return whether no other connection has them
     */
    bool Register();

    /// Release addresses and ports.
    void Release();

    /// The node is gone, and its end points with it.
    void Forget();

    /**
     * @param device the only device that segments of ns-3's end point may come from
     */
    void BindToNetDevice(const Ptr<NetDevice>& device);

    /**
     * @tparam Header of IP
     * @param header of a segment that came in
     * @param localPort port that it came to
     * @param peerPort port of its sender
     * @return addresses and ports of its connection
     */
    template <typename Header>
    static Net8TcpFlow FlowOf(const Header& header, uint16_t localPort, uint16_t peerPort);

  private:
    /**
     * @param ipv6 version of IP that the peer has
     * @return why the socket cannot be bound to it, or is bound to the other one
     */
    Socket::SocketErrno BindAs(bool ipv6);

    /// Let ns-3's end point tell this socket of segments.
    void SetCallbacks();

    /**
     * @tparam Header of IP
     * @tparam Interface of IP
     * @param endPoint in ns-3's list, null if there is none
     */
    template <typename Header, typename Interface, typename EndPoint>
    void SetCallbacks(EndPoint* endPoint);

    Net8TcpFlowSocket& m_socket;        ///< The socket.
    Net8TcpFlow m_flow;                 ///< Addresses and ports.
    bool m_hashed{false};               ///< It is in the hashed table.
    Ipv4EndPoint* m_endPoint{nullptr};  ///< In ns-3's list, over IPv4.
    Ipv6EndPoint* m_endPoint6{nullptr}; ///< In ns-3's list, over IPv6.
};

template <typename Header>
Net8TcpFlow
Net8TcpBinding::FlowOf(const Header& header, uint16_t localPort, uint16_t peerPort)
{
    Net8TcpFlow flow;
    flow.localPort = localPort;
    flow.peerPort = peerPort;
    flow.local = Net8TcpFlow::From(header.GetDestination());
    flow.peer = Net8TcpFlow::From(header.GetSource());
    if constexpr (std::is_same_v<Header, Ipv6Header>)
    {
        // ns-3 gives a socket of IPv6 what comes over IPv4 when no socket of IPv4 wants it.
        flow.ipv6 = !header.GetSource().IsIpv4MappedAddress();
        if (!flow.ipv6)
        {
            flow.local = Net8TcpFlow::From(header.GetDestination().GetIpv4MappedAddress());
            flow.peer = Net8TcpFlow::From(header.GetSource().GetIpv4MappedAddress());
        }
    }
    return flow;
}

} // namespace ns3::net8

#endif // NET8_TCP_BINDING_H
