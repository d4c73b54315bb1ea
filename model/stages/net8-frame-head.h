// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FRAME_HEAD_H
#define NET8_FRAME_HEAD_H

#include "ns3/header.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-stage-frame.h"
#include "ns3/packet.h"

#include <array>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The first bytes of an Ethernet frame: its header and that of IPv4 without options (34 bytes), or
 * that of IPv6 directly followed by TCP or UDP (54 bytes). Allows a router to change the fields it
 * has to change as bytes, without parsing both headers.
 */
class Net8FrameHead : public Header
{
  public:
    /// An IPv4 or IPv6 address.
    using Ip = Net8StageHead::Ip;

    /// IPv4 header without options, bytes.
    static constexpr uint32_t IPV4 = 20;
    /// Both headers with IPv4, bytes.
    static constexpr uint32_t SIZE4 = 14 + IPV4;
    /// Both headers with IPv6, bytes.
    static constexpr uint32_t SIZE6 = 14 + 40;
    /// Largest size of both headers, bytes.
    static constexpr uint32_t MOST = SIZE6;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Read the head from the start of a frame.
     *
     * @param frame the frame
     * @return false if it has neither of these heads
     */
    bool Read(const Packet& frame);

    /**
     * Read what routers look at.
     *
     * @param frame the frame
     * @param read receives the head of a packet
     * @return the head; null if it has neither of these heads
     */
    static const Net8StageHead* Find(const Net8StageFrame& frame, Net8StageHead& read);

    /// A change that a router makes.
    struct Change
    {
        Mac48Address from{}; ///< New source address of the frame.
        Mac48Address to{};   ///< New destination address of the frame.
        uint8_t routers{0};  ///< Routers that it has passed.
    };

    /**
     * Change the head of a frame that has one.
     *
     * @param frame the frame
     * @param change what changes
     * @param checksum whether to recompute the IPv4 checksum
     */
    static void Rewrite(const Net8StageFrame& frame, const Change& change, bool checksum);

    /**
     * Replace the first bytes of a frame.
     *
     * @param frame the frame that the head was read from
     */
    void ReplaceIn(Packet& frame) const;

    /// The fields of an IPv4 header that differ between packets.
    struct Ipv4
    {
        Ipv4Address source{};       ///< Source address.
        Ipv4Address destination{};  ///< Destination address.
        uint16_t identification{0}; ///< Identification.
        uint8_t ttl{0};             ///< Time to live.
        uint8_t protocol{0};        ///< Protocol number.
        uint16_t payload{0};        ///< Payload size, bytes.
    };

    /**
     * Set the head of an IPv4 packet that may be fragmented, as ns-3's Ipv4Header writes it. Link
     * addresses are set separately.
     *
     * @param ip the fields that differ
     * @param checksum whether to compute the checksum
     */
    void Write(const Ipv4& ip, bool checksum);

    /**
     * @return destination address of the frame
     */
    Mac48Address GetDestination() const;

    /**
     * @return source address of the frame
     */
    Mac48Address GetSource() const;

    /**
     * @return whether it carries IPv6; else IPv4
     */
    bool IsIpv6() const;

    /**
     * @return IP destination address
     */
    Ip GetIpDestination() const;

    /**
     * @return IP source address
     */
    Ip GetIpSource() const;

    /**
     * @return time to live, or hop limit
     */
    uint8_t GetTtl() const;

    /**
     * Set the link addresses.
     *
     * @param from address of the sending device
     * @param to destination address
     */
    void SetAddresses(Mac48Address from, Mac48Address to);

    /**
     * Decrement the time to live.
     *
     * @param routers number of routers that the packet has passed
     * @param checksum whether to recompute the IPv4 checksum
     */
    void LowerTtl(uint8_t routers, bool checksum);

    // Inherited
    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    /**
     * @param place offset of an address
     * @return the address
     */
    Ip ReadIp(uint32_t place) const;

    /// Compute the IPv4 checksum.
    void MakeChecksum();

    std::array<uint8_t, MOST> m_bytes{}; ///< The bytes.
    uint32_t m_size{0};                  ///< Number of bytes.
};

} // namespace ns3::net8

#endif /* NET8_FRAME_HEAD_H */
