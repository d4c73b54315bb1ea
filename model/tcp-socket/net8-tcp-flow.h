// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_FLOW_H
#define NET8_TCP_FLOW_H

#include "ns3/address.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Addresses and ports of both ends of a TCP connection over IPv4 or IPv6, as one value.
 */
struct Net8TcpFlow
{
    /// Bytes of an address of either version; IPv4 uses the first four.
    using Ip = std::array<uint8_t, 16>;

    /// IP protocol number of TCP (IANA).
    static constexpr uint8_t PROTOCOL = 6;

    Ip local{};            ///< Address of this end.
    Ip peer{};             ///< Address of the other end.
    uint16_t localPort{0}; ///< Port of this end.
    uint16_t peerPort{0};  ///< Port of the other end.
    bool ipv6{false};      ///< Whether the addresses are IPv6.

    /**
     * Compare bytewise, with the same order on every machine.
     *
     * @param other another flow
     * @return which one comes first
     */
    auto operator<=>(const Net8TcpFlow& other) const = default;

    /**
     * @param ip an IPv4 address
     * @return its bytes
     */
    static Ip From(const Ipv4Address& ip)
    {
        Ip bytes{};
        ip.Serialize(bytes.data());
        return bytes;
    }

    /**
     * @param ip an IPv6 address
     * @return its bytes
     */
    static Ip From(const Ipv6Address& ip)
    {
        Ip bytes{};
        ip.Serialize(bytes.data());
        return bytes;
    }

    /**
     * @param ip bytes of an IPv4 address
     * @return the address
     */
    static Ipv4Address To4(const Ip& ip)
    {
        return Ipv4Address::Deserialize(ip.data());
    }

    /**
     * @param ip bytes of an IPv6 address
     * @return the address
     */
    static Ipv6Address To6(const Ip& ip)
    {
        return Ipv6Address::Deserialize(ip.data());
    }

    /// @return address and port of this end
    Address GetLocal() const
    {
        return MakeAddress(local, localPort);
    }

    /// @return address and port of the other end
    Address GetPeer() const
    {
        return MakeAddress(peer, peerPort);
    }

    /// @return whether the address of this end has not been chosen yet
    bool IsLocalAny() const
    {
        return local == Ip{};
    }

  private:
    /**
     * @param ip an address
     * @param port a port
     * @return the socket address
     */
    Address MakeAddress(const Ip& ip, uint16_t port) const
    {
        if (ipv6)
        {
            return Inet6SocketAddress(To6(ip), port);
        }
        return InetSocketAddress(To4(ip), port);
    }
};

/**
 * @ingroup net8
 * Hashes a flow.
 */
struct Net8TcpFlowHash
{
    /**
     * @param flow a flow
     * @return its hash
     */
    std::size_t operator()(const Net8TcpFlow& flow) const
    {
        static_assert(sizeof(Net8TcpFlow) == 38, "no padding between its members");
        const auto* bytes = reinterpret_cast<const char*>(&flow);
        return std::hash<std::string_view>{}({bytes, 37});
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_FLOW_H
