// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PAYLOAD_H
#define NET8_TCP_PAYLOAD_H

#include "net8-packet-ranges.h"

#include "ns3/net8-tcp-segment.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The bytes of both directions of a connection, by sequence number: written and not yet
 * acknowledged, received and not yet read.
 */
class Net8TcpPayload
{
  public:
    /// A connection begins, perhaps not the first one.
    /// @param iss its initial sequence number
    void Start(uint32_t iss);

    /**
     * The peer begins.
     *
     * @param irs its initial sequence number
     */
    void SetPeerIsn(uint32_t irs)
    {
        m_irs = irs;
    }

    /**
     * @param packet what is written; it must not change any more
     */
    void Write(const Ptr<Packet>& packet)
    {
        m_sent.Append(packet);
    }

    /**
     * @param segment a segment of this end
     * @return a packet with its payload
     */
    Ptr<Packet> Copy(const TcpSegment& segment) const;

    /**
     * Bytes of this end were acknowledged.
     *
     * @param una oldest sequence number that is not
     */
    void Acknowledge(uint32_t una);

    /// Nothing will be sent any more.
    void DropSent()
    {
        m_sent.Clear();
    }

    /**
     * Keep the payload of a segment that came in.
     *
     * @param segment the segment
     * @param packet its payload
     */
    void Keep(const TcpSegment& segment, const Ptr<Packet>& packet);

    /**
     * @param bytes how many are read; all must be there
     * @return a packet with them
     */
    Ptr<Packet> Read(uint32_t bytes)
    {
        return m_received.Take(bytes);
    }

    /**
     * @return bytes that were read
     */
    uint64_t GetRead() const
    {
        return m_received.GetBegin();
    }

    /// Nothing will be read any more.
    void DropReceived()
    {
        m_received.Clear();
    }

  private:
    /**
     * @param seq a sequence number of this end
     * @return its place in what was written; the SYN is at -1
     */
    int64_t GetPlace(uint32_t seq) const;

    Net8PacketRanges m_sent;     ///< Written and not yet acknowledged.
    Net8PacketRanges m_received; ///< Received and not yet read.
    uint32_t m_iss{0};           ///< Initial sequence number.
    uint32_t m_irs{0};           ///< The peer's.
};

} // namespace ns3::net8

#endif // NET8_TCP_PAYLOAD_H
