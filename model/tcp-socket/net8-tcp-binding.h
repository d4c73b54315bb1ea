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
 * The addresses and ports of a socket, and its place in the hashed table of the node or among
 * ns-3's end points.
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
     * @param flow addresses and ports of an accepted connection
     */
    void SetFlow(const Net8TcpFlow& flow)
    {
        m_flow = flow;
    }

    /**
     * @return whether it has an ns-3 end point
     */
    bool HasEndPoint() const
    {
        return m_endPoint || m_endPoint6;
    }

    /**
     * Bind the socket to an address and a port (bind(2)).
     *
     * @param address address and port; port 0: any
     * @return why it failed, or ERROR_NOTERROR
     */
    Socket::SocketErrno Bind(const Address& address);

    /**
     * Set the address of the peer, and bind the socket if it is not bound yet.
     *
     * @param address address and port
     * @return why it failed, for example because the socket is bound to the other IP version
     */
    Socket::SocketErrno SetPeer(const Address& address);

    /**
     * Set the local address used by the route to the peer.
     *
     * @return largest segment that fits the route, bytes; nothing if there is no route
     */
    std::optional<uint32_t> FindRoute();

    /**
     * Register addresses and ports with the hashed table, or with ns-3's end point.
     *
     * @return whether no other connection uses them
     */
    bool Register();

    /// Release the addresses and ports.
    void Release();

    /// Drop references to the node, which is gone together with its end points.
    void Forget();

    /**
     * @param device the only device from which ns-3's end point accepts segments
     */
    void BindToNetDevice(const Ptr<NetDevice>& device);

    /**
     * @tparam Header IP header
     * @param header header of a received segment
     * @param localPort destination port
     * @param peerPort source port
     * @return addresses and ports of its connection
     */
    template <typename Header>
    static Net8TcpFlow FlowOf(const Header& header, uint16_t localPort, uint16_t peerPort);

  private:
    /**
     * @param ipv6 IP version of the peer
     * @return why the socket cannot be bound to it, for example because it is bound to the other
     * version
     */
    Socket::SocketErrno BindAs(bool ipv6);

    /// Set the callbacks of ns-3's end point.
    void SetCallbacks();

    /**
     * @tparam Header IP header
     * @tparam Interface IP interface
     * @param endPoint end point in ns-3's list; null if there is none
     */
    template <typename Header, typename Interface, typename EndPoint>
    void SetCallbacks(EndPoint* endPoint);

    Net8TcpFlowSocket& m_socket;        ///< The socket.
    Net8TcpFlow m_flow;                 ///< Addresses and ports.
    bool m_hashed{false};               ///< It is in the hashed table.
    Ipv4EndPoint* m_endPoint{nullptr};  ///< ns-3's end point over IPv4.
    Ipv6EndPoint* m_endPoint6{nullptr}; ///< ns-3's end point over IPv6.
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
        // ns-3 passes an IPv6 socket what comes over IPv4, if no IPv4 socket takes it.
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
