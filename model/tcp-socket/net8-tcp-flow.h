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
#include <cstring>

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
     * @param other another flow
     * @return whether they are equal
     */
    bool operator==(const Net8TcpFlow& other) const
    {
        return std::memcmp(this, &other, CountBytes()) == 0;
    }

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

    /**
     * @param other another flow
     * @return whether both ends have the same addresses
     */
    bool HasAddressesOf(const Net8TcpFlow& other) const
    {
        static_assert(offsetof(Net8TcpFlow, localPort) == 2 * sizeof(Ip));
        return std::memcmp(this, &other, offsetof(Net8TcpFlow, localPort)) == 0 &&
               ipv6 == other.ipv6;
    }

    /// @return the same as the other end sees it
    Net8TcpFlow GetReverse() const
    {
        return {.local = peer,
                .peer = local,
                .localPort = peerPort,
                .peerPort = localPort,
                .ipv6 = ipv6};
    }

    /// @return bytes of all members, between which there is no padding
    static constexpr std::size_t CountBytes()
    {
        constexpr std::size_t bytes = 2 * (sizeof(Ip) + sizeof(uint16_t)) + sizeof(bool);
        static_assert(sizeof(Net8TcpFlow) == bytes + 1, "padding at its end alone");
        return bytes;
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
        std::array<uint64_t, 5> words{};
        std::memcpy(words.data(), &flow, Net8TcpFlow::CountBytes());
        uint64_t hash = 0;
        for (const uint64_t word : words)
        {
            // The last step of the finalizer of MurmurHash3.
            hash = (hash ^ word) * 0xc4ceb9fe1a85ec53ULL;
            hash ^= hash >> 33;
        }
        return static_cast<std::size_t>(hash);
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_FLOW_H
