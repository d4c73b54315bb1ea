// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKING_H
#define NET8_PACKING_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Where a writer cuts a message into packets.
 */
enum class PackRule : uint8_t
{
    BYTE, ///< Packets are full, wherever rows end (S1: the 2651 bytes of three rows).
    ROW   ///< Packets end at the end of a row (S5: 8155 bytes at an SDU of 8192).
};

/**
 * @ingroup net8
 * Positions of the rows in a message, bytes.
 */
struct RowLayout
{
    uint64_t head{0};                       ///< Bytes before the first row.
    uint64_t rows{0};                       ///< Number of rows.
    std::function<uint64_t(uint64_t)> upTo; ///< Size of the first n rows, bytes.
};

/**
 * @ingroup net8
 * How a message is cut into TNS DATA packets: every packet but the last is full, at byte
 * granularity, and the next message starts a new packet (S1 of the literature list in doc/net8.rst:
 * data per packet = SDU - 10).
 *
 * With PackRule::ROW, a packet ends with the last row that fits, and what follows the rows goes
 * into the packet of the last row if all of it fits, otherwise into separate packets. If a row does
 * not fit into a packet, or the first packet would be shorter than the uncuttable start of a
 * message, the message is cut at byte granularity.
 */
class Packing
{
  public:
    /// Size of header and data flags of a DATA packet, bytes.
    static constexpr uint32_t OVERHEAD = 10;
    /// Bytes at the start of a message that are never split (TtcPrefix).
    static constexpr uint32_t START = 12;

    /**
     * Cut a message at byte granularity.
     *
     * @param messageBytes size of the message without TNS headers, bytes
     * @param packetLimit maximum packet size with TNS header, bytes; at least 11
     */
    Packing(uint64_t messageBytes, uint32_t packetLimit)
        : m_messageBytes(messageBytes),
          m_room(std::max(packetLimit, OVERHEAD + 1) - OVERHEAD)
    {
        CutBytes(messageBytes);
    }

    /**
     * Cut a message by rows.
     *
     * @param messageBytes size of the message without TNS headers, bytes
     * @param packetLimit maximum packet size with TNS header, bytes; at least 11
     * @param layout positions of its rows
     */
    Packing(uint64_t messageBytes, uint32_t packetLimit, const RowLayout& layout)
        : m_messageBytes(messageBytes),
          m_room(std::max(packetLimit, OVERHEAD + 1) - OVERHEAD)
    {
        if (messageBytes <= m_room || !CutRows(layout))
        {
            CutBytes(messageBytes);
        }
    }

    /**
     * @return number of packets; an empty message takes one
     */
    uint64_t GetCount() const
    {
        return m_messageBytes == 0 ? 1 : m_count;
    }

    /**
     * Get the payload of a packet.
     *
     * @param index 0-based number of a packet
     * @return bytes of the message in the packet
     */
    uint32_t GetPayload(uint64_t index) const
    {
        const auto run = std::ranges::upper_bound(m_runs, index, {}, &Run::end);
        return run == m_runs.end() ? 0 : run->payload;
    }

    /**
     * Check whether a packet is full.
     *
     * @param index 0-based number of a packet
     * @return whether the packet was sent because it was full, rather than because the message
     * ended: one wait for "more data"
     */
    bool IsFull(uint64_t index) const
    {
        return index + 1 < GetCount() || GetPayload(index) == m_room;
    }

    /**
     * @return size of all packets of the message with TNS headers, bytes
     */
    uint64_t GetWireBytes() const
    {
        return m_messageBytes + GetCount() * OVERHEAD;
    }

  private:
    /// Consecutive packets with equal payload.
    struct Run
    {
        uint64_t end{0};     ///< Index after the last of them.
        uint32_t payload{0}; ///< Bytes of the message in each packet.
    };

    /**
     * Add packets of equal payload.
     *
     * @param count number of packets, possibly none
     * @param payload bytes of the message in each packet
     */
    void Add(uint64_t count, uint64_t payload)
    {
        if (count == 0 || payload == 0)
        {
            return;
        }
        m_count += count;
        if (!m_runs.empty() && m_runs.back().payload == payload)
        {
            m_runs.back().end = m_count;
            return;
        }
        m_runs.push_back({m_count, static_cast<uint32_t>(payload)});
    }

    /**
     * Cut bytes into full packets and a last one.
     *
     * @param bytes number of bytes
     */
    void CutBytes(uint64_t bytes)
    {
        Add(bytes / m_room, m_room);
        Add(1, bytes % m_room);
    }

    /**
     * Cut the message by rows.
     *
     * @param layout positions of the rows
     * @return false if the message cannot be cut by rows; nothing is cut then
     */
    bool CutRows(const RowLayout& layout)
    {
        const uint64_t all = layout.rows == 0 ? 0 : layout.upTo(layout.rows);
        if (all == 0 || layout.head + all > m_messageBytes)
        {
            return false;
        }
        const uint64_t tail = m_messageBytes - layout.head - all;
        uint64_t before = layout.head; // in the first packet
        uint64_t done = 0;             // bytes of rows already cut
        for (uint64_t row = 0; row < layout.rows;)
        {
            const uint64_t next = before > m_room ? row : Fit(layout, row, done + m_room - before);
            const uint64_t end = layout.upTo(next);
            if (next == row || (row == 0 && before + end < START))
            {
                m_runs.clear();
                m_count = 0;
                return false;
            }
            if (next == layout.rows)
            {
                CutEnd(before + end - done, tail);
                return true;
            }
            Add(1, before + end - done);
            before = 0;
            done = end;
            row = next;
        }
        return true;
    }

    /**
     * Find the rows that fit into a packet.
     *
     * @param layout positions of the rows
     * @param row index of the first row
     * @param most bytes of rows for which all packets so far and the next one have room
     * @return index after the last row that fits
     */
    static uint64_t Fit(const RowLayout& layout, uint64_t row, uint64_t most)
    {
        // Packets hold about equally many rows: double the step until it is too far.
        uint64_t low = row;
        uint64_t step = 1;
        while (low + step <= layout.rows && layout.upTo(low + step) <= most)
        {
            low += step;
            step *= 2;
        }
        uint64_t high = std::min(low + step, layout.rows + 1);
        while (high - low > 1)
        {
            const uint64_t middle = low + (high - low) / 2;
            (layout.upTo(middle) <= most ? low : high) = middle;
        }
        return low;
    }

    /**
     * Cut the end of the message.
     *
     * @param rowBytes size of the last rows, which fit into a packet, bytes
     * @param tailBytes size of what follows them, bytes
     */
    void CutEnd(uint64_t rowBytes, uint64_t tailBytes)
    {
        if (rowBytes + tailBytes <= m_room)
        {
            Add(1, rowBytes + tailBytes);
            return;
        }
        Add(1, rowBytes);
        CutBytes(tailBytes);
    }

    uint64_t m_messageBytes; ///< Bytes to cut.
    uint32_t m_room;         ///< Payload of a full packet, bytes.
    std::vector<Run> m_runs; ///< The packets.
    uint64_t m_count{0};     ///< Number of packets.
};

} // namespace ns3::net8

#endif /* NET8_PACKING_H */
