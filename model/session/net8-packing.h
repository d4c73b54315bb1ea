// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKING_H
#define NET8_PACKING_H

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How one message is cut into TNS DATA packets: every packet but the last is full, at byte
 * granularity, and the next message starts a new packet (S1 of the literature list in doc/net8.rst:
 * data per packet = SDU - 10).
 */
class Packing
{
  public:
    /// Bytes of header and data flags in a DATA packet.
    static constexpr uint32_t OVERHEAD = 10;

    /**
     * @param messageBytes bytes of the message, without TNS headers
     * @param packetLimit largest packet, TNS header included, bytes; values below 11 are taken as
     * 11
     */
    Packing(uint64_t messageBytes, uint32_t packetLimit)
        : m_messageBytes(messageBytes),
          m_room(std::max(packetLimit, OVERHEAD + 1) - OVERHEAD)
    {
    }

    /**
     * @return number of packets; an empty message takes one
     */
    uint64_t GetCount() const
    {
        return m_messageBytes == 0 ? 1 : (m_messageBytes + m_room - 1) / m_room;
    }

    /**
     * @param index 0-based number of a packet
     * @return bytes of the message in that packet
     */
    uint32_t GetPayload(uint64_t index) const
    {
        const uint64_t before = index * m_room;
        return before >= m_messageBytes
                   ? 0
                   : static_cast<uint32_t>(std::min<uint64_t>(m_room, m_messageBytes - before));
    }

    /**
     * @return bytes of all packets of the message, TNS headers included
     */
    uint64_t GetWireBytes() const
    {
        return m_messageBytes + GetCount() * OVERHEAD;
    }

  private:
    uint64_t m_messageBytes; ///< Bytes to cut.
    uint32_t m_room;         ///< Payload of a full packet, bytes.
};

} // namespace ns3::net8

#endif /* NET8_PACKING_H */
