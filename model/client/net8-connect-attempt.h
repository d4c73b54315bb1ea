// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_ATTEMPT_H
#define NET8_CONNECT_ATTEMPT_H

#include "net8-client-setting.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-connect-packet.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-stoppable-event.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One attempt of a client session at one address, and the connection that comes of it.
 *
 * 1. TCP connects; a timer of its own bounds it, since TCP repeats its SYN for longer than a client
 * waits. A second timer bounds everything up to the ACCEPT.
 * 2. CONNECT goes out, followed by a DATA packet with the connect data if they exceed 230 bytes.
 * RESEND is answered by the same again. REDIRECT leads to a new TCP connection and a CONNECT that
 * says so, with the connect data of the REDIRECT if it has any, four times at most. REFUSE ends
 * the attempt with the number in its text.
 * 3. After the ACCEPT everything that arrives goes to the owner.
 *
 * A client that attacks does something else than point 2, and waits for the server to close.
 */
class Net8ConnectAttempt
{
  public:
    /// REDIRECTs that are followed in one attempt (go-oracledb; node-oracledb follows 2).
    static constexpr uint32_t REDIRECTS_MAX = 4;

    /// Whom to tell, and of what.
    struct Owner
    {
        std::function<void()> connected;                   ///< TCP is up.
        std::function<void(const AcceptPacket&)> accepted; ///< The ACCEPT arrived.
        std::function<void(SessionError)> failed;          ///< The connection is of no more use.
        std::function<void(const StreamReader::Received&)>
            packet; ///< A packet after the ACCEPT that is part of no message.
        std::function<void(const Net8Connection::Message&)> message; ///< A whole message.
        std::function<void()> closed; ///< The peer closed after the ACCEPT.
    };

    /**
     * @param setting what all sessions have in common; it must outlive the attempt
     * @param session number of the session
     * @param owner whom to tell
     */
    Net8ConnectAttempt(const ClientSetting& setting, uint32_t session, Owner owner);
    ~Net8ConnectAttempt();

    Net8ConnectAttempt(const Net8ConnectAttempt&) = delete;
    Net8ConnectAttempt& operator=(const Net8ConnectAttempt&) = delete;

    /**
     * @param step the address and its limits
     */
    void Start(const Net8AddressWalk::Step& step);

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
    Ptr<Net8Connection> GetConnection() const;

    /**
     * @return text of the connect descriptor that is sent
     */
    std::string GetConnectData() const;

    /**
     * @return CONNECTs sent so far: each starts a round trip
     */
    uint32_t GetRoundTrips() const;

    /**
     * @return REDIRECTs followed so far
     */
    uint32_t GetRedirects() const;

    /**
     * @param error what the owner was told
     * @return its Oracle error number
     */
    uint32_t GetErrorNumber(SessionError error) const;

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
    // TCP

    /**
     * @param remote where to connect to
     */
    void Connect(const Address& remote);

    /**
     * @param socket the socket, connected
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * Set the send timeout and keepalive of a new connection, as descriptor and setting say.
     */
    void LookAfterServer();

    /**
     * @param socket the socket, whose SYNs nobody answered
     */
    void HandleConnectFailed(Ptr<Socket> socket);

    /**
     * The peer closed, or sent a RST for a SYN.
     */
    void HandleClosed();

    /**
     * @param error why the connection is of no more use
     */
    void HandleFailed(SessionError error);

    // Negotiation

    /**
     * Send CONNECT and, if they do not fit, the connect data behind it.
     */
    void SendConnect();

    /**
     * @return the CONNECT of the driver
     */
    ConnectPacket MakeConnect() const;

    /**
     * @param received a packet that is part of no message
     */
    void HandlePacket(const StreamReader::Received& received);

    /**
     * @param received an ACCEPT
     */
    void HandleAccept(const StreamReader::Received& received);

    /**
     * @param received a REFUSE
     */
    void HandleRefuse(const StreamReader::Received& received);

    /**
     * @param received a REDIRECT
     */
    void HandleRedirect(const StreamReader::Received& received);

    /**
     * @param received a DATA packet with the text of a REFUSE or REDIRECT
     */
    void HandleText(const StreamReader::Received& received);

    /**
     * @param text text of a REFUSE
     */
    void Refuse(const std::string& text);

    /**
     * @param text text of a REDIRECT
     */
    void Redirect(const std::string& text);

    // Attacks

    /**
     * Do what an attacker does once TCP is up.
     */
    void Attack();

    /**
     * @param sent bytes of the CONNECT that were sent so far
     */
    void Drip(std::size_t sent);

    const ClientSetting& m_setting;        ///< What all sessions have in common.
    uint32_t m_session;                    ///< Number of the session.
    Owner m_owner;                         ///< Whom to tell.
    Net8AddressWalk::Step m_step;          ///< Address and limits.
    Ptr<Net8Connection> m_connection;      ///< The connection.
    bool m_connected{false};               ///< TCP is up.
    bool m_accepted{false};                ///< The ACCEPT arrived.
    PacketType m_textOf{PacketType::DATA}; ///< Packet whose text follows; DATA: none.
    std::string m_redirectData;            ///< Connect data of the last REDIRECT.
    uint32_t m_redirects{0};               ///< REDIRECTs followed.
    uint32_t m_roundTrips{0};              ///< CONNECTs sent.
    uint32_t m_refusal{0};                 ///< Number in the REFUSE; 0: none came.
    SessionCounters m_counters;            ///< Errors of connections left behind.
    uint64_t m_bytesSent{0};               ///< Bytes of connections left behind.
    uint64_t m_bytesReceived{0};           ///< Bytes of connections left behind.
    Net8StoppableEvent m_transportTimeout; ///< Ends the TCP connect.
    Net8StoppableEvent m_connectTimeout;   ///< Ends the attempt.
    Net8StoppableEvent m_drip;             ///< Sends the next byte.
    bool m_hangs{false};                   ///< The host hangs.
    std::function<void()> m_held;          ///< End of the TCP connect that it is to be told of.
};

} // namespace ns3::net8

#endif /* NET8_CONNECT_ATTEMPT_H */
