// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_PACKET_H
#define NET8_CONNECT_PACKET_H

#include "net8-packet-header.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * CONNECT, the first packet of a client.
 *
 * | offset | bytes | field                                                        |
 * | ------ | ----- | ------------------------------------------------------------ |
 * | 8      | 2     | version of the sender                                        |
 * | 10     | 2     | lowest version it accepts                                    |
 * | 12     | 2     | service options                                              |
 * | 14     | 2     | SDU, bytes, capped or cut to 16 bits                         |
 * | 16     | 2     | TDU, bytes, likewise                                         |
 * | 18     | 2     | NT protocol characteristics                                  |
 * | 20     | 2     | line turnaround                                              |
 * | 22     | 2     | the value 1 in the sender's byte order                       |
 * | 24     | 2     | length of the connect data                                   |
 * | 26     | 2     | offset of the connect data                                   |
 * | 28     | 4     | largest connect data taken back                              |
 * | 32     | 2     | connect flags 0 and 1                                        |
 * | 34     | 24    | trace block; values of no known meaning occur and are kept   |
 * | 58     | 8     | SDU, TDU, 32 bits each (315 and later)                       |
 * | 66     | 4     | compression, unused (315 and later)                          |
 * | 70     | 4     | connect flags 2 (318 and later)                              |
 *
 * Connect data longer than 230 bytes are not sent inside: they follow at once in a DATA packet.
 * Source: section 3 of the fact sheet on TNS.
 */
class ConnectPacket
{
  public:
    static constexpr uint16_t FIXED_BASE = 58;       ///< bytes of the fixed part up to 314
    static constexpr uint16_t FIXED_SIZES = 70;      ///< bytes of the fixed part of 315 to 317
    static constexpr uint16_t FIXED_FLAGS2 = 74;     ///< bytes of the fixed part from 318
    static constexpr uint32_t MAX_DATA_INSIDE = 230; ///< longest connect data inside, bytes

    /// What the 16-bit size fields hold when a size needs more than 16 bits.
    enum class ShortSize
    {
        CAPPED,   ///< 65535, as JDBC and node do
        LOW_BITS, ///< the low 16 bits, as python does
    };

    ConnectPacket() = default;

    /**
     * Create a CONNECT with the layout of a version.
     * @param senderVersion version of the sender; decides the layout
     */
    explicit ConnectPacket(uint16_t senderVersion);

    /**
     * Get the size of the fixed part of a CONNECT.
     * @param senderVersion version of the sender
     * @return size of the fixed part that this version sends, header included, bytes
     */
    static uint16_t FixedSizeOf(uint16_t senderVersion);

    /**
     * Set the requested SDU.
     * @param bytes SDU, bytes
     * @param rule what the 16-bit field holds when @p bytes needs more than 16 bits
     */
    void SetSdu(uint32_t bytes, ShortSize rule = ShortSize::CAPPED);

    /**
     * Set the requested TDU.
     * @param bytes TDU, bytes
     * @param rule what the 16-bit field holds when @p bytes needs more than 16 bits
     */
    void SetTdu(uint32_t bytes, ShortSize rule = ShortSize::CAPPED);

    /**
     * @return the SDU as a receiver of the same version reads it, bytes: the 32-bit field if there
     * is one
     */
    uint32_t GetSdu() const;

    /**
     * @return the TDU as a receiver of the same version reads it, bytes: the 32-bit field if there
     * is one
     */
    uint32_t GetTdu() const;

    /**
     * Put the text inside, or announce it as following if it is longer than MAX_DATA_INSIDE.
     * @param text the connect data, at most 65535 bytes
     */
    void SetConnectData(const std::string& text);

    /** @return whether the connect data come in a DATA packet after this one */
    bool DataFollows() const;

    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const;

    /**
     * Encode the packet.
     * @param form length form (SHORT_16 for every CONNECT seen)
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
                            ConnectPacket& out);

    PacketHeader header{.type =
                            static_cast<uint8_t>(PacketType::CONNECT)}; ///< length set on Encode
    uint16_t version{0};                                                ///< version of the sender
    uint16_t lowestVersion{300};        ///< lowest version the sender accepts
    uint16_t serviceOptions{0};         ///< service options
    uint16_t sdu16{0};                  ///< SDU field of 16 bits, bytes
    uint16_t tdu16{0};                  ///< TDU field of 16 bits, bytes
    uint16_t ntCharacteristics{0};      ///< NT protocol characteristics
    uint16_t lineTurnaround{0};         ///< line turnaround
    uint16_t byteOrderOne{1};           ///< 0x0001 or, from a little-endian sender, 0x0100
    uint16_t connectDataLength{0};      ///< bytes of connect data, inside or following
    uint32_t maxConnectDataReturned{0}; ///< largest connect data taken back, bytes
    uint8_t connectFlags0{0};           ///< bits of namespace connect_flag
    uint8_t connectFlags1{0};           ///< bits of namespace connect_flag
    std::array<uint8_t, 24> trace{};    ///< bytes 34-57, unchanged
    uint32_t sdu32{0};                  ///< SDU field of 32 bits, bytes (fixedSize 70 and 74)
    uint32_t tdu32{0};                  ///< TDU field of 32 bits, bytes (fixedSize 70 and 74)
    uint16_t compression{0};            ///< compression (fixedSize 70 and 74)
    uint16_t unused68{0};               ///< bytes 68-69, unchanged (fixedSize 70 and 74)
    uint32_t connectFlags2{0};          ///< connect flags 2 (fixedSize 74)
    uint16_t fixedSize{FIXED_BASE};     ///< which of the three layouts: 58, 70 or 74 bytes
    std::vector<uint8_t> gap;           ///< bytes between the fixed part and the connect data
    std::string connectData;            ///< connect data inside this packet
    std::vector<uint8_t> trailing;      ///< bytes after the connect data

  private:
    /**
     * Read the fields of the fixed part, starting at offset 8.
     * @param body positioned after the header
     * @return offset of the connect data
     */
    uint16_t ReadFixed(WireReader& body);
};

} // namespace ns3::net8

#endif // NET8_CONNECT_PACKET_H
