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
 * The TCP header of a segment of the TCP machine, with its options where Linux puts them.
 *
 * ns3::TcpHeader makes an object of each option. To ns-3 this one gives itself out as an
 * ns3::TcpHeader, so that what prints or checks packets finds the header that it knows.
 */
class Net8TcpSegmentHeader : public Header
{
  public:
    /// Most bytes of a TCP header.
    static constexpr uint32_t MOST_BYTES = 60;

    /**
     * @param segment the segment
     * @param flow where it goes
     * @param checksum whether the checksum is made
     */
    Net8TcpSegmentHeader(const TcpSegment& segment, const Net8TcpFlow& flow, bool checksum);

    /**
     * Read a header.
     *
     * @param packet what came in, header first
     * @return the segment; none when it is no TCP header
     */
    static std::optional<TcpSegment> Read(const Ptr<const Packet>& packet);

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
     * @param start where the options begin
     */
    void WriteOptions(Buffer::Iterator start) const;

    /**
     * @param bytes bytes of header and payload
     * @return sum over the pseudo header (RFC 9293, section 3.1), as ns-3 sums
     */
    uint32_t SumPseudoHeader(uint32_t bytes) const;

    const TcpSegment& m_segment; ///< The segment.
    const Net8TcpFlow& m_flow;   ///< Where it goes.
    bool m_checksum;             ///< The checksum is made.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_HEADER_H
