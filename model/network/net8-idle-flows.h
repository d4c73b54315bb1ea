// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IDLE_FLOWS_H
#define NET8_IDLE_FLOWS_H

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>
#include <vector>

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
 * to the caller, as is whether both ends get a RST when their connection is forgotten. A RST that
 * passes ends the connection; a FIN does not, since the other side may still send.
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
        End from{};         ///< Its sender.
        End to{};           ///< Its receiver.
        bool syn{false};    ///< It opens a connection, or takes up one that was forgotten.
        bool rst{false};    ///< It ends a connection.
        bool fin{false};    ///< Its sender sends nothing more.
        bool inside{false}; ///< Its sender is on the inner side.
        std::optional<uint32_t> acknowledged{}; ///< The next byte that its sender expects.
    };

    /// A RST that ends a connection.
    struct Reset
    {
        End from{};                             ///< Its sender.
        End to{};                               ///< Its receiver.
        bool outward{false};                    ///< Its receiver is on the outer side.
        uint32_t sequence{0};                   ///< Its sequence number.
        std::optional<uint32_t> acknowledged{}; ///< What it acknowledges; nothing: no ACK.
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
     * Forget connections that have been idle too long.
     *
     * @param now current time, never before that of the previous call
     * @return a RST for each end of those that were open, as far as that end has acknowledged
     * anything
     */
    std::vector<Reset> Forget(std::chrono::nanoseconds now);

    /**
     * @param segment a packet
     * @param now current time, never before that of the previous call
     * @return whether its connection is remembered
     */
    bool Knows(const Segment& segment, std::chrono::nanoseconds now);

    /**
     * @return when the next open connection will have been idle too long; nothing: none is open
     */
    std::optional<std::chrono::nanoseconds> GetExpiry() const;

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

    /// What an end of a connection has told.
    struct Side
    {
        bool closed{false};                   ///< It has sent its FIN.
        std::optional<uint32_t> acknowledged; ///< The next byte that it expects.
    };

    /// A remembered connection.
    struct Entry
    {
        Key key;                       ///< Which one.
        std::chrono::nanoseconds last; ///< When its last packet passed.
        bool lowInside{false};         ///< The end that comes first is on the inner side.
        Side low{};                    ///< The end that comes first in the order of ends.
        Side high{};                   ///< The other one.

        /**
         * @return whether both ends have sent their FIN
         */
        bool IsClosed() const;
    };

    /**
     * @param segment a packet
     * @return its connection
     */
    static Key KeyOf(const Segment& segment);

    /**
     * @param entry a connection
     * @return the list that it is in
     */
    std::list<Entry>& ListOf(const Entry& entry);

    std::chrono::nanoseconds m_idle; ///< Idle time.
    std::list<Entry> m_entries;      ///< Open connections, in order of their last packet.
    std::list<Entry> m_closed;       ///< Connections with both FINs, in the same order.
    std::unordered_map<Key, std::list<Entry>::iterator, Hash>
        m_places;            ///< Entry of each connection.
    uint64_t m_forgotten{0}; ///< Connections forgotten.
    uint64_t m_stopped{0};   ///< Packets stopped.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_FLOWS_H */
