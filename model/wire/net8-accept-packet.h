// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ACCEPT_PACKET_H
#define NET8_ACCEPT_PACKET_H

#include "net8-packet-header.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

class WireWriter;

/**
 * @ingroup net8
 * ACCEPT, the server's answer that opens the session.
 *
 * | offset | bytes | field                                                  |
 * | ------ | ----- | ------------------------------------------------------ |
 * | 8      | 2     | agreed version                                         |
 * | 10     | 2     | service options agreed                                 |
 * | 12     | 2     | SDU, bytes; 0 when the version is 315 or more          |
 * | 14     | 2     | TDU, bytes; likewise                                   |
 * | 16     | 2     | the value 1 in the server's byte order                 |
 * | 18     | 2     | length of the accept data                              |
 * | 20     | 2     | offset of the accept data; packet length: none inside  |
 * | 22     | 2     | connect flags 0 and 1                                  |
 * | 24     | 4     | connection pool timeout, tick                          |
 * | 28     | 4     | reconnect address: two 16-bit numbers                  |
 * | 32     | 8     | SDU, TDU, 32 bits each (315 and later)                 |
 * | 40     | 1     | compression (315 and later)                            |
 * | 41     | 4     | accept flags 2 (318 and later)                         |
 * | 45     | 16    | id of the connection (319)                             |
 *
 * Accept data that are too long come in the DATA packet after this one, as those of a CONNECT do.
 *
 * Source: section 4 of the fact sheet on TNS.
 */
class AcceptPacket
{
  public:
    static constexpr uint16_t FIXED_OLD = 24;    ///< shortest fixed part that is understood, bytes
    static constexpr uint16_t FIXED_BASE = 32;   ///< bytes of the fixed part up to 314
    static constexpr uint16_t FIXED_SIZES = 41;  ///< bytes of the fixed part of 315 to 317
    static constexpr uint16_t FIXED_FLAGS2 = 45; ///< bytes of the fixed part of 318
    static constexpr uint16_t FIXED_ID = 61;     ///< bytes of the fixed part of 319

    AcceptPacket() = default;

    /**
     * Create an ACCEPT with the layout of a version.
     * @param agreedVersion the lower of the two ends' versions; decides the layout
     */
    explicit AcceptPacket(uint16_t agreedVersion);

    /**
     * Get the size of the fixed part of an ACCEPT.
     * @param agreedVersion version agreed for the session
     * @return size of the fixed part, header included, bytes
     */
    static uint16_t FixedSizeOf(uint16_t agreedVersion);

    /**
     * Set the agreed SDU.
     * @param bytes SDU, bytes; written to the 32-bit field only, if the layout has one
     */
    void SetSdu(uint32_t bytes);

    /**
     * Set the agreed TDU.
     * @param bytes TDU, bytes; written to the 32-bit field only, if the layout has one
     */
    void SetTdu(uint32_t bytes);

    /** @return the agreed SDU, bytes */
    uint32_t GetSdu() const;

    /** @return the agreed TDU, bytes */
    uint32_t GetTdu() const;

    /** @return the length form of every packet after this one */
    LengthForm GetLengthFormAfter() const;

    /** @return whether the accept data come in a DATA packet after this one */
    bool DataFollows() const;

    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const;

    /**
     * Encode the packet.
     * @param form length form (SHORT_16 for every ACCEPT seen)
     * @return the bytes of the packet; empty if its length does not fit @p form
     */
    std::vector<uint8_t> Encode(LengthForm form = LengthForm::SHORT_16) const;

    /**
     * Decode a packet.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket,
                            LengthForm form,
                            AcceptPacket& out);

    PacketHeader header{.type = static_cast<uint8_t>(PacketType::ACCEPT)}; ///< length set on Encode
    uint16_t version{0};                                                   ///< agreed version
    uint16_t serviceOptions{0};                 ///< service options agreed
    uint16_t sdu16{0};                          ///< SDU field of 16 bits, bytes
    uint16_t tdu16{0};                          ///< TDU field of 16 bits, bytes
    uint16_t byteOrderOne{1};                   ///< 0x0001, or 0x0100 from a little-endian server
    std::optional<uint16_t> acceptDataOffset{}; ///< as received; filled in on Encode when absent
    uint8_t connectFlags0{0};                   ///< bits of namespace connect_flag
    uint8_t connectFlags1{0};                   ///< bits of namespace connect_flag
    uint16_t poolTimeout{0};                    ///< connection pool timeout
    uint16_t poolTick{0};                       ///< connection pool tick
    uint16_t reconnectFirst{0};                 ///< bytes 28-29, sources differ on their meaning
    uint16_t reconnectSecond{0};                ///< bytes 30-31, sources differ as well
    uint32_t sdu32{0};                          ///< SDU field of 32 bits, bytes
    uint32_t tdu32{0};                          ///< TDU field of 32 bits, bytes
    uint8_t compression{0};                     ///< compression
    uint32_t acceptFlags2{0};                   ///< bits of namespace accept_flag2
    std::array<uint8_t, 16> connectionId{};     ///< id of the connection
    uint16_t fixedSize{FIXED_BASE};             ///< layout: 24, 32, 41, 45 or 61 bytes
    std::vector<uint8_t> gap;                   ///< bytes between the fixed part and accept data
    std::string acceptData;                     ///< accept data inside this packet
    uint16_t followingLength{0};                ///< bytes of accept data that follow
    std::vector<uint8_t> trailing;              ///< bytes after the accept data

  private:
    /**
     * Write the fields after offset 24 that the layout has.
     * @param writer positioned at offset 24
     */
    void WriteVariable(WireWriter& writer) const;

    /**
     * Read the fields at offsets 8 to 23.
     * @param body positioned after the header
     * @return length of the accept data, bytes
     */
    uint16_t ReadHead(WireReader& body);

    /**
     * Choose the largest layout that the version defines and the available bytes allow.
     * @param room bytes before the accept data, header included
     */
    void ChooseLayout(size_t room);

    /**
     * Read the fields after offset 24 that the layout has.
     * @param body positioned at offset 24
     */
    void ReadVariable(WireReader& body);
};

} // namespace ns3::net8

#endif // NET8_ACCEPT_PACKET_H
