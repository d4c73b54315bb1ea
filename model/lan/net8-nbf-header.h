// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBF_HEADER_H
#define NET8_NBF_HEADER_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Header of the NetBIOS Frames protocol (NetBEUI) after the 802.2 header, little-endian.
 *
 * | offset | bytes   | field                                                     |
 * | ------ | ------- | --------------------------------------------------------- |
 * | 0      | 2       | bytes of the header: 14 within a session, 44 with names   |
 * | 2      | 2       | delimiter ff ef                                           |
 * | 4      | 1       | command                                                   |
 * | 5      | 1       | first optional value                                      |
 * | 6      | 2       | second optional value                                     |
 * | 8      | 2       | transmit correlator                                       |
 * | 10     | 2       | response correlator                                       |
 * | 12     | 1 + 1   | destination and source session, within a session          |
 * | 12     | 16 + 16 | destination and source name                               |
 */
class NbfHeader
{
  public:
    static constexpr uint32_t SESSION_SIZE = 14;     ///< Size within a session, bytes.
    static constexpr uint32_t NAMES_SIZE = 44;       ///< Size with names, bytes.
    static constexpr uint16_t DELIMITER = 0xefff;    ///< Fixed field.
    static constexpr uint8_t NAME_QUERY = 0x0a;      ///< Query for a name.
    static constexpr uint8_t NAME_RECOGNIZED = 0x0e; ///< Answer to a query.
    static constexpr uint8_t DATA_ACK = 0x14;        ///< Acknowledgement of a message.
    static constexpr uint8_t DATA_MIDDLE = 0x15;     ///< First or middle frame of a message.
    static constexpr uint8_t DATA_LAST = 0x16;       ///< Only or last frame of a message.
    static constexpr uint8_t CONFIRM = 0x17;         ///< Session confirm.
    static constexpr uint8_t END = 0x18;             ///< Session end.
    static constexpr uint8_t INITIALIZE = 0x19;      ///< Session initialize.
    static constexpr uint8_t ALIVE = 0x1f;           ///< Session alive.

    /// A NetBIOS name.
    using Name = std::array<uint8_t, 16>;

    /** @return size of the header, bytes */
    uint32_t GetSize() const
    {
        return hasNames ? NAMES_SIZE : SESSION_SIZE;
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
    static LanError Decode(LanReader& reader, NbfHeader& out);

    bool hasNames{false};          ///< It has names instead of sessions.
    uint8_t command{0};            ///< Command.
    uint8_t data1{0};              ///< First optional value.
    uint16_t data2{0};             ///< Second optional value.
    uint16_t transmit{0};          ///< Transmit correlator.
    uint16_t response{0};          ///< Response correlator.
    uint8_t destinationSession{0}; ///< Session number of the receiver.
    uint8_t sourceSession{0};      ///< Session number of the sender.
    Name destinationName{};        ///< Name of the receiver.
    Name sourceName{};             ///< Name of the sender.
};

} // namespace ns3::net8

#endif // NET8_NBF_HEADER_H
