// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_RANGES_H
#define NET8_PACKET_RANGES_H

#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Bytes of a stream by their place in it, as ranges of packets.
 *
 * What an application writes stays the packet that it was until segments are cut from it, and what
 * comes in stays the segment, so that virtual payload costs nothing and real bytes come out as they
 * went in. An empty one holds no memory.
 */
class Net8PacketRanges
{
  public:
    /// @return place of the first byte that is kept, or of the next one
    uint64_t GetBegin() const
    {
        return m_begin;
    }

    /// @return place after the last byte that was appended or inserted
    uint64_t GetEnd() const
    {
        return m_ranges.empty() ? m_begin : EndOf(m_ranges.back());
    }

    /**
     * Add bytes at the end.
     *
     * @param packet the bytes; it must not change any more
     */
    void Append(const Ptr<Packet>& packet);

    /**
     * Add bytes anywhere. Those that are there already, and those before the beginning, are left
     * out: a stream has one content.
     *
     * @param start place of the first one
     * @param packet the bytes; it must not change any more
     */
    void Insert(uint64_t start, const Ptr<Packet>& packet);

    /**
     * @param start place of the first byte
     * @param bytes how many; all must be there
     * @return a packet with them
     */
    Ptr<Packet> Copy(uint64_t start, uint32_t bytes) const;

    /**
     * Take bytes from the beginning.
     *
     * @param bytes how many; all must be there
     * @return a packet with them
     */
    Ptr<Packet> Take(uint32_t bytes);

    /**
     * Move the beginning.
     *
     * @param begin place of the first byte that is kept
     */
    void DropBefore(uint64_t begin);

    /// Drop all.
    void Clear();

  private:
    /// Bytes in a row.
    struct Range
    {
        uint64_t start{0};  ///< Place of the first one.
        Ptr<Packet> packet; ///< The bytes.
    };

    /**
     * @param range a range
     * @return place after its last byte
     */
    static uint64_t EndOf(const Range& range)
    {
        return range.start + range.packet->GetSize();
    }

    /**
     * @param place a place
     * @return index of the first range that ends behind it
     */
    std::size_t Find(uint64_t place) const;

    std::vector<Range> m_ranges; ///< In order, none overlapping.
    std::size_t m_first{0};      ///< Those before it are dropped.
    uint64_t m_begin{0};         ///< Place of the first byte that is kept.
};

} // namespace ns3::net8

#endif // NET8_PACKET_RANGES_H
