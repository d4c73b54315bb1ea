// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FRAME_HEAD_H
#define NET8_FRAME_HEAD_H

#include "ns3/header.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <array>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The first 34 bytes of an Ethernet frame with IPv4 without options: what a router changes of a
 * packet, as bytes, without taking both headers apart.
 */
class Net8FrameHead : public Header
{
  public:
    /// Bytes of both headers.
    static constexpr uint32_t SIZE = 34;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Read it from the start of a frame.
     *
     * @param frame the frame
     * @return false if that is not IPv4 without options
     */
    bool Read(const Packet& frame);

    /**
     * Put it in the place of the first 34 bytes.
     *
     * @param frame the frame
     */
    void ReplaceIn(Packet& frame) const;

    /**
     * @return where the frame goes
     */
    Mac48Address GetDestination() const;

    /**
     * @return where the packet goes
     */
    Ipv4Address GetIpDestination() const;

    /**
     * @return time to live
     */
    uint8_t GetTtl() const;

    /**
     * @param from address of the device that sends the frame
     * @param to where the frame goes
     */
    void SetAddresses(Mac48Address from, Mac48Address to);

    /**
     * Lower the time to live, and compute the checksum anew where ns-3 has checksums.
     *
     * @param routers number of routers that the packet has passed
     */
    void LowerTtl(uint8_t routers);

    // Inherited
    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    std::array<uint8_t, SIZE> m_bytes{}; ///< The bytes.
};

} // namespace ns3::net8

#endif /* NET8_FRAME_HEAD_H */
