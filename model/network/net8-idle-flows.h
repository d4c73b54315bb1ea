// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IDLE_FLOWS_H
#define NET8_IDLE_FLOWS_H

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The connection table of a firewall, a NAT or a load balancer that forgets idle connections.
 *
 * A connection is remembered from its SYN on, as long as packets of it pass, in either direction,
 * no further apart than the idle time. Packets of unknown connections do not pass, unless they are
 * a SYN, or come from inside a device that picks connections up, as Linux does
 * (nf_conntrack_tcp_loose). Whether those packets are dropped silently or answered with a RST is up
 * to the caller. A RST that passes ends the connection; a FIN does not, since the other side may
 * still send.
 *
 * Timeouts of the handshake and of closing, which real devices have as well, are not modelled.
 */
class IdleFlows
{
  public:
    /// One end of a connection.
    struct End
    {
        std::array<uint8_t, 16> address{}; ///< IPv6 address, or IPv4 in its last bytes.
        uint16_t port{0};                  ///< TCP port.

        /**
         * Compare two ends.
         *
         * @param other another end
         * @return the order of ends
         */
        // clang-tidy 14 mistakes the 0 that the compiler compares with for a pointer.
        // NOLINTNEXTLINE(modernize-use-nullptr)
        auto operator<=>(const End& other) const = default;
    };

    /// The relevant fields of a packet.
    struct Segment
    {
        End from{};      ///< Its sender.
        End to{};        ///< Its receiver.
        bool syn{false}; ///< It opens a connection, or takes up one that was forgotten.
        bool rst{false}; ///< It ends a connection.
    };

    /**
     * Create an empty table.
     *
     * @param idle how long a connection is remembered without packets
     */
    explicit IdleFlows(std::chrono::nanoseconds idle);

    /**
     * Handle a packet.
     *
     * @param segment the packet
     * @param now current time, never before that of the previous call
     * @return whether it passes
     */
    bool Pass(const Segment& segment, std::chrono::nanoseconds now);

    /**
     * @return number of remembered connections, including those that the next packet will find
     * expired
     */
    size_t GetSize() const;

    /**
     * @return number of connections forgotten because they were idle
     */
    uint64_t GetForgotten() const;

    /**
     * @return number of packets that did not pass
     */
    uint64_t GetStopped() const;

  private:
    /// A connection, the same for both directions.
    struct Key
    {
        End low;  ///< The end that comes first in the order of ends.
        End high; ///< The other one.

        /**
         * Compare two connections.
         *
         * @param other another connection
         * @return whether they are the same
         */
        bool operator==(const Key& other) const = default;
    };

    /// Hash of a connection.
    struct Hash
    {
        /**
         * Hash a connection.
         *
         * @param key a connection
         * @return its hash (FNV-1a)
         */
        size_t operator()(const Key& key) const;
    };

    /// A remembered connection.
    struct Entry
    {
        Key key;                       ///< Which one.
        std::chrono::nanoseconds last; ///< When its last packet passed.
    };

    /**
     * Forget connections that have been idle too long.
     *
     * @param now the present
     */
    void Forget(std::chrono::nanoseconds now);

    std::chrono::nanoseconds m_idle; ///< Idle time.
    std::list<Entry> m_entries;      ///< In order of their last packet.
    std::unordered_map<Key, std::list<Entry>::iterator, Hash>
        m_places;            ///< Entry of each connection.
    uint64_t m_forgotten{0}; ///< Connections forgotten.
    uint64_t m_stopped{0};   ///< Packets stopped.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_FLOWS_H */
