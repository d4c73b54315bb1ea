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
 * States of a session at its server.
 */
enum class ServerState : uint8_t
{
    HANDING_OVER, ///< The process is being created or found.
    WAIT_REPEAT,  ///< RESEND has been sent; the repeated CONNECT is expected.
    WAIT_DATA,    ///< The repeated CONNECT has arrived; its connect data follow.
    READY,        ///< Waiting for a call.
    SERVING,      ///< A call is being served.
    RESETTING,    ///< Break and reset have been sent; the client's reset is expected.
    CLOSED        ///< Nothing more happens.
};

/**
 * @ingroup net8
 * Inputs of the state machine of a server session.
 */
enum class ServerTrigger : uint8_t
{
    START,        ///< The process exists; its release answers the first CONNECT.
    START_RESEND, ///< The process exists; its release requests the CONNECT again.
    CONNECT,      ///< A CONNECT with its connect data arrived.
    CONNECT_HEAD, ///< A CONNECT arrived, its connect data follow.
    CONNECT_DATA, ///< The connect data arrived.
    CALL,         ///< A call that has a reply arrived.
    REPLY,        ///< The last packet of the reply was written.
    FAIL,         ///< The current call fails, or no server is left for it.
    BREAK,        ///< A marker by which the client cancels arrived.
    RESET,        ///< Any other marker arrived.
    ERROR,        ///< The error of the call was written.
    FAREWELL,     ///< The client's last packet arrived: end of file, without payload.
    END           ///< Either end has closed, for whatever reason.
};

/**
 * @ingroup net8
 * The state table of a server session: what may happen in which state, and where it leads. Anything
 * not in a row is not allowed in that state. doc/server-states.csv is the same table, with a
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
     * Look up a transition.
     *
     * @param state a state
     * @param trigger the trigger
     * @return the next state; nothing if the trigger is not allowed
     */
    static std::optional<ServerState> Find(ServerState state, ServerTrigger trigger);

    /**
     * Get the name of a state.
     *
     * @param state a state
     * @return its name
     */
    static const char* Name(ServerState state);

    /**
     * Get the name of a trigger.
     *
     * @param trigger a trigger
     * @return its name
     */
    static const char* Name(ServerTrigger trigger);
};

} // namespace ns3::net8

#endif /* NET8_SERVER_STATE_H */
