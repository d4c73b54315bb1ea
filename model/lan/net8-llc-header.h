// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LLC_HEADER_H
#define NET8_LLC_HEADER_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Header of IEEE 802.2 Logical Link Control, for both types of operation.
 *
 * | offset | bytes | field                                                              |
 * | ------ | ----- | ------------------------------------------------------------------ |
 * | 0      | 1     | DSAP                                                               |
 * | 1      | 1     | SSAP; bit 0: response                                              |
 * | 2      | 1     | control of an unnumbered frame: bits 0-1 set, bit 4 poll or final  |
 * | 2      | 2     | control of others: I frame bit 0 clear, N(S), poll, N(R)           |
 *
 * A supervisory frame has bits 0-1 = 1 and its function in bits 2-3. Numbers are modulo 128.
 */
class LlcHeader
{
  public:
    /// Kind of an LLC frame, by its control field.
    enum class Kind : uint8_t
    {
        INFORMATION, ///< Numbered I frame.
        SUPERVISORY, ///< Receiver ready, not ready, reject.
        UNNUMBERED,  ///< UI, SABME, UA, DISC, DM, FRMR, XID, TEST.
    };

    static constexpr uint8_t SAP_IPX = 0xe0;     ///< SAP of IPX.
    static constexpr uint8_t SAP_NETBIOS = 0xf0; ///< SAP of NetBIOS.
    static constexpr uint8_t SAP_SNAP = 0xaa;    ///< SAP of the subnetwork access protocol.

    static constexpr uint8_t UI = 0x03;    ///< Unnumbered information.
    static constexpr uint8_t SABME = 0x6f; ///< Set asynchronous balanced mode extended.
    static constexpr uint8_t UA = 0x63;    ///< Unnumbered acknowledgement.
    static constexpr uint8_t DISC = 0x43;  ///< Disconnect.
    static constexpr uint8_t DM = 0x0f;    ///< Disconnected mode.

    static constexpr uint8_t RR = 0;  ///< Receiver ready.
    static constexpr uint8_t RNR = 1; ///< Receiver not ready.
    static constexpr uint8_t REJ = 2; ///< Reject.

    /** @return size of the header, bytes: 3 for an unnumbered frame, else 4 */
    uint32_t GetSize() const
    {
        return kind == Kind::UNNUMBERED ? 3 : 4;
    }

    /** @return whether the frame is a response */
    bool IsResponse() const
    {
        return (ssap & 1) != 0;
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
    static LanError Decode(LanReader& reader, LlcHeader& out);

    uint8_t dsap{0};             ///< Destination service access point.
    uint8_t ssap{0};             ///< Source service access point, with the response bit.
    Kind kind{Kind::UNNUMBERED}; ///< Kind of the frame.
    uint8_t function{UI};        ///< Function of a supervisory or (without poll) unnumbered frame.
    bool pollFinal{false};       ///< Poll in a command, final in a response.
    uint8_t sendNumber{0};       ///< N(S) of an I frame.
    uint8_t receiveNumber{0};    ///< N(R): the next I frame expected.
};

} // namespace ns3::net8

#endif // NET8_LLC_HEADER_H
