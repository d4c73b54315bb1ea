// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_TYPE_H
#define NET8_PACKET_TYPE_H

#include <cstdint>

/**
 * @defgroup net8 Oracle Net (TNS) over simulated networks
 */

namespace ns3::net8
{

/**
 * @ingroup net8
 * The packet types of TNS; 8, 10 and 16 to 18 are unused in every public source.
 */
enum class PacketType : uint8_t
{
    CONNECT = 1,          ///< client: opens a session
    ACCEPT = 2,           ///< server: session opened, sizes agreed
    ACK = 3,              ///< not seen in captures
    REFUSE = 4,           ///< listener or server: no session, with the reason as text
    REDIRECT = 5,         ///< listener: connect to another address
    DATA = 6,             ///< both: payload
    NULL_PACKET = 7,      ///< keep-alive
    ABORT = 9,            ///< session ends at once
    RESEND = 11,          ///< listener or server: repeat the CONNECT
    MARKER = 12,          ///< both: break and reset
    ATTENTION = 13,       ///< body like MARKER
    CONTROL = 14,         ///< server: notification in band
    DATA_DESCRIPTOR = 15, ///< announces data that the length does not count
};

/**
 * @ingroup net8
 * Where the packet length is stored. From the first packet after an ACCEPT of version 315 or later,
 * both directions use the long form.
 */
enum class LengthForm
{
    SHORT_16, ///< bytes 0-1 length, bytes 2-3 packet checksum
    LONG_32,  ///< bytes 0-3 length, no packet checksum
};

/// First version whose packets after the ACCEPT have 32-bit lengths and sizes.
inline constexpr uint16_t VERSION_LONG_SIZES = 315;
/// First version with the second set of connect and accept flags.
inline constexpr uint16_t VERSION_FLAGS2 = 318;
/// First version whose ACCEPT ends with the 16-byte id of the connection.
inline constexpr uint16_t VERSION_CONNECTION_ID = 319;

/// Smallest SDU of any release, bytes.
inline constexpr uint32_t SDU_MIN = 512;
/// Largest SDU of any release, bytes (12.1 and later).
inline constexpr uint32_t SDU_MAX = 2097152;

/// Header flags, byte 5 of each packet.
namespace header_flag
{
inline constexpr uint8_t SESSION_ID = 0x01;   ///< the last 16 bytes are a session id
inline constexpr uint8_t CONNECT_DATA = 0x02; ///< REDIRECT text is address, NUL, connect data
inline constexpr uint8_t REDIRECTED = 0x04;   ///< CONNECT sent because of a redirect
inline constexpr uint8_t RENEW_TLS = 0x08;    ///< RESEND: renew TLS before the CONNECT
inline constexpr uint8_t PROBE = 0x10;        ///< probe (named in one source only)
inline constexpr uint8_t LARGE_SDU = 0x20;    ///< set on ANO packets and markers of 315+
} // namespace header_flag

/// Data flags, bytes 8-9 of a DATA packet.
namespace data_flag
{
inline constexpr uint16_t SEND_TOKEN = 0x0001;           ///< send token
inline constexpr uint16_t REQUEST_CONFIRMATION = 0x0002; ///< request confirmation
inline constexpr uint16_t CONFIRMATION = 0x0004;         ///< confirmation
inline constexpr uint16_t RESERVED = 0x0008;             ///< reserved
inline constexpr uint16_t MORE_DATA = 0x0020;            ///< more data to come
inline constexpr uint16_t END_OF_FILE = 0x0040;          ///< last packet of the session
inline constexpr uint16_t CONFIRM_IMMEDIATELY = 0x0080;  ///< confirm immediately
inline constexpr uint16_t READY_TO_SEND = 0x0100;        ///< ready to send
inline constexpr uint16_t NT_TRAILER = 0x0200;           ///< NT trailer
inline constexpr uint16_t COMPRESSED = 0x0400;           ///< payload is compressed
inline constexpr uint16_t END_OF_REQUEST = 0x0800;       ///< last packet of a message (thin)
inline constexpr uint16_t BEGIN_PIPELINE = 0x1000;       ///< start of a pipeline
inline constexpr uint16_t END_OF_RESPONSE = 0x2000;      ///< last packet of a reply (23ai)
inline constexpr uint16_t TLS_RENEGOTIATION = 0x8000;    ///< TLS renegotiation (one source)
} // namespace data_flag

/// Connect flags, both bytes, of CONNECT and ACCEPT ("NA": native services, the ANO exchange).
namespace connect_flag
{
inline constexpr uint8_t NA_WANTED = 0x01;              ///< NA wanted
inline constexpr uint8_t INTERCHANGE = 0x02;            ///< interchange involved
inline constexpr uint8_t NA_DISABLED = 0x04;            ///< NA disabled
inline constexpr uint8_t NO_NA_SERVICES = 0x08;         ///< no NA services linked
inline constexpr uint8_t NA_REQUIRED = 0x10;            ///< NA required
inline constexpr uint8_t AUTHENTICATION_LINKED = 0x20;  ///< authentication linked
inline constexpr uint8_t UNNAMED_40 = 0x40;             ///< set by OCI 9i to 12.1, no known name
inline constexpr uint8_t SECURITY_RENEGOTIATION = 0x80; ///< supports security renegotiation
} // namespace connect_flag

/// Service options of a CONNECT.
namespace service_option
{
inline constexpr uint16_t CAN_RECEIVE_ATTENTION = 0x0400; ///< can receive urgent data
} // namespace service_option

/// Connect flags 2 (version 318 and later).
namespace connect_flag2
{
inline constexpr uint32_t OOB_CHECK = 0x00000001; ///< wants the out-of-band check
} // namespace connect_flag2

/// Accept flags 2 (version 318 and later).
namespace accept_flag2
{
inline constexpr uint32_t OOB_CHECK = 0x00000001;           ///< out-of-band check
inline constexpr uint32_t POLL_AND_CHECK = 0x01000000;      ///< poll and check
inline constexpr uint32_t END_OF_RESPONSE = 0x02000000;     ///< end of response
inline constexpr uint32_t FAST_AUTHENTICATION = 0x10000000; ///< fast authentication
} // namespace accept_flag2

/**
 * @ingroup net8
 * Get the name of a packet type.
 * @param type a packet type
 * @return its name in capitals, or "UNKNOWN" if the number has none
 */
const char* Name(PacketType type);

/**
 * @ingroup net8
 * Check whether a type number is known.
 * @param type type number from byte 4 of a packet
 * @return whether any source names this type
 */
bool IsKnownType(uint8_t type);

} // namespace ns3::net8

#endif // NET8_PACKET_TYPE_H
