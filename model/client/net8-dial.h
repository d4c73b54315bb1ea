// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIAL_H
#define NET8_DIAL_H

#include "ns3/net8-session-counters.h"
#include "ns3/node.h"
#include "ns3/socket.h"

#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The TCP connects of a process that may hang: TCP continues meanwhile, and the process learns of
 * the end when it continues.
 */
class Net8Dial
{
  public:
    /// Callback invoked at the end of a connect, with the error; nothing: TCP is connected.
    using Done = std::function<void(std::optional<SessionError> error)>;

    /**
     * @param done called at the end of a connect
     */
    explicit Net8Dial(Done done);

    /**
     * Connect a socket. An immediate failure is reported before this returns.
     *
     * @param node host of the socket
     * @param socket the socket; it must be gone, or have lost its callbacks, before this object
     * @param remote address and port
     * @return whether the connect is under way
     */
    bool Connect(const Ptr<Node>& node, const Ptr<Socket>& socket, const Address& remote);

    /**
     * Make the process hang or continue.
     *
     * @param hangs whether it hangs
     */
    void SetHanging(bool hangs);

  private:
    /**
     * Report the end of a connect, or hold it back.
     *
     * @param error the error; nothing: TCP is connected
     */
    void End(std::optional<SessionError> error);

    Done m_done;                         ///< Called at the end.
    bool m_hangs{false};                 ///< The process hangs.
    bool m_held{false};                  ///< An end is held back.
    std::optional<SessionError> m_error; ///< Its error.
};

} // namespace ns3::net8

#endif /* NET8_DIAL_H */
