// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_FRAME_H
#define NET8_STAGE_FRAME_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What switches and routers read of an Ethernet frame with an IP packet.
 */
struct Net8StageHead
{
    /// An IPv4 or IPv6 address as a number of 128 bits.
    struct Ip
    {
        uint64_t high{0}; ///< First half; 0: the other half is an IPv4 address.
        uint64_t low{0};  ///< Second half.

        /**
         * @param other another address
         * @return whether they are equal
         */
        bool operator==(const Ip& other) const = default;

        /**
         * @param ip an IPv6 address
         * @return the same as a number
         */
        static Ip From(const Ipv6Address& ip);

        /// @return the IPv4 address
        Ipv4Address To4() const;

        /// @return the IPv6 address
        Ipv6Address To6() const;
    };

    /**
     * @param address a link address
     * @return a number that no other one has, made without a call of ns-3
     */
    static uint64_t NumberOf(const Mac48Address& address)
    {
        static_assert(std::is_trivially_copyable_v<Mac48Address> && sizeof(Mac48Address) == 6);
        uint64_t number = 0;
        std::memcpy(&number, &address, sizeof(address));
        return number;
    }

    /**
     * @param address a link address
     * @return whether it is the destination of the frame
     */
    bool IsTo(const Mac48Address& address) const
    {
        return NumberOf(to) == NumberOf(address);
    }

    Mac48Address to{};   ///< Destination address of the frame.
    Mac48Address from{}; ///< Source address of the frame.
    Ip destination{};    ///< IP destination address.
    Ip source{};         ///< IP source address.
    uint8_t ttl{0};      ///< Time to live, or hop limit.
    bool ipv6{false};    ///< Whether it is IPv6; else IPv4.
};

/**
 * @ingroup net8
 * An Ethernet frame whose packet is made only where somebody looks at it.
 */
class Net8PlainFrame : public SimpleRefCount<Net8PlainFrame>
{
  public:
    virtual ~Net8PlainFrame() = default;

    /**
     * @return the frame as a packet, the same that a host would have sent
     */
    virtual Ptr<Packet> MakePacket() const = 0;

    Net8StageHead head{}; ///< Its headers; routers change them.
    uint32_t size{0};     ///< Its size, bytes.
};

/**
 * @ingroup net8
 * A frame under way between hosts, switches and routers that compute hops: a packet, or a plain
 * frame.
 */
class Net8StageFrame
{
  public:
    Net8StageFrame() = default;

    /**
     * @param packet the Ethernet frame
     */
    Net8StageFrame(Ptr<Packet> packet)
        : m_packet(std::move(packet))
    {
    }

    /**
     * @param plain the frame
     */
    explicit Net8StageFrame(Ptr<Net8PlainFrame> plain)
        : m_plain(std::move(plain))
    {
    }

    /// @return the plain frame; null: it is a packet
    Net8PlainFrame* GetPlain() const
    {
        return PeekPointer(m_plain);
    }

    /// @return its packet, made if it is a plain frame
    Ptr<Packet> GetPacket() const
    {
        return m_plain ? m_plain->MakePacket() : m_packet;
    }

    /// @return its size, bytes
    uint32_t GetSize() const
    {
        return m_plain ? m_plain->size : m_packet->GetSize();
    }

  private:
    Ptr<Packet> m_packet;        ///< The packet, or null.
    Ptr<Net8PlainFrame> m_plain; ///< The plain frame, or null.
};

} // namespace ns3::net8

#endif // NET8_STAGE_FRAME_H
