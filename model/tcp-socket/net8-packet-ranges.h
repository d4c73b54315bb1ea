// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_RANGES_H
#define NET8_PACKET_RANGES_H

#include "ns3/net8-packet-slice.h"
#include "ns3/net8-pooled.h"
#include "ns3/net8-tcp-spare.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Bytes of a stream by their offset, as ranges of packets.
 *
 * What an application writes stays the same packet: segments are slices of it, and so is what
 * arrives without a packet. Virtual payload costs nothing and real bytes come out as they went in.
 * An empty object holds no memory.
 */
class Net8PacketRanges
{
  public:
    /// @return offset of the first byte kept, or of the next one if there is none
    uint64_t GetBegin() const
    {
        return m_begin;
    }

    /// @return offset after the last byte appended or inserted
    uint64_t GetEnd() const
    {
        return m_held ? EndOf(m_held->ranges.back()) : m_begin;
    }

    /**
     * Append bytes at the end.
     *
     * @param packet the bytes; must not be modified afterwards
     */
    void Append(const Ptr<Packet>& packet);

    /**
     * Insert bytes at any offset. Bytes that are already present, or before the beginning, are left
     * out: a stream has one content.
     *
     * @param start offset of the first byte
     * @param slice the bytes
     */
    void Insert(uint64_t start, const Net8PacketSlice& slice);

    /**
     * Copy bytes.
     *
     * @param start offset of the first byte
     * @param bytes number of bytes; all must be present
     * @return these bytes
     */
    Net8PacketSlice Copy(uint64_t start, uint32_t bytes) const;

    /**
     * Remove bytes from the beginning.
     *
     * @param bytes number of bytes; all must be present
     * @return these bytes
     */
    Net8PacketSlice Take(uint32_t bytes);

    /**
     * Move the beginning.
     *
     * @param begin offset of the first byte to keep
     */
    void DropBefore(uint64_t begin);

    /**
     * Move all bytes to higher offsets.
     *
     * @param by by how much
     */
    void Move(uint64_t by);

    /// Drop all.
    void Clear();

  private:
    /// A contiguous range of bytes.
    struct Range
    {
        uint64_t start{0};     ///< Offset of the first byte.
        Net8PacketSlice slice; ///< The bytes.
    };

    /// What is only there while bytes are: most connections have none, most of the time.
    struct Held : public Net8Pooled<Held>
    {
        std::vector<Range> ranges; ///< Ranges in order, not overlapping, the last one in use.
        std::size_t first{0};      ///< Index of the first range still in use.
    };

    /// Make room for a first range, if there is none.
    void Fill()
    {
        if (!m_held)
        {
            m_held = std::make_unique<Held>();
            TcpSpare<Range>::Lend(m_held->ranges);
        }
    }

    /**
     * @param range a range
     * @return offset after its last byte
     */
    static uint64_t EndOf(const Range& range)
    {
        return range.start + range.slice.bytes;
    }

    /**
     * @param place an offset, of bytes that are there
     * @return index of the first range that ends after it
     */
    std::size_t Find(uint64_t place) const;

    /**
     * Copy bytes.
     *
     * @param first index of the range with the first byte
     * @param start offset of the first byte
     * @param bytes number of bytes; all must be present
     * @return these bytes
     */
    Net8PacketSlice CopyFrom(std::size_t first, uint64_t start, uint32_t bytes) const;

    std::unique_ptr<Held> m_held; ///< The ranges; null: there are none.
    uint64_t m_begin{0};          ///< Offset of the first byte kept.
};

} // namespace ns3::net8

#endif // NET8_PACKET_RANGES_H
