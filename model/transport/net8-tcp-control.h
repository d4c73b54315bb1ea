// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONTROL_H
#define NET8_TCP_CONTROL_H

#include "net8-tcp-backlog.h"

#include "ns3/ptr.h"
#include "ns3/socket.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The interface of a socket of Net8TcpSocketFactory beyond ns3::Socket, whichever TCP it runs.
 */
class Net8TcpControl
{
  public:
    virtual ~Net8TcpControl() = default;

    /**
     * @param socket a socket
     * @return its interface if it has one; else null
     */
    static Net8TcpControl* Get(const Ptr<Socket>& socket)
    {
        return dynamic_cast<Net8TcpControl*>(PeekPointer(socket));
    }

    /**
     * @param backlog accept queue of this listening socket
     */
    virtual void SetBacklog(const Ptr<Net8TcpBacklog>& backlog) = 0;

    /**
     * @param on whether to probe a silent peer
     */
    virtual void SetKeepAlive(bool on) = 0;

    /**
     * @return whether a silent peer is probed
     */
    virtual bool GetKeepAlive() const = 0;

    /**
     * Abort the connection with a RST in any state. No callback is called any more.
     */
    virtual void Abort() = 0;
};

} // namespace ns3::net8

#endif // NET8_TCP_CONTROL_H
