// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_STATE_H
#define NET8_SERVER_STATE_H

#include <cstdint>
#include <optional>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8
 * State of a session, as its server sees it.
 */
enum class ServerState : uint8_t
{
    HANDING_OVER, ///< The process is being created or found.
    WAIT_REPEAT,  ///< RESEND is out, the CONNECT comes again.
    WAIT_DATA,    ///< The CONNECT is there again, its connect data follow.
    READY,        ///< Waiting for a call.
    SERVING,      ///< A call is under way.
    RESETTING,    ///< Break and reset are out, the client's reset comes.
    CLOSED        ///< Nothing more happens.
};

/**
 * @ingroup net8
 * What happens to the session of a server.
 */
enum class ServerTrigger : uint8_t
{
    START,        ///< The process is there; its release answers the first CONNECT.
    START_RESEND, ///< The process is there; its release asks for the CONNECT once more.
    CONNECT,      ///< A CONNECT with its connect data arrived.
    CONNECT_HEAD, ///< A CONNECT arrived, its connect data follow.
    CONNECT_DATA, ///< The connect data arrived.
    CALL,         ///< A call arrived that has an answer.
    REPLY,        ///< The last packet of the reply is written.
    FAIL,         ///< The call under way fails, or no server is left for it.
    BREAK,        ///< A marker arrived with which the client cancels.
    RESET,        ///< Any other marker arrived.
    ERROR,        ///< The error of the call is written.
    FAREWELL,     ///< The client's last packet arrived: end of file, without payload.
    END           ///< Either end has closed, for whatever reason.
};

/**
 * @ingroup net8
 * The session of a server as a table: what may happen in which state, and what comes of it. What
 * stands in no row has no place in that state. doc/server-states.csv is the same table, with a
 * sentence for each row.
 */
class ServerStates
{
  public:
    /// A row of the table.
    struct Row
    {
        ServerState state;     ///< In this state
        ServerTrigger trigger; ///< this may happen
        ServerState next;      ///< and leads to this one.
    };

    /**
     * @return all rows
     */
    static std::span<const Row> GetRows();

    /**
     * @param state a state
     * @param trigger what happens
     * @return the state that it leads to; nothing if it has no place there
     */
    static std::optional<ServerState> Find(ServerState state, ServerTrigger trigger);

    /**
     * @param state a state
     * @return its name
     */
    static const char* Name(ServerState state);

    /**
     * @param trigger what happens
     * @return its name
     */
    static const char* Name(ServerTrigger trigger);
};

} // namespace ns3::net8

#endif /* NET8_SERVER_STATE_H */
