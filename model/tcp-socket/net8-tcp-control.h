// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONTROL_H
#define NET8_TCP_CONTROL_H

#include "net8-tcp-backlog.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A socket that is no TCP socket and that can be aborted.
 */
class Net8Abortable
{
  public:
    virtual ~Net8Abortable() = default;

    /**
     * End the connection at once. No callback is called any more.
     */
    virtual void Abort() = 0;
};

/**
 * @ingroup net8
 * What servers and faults do with a socket beyond ns3::Socket, whichever TCP it runs.
 */
class Net8TcpControl
{
  public:
    /// First callback of Socket::SetAcceptCallback: whether a connection is accepted.
    using Admission = Callback<bool, Ptr<Socket>, const Address&>;

    /**
     * Give a listening socket an accept queue.
     *
     * ns-3's own TCP asks for room at the SYN alone, and drops it if there is none.
     *
     * @param socket the socket
     * @param backlog its accept queue
     * @return callback to be set with SetAcceptCallback
     */
    static Admission SetBacklog(const Ptr<Socket>& socket, const Ptr<Net8TcpBacklog>& backlog);

    /**
     * Abort a connection, TCP with a RST in any state. No callback is called any more.
     *
     * ns-3's own TCP cannot do that: it closes the connection once all data is sent.
     *
     * @param socket its socket; null: none
     * @return whether it is a TCP socket or a Net8Abortable
     */
    static bool Abort(const Ptr<Socket>& socket);

    /**
     * Remove the callbacks of a socket.
     *
     * @param socket the socket
     */
    static void Silence(const Ptr<Socket>& socket);
};

} // namespace ns3::net8

#endif // NET8_TCP_CONTROL_H
