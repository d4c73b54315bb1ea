// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NEGOTIATION_H
#define NET8_NEGOTIATION_H

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-connect-packet.h"
#include "ns3/net8-packet-type.h"

#include <cstdint>

namespace ns3::net8
{

/// Smallest TDU, in bytes (constants of the node-oracledb thin driver).
inline constexpr uint32_t TDU_MIN = 255;

/**
 * @ingroup net8
 * Whether a TDU below the SDU cuts packets: it did in SQL*Net and Net8, current drivers ignore it.
 */
enum class TduRule : uint8_t
{
    MIN,    ///< Packets are cut at the smaller of SDU and TDU.
    IGNORE, ///< Packets are cut at the SDU.
};

/**
 * @ingroup net8
 * A TduRule that the release decides unless it is given.
 */
enum class TduChoice : uint8_t
{
    DEFAULT, ///< As the release does.
    MIN,     ///< Packets are cut at the smaller of SDU and TDU.
    IGNORE   ///< Packets are cut at the SDU.
};

/**
 * @ingroup net8
 * @param choice a choice
 * @param version TNS version of the side that chooses
 * @return the rule; by default the TDU counts below version 314 (S1: Net8 of 7.3) and is ignored
 * from there on
 */
TduRule ResolveTduRule(TduChoice choice, uint16_t version);

/**
 * @ingroup net8
 * What both ends of a session hold after the ACCEPT.
 */
struct Agreement
{
    uint16_t version{0}; ///< The smaller of the two versions.
    uint32_t sdu{2048};  ///< Largest TNS packet, bytes.
    uint32_t tdu{32767}; ///< Transport data unit, bytes.
    LengthForm lengthForm{
        LengthForm::SHORT_16}; ///< Form of the packet length from the next packet on.
    bool outOfRange{false};    ///< A size had to be raised to the minimum.

    /**
     * @param rule whether the TDU counts
     * @return the size at which this end cuts messages, bytes, TNS header included
     */
    uint32_t GetPacketLimit(TduRule rule) const;
};

/**
 * @ingroup net8
 * What the server's side is configured to take.
 */
struct ServerLimits
{
    uint16_t version{VERSION_LONG_SIZES}; ///< TNS version of the server.
    uint32_t sdu{8192};                   ///< SDU, bytes.
    uint32_t tdu{2097152};                ///< TDU, bytes.
};

/**
 * @ingroup net8
 * @param version an agreed TNS version
 * @return the largest SDU or TDU that this version can agree on, bytes: 32767 below 314, 65535 for
 * 314 (11.2), and 2097152 from 315 on (Net Services guides 10.2, 11.2, 12.1)
 */
uint32_t MaximumSdu(uint16_t version);

/**
 * The server's decision: each value in the ACCEPT is the smaller of what both ends want, within the
 * limits of the agreed version. Below version 315 only the 16-bit fields of the CONNECT are read,
 * from 315 on only the 32-bit ones.
 *
 * @ingroup net8
 * @param connect the client's CONNECT
 * @param server the server's own configuration
 * @return what the ACCEPT says
 */
Agreement Negotiate(const ConnectPacket& connect, const ServerLimits& server);

/**
 * The client's reading of an ACCEPT: it trusts the server's values even if they are larger than its
 * request, as all current thin drivers do, and raises a size below the minimum to the minimum, as
 * JDBC does.
 *
 * @ingroup net8
 * @param accept the server's ACCEPT
 * @return what it says
 */
Agreement ReadAgreement(const AcceptPacket& accept);

/**
 * @ingroup net8
 * @param agreement what was agreed
 * @return an ACCEPT that says so; flags and options are left at zero
 */
AcceptPacket MakeAccept(const Agreement& agreement);

} // namespace ns3::net8

#endif /* NET8_NEGOTIATION_H */
