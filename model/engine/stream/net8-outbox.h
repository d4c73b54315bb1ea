// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OUTBOX_H
#define NET8_OUTBOX_H

#include "net8-packing.h"
#include "net8-stream-bytes.h"

#include "ns3/net8-data-header.h"
#include "ns3/net8-native-sealing.h"
#include "ns3/net8-packet-compression.h"
#include "ns3/net8-ttc-prefix.h"

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * TNS packets that were written but not yet taken by the socket.
 *
 * Control packets are added whole; messages are cut into DATA packets, the first one starting with
 * the real bytes of its TTC prefix, the rest virtual. They leave packet by packet, as far as the
 * socket has room.
 */
class Outbox
{
  public:
    /// Bytes passed to the socket at once.
    struct Taken
    {
        StreamBytes bytes;       ///< The rest of a packet, or as much of it as there is room for.
        bool endsMessage{false}; ///< They complete a DATA packet of a message.
        bool urgent{false};      ///< They are sent as TCP urgent data.
    };

    /**
     * Set the length form of later DATA packets.
     *
     * @param form length form
     */
    void SetLengthForm(LengthForm form);

    /**
     * Set the header flags of later DATA packets.
     *
     * @param flags header flags
     */
    void SetHeaderFlags(uint8_t flags);

    /**
     * Set header flags of all later packets.
     *
     * @param flags header flags, in addition to those of the packet
     */
    void SetCommonFlags(uint8_t flags);

    /**
     * Set the sealing of later DATA packets.
     *
     * @param sealing native encryption and checksums
     */
    void SetSealing(const NativeSealing& sealing);

    /**
     * Set the compression of later DATA packets, applied before sealing.
     *
     * @param compression the compression
     */
    void SetCompression(const PacketCompression& compression);

    /**
     * @return the compression
     */
    const PacketCompression& GetCompression() const;

    /**
     * Add a packet.
     *
     * @param bytes a whole encoded TNS packet
     */
    void AddPacket(std::vector<uint8_t> bytes);

    /**
     * Add bytes that are not a packet, as only an attacker sends them.
     *
     * @param bytes the bytes
     */
    void AddBytes(std::vector<uint8_t> bytes);

    /**
     * Add the out-of-band byte, which is sent as TCP urgent data.
     */
    void AddUrgent();

    /**
     * Add one DATA packet of a message.
     *
     * @param real its first bytes
     * @param payload bytes of the message in this packet, including the real ones
     * @param flags data flags
     */
    void AddData(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags);

    /**
     * Take the next bytes.
     *
     * @param room bytes the socket has room for
     * @return bytes of one packet; none if the outbox is empty
     */
    Taken Take(uint32_t room);

    /**
     * Discard the packets of which no byte has been taken yet.
     */
    void DropWhole();

    /**
     * Discard everything.
     */
    void Clear();

    /**
     * @return whether everything that was added has been taken
     */
    bool IsEmpty() const;

  private:
    /**
     * Add one sealed DATA packet.
     *
     * @param real its first bytes
     * @param payload size of the payload after the data flags, bytes
     * @param flags data flags
     */
    void AddSealed(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags);

    /// A packet in the queue.
    struct Queued
    {
        StreamBytes bytes;  ///< The remaining bytes.
        bool data{false};   ///< It belongs to a message.
        bool begun{false};  ///< Some of its bytes have been taken.
        bool urgent{false}; ///< It is the out-of-band byte.
    };

    LengthForm m_form{LengthForm::SHORT_16};          ///< Length form of DATA packets.
    uint8_t m_headerFlags{0};                         ///< Header flags of DATA packets.
    uint8_t m_commonFlags{0};                         ///< Header flags of all packets.
    NativeSealing m_sealing;                          ///< Seals DATA packets.
    std::unique_ptr<PacketCompression> m_compression; ///< Compresses them before that, if set.
    std::list<Queued> m_queue;                        ///< The packets in order.
};

} // namespace ns3::net8

#endif /* NET8_OUTBOX_H */
