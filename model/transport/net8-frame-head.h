// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FRAME_HEAD_H
#define NET8_FRAME_HEAD_H

#include "ns3/header.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <array>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The first bytes of an Ethernet frame: its header and that of IPv4 without options (34 bytes), or
 * of IPv6 with TCP or UDP right behind it (54 bytes). What a router changes of a packet, as bytes,
 * without taking both headers apart.
 */
class Net8FrameHead : public Header
{
  public:
    /// An address of IPv4 or IPv6 as a number of 128 bits.
    struct Ip
    {
        uint64_t high{0}; ///< First half; 0: the other half is an address of IPv4.
        uint64_t low{0};  ///< Second half.

        /**
         * @param other another address
         * @return whether it is the same
         */
        bool operator==(const Ip& other) const = default;

        /// @return the address of IPv4
        Ipv4Address To4() const;

        /// @return the address of IPv6
        Ipv6Address To6() const;
    };

    /// Bytes of the header of IPv4 without options.
    static constexpr uint32_t IPV4 = 20;
    /// Bytes of both headers with IPv4.
    static constexpr uint32_t SIZE4 = 14 + IPV4;
    /// Most bytes of both headers.
    static constexpr uint32_t MOST = 54;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Read it from the start of a frame.
     *
     * @param frame the frame
     * @return false if that is none of the two
     */
    bool Read(const Packet& frame);

    /**
     * Put it in the place of the first bytes.
     *
     * @param frame the frame that it was read of
     */
    void ReplaceIn(Packet& frame) const;

    /// What of a header of IPv4 differs from packet to packet.
    struct Ipv4
    {
        Ipv4Address source{};       ///< From where.
        Ipv4Address destination{};  ///< To where.
        uint16_t identification{0}; ///< Its number.
        uint8_t ttl{0};             ///< Time to live.
        uint8_t protocol{0};        ///< What it carries.
        uint16_t payload{0};        ///< How many bytes of that.
    };

    /**
     * Become the head of a packet of IPv4 that may be cut into fragments, as ns-3's Ipv4Header
     * writes it; addresses of the link are set apart.
     *
     * @param ip what differs
     * @param checksum whether to compute the checksum
     */
    void Write(const Ipv4& ip, bool checksum);

    /**
     * @return where the frame goes
     */
    Mac48Address GetDestination() const;

    /**
     * @return from where it comes
     */
    Mac48Address GetSource() const;

    /**
     * @return whether it carries IPv6, else IPv4
     */
    bool IsIpv6() const;

    /**
     * @return where the packet goes
     */
    Ip GetIpDestination() const;

    /**
     * @return from where the packet comes
     */
    Ip GetIpSource() const;

    /**
     * @return time to live, or hop limit
     */
    uint8_t GetTtl() const;

    /**
     * @param from address of the device that sends the frame
     * @param to where the frame goes
     */
    void SetAddresses(Mac48Address from, Mac48Address to);

    /**
     * Lower the time to live.
     *
     * @param routers number of routers that the packet has passed
     * @param checksum whether to compute the checksum of IPv4 anew
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
     * @param place where an address is
     * @return the address
     */
    Ip ReadIp(uint32_t place) const;

    /// Compute the checksum of IPv4.
    void MakeChecksum();

    std::array<uint8_t, MOST> m_bytes{}; ///< The bytes.
    uint32_t m_size{0};                  ///< How many they are.
};

} // namespace ns3::net8

#endif /* NET8_FRAME_HEAD_H */
