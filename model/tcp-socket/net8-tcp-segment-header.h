// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEGMENT_HEADER_H
#define NET8_TCP_SEGMENT_HEADER_H

#include "net8-tcp-flow.h"

#include "ns3/header.h"
#include "ns3/net8-tcp-segment.h"
#include "ns3/packet.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The TCP header of a segment of the TCP machine, with its options in the order of Linux.
 *
 * ns3::TcpHeader creates an object for each option. This class reports the type ID of
 * ns3::TcpHeader, so that code that prints or checks packets finds the header it knows.
 */
class Net8TcpSegmentHeader : public Header
{
  public:
    /// Largest TCP header, bytes.
    static constexpr uint32_t MOST_BYTES = 60;

    /**
     * @param segment the segment
     * @param flow addresses and ports of its connection
     * @param checksum whether to compute the checksum
     */
    Net8TcpSegmentHeader(const TcpSegment& segment, const Net8TcpFlow& flow, bool checksum);

    /**
     * Read a header.
     *
     * @param packet received data, starting with the header
     * @param ecn ECN codepoint of its IP header
     * @return the segment; nothing if it is not a valid TCP header
     */
    static std::optional<TcpSegment> Read(const Ptr<const Packet>& packet, uint8_t ecn);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // Inherited
    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    /**
     * @param start where to write the options
     */
    void WriteOptions(Buffer::Iterator start) const;

    /**
     * @param bytes length of header and payload, bytes
     * @return sum over the pseudo header (RFC 9293, section 3.1), computed as in ns-3
     */
    uint32_t SumPseudoHeader(uint32_t bytes) const;

    const TcpSegment& m_segment; ///< The segment.
    const Net8TcpFlow& m_flow;   ///< Addresses and ports.
    bool m_checksum;             ///< Whether to compute the checksum.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_HEADER_H
