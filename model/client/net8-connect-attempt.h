// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_ATTEMPT_H
#define NET8_CONNECT_ATTEMPT_H

#include "net8-session-settings.h"

#include "ns3/net8-connection.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The sockets of one attempt of a client session at one address: that of the connection, and where
 * REDIRECTs lead those behind it. What is said on them is the business of a ClientEngine.
 */
class Net8ConnectAttempt
{
  public:
    /// Whom to tell, and of what.
    struct Owner
    {
        std::function<void()> connected; ///< TCP is up.
        Net8ConnectionOwner* connection; ///< Whom the connections tell.
    };

    /**
     * @param settings what all sessions have in common; it must outlive the attempt
     * @param session number of the session
     * @param step the address; its description must outlive the attempt
     * @param owner whom to tell
     */
    Net8ConnectAttempt(const SessionSettings& settings,
                       uint32_t session,
                       const Net8AddressWalk::Step& step,
                       Owner owner);
    ~Net8ConnectAttempt();

    Net8ConnectAttempt(const Net8ConnectAttempt&) = delete;
    Net8ConnectAttempt& operator=(const Net8ConnectAttempt&) = delete;

    /**
     * Open a socket, and close the one before if there is one.
     */
    void Open();

    /**
     * Connect the socket. What fails at once is told before this returns.
     *
     * @param ip IP address
     * @param port port
     */
    void Connect(const Address& ip, uint16_t port);

    /**
     * The connection was accepted: what only a TCP connect needs is given back.
     */
    void Settle();

    /**
     * Close without telling the owner.
     */
    void Close();

    /**
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return the connection
     */
    Net8Connection& GetConnection() const;

    /**
     * @return what went wrong in all its connections
     */
    SessionCounters GetCounters() const;

    /**
     * @return bytes given to TCP in all its connections
     */
    uint64_t GetBytesSent() const;

    /**
     * @return bytes taken from TCP in all its connections
     */
    uint64_t GetBytesReceived() const;

  private:
    /**
     * Set the send timeout and keepalive of a new connection, as descriptor and settings say.
     */
    void LookAfterServer();

    /**
     * @param socket the socket, connected
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * Put TLS over TCP, which is up.
     */
    void BeginTls();

    /**
     * @param socket the socket, whose SYNs nobody answered
     */
    void HandleConnectFailed(Ptr<Socket> socket);

    const SessionSettings& m_settings;       ///< What all sessions have in common.
    const ConnectDescription& m_description; ///< Description of the address.
    uint32_t m_session;                      ///< Number of the session.
    bool m_tls;                              ///< TLS lies over TCP.
    bool m_hangs{false};                     ///< The host hangs.
    std::optional<bool>
        m_held;           ///< End of the TCP connect that it is to be told of: whether it is up.
    Owner m_owner;        ///< Whom to tell.
    Ptr<Socket> m_socket; ///< The socket that is to be connected.
    Ptr<Net8Connection> m_connection; ///< The connection.
    SessionCounters m_counters;       ///< Errors of connections left behind.
    uint64_t m_bytesSent{0};          ///< Bytes of connections left behind.
    uint64_t m_bytesReceived{0};      ///< Bytes of connections left behind.
};

} // namespace ns3::net8

#endif /* NET8_CONNECT_ATTEMPT_H */
