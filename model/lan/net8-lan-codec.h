// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_CODEC_H
#define NET8_LAN_CODEC_H

#include "net8-lan-frame.h"
#include "net8-lan-unit.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Both ends of a connection, from the point of view of one of them.
 */
struct LanEnds
{
    LanAddress local{};        ///< Station of this end.
    LanAddress remote{};       ///< Station of the other end.
    uint32_t localNetwork{0};  ///< Network of this end; 0: there is only one.
    uint32_t remoteNetwork{0}; ///< Network of the other end.
    uint16_t localNode{0};     ///< DECnet node of this end.
    uint16_t remoteNode{0};    ///< DECnet node of the other end.
    uint16_t localId{0};       ///< Connection id, or link, of this end.
    uint16_t remoteId{0};      ///< The same of the other end; 0: not yet known.
    uint16_t localSocket{0};   ///< IPX socket of this end.
    uint16_t remoteSocket{0};  ///< IPX socket of the other end.
    uint16_t service{0};       ///< Service requested by a connect (LanCodec::GetService).
};

/**
 * @ingroup net8
 * A received unit.
 */
struct LanArrival
{
    LanUnit unit{};   ///< The unit, with only the low bits of its numbers.
    LanEnds ends{};   ///< Both ends; the receiver is local.
    uint32_t head{0}; ///< Bytes before the user data.
};

/**
 * @ingroup net8
 * Writes and reads the units of a LanTransport in the format of a protocol.
 */
class LanCodec
{
  public:
    /// Bytes of a packet that Read needs, without user data.
    static constexpr uint32_t MOST_HEAD = 96;

    virtual ~LanCodec() = default;

    /**
     * Get the service of a port.
     *
     * @param port an Oracle Net port
     * @return the service requested by a connect to it
     */
    virtual uint16_t GetService(uint16_t port) const = 0;

    /**
     * Get the socket of the connecting end.
     *
     * @param id connection id
     * @return its IPX socket
     */
    virtual uint16_t GetOwnSocket(uint16_t id) const = 0;

    /// @return the highest connection id
    virtual uint16_t GetLastId() const
    {
        return 0xfffe; // 0xffff is reserved in SPX
    }

    /// @return EtherType of the protocol; 0 for frames with a length
    virtual uint16_t GetType() const = 0;

    /**
     * Write the bytes between the head of the frame and the user data.
     *
     * @param ends both ends
     * @param unit the unit
     * @param writer receives the bytes
     */
    virtual void Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const = 0;

    /**
     * Write the service announcement of a host, if the protocol has one.
     *
     * @param ends sender and receiver
     * @param services at most SapMessage::MOST_ENTRIES of them
     * @param writer receives the bytes
     */
    virtual void WriteServices(const LanEnds& ends,
                               std::span<const uint16_t> services,
                               LanWriter& writer) const;

    /**
     * Read a packet.
     *
     * @param packet payload of a frame, or its first MOST_HEAD bytes
     * @return the unit; nothing if the packet is malformed or of another protocol
     */
    virtual std::optional<LanArrival> Read(std::span<const uint8_t> packet) const = 0;
};

} // namespace ns3::net8

#endif // NET8_LAN_CODEC_H
