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
 * Both ends of a connection, as one of them sees them.
 */
struct LanEnds
{
    LanAddress local{};        ///< Station of this end.
    LanAddress remote{};       ///< Station of the other end.
    uint32_t localNetwork{0};  ///< Network of this end; 0: there is one network.
    uint32_t remoteNetwork{0}; ///< Network of the other end.
    uint16_t localNode{0};     ///< DECnet node of this end.
    uint16_t remoteNode{0};    ///< DECnet node of the other end.
    uint16_t localId{0};       ///< Connection id, or link, of this end.
    uint16_t remoteId{0};      ///< The same of the other end; 0: not known yet.
    uint16_t localSocket{0};   ///< IPX socket of this end.
    uint16_t remoteSocket{0};  ///< IPX socket of the other end.
    uint16_t service{0};       ///< What a connect asks for (LanCodec::GetService).
};

/**
 * @ingroup net8
 * What has come.
 */
struct LanArrival
{
    LanUnit unit{};   ///< What the other end says, with the low bits of its numbers.
    LanEnds ends{};   ///< Both ends; who it is for is local.
    uint32_t head{0}; ///< Bytes in front of those of the user.
};

/**
 * @ingroup net8
 * Writes the units of a LanTransport as a protocol has them, and reads them.
 */
class LanCodec
{
  public:
    /// Bytes of a packet that Read needs, those of the user aside.
    static constexpr uint32_t MOST_HEAD = 96;

    virtual ~LanCodec() = default;

    /**
     * @param port a port of Oracle Net
     * @return what a connect to it asks for
     */
    virtual uint16_t GetService(uint16_t port) const = 0;

    /**
     * @param id connection id
     * @return the IPX socket of the end that connects
     */
    virtual uint16_t GetOwnSocket(uint16_t id) const = 0;

    /// @return the last id that a connection can have
    virtual uint16_t GetLastId() const
    {
        return 0xfffe; // 0xffff is nobody in SPX
    }

    /// @return EtherType of the protocol; 0: a length
    virtual uint16_t GetType() const = 0;

    /**
     * Write what stands between the head of the frame and the bytes of the user.
     *
     * @param ends both ends
     * @param unit what is said
     * @param writer takes it
     */
    virtual void Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const = 0;

    /**
     * Write what a host tells of its services, if the protocol has it.
     *
     * @param ends who tells it, and whom
     * @param services at most SapMessage::MOST_ENTRIES of them
     * @param writer takes it
     */
    virtual void WriteServices(const LanEnds& ends,
                               std::span<const uint16_t> services,
                               LanWriter& writer) const;

    /**
     * @param packet what a frame carries, or its first MOST_HEAD bytes
     * @return what it says; nothing if it is wrong or of another protocol
     */
    virtual std::optional<LanArrival> Read(std::span<const uint8_t> packet) const = 0;
};

} // namespace ns3::net8

#endif // NET8_LAN_CODEC_H
