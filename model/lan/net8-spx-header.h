// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SPX_HEADER_H
#define NET8_SPX_HEADER_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Header of SPX and SPX II after the IPX header, big-endian.
 *
 * | offset | bytes | field                                                    |
 * | ------ | ----- | -------------------------------------------------------- |
 * | 0      | 1     | connection control                                       |
 * | 1      | 1     | datastream type                                          |
 * | 2      | 2     | source connection id                                     |
 * | 4      | 2     | destination connection id; 0xffff in the request         |
 * | 6      | 2     | sequence number, counts packets                          |
 * | 8      | 2     | acknowledge number: the next sequence number expected    |
 * | 10     | 2     | allocation number: the highest with a buffer             |
 * | 12     | 2     | negotiated size, of SPX II in all but the request        |
 */
class SpxHeader
{
  public:
    static constexpr uint32_t SIZE = 12;         ///< Size for SPX, bytes.
    static constexpr uint32_t SIZE_II = 14;      ///< Size for SPX II, except the request, bytes.
    static constexpr uint16_t NOBODY = 0xffff;   ///< Destination id of a request.
    static constexpr uint8_t SYSTEM = 0x80;      ///< Control: no data, not numbered.
    static constexpr uint8_t WANT_ACK = 0x40;    ///< Control: acknowledgement requested.
    static constexpr uint8_t ATTENTION = 0x20;   ///< Control: attention.
    static constexpr uint8_t END_MESSAGE = 0x10; ///< Control: last packet of a message.
    static constexpr uint8_t SPX_II = 0x08;      ///< Control: SPX II.
    static constexpr uint8_t NEGOTIATE = 0x04;   ///< Control: size is negotiated, SPX II.
    static constexpr uint8_t END = 0xfe;         ///< Datastream: end of the connection.
    static constexpr uint8_t END_ACK = 0xff;     ///< Datastream: acknowledgement of the end.

    /** @return whether the field of the negotiated size is present */
    bool HasSize() const
    {
        return (control & SPX_II) != 0 && destinationId != NOBODY;
    }

    /** @return size of the header, bytes */
    uint32_t GetSize() const
    {
        return HasSize() ? SIZE_II : SIZE;
    }

    /**
     * Encode the header.
     *
     * @param writer receives the header
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a header.
     *
     * @param reader bytes starting with the header
     * @param[out] out receives the header
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, SpxHeader& out);

    uint8_t control{0};        ///< Connection control.
    uint8_t datastream{0};     ///< Datastream type.
    uint16_t sourceId{0};      ///< Connection id of the sender.
    uint16_t destinationId{0}; ///< Connection id of the receiver.
    uint16_t sequence{0};      ///< Number of the packet.
    uint16_t acknowledge{0};   ///< Next number expected.
    uint16_t allocation{0};    ///< Highest number with a buffer.
    uint16_t negotiated{0};    ///< Negotiated size of SPX II.
};

} // namespace ns3::net8

#endif // NET8_SPX_HEADER_H
