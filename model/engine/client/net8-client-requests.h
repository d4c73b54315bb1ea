// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_REQUESTS_H
#define NET8_CLIENT_REQUESTS_H

#include "net8-client-script.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-ttc-prefix.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Tracks the requests of a pooled session, each from borrowing the connection to returning it, and
 * what a driver sends at these boundaries.
 *
 * A session that rests belongs to a pool. Its next statement begins a request, unless the pool only
 * checks whether the server answers, and the next rest ends the request. A driver with request
 * boundaries announces the start before the first call, and ends the request with its own rollback.
 */
class ClientRequests
{
  public:
    /// What a session does instead of, or before, resting.
    enum class Turn : uint8_t
    {
        RELEASE,  ///< It releases the server of a resident pool, if it has one, and rests.
        STAY,     ///< It was only pinged: the request that it was pinged for comes next.
        ROLL_BACK ///< It ends the request with a rollback, and rests after that.
    };

    /**
     * Decide how the session comes to rest.
     *
     * @return what it does
     */
    Turn Rest();

    /**
     * Begin a request with a statement, if none is open.
     *
     * @param task the statement
     * @param driver the driver, adapted to the server
     * @return what to send to the session before its first call; 0 bytes: nothing
     */
    SessionState Ask(const ClientScript::Task& task, const DriverProfile& driver);

    /**
     * @return whether the current call is the pool's check whether its server answers
     */
    bool IsLooking() const;

    /**
     * Tell the server with the next call that the client reads notifications in its session.
     */
    void SetReady();

    /**
     * Make the message that releases the server of a resident pool.
     *
     * @param driver the driver, adapted to the server
     * @param ends whether the session ends with it
     * @return the message, which has no reply
     */
    static TtcPrefix MakeRelease(const DriverProfile& driver, bool ends);

  private:
    /// State of the requests.
    enum class State : uint8_t
    {
        NONE,   ///< It has never rested: not a pooled session.
        RESTED, ///< Between two requests.
        LOOKED, ///< The pool checks whether its server answers.
        OPEN,   ///< A request is open and known to the server.
        ENDING, ///< Its end must be sent.
    };

    /**
     * Begin or end a request.
     *
     * @param task the statement
     * @param driver the driver, adapted to the server
     * @return what to send before its first call; 0 bytes: nothing
     */
    SessionState Mark(const ClientScript::Task& task, const DriverProfile& driver);

    State m_state{State::NONE}; ///< Current state.
    bool m_ready{false};        ///< The server is told with the next call what the client can do.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_REQUESTS_H */
