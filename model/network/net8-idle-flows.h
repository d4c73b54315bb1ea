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
 * What a firewall or a NAT remembers of connections, and forgets of idle ones.
 *
 * A connection is remembered from its SYN on, as long as a packet of it passes, in either
 * direction, before the idle time is over since the last one. Packets of a connection that is not
 * remembered do not pass, unless they are a SYN. What becomes of them, whether they vanish or are
 * answered with a RST, is the business of who asks. A RST that passes ends the connection; a FIN
 * does not, since the other side may still send.
 *
 * Time-outs of the handshake and of closing, which real devices have beside this one, are not
 * modelled.
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
         * @param other another end
         * @return the order of ends
         */
        // clang-tidy 14 takes the 0 that the compiler compares with for a pointer.
        // NOLINTNEXTLINE(modernize-use-nullptr)
        auto operator<=>(const End& other) const = default;
    };

    /// What of a packet counts.
    struct Segment
    {
        End from{};      ///< Who sends it.
        End to{};        ///< Whom it goes to.
        bool syn{false}; ///< It asks for a connection.
        bool rst{false}; ///< It ends a connection.
    };

    /**
     * @param idle how long a connection without packets is remembered
     */
    explicit IdleFlows(std::chrono::nanoseconds idle);

    /**
     * Take a packet.
     *
     * @param segment the packet
     * @param now the present, never before that of the call before
     * @return true if it passes
     */
    bool Pass(const Segment& segment, std::chrono::nanoseconds now);

    /**
     * @return connections that are remembered, those included that will be forgotten with the next
     * packet
     */
    size_t GetSize() const;

    /**
     * @return connections that were forgotten for being idle
     */
    uint64_t GetForgotten() const;

    /**
     * @return packets that did not pass
     */
    uint64_t GetStopped() const;

  private:
    /// A connection, the same for both directions.
    struct Key
    {
        End low;  ///< The end that comes first in the order of ends.
        End high; ///< The other one.

        /**
         * @param other another connection
         * @return true if it is the same
         */
        bool operator==(const Key& other) const = default;
    };

    /// Hash of a connection.
    struct Hash
    {
        /**
         * @param key a connection
         * @return its hash (FNV-1a)
         */
        size_t operator()(const Key& key) const;
    };

    /// A connection that is remembered.
    struct Entry
    {
        Key key;                       ///< Which one.
        std::chrono::nanoseconds last; ///< When its last packet passed.
    };

    /**
     * Forget what has been idle for too long.
     *
     * @param now the present
     */
    void Forget(std::chrono::nanoseconds now);

    std::chrono::nanoseconds m_idle;                                    ///< Idle time.
    std::list<Entry> m_entries;                                         ///< By last packet.
    std::unordered_map<Key, std::list<Entry>::iterator, Hash> m_places; ///< Where each one is.
    uint64_t m_forgotten{0};                                            ///< Connections forgotten.
    uint64_t m_stopped{0};                                              ///< Packets stopped.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_FLOWS_H */
