// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DATA_HEADER_H
#define NET8_DATA_HEADER_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The 10 bytes before the payload of a DATA packet: the common header, then data flags of
 * 2 bytes. A packet of SDU bytes therefore carries SDU - 10 bytes of payload.
 */
struct DataHeader
{
    static constexpr uint32_t SIZE = 10; ///< bytes of overhead per DATA packet

    PacketHeader header{.length = SIZE,
                        .type = static_cast<uint8_t>(PacketType::DATA)}; ///< as sent
    uint16_t flags{0}; ///< bits of namespace data_flag

    /**
     * Set the length field.
     * @param bytes size of the payload after this header, bytes
     */
    void SetPayloadSize(uint32_t bytes);

    /**
     * Encode the header.
     * @param form length form to write
     * @param out receives the 10 bytes
     */
    void Encode(LengthForm form, std::span<uint8_t, SIZE> out) const;

    /**
     * Decode the header; the payload need not be present.
     * @param bytes at least 10 bytes
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> bytes, LengthForm form, DataHeader& out);
};

} // namespace ns3::net8

#endif // NET8_DATA_HEADER_H
