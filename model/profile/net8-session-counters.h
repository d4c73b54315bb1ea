// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_COUNTERS_H
#define NET8_SESSION_COUNTERS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What can go wrong in a session. Each has a counter of its own, and none of them stops the
 * simulation.
 */
enum class SessionError : uint8_t
{
    LENGTH_BELOW_HEADER, ///< A TNS length smaller than the 8-byte header.
    LENGTH_ABOVE_SDU,    ///< A TNS length above the negotiated SDU (65535 before the ACCEPT).
    UNKNOWN_TYPE,        ///< A packet type that no source knows.
    MALFORMED_PACKET,    ///< A packet whose body contradicts its length.
    UNEXPECTED_PACKET,   ///< A valid packet that has no place in the state of the session.
    BAD_TTC_PREFIX, ///< A message that is shorter than its prefix, or whose prefix makes no sense.
    MESSAGE_LENGTH, ///< A message that did not end at the end of a TNS packet.
    UNEXPECTED_MESSAGE,    ///< A TTC message that has no place in the state of the session.
    SDU_OUT_OF_RANGE,      ///< The peer named an SDU or TDU outside the limits of its version.
    VERSION_NOT_SUPPORTED, ///< The agreed version is below the lowest that this side takes.
    CONNECT_DATA_INVALID,  ///< Connect data that is no connect descriptor.
    UNKNOWN_SERVICE,       ///< A service or SID that the listener does not serve (ORA-12514).
    REFUSED,               ///< The listener answered REFUSE.
    REDIRECT_NOT_FOLLOWED, ///< One REDIRECT more than a client follows (ORA-12540).
    CONNECT_FAILED,        ///< The TCP connection was refused (ORA-12541).
    CONNECT_TIMEOUT,       ///< No TCP connection, or no ACCEPT, within the limit (ORA-12170).
    CLOSED_IN_SETUP,       ///< The peer closed before the logon was complete (ORA-12537).
    CLOSED_IN_PACKET,      ///< The peer closed in the middle of a TNS packet (ORA-12547).
    CLOSED_IN_CALL,        ///< The peer closed while a call was under way (ORA-03113).
    RESET,                 ///< TCP gave the connection up or the peer reset it (ORA-12547).
    FETCH_OUT_OF_SEQUENCE, ///< A fetch without an open cursor (ORA-01002).
    SEND_FAILED,           ///< The socket did not take bytes that it had room for (ORA-12571).
    LOGON_DENIED,          ///< The server did not accept user name or password (ORA-01017).
    CALL_FAILED,           ///< A call ended with an error of the statement; the session goes on.
    CALL_CANCELLED,        ///< The client cancelled a call (ORA-01013); the session goes on.
    INBOUND_TIMEOUT,       ///< No request within the listener's timeout (ORA-12525).
    NODE_NOT_ADMITTED,     ///< Valid-node checking closed the connection.
    HAND_OFF_FAILED,       ///< No process or no memory for the session (ORA-12518).
    NO_HANDLER,            ///< No handler was free or ready (ORA-12516 to ORA-12528).
    TRANSPORT_GAVE_UP,     ///< No answer to any SYN, TCP gave up (ORA-12535).
    HOST_UNREACHABLE,      ///< No route to the address (ORA-12543).
    HOST_UNKNOWN,          ///< The name of a host cannot be resolved (ORA-12545).
    ALIAS_UNKNOWN,         ///< No naming method knows the alias (ORA-12154).
    NO_LOCAL_PORT,         ///< The client's host has no free port left (ORA-12549).
    RECV_TIMEOUT,          ///< No byte of the peer within the receive timeout (ORA-12609).
    SERVER_DOWN,           ///< The server side of the connection ended in a fault.
    LOGON_TIMEOUT,         ///< No logon within the server's timeout (ORA-03136).
    NEGOTIATION_CUT,       ///< The peer closed in the native service negotiation (ORA-12637).
    FOUND_DEAD,            ///< The connection was gone when it was used again (ORA-03135).
    SEND_TIMEOUT,          ///< The socket took no byte within the send timeout (ORA-12608).
    DEAD_CONNECTION,       ///< Dead connection detection gave an idle session up.
    HOST_DOWN,             ///< The client's host went down.
    SECURITY_REFUSED,      ///< No agreement on encryption or checksums (ORA-12650, ORA-12660).
    TLS_FAILED             ///< No TLS, or a failed handshake (ORA-28859, 28860, 29019).
};

/**
 * @ingroup net8
 * One counter for each SessionError.
 */
class SessionCounters
{
  public:
    /// Number of kinds of errors.
    static constexpr std::size_t SIZE = static_cast<std::size_t>(SessionError::TLS_FAILED) + 1;

    /**
     * @param error what went wrong
     */
    void Count(SessionError error)
    {
        // Most sessions never count anything, and there may be very many.
        m_counts.resize(SIZE);
        ++m_counts[static_cast<std::size_t>(error)];
    }

    /**
     * @param error a kind of error
     * @return how often it happened
     */
    uint64_t Get(SessionError error) const
    {
        return m_counts.empty() ? 0 : m_counts[static_cast<std::size_t>(error)];
    }

    /**
     * @return how many errors of any kind happened
     */
    uint64_t GetTotal() const;

    /**
     * @param other counters to add to these
     */
    void Add(const SessionCounters& other);

    /**
     * @param error a kind of error
     * @return its name in lower case with underscores, as tables and columns show it
     */
    static std::string Name(SessionError error);

    /**
     * @param error a kind of error
     * @return one sentence that says what happened, with the Oracle error number where there is one
     */
    static std::string Sentence(SessionError error);

  private:
    std::vector<uint64_t> m_counts; ///< Occurrences by SessionError; empty: none.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_COUNTERS_H */
