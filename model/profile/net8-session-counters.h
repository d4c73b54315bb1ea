// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_COUNTERS_H
#define NET8_SESSION_COUNTERS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Errors in a session. Each has its own counter, and none of them stops the simulation.
 */
enum class SessionError : uint8_t
{
    LENGTH_BELOW_HEADER,   ///< A TNS length smaller than the 8-byte header.
    LENGTH_ABOVE_SDU,      ///< A TNS length above the negotiated SDU (65535 before the ACCEPT).
    UNKNOWN_TYPE,          ///< An unknown packet type.
    MALFORMED_PACKET,      ///< A packet whose body is inconsistent with its length.
    UNEXPECTED_PACKET,     ///< A valid packet that is not allowed in the state of the session.
    BAD_TTC_PREFIX,        ///< A message shorter than its prefix, or with an invalid prefix.
    MESSAGE_LENGTH,        ///< A message that does not end at the end of a TNS packet.
    UNEXPECTED_MESSAGE,    ///< A TTC message that is not allowed in the state of the session.
    SDU_OUT_OF_RANGE,      ///< The peer requested an SDU or TDU outside the limits of its version.
    VERSION_NOT_SUPPORTED, ///< The agreed version is below the minimum of this end.
    CONNECT_DATA_INVALID,  ///< Connect data that are not a connect descriptor.
    UNKNOWN_SERVICE,       ///< A service or SID that the listener does not serve (ORA-12514).
    REFUSED,               ///< The listener answered REFUSE.
    REDIRECT_NOT_FOLLOWED, ///< More REDIRECTs than a client follows (ORA-12540).
    CONNECT_FAILED,        ///< The TCP connection was refused (ORA-12541).
    CONNECT_TIMEOUT,       ///< No TCP connection, or no ACCEPT, within the limit (ORA-12170).
    CLOSED_IN_SETUP,       ///< The peer closed before the logon was complete (ORA-12537).
    CLOSED_IN_PACKET,      ///< The peer closed in the middle of a TNS packet (ORA-12547).
    CLOSED_IN_CALL,        ///< The peer closed during a call (ORA-03113).
    RESET,                 ///< TCP gave up, or the peer reset the connection (ORA-12547).
    FETCH_OUT_OF_SEQUENCE, ///< A fetch without an open cursor (ORA-01002).
    SEND_FAILED,           ///< The socket did not take bytes although it had room (ORA-12571).
    LOGON_DENIED,          ///< The server rejected user name or password (ORA-01017).
    CALL_FAILED,           ///< A call ended with a statement error; the session continues.
    CALL_CANCELLED,        ///< The client cancelled a call (ORA-01013); the session continues.
    INBOUND_TIMEOUT,       ///< No request within the listener's timeout (ORA-12525).
    NODE_NOT_ADMITTED,     ///< Valid-node checking closed the connection.
    HAND_OFF_FAILED,       ///< No process or no memory for the session (ORA-12518).
    NO_HANDLER,            ///< No handler was free or ready (ORA-12516 to ORA-12528).
    TRANSPORT_GAVE_UP,     ///< No answer to any SYN, TCP gave up (ORA-12535).
    HOST_UNREACHABLE,      ///< No route to the address (ORA-12543).
    HOST_UNKNOWN,          ///< The name of a host cannot be resolved (ORA-12545).
    ALIAS_UNKNOWN,         ///< No naming method knows the alias (ORA-12154).
    NO_LOCAL_PORT,         ///< The client's host has no free port left (ORA-12549).
    RECV_TIMEOUT,          ///< No byte from the peer within the receive timeout (ORA-12609).
    SERVER_DOWN,           ///< The server side of the connection failed.
    LOGON_TIMEOUT,         ///< No logon within the server's timeout (ORA-03136).
    NEGOTIATION_CUT,       ///< The peer closed during the native service negotiation (ORA-12637).
    FOUND_DEAD,            ///< The connection was lost when it was used again (ORA-03135).
    SEND_TIMEOUT,          ///< The socket took no bytes within the send timeout (ORA-12608).
    DEAD_CONNECTION,       ///< Dead connection detection ended an idle session.
    HOST_DOWN,             ///< The client's host went down.
    SECURITY_REFUSED,      ///< No agreement on encryption or checksums (ORA-12650, ORA-12660).
    TLS_FAILED,            ///< No TLS, or a failed handshake (ORA-28859, 28860, 29019).
    CALL_TIMEOUT           ///< No answer within the call timeout: the driver closed (ORA-03156).
};

/**
 * @ingroup net8
 * One counter for each SessionError.
 */
class SessionCounters
{
  public:
    /// Number of error kinds.
    static constexpr std::size_t SIZE = static_cast<std::size_t>(SessionError::CALL_TIMEOUT) + 1;

    SessionCounters() = default;
    /**
     * @param other counters to copy
     */
    SessionCounters(const SessionCounters& other);
    /**
     * @param other counters to move
     */
    SessionCounters(SessionCounters&& other) noexcept = default;
    /**
     * @param other counters to copy
     * @return these counters
     */
    SessionCounters& operator=(const SessionCounters& other);
    /**
     * @param other counters to move
     * @return these counters
     */
    SessionCounters& operator=(SessionCounters&& other) noexcept = default;
    ~SessionCounters() = default;

    /**
     * Count an error.
     *
     * @param error the error
     */
    void Count(SessionError error)
    {
        ++Make()[static_cast<std::size_t>(error)];
    }

    /**
     * Get the count of an error.
     *
     * @param error a kind of error
     * @return how often it happened
     */
    uint64_t Get(SessionError error) const
    {
        return m_counts ? (*m_counts)[static_cast<std::size_t>(error)] : 0;
    }

    /**
     * @return total number of errors
     */
    uint64_t GetTotal() const;

    /**
     * Add other counters.
     *
     * @param other the counters to add
     */
    void Add(const SessionCounters& other);

    /**
     * Get the name of an error.
     *
     * @param error a kind of error
     * @return its name in lower case with underscores, as in tables and columns
     */
    static std::string Name(SessionError error);

    /**
     * Describe an error.
     *
     * @param error a kind of error
     * @return one sentence describing it, with the Oracle error number if there is one
     */
    static std::string Sentence(SessionError error);

  private:
    /// Occurrences by SessionError.
    using Counts = std::array<uint64_t, SIZE>;

    /**
     * @return the counts, which are made by the first error: there may be very many sessions, and
     * most never count anything
     */
    Counts& Make();

    std::unique_ptr<Counts> m_counts; ///< The counts; null: none.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_COUNTERS_H */
