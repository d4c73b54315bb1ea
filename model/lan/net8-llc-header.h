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
 * Header of IEEE 802.2 Logical Link Control, of both types of operation.
 *
 * | offset | bytes | field                                                              |
 * | ------ | ----- | ------------------------------------------------------------------ |
 * | 0      | 1     | DSAP                                                               |
 * | 1      | 1     | SSAP; bit 0: response                                              |
 * | 2      | 1     | control of an unnumbered frame: bits 0-1 set, bit 4 poll or final  |
 * | 2      | 2     | control of others: I frame bit 0 clear, N(S), poll, N(R)           |
 *
 * A supervisory frame has bits 0-1 = 1 and its function in bits 2-3. Numbers count modulo 128.
 */
class LlcHeader
{
  public:
    /// Frames of LLC by their control field.
    enum class Kind : uint8_t
    {
        INFORMATION, ///< I frame, numbered.
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

    /** @return bytes of the header: 3 of an unnumbered frame, else 4 */
    uint32_t GetSize() const
    {
        return kind == Kind::UNNUMBERED ? 3 : 4;
    }

    /** @return whether it is a response */
    bool IsResponse() const
    {
        return (ssap & 1) != 0;
    }

    /** @param writer takes the header */
    void Encode(LanWriter& writer) const;

    /**
     * @param reader bytes that begin with the header
     * @param[out] out the header
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, LlcHeader& out);

    uint8_t dsap{0};             ///< Destination service access point.
    uint8_t ssap{0};             ///< Source service access point, with the bit of a response.
    Kind kind{Kind::UNNUMBERED}; ///< What the control field says.
    uint8_t function{UI};        ///< Of a supervisory frame or, without poll, an unnumbered one.
    bool pollFinal{false};       ///< Poll of a command, final of a response.
    uint8_t sendNumber{0};       ///< N(S) of an I frame.
    uint8_t receiveNumber{0};    ///< N(R): the next I frame expected.
};

} // namespace ns3::net8

#endif // NET8_LLC_HEADER_H
