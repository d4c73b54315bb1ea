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
 * The payload of both directions of a connection, by sequence number: written but not acknowledged,
 * and received but not read.
 */
class Net8TcpPayload
{
  public:
    /// Start a connection, which may not be the first of this socket.
    ///
    /// @param iss its initial sequence number
    void Start(uint32_t iss);

    /**
     * Set the initial sequence number of the peer.
     *
     * @param irs the number
     */
    void SetPeerIsn(uint32_t irs)
    {
        m_irs = irs;
    }

    /**
     * @param packet data that is written; must not be modified afterwards
     */
    void Write(const Ptr<Packet>& packet)
    {
        m_sent.Append(packet);
    }

    /**
     * @param segment a segment of this end
     * @return its payload
     */
    Net8PacketSlice Copy(const TcpSegment& segment) const;

    /**
     * Drop bytes that were acknowledged.
     *
     * @param una oldest unacknowledged sequence number
     */
    void Acknowledge(uint32_t una);

    /**
     * Go on after a time that was skipped, with bytes like those that are kept now.
     *
     * @param written bytes written and acknowledged in it
     * @param read bytes received and read in it
     */
    void Skip(uint64_t written, uint64_t read)
    {
        m_sent.Move(written);
        m_received.Move(read);
    }

    /// Drop the written bytes, as nothing will be sent any more.
    void DropSent()
    {
        m_sent.Clear();
    }

    /**
     * Keep the payload of a received segment.
     *
     * @param segment the segment
     * @param payload its payload
     */
    void Keep(const TcpSegment& segment, const Net8PacketSlice& payload);

    /**
     * @param bytes number of bytes to read; all must be present
     * @return these bytes
     */
    Net8PacketSlice Read(uint32_t bytes)
    {
        return m_received.Take(bytes);
    }

    /**
     * @return bytes read so far
     */
    uint64_t GetRead() const
    {
        return m_received.GetBegin();
    }

    /// Drop the received bytes, as nothing will be read any more.
    void DropReceived()
    {
        m_received.Clear();
    }

  private:
    /**
     * @param seq a sequence number of this end
     * @return its offset in what was written; the SYN is at -1
     */
    int64_t GetPlace(uint32_t seq) const;

    Net8PacketRanges m_sent;     ///< Written but not acknowledged.
    Net8PacketRanges m_received; ///< Received but not read.
    uint32_t m_iss{0};           ///< Initial sequence number.
    uint32_t m_irs{0};           ///< Initial sequence number of the peer.
};

} // namespace ns3::net8

#endif // NET8_TCP_PAYLOAD_H
