// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ORACLE_ERROR_H
#define NET8_ORACLE_ERROR_H

#include "net8-session-counters.h"

#include "ns3/net8-tls-offer.h"

#include <cstdint>
#include <string_view>

namespace ns3::net8
{

/// Oracle error numbers raised by a client itself (fact sheet on Oracle Net, section 6).
namespace oracle_error
{
inline constexpr uint32_t BAD_PROTOCOL = 3106;     ///< Fatal two-task protocol error.
inline constexpr uint32_t CUT_IN_CALL = 3113;      ///< Connection lost during a call.
inline constexpr uint32_t NOT_RECONNECTED = 25403; ///< No address took a session that failed over.
inline constexpr uint32_t FOUND_DEAD = 3135;       ///< Connection lost before it was used again.
inline constexpr uint32_t CALL_TIMEOUT = 3156;     ///< The call timed out (OCI 18 and later).
inline constexpr uint32_t UNKNOWN_ALIAS = 12154;   ///< No naming method knows the alias.
inline constexpr uint32_t TIMEOUT = 12170;         ///< A timer of the client expired.
inline constexpr uint32_t TRANSPORT_TIMEOUT = 12535; ///< TCP itself gave up.
inline constexpr uint32_t CLOSED = 12537;            ///< The peer closed during set-up.
inline constexpr uint32_t INTERNAL_LIMIT = 12540;    ///< An internal limit.
inline constexpr uint32_t NO_LISTENER = 12541;       ///< RST from the listener's port.
inline constexpr uint32_t UNREACHABLE = 12543;       ///< No route to the host.
inline constexpr uint32_t UNKNOWN_HOST = 12545;      ///< The host name cannot be resolved.
inline constexpr uint32_t CONTACT_LOST = 12547;      ///< The peer vanished during set-up.
inline constexpr uint32_t QUOTA = 12549;             ///< A limit of the operating system.
inline constexpr uint32_t REFUSED = 12564;           ///< REFUSE without a further code.
inline constexpr uint32_t WRITE_FAILED = 12571;      ///< A packet could not be written.
inline constexpr uint32_t BAD_PACKET = 12592;        ///< A bad packet.
inline constexpr uint32_t NOT_SENT = 12608;          ///< The send timeout expired.
inline constexpr uint32_t NO_REPLY = 12609;          ///< The receive timeout expired.
inline constexpr uint32_t VERSIONS = 12618;          ///< Incompatible versions.
inline constexpr uint32_t NOT_NEGOTIATED = 12637;    ///< Connection lost during the negotiation of
                                                     ///< services.
inline constexpr uint32_t NO_COMMON_CIPHER = 28859;  ///< No common TLS cipher suite.
inline constexpr uint32_t FATAL_TLS = 28860;         ///< Fatal TLS error.
inline constexpr uint32_t TLS_VERSIONS = 29019;      ///< No common TLS version.
} // namespace oracle_error

/**
 * @ingroup net8
 * Get the Oracle error number of a session error.
 *
 * @param error the error
 * @param established whether the ACCEPT had arrived
 * @return the Oracle error number that the client program sees; for REFUSED, the one without
 * further code
 */
uint32_t GetOracleError(SessionError error, bool established);

/**
 * @ingroup net8
 * Get the Oracle error number of a TLS alert.
 *
 * @param alert the alert that ended the handshake
 * @return the Oracle error number (Security Guide, common errors of TLS; Error Help: ORA-29019)
 */
uint32_t GetTlsError(TlsAlert alert);

/**
 * @ingroup net8
 * Get the error number in a REFUSE.
 *
 * @param text text of the REFUSE
 * @return the number after ERR=, else that after CODE=, else 12564
 */
uint32_t ReadRefusal(std::string_view text);

/**
 * @ingroup net8
 * Get the number of an error.
 *
 * @param text text of the error, "ORA-00942: ..."
 * @return its number; 0 if there is none
 */
uint32_t GetErrorNumber(std::string_view text);

} // namespace ns3::net8

#endif /* NET8_ORACLE_ERROR_H */
