// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PLAIN_SEGMENT_H
#define NET8_PLAIN_SEGMENT_H

#include "ns3/net8-packet-slice.h"
#include "ns3/net8-pooled.h"
#include "ns3/net8-stage-frame.h"
#include "ns3/net8-tcp-flow.h"
#include "ns3/net8-tcp-segment.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A segment under way between two sockets that run the TCP machine, with its payload but without
 * headers.
 */
class Net8PlainSegment : public Net8PlainFrame, public Net8Pooled<Net8PlainSegment>
{
  public:
    /**
     * @param flow its addresses and ports, as its sender sees them
     * @param segment the segment
     * @param payload its payload
     * @param checksum whether its packet gets checksums
     */
    Net8PlainSegment(const Net8TcpFlow& flow,
                     const TcpSegment& segment,
                     const Net8PacketSlice& payload,
                     bool checksum);

    /**
     * @param flow addresses and ports of a segment, as its sender sees them
     * @param segment the segment
     * @return size of its frame, bytes
     */
    static uint32_t CountBytes(const Net8TcpFlow& flow, const TcpSegment& segment);

    /// @return its addresses and ports, as its receiver sees them
    Net8TcpFlow GetReceiver() const;

    /// @return the segment
    const TcpSegment& GetSegment() const
    {
        return m_segment;
    }

    /**
     * Let it be the one that its sender sends in its place at another time, which has the same
     * size.
     *
     * @param segment the segment, as its sender made it
     */
    void Replace(const TcpSegment& segment);

    /// @return its payload
    const Net8PacketSlice& GetPayload() const
    {
        return m_payload;
    }

    Ptr<Packet> MakePacket() const override;

    uint16_t identification{0}; ///< Identification of its IPv4 packet.

  private:
    Net8TcpFlow m_flow;        ///< Addresses and ports, as its sender sees them.
    TcpSegment m_segment;      ///< The segment, as it would be read from its header.
    Net8PacketSlice m_payload; ///< Its payload.
    bool m_checksum{false};    ///< Whether its packet gets checksums.
};

} // namespace ns3::net8

#endif // NET8_PLAIN_SEGMENT_H
