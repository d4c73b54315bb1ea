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
 * Where the requests begin and end for which an application borrows a connection from its pool, and
 * what a driver says of that.
 *
 * A session that rests belongs to a pool. What it is asked next begins a request, unless the pool
 * only looks whether its server answers, and the next rest ends it. A driver with request
 * boundaries says so in front of the first call, and ends the request with a rollback of its own.
 */
class ClientRequests
{
  public:
    /// What a session does that is to rest.
    enum class Turn : uint8_t
    {
        RELEASE,  ///< It gives the server of a resident pool back, if it has one, and rests.
        STAY,     ///< It was only looked at: the request that it was looked at for comes next.
        ROLL_BACK ///< It ends the request by a rollback, after which it is to rest again.
    };

    /**
     * The session is to rest.
     *
     * @return what it does
     */
    Turn Rest();

    /**
     * @param task a statement that is asked
     * @param driver who asks it, fitted to the server
     * @return what the session is told with its first call; of no bytes: nothing
     */
    SessionState Ask(const ClientScript::Task& task, const DriverProfile& driver);

    /**
     * @param driver who sends it, fitted to the server
     * @param ends whether the session ends with it
     * @return the message, which has no reply, that gives a server of a resident pool back
     */
    static TtcPrefix MakeRelease(const DriverProfile& driver, bool ends);

  private:
    /// What has become of requests.
    enum class State : uint8_t
    {
        NONE,   ///< It has never rested: it is no session of a pool.
        RESTED, ///< Between two requests.
        LOOKED, ///< The pool looks whether its server answers.
        OPEN,   ///< The server was told of one.
        ENDING, ///< And is to be told of its end.
    };

    State m_state{State::NONE}; ///< What has become of them.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_REQUESTS_H */
