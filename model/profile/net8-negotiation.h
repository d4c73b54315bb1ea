// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NEGOTIATION_H
#define NET8_NEGOTIATION_H

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-connect-packet.h"
#include "ns3/net8-packet-type.h"

#include <cstdint>

namespace ns3::net8
{

/// Minimum TDU, bytes (constants of the node-oracledb thin driver).
inline constexpr uint32_t TDU_MIN = 255;

/**
 * @ingroup net8
 * Whether a TDU below the SDU limits packets: it did in SQL*Net and Net8; current drivers ignore
 * it.
 */
enum class TduRule : uint8_t
{
    MIN,    ///< Packets are limited by the smaller of SDU and TDU.
    IGNORE, ///< Packets are limited by the SDU.
};

/**
 * @ingroup net8
 * A TduRule with the release as default.
 */
enum class TduChoice : uint8_t
{
    DEFAULT, ///< As in the release.
    MIN,     ///< Packets are limited by the smaller of SDU and TDU.
    IGNORE   ///< Packets are limited by the SDU.
};

/**
 * @ingroup net8
 * Get the rule of a choice.
 *
 * @param choice a choice
 * @param version TNS version of the end that makes it
 * @return the rule; by default the TDU applies below version 314 (S1: Net8 of 7.3) and is ignored
 * from there on
 */
TduRule ResolveTduRule(TduChoice choice, uint16_t version);

/**
 * @ingroup net8
 * The parameters agreed by both ends with the ACCEPT.
 */
struct Agreement
{
    uint16_t version{0};                         ///< The lower of the two versions.
    uint32_t sdu{2048};                          ///< Largest TNS packet, bytes.
    uint32_t tdu{32767};                         ///< Transport data unit, bytes.
    LengthForm lengthForm{LengthForm::SHORT_16}; ///< Length form from the next packet on.
    bool outOfRange{false};                      ///< A size had to be raised to the minimum.

    /**
     * Get the packet limit.
     *
     * @param rule whether the TDU applies
     * @return maximum packet size of this end with TNS header, bytes
     */
    uint32_t GetPacketLimit(TduRule rule) const;
};

/**
 * @ingroup net8
 * Limits configured at the server's side.
 */
struct ServerLimits
{
    uint16_t version{VERSION_LONG_SIZES}; ///< TNS version of the server.
    uint32_t sdu{8192};                   ///< SDU, bytes.
    uint32_t tdu{2097152};                ///< TDU, bytes.
};

/**
 * @ingroup net8
 * Get the maximum SDU of a version.
 *
 * @param version an agreed TNS version
 * @return the largest SDU or TDU of this version, bytes: 32767 below 314, 65535 for 314 (11.2), and
 * 2097152 from 315 on (Net Services guides 10.2, 11.2, 12.1)
 */
uint32_t MaximumSdu(uint16_t version);

/**
 * Negotiate at the server: each value in the ACCEPT is the smaller of both ends' values, within the
 * limits of the agreed version. Below version 315 only the 16-bit fields of the CONNECT are read,
 * from 315 on only the 32-bit fields.
 *
 * @ingroup net8
 * @param connect the client's CONNECT
 * @param server configuration of the server
 * @return the values for the ACCEPT
 */
Agreement Negotiate(const ConnectPacket& connect, const ServerLimits& server);

/**
 * Read an ACCEPT at the client: it accepts the server's values even if they are larger than its
 * request, as all current thin drivers do, and raises a size below the minimum to the minimum, as
 * JDBC does.
 *
 * @ingroup net8
 * @param accept the server's ACCEPT
 * @return the agreed values
 */
Agreement ReadAgreement(const AcceptPacket& accept);

/**
 * @ingroup net8
 * Make an ACCEPT.
 *
 * @param agreement the agreed values
 * @return the ACCEPT; its flags and options are zero
 */
AcceptPacket MakeAccept(const Agreement& agreement);

} // namespace ns3::net8

#endif /* NET8_NEGOTIATION_H */
