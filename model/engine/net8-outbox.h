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
#include <functional>
#include <list>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * TNS packets that were written and that the socket has not taken yet.
 *
 * Control packets are put in whole; messages are cut into DATA packets, the first one led by the
 * real bytes of its TTC prefix, the rest virtual. They leave packet by packet, each as far as the
 * socket has room.
 */
class Outbox
{
  public:
    /**
     * @param type type of a packet that was put in
     * @param length its bytes, header included
     */
    using Written = std::function<void(uint8_t type, uint32_t length)>;

    /// What the socket is given at once.
    struct Taken
    {
        StreamBytes bytes;       ///< The rest of a packet, or what there is room for of it.
        bool endsMessage{false}; ///< With them all of a DATA packet of a message has left.
    };

    /**
     * @param written told of each packet that is put in; may be empty
     */
    explicit Outbox(Written written = {});

    /**
     * @param form form of the packet length in DATA packets from now on
     */
    void SetLengthForm(LengthForm form);

    /**
     * @param flags header flags of DATA packets from now on
     */
    void SetHeaderFlags(uint8_t flags);

    /**
     * @param flags header flags that all packets have from now on, beside their own
     */
    void SetCommonFlags(uint8_t flags);

    /**
     * @param sealing what native encryption and checksums make of DATA packets from now on
     */
    void SetSealing(const NativeSealing& sealing);

    /**
     * @param compression what is made of DATA packets before they are sealed, from now on
     */
    void SetCompression(const PacketCompression& compression);

    /**
     * @return the same
     */
    const PacketCompression& GetCompression() const;

    /**
     * @param bytes a whole encoded TNS packet
     */
    void AddPacket(std::vector<uint8_t> bytes);

    /**
     * @param bytes bytes that are no whole packet, as only an attacker sends them
     */
    void AddBytes(std::vector<uint8_t> bytes);

    /**
     * Put in one DATA packet of a message.
     *
     * @param real its first bytes
     * @param payload bytes of the message in this packet, the real ones included
     * @param flags data flags
     */
    void AddData(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags);

    /**
     * @param room bytes that the socket has room for
     * @return the next bytes, of one packet; none if it is empty
     */
    Taken Take(uint32_t room);

    /**
     * Forget the packets of which nothing was taken yet.
     */
    void DropWhole();

    /**
     * Forget everything.
     */
    void Clear();

    /**
     * @return whether all that was put in was taken
     */
    bool IsEmpty() const;

  private:
    /**
     * Put in one DATA packet, sealed.
     *
     * @param real its first bytes
     * @param payload its bytes behind the data flags
     * @param flags data flags
     */
    void AddSealed(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags);

    /// A packet that was put in.
    struct Queued
    {
        StreamBytes bytes; ///< What is left of it.
        bool data{false};  ///< It is part of a message.
        bool begun{false}; ///< Its first bytes were taken.
    };

    Written m_written;                                ///< Told of each packet.
    LengthForm m_form{LengthForm::SHORT_16};          ///< Form of the packet length.
    uint8_t m_headerFlags{0};                         ///< Header flags of DATA packets.
    uint8_t m_commonFlags{0};                         ///< Header flags of all packets.
    NativeSealing m_sealing;                          ///< What seals DATA packets.
    std::unique_ptr<PacketCompression> m_compression; ///< What compresses them before, if any.
    std::list<Queued> m_queue;                        ///< The packets.
};

} // namespace ns3::net8

#endif /* NET8_OUTBOX_H */
