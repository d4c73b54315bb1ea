// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_ATTEMPT_H
#define NET8_CONNECT_ATTEMPT_H

#include "net8-dial.h"
#include "net8-session-settings.h"

#include "ns3/net8-connection.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One attempt of a client session at one address, until the connection is accepted: opens its
 * socket, and those of the addresses that REDIRECTs lead to, and connects them. The dialogue on
 * them is conducted by a ClientEngine.
 */
class Net8ConnectAttempt
{
  public:
    /// Who is notified.
    struct Owner
    {
        std::function<void()> connected; ///< Called when TCP is connected.
        Net8ConnectionOwner* connection; ///< Owner of the connections.
    };

    /**
     * @param settings settings common to all sessions; they must outlive the attempt
     * @param session number of the session
     * @param step the address; its description must outlive the attempt
     * @param owner who is notified
     */
    Net8ConnectAttempt(const SessionSettings& settings,
                       uint32_t session,
                       const Net8AddressWalk::Step& step,
                       Owner owner);

    Net8ConnectAttempt(const Net8ConnectAttempt&) = delete;
    Net8ConnectAttempt& operator=(const Net8ConnectAttempt&) = delete;

    /**
     * Open a socket, closing the previous one if there is one.
     *
     * @return its connection, which the caller has to dispose of
     */
    Ptr<Net8Connection> Open();

    /**
     * Connect the socket. An immediate failure is reported before this returns.
     *
     * @param ip IP address
     * @param port TCP port
     */
    void Connect(const Address& ip, uint16_t port);

    /**
     * Make the host hang or continue, as far as TCP connects.
     *
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

  private:
    /**
     * Set the send timeout and keepalive of a new connection, as configured by descriptor and
     * settings.
     */
    void LookAfterServer();

    /**
     * Handle the end of the TCP connect.
     *
     * @param error why it failed; nothing: TCP is connected
     */
    void HandleDialled(std::optional<SessionError> error);

    /**
     * Start TLS over the connected TCP.
     */
    void BeginTls();

    const SessionSettings& m_settings;       ///< Settings common to all sessions.
    const uint32_t m_session;                ///< Number of the session.
    const Owner m_owner;                     ///< Who is notified.
    const ConnectDescription& m_description; ///< Description of the address.
    const bool m_tls;                        ///< TLS is used over TCP.
    Net8Dial m_dial;                         ///< TCP connects.
    Ptr<Socket> m_socket;                    ///< Socket to be connected.
    Ptr<Net8Connection> m_connection;        ///< The connection.
};

} // namespace ns3::net8

#endif /* NET8_CONNECT_ATTEMPT_H */
