// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_ATTEMPT_H
#define NET8_CONNECT_ATTEMPT_H

#include "net8-dial.h"
#include "net8-session-settings.h"

#include "ns3/net8-connection.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The sockets of one attempt of a client session at one address: that of the connection, and those
 * of the addresses that REDIRECTs lead to. The dialogue on them is conducted by a ClientEngine.
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
    ~Net8ConnectAttempt();

    Net8ConnectAttempt(const Net8ConnectAttempt&) = delete;
    Net8ConnectAttempt& operator=(const Net8ConnectAttempt&) = delete;

    /**
     * Open a socket, closing the previous one if there is one.
     */
    void Open();

    /**
     * Connect the socket. An immediate failure is reported before this returns.
     *
     * @param ip IP address
     * @param port TCP port
     */
    void Connect(const Address& ip, uint16_t port);

    /**
     * Release what only the TCP connect needs, as the connection was accepted.
     */
    void Settle();

    /**
     * Give the connection, which was accepted, to another session.
     *
     * @param owner who is notified from now on
     */
    void SetOwner(Net8ConnectionOwner& owner);

    /**
     * Close without notifying the owner.
     */
    void Close();

    /**
     * Make the host hang or continue.
     *
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return the connection
     */
    Net8Connection& GetConnection() const;

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

    /// What only the set-up needs.
    struct SetUp
    {
        const SessionSettings& settings;       ///< Settings common to all sessions.
        uint32_t session;                      ///< Number of the session.
        Owner owner;                           ///< Who is notified.
        const ConnectDescription& description; ///< Description of the address.
        bool tls;                              ///< TLS is used over TCP.
        Net8Dial dial;                         ///< TCP connects.
        Ptr<Socket> socket{};                  ///< Socket to be connected.
    };

    std::unique_ptr<SetUp> m_setUp;   ///< The set-up; null once the connection was accepted.
    Ptr<Net8Connection> m_connection; ///< The connection.
};

} // namespace ns3::net8

#endif /* NET8_CONNECT_ATTEMPT_H */
