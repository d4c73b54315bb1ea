// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKING_H
#define NET8_PACKING_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Where a writer cuts a message.
 */
enum class PackRule : uint8_t
{
    BYTE, ///< Packets are full, wherever a row ends (S1: the 2651 bytes of three rows).
    ROW   ///< Packets end with a row (S5: 8155 bytes at an SDU of 8192).
};

/**
 * @ingroup net8
 * Where the rows of a message lie, in bytes; rows that differ in length count as equally long.
 */
struct RowLayout
{
    uint64_t head{0};    ///< Bytes before the first row.
    uint64_t first{0};   ///< Bytes of the first row.
    uint64_t further{0}; ///< Bytes of each further row.
    uint64_t rows{0};    ///< Number of rows.
};

/**
 * @ingroup net8
 * How one message is cut into TNS DATA packets: every packet but the last is full, at byte
 * granularity, and the next message starts a new packet (S1 of the literature list in doc/net8.rst:
 * data per packet = SDU - 10).
 *
 * With PackRule::ROW a packet ends with the last row that fits, and what follows the rows goes into
 * the packet of the last row if all of it fits, else into packets of its own. If a row does not fit
 * a packet, or the first packet would be shorter than the start of a message that has to be in it,
 * the message is cut at byte granularity.
 */
class Packing
{
  public:
    /// Bytes of header and data flags in a DATA packet.
    static constexpr uint32_t OVERHEAD = 10;
    /// Bytes of the start of a message that is never cut (TtcPrefix).
    static constexpr uint32_t START = 12;

    /**
     * @param messageBytes bytes of the message, without TNS headers
     * @param packetLimit largest packet, TNS header included, bytes; values below 11 are taken as
     * 11
     */
    Packing(uint64_t messageBytes, uint32_t packetLimit)
        : m_messageBytes(messageBytes),
          m_room(std::max(packetLimit, OVERHEAD + 1) - OVERHEAD)
    {
        CutBytes(messageBytes);
    }

    /**
     * Cut by rows.
     *
     * @param messageBytes bytes of the message, without TNS headers
     * @param packetLimit largest packet, as above
     * @param layout where its rows are
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
     * @param index 0-based number of a packet
     * @return bytes of the message in that packet
     */
    uint32_t GetPayload(uint64_t index) const
    {
        for (std::size_t i = 0; i < m_runCount; ++i)
        {
            if (index < m_runs[i].count)
            {
                return m_runs[i].payload;
            }
            index -= m_runs[i].count;
        }
        return 0;
    }

    /**
     * @param index 0-based number of a packet
     * @return whether the writer sent that packet because it was full, not because the message
     * ended: one wait for "more data"
     */
    bool IsFull(uint64_t index) const
    {
        return index + 1 < GetCount() || GetPayload(index) == m_room;
    }

    /**
     * @return bytes of all packets of the message, TNS headers included
     */
    uint64_t GetWireBytes() const
    {
        return m_messageBytes + GetCount() * OVERHEAD;
    }

  private:
    /// Packets in a row that carry equally much.
    struct Run
    {
        uint64_t count{0};   ///< How many.
        uint32_t payload{0}; ///< Bytes of the message in each.
    };

    /**
     * @param count number of packets, possibly none
     * @param payload bytes of the message in each
     */
    void Add(uint64_t count, uint64_t payload)
    {
        if (count > 0 && payload > 0)
        {
            m_runs[m_runCount++] = {count, static_cast<uint32_t>(payload)};
            m_count += count;
        }
    }

    /**
     * @param bytes bytes to cut into full packets and a last one
     */
    void CutBytes(uint64_t bytes)
    {
        Add(bytes / m_room, m_room);
        Add(1, bytes % m_room);
    }

    /**
     * @param layout where the rows are
     * @return false if the message cannot be cut by rows; nothing is then cut
     */
    bool CutRows(const RowLayout& layout)
    {
        const auto [head, first, further, rows] = layout;
        if (rows == 0 || head + first > m_room || further == 0 || further > m_room ||
            head + first + (rows - 1) * further > m_messageBytes)
        {
            return false;
        }
        const uint64_t inFirst = std::min(rows - 1, (m_room - head - first) / further);
        const uint64_t opening = head + first + inFirst * further;
        if (opening < START)
        {
            return false;
        }
        Add(1, opening);
        const uint64_t each = m_room / further;
        const uint64_t left = rows - 1 - inFirst;
        const uint64_t full = left == 0 ? 0 : (left - 1) / each;
        Add(full, each * further);
        CutEnd((left - full * each) * further, m_messageBytes - opening - left * further);
        return true;
    }

    /**
     * @param rowBytes bytes of the last rows, which fit a packet
     * @param tailBytes bytes behind them
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

    uint64_t m_messageBytes;     ///< Bytes to cut.
    uint32_t m_room;             ///< Payload of a full packet, bytes.
    std::array<Run, 5> m_runs{}; ///< The packets: first, full, last rows, and what follows in two.
    std::size_t m_runCount{0};   ///< Runs in use.
    uint64_t m_count{0};         ///< Packets in them.
};

} // namespace ns3::net8

#endif /* NET8_PACKING_H */
