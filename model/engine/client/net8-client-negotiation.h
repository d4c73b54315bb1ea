// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_NEGOTIATION_H
#define NET8_CLIENT_NEGOTIATION_H

#include "net8-client-progress.h"
#include "net8-client-settings.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-connect-packet.h"
#include "ns3/net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An address to try, and the connect data to send there.
 */
struct ClientTarget
{
    std::string host;      ///< Host as written into a CONNECT.
    uint16_t port{0};      ///< Port.
    std::string address{}; ///< ADDRESS of a LAN, or all hops of SOURCE_ROUTE; empty: the host's.
    ConnectData wanted{};  ///< Connect data of the descriptor.
    std::chrono::nanoseconds transportConnectTimeout{0}; ///< Limit of the TCP connect; 0: none.
    std::chrono::nanoseconds connectTimeout{0};          ///< Limit up to the ACCEPT; 0: none.
};

/**
 * @ingroup net8
 * One attempt of a client at one address, from the SYN to the ACCEPT, independent of sockets.
 *
 * 1. TCP connects; a separate timer limits it, since TCP retransmits its SYN for longer than a
 * client waits. A second timer limits everything up to the ACCEPT.
 * 2. CONNECT is sent, followed by a DATA packet with the connect data if they exceed 230 bytes.
 * RESEND is answered by the same packets again. REDIRECT leads to a new TCP connection and a
 * CONNECT, marked as redirected if the driver does so (RedirectMark), with the connect data of the
 * REDIRECT if it has any, four times at most. REFUSE ends the attempt with the error number in its
 * text.
 *
 * An attacking client replaces step 2 by something else, and waits for the server to close.
 */
class ClientNegotiation
{
  public:
    /// REDIRECTs followed in one attempt (go-oracledb; node-oracledb follows 2).
    static constexpr uint32_t REDIRECTS_MAX = 4;

    /// Outcome of the attempt.
    enum class Outcome : uint8_t
    {
        PENDING,  ///< Not yet known.
        ACCEPTED, ///< The ACCEPT arrived.
        FAILED    ///< It failed; GetError returns why.
    };

    /**
     * Start an attempt.
     *
     * @param settings settings of the client; must outlive this object
     * @param progress progress of the session; must outlive this object
     * @param target the address
     * @param now current simulation time
     */
    ClientNegotiation(const ClientSettings& settings,
                      ClientProgress& progress,
                      ClientTarget target,
                      std::chrono::nanoseconds now);

    /**
     * Start to connect, to the target or to the address of a REDIRECT.
     *
     * @param tns the connection
     * @param now current simulation time
     */
    void Begin(TnsConnection& tns, std::chrono::nanoseconds now);

    /**
     * Handle the established TCP connection.
     *
     * @param now current simulation time
     */
    void HandleConnected(std::chrono::nanoseconds now);

    /**
     * Handle a packet.
     *
     * @param received a packet
     */
    void HandlePacket(const StreamReader::Received& received);

    /**
     * Handle a close by the peer, or its RST to a SYN.
     */
    void HandleClosed();

    /**
     * Handle an expired timer.
     *
     * @param timer the timer
     * @param now current simulation time
     */
    void HandleTimer(ClientTimer timer, std::chrono::nanoseconds now);

    /**
     * Handle a failure of the connection.
     *
     * @param error why the connection became unusable
     */
    void Fail(SessionError error);

    /**
     * @return outcome of the attempt
     */
    Outcome GetOutcome() const;

    /**
     * @return why the attempt failed
     */
    SessionError GetError() const;

    /**
     * @return the Oracle error number of the failure
     */
    uint32_t GetErrorNumber() const;

    /**
     * @return the ACCEPT, once it has arrived
     */
    const AcceptPacket& GetAccept() const;

    /**
     * @return text of the connect descriptor to send
     */
    std::string GetConnectData() const;

    /**
     * @return REDIRECTs followed so far
     */
    uint32_t GetRedirects() const;

  private:
    /**
     * Send CONNECT and, if they do not fit, the connect data after it.
     */
    void SendConnect();

    /**
     * @return the CONNECT sent by the driver
     */
    ConnectPacket MakeConnect() const;

    /**
     * Handle an ACCEPT.
     *
     * @param received the packet
     */
    void HandleAccept(const StreamReader::Received& received);

    /** Take note that the server has accepted, with all of its accept data. */
    void Accept();

    /**
     * Handle a REFUSE.
     *
     * @param received the packet
     */
    void HandleRefuse(const StreamReader::Received& received);

    /**
     * Handle a REDIRECT.
     *
     * @param received the packet
     */
    void HandleRedirect(const StreamReader::Received& received);

    /**
     * Handle the text of a REFUSE or REDIRECT that follows in a DATA packet.
     *
     * @param received the DATA packet
     */
    void HandleText(const StreamReader::Received& received);

    /**
     * Fail the attempt with a REFUSE.
     *
     * @param text its text
     */
    void Refuse(const std::string& text);

    /**
     * Follow a REDIRECT.
     *
     * @param text its text
     */
    void Redirect(const std::string& text);

    /**
     * Stop the timers of the attempt.
     */
    void CancelTimers();

    /**
     * Send the next byte of a CONNECT that is sent byte by byte.
     *
     * @param now current simulation time
     */
    void Drip(std::chrono::nanoseconds now);

    const ClientSettings& m_settings;      ///< Settings of the client.
    ClientProgress& m_progress;            ///< Progress of the session.
    ClientTarget m_target;                 ///< The address.
    TnsConnection* m_tns{nullptr};         ///< The connection.
    bool m_connected{false};               ///< TCP is connected.
    Outcome m_outcome{Outcome::PENDING};   ///< Outcome of the attempt.
    SessionError m_error{};                ///< Reason of the failure.
    AcceptPacket m_accept;                 ///< The ACCEPT.
    PacketType m_textOf{PacketType::DATA}; ///< Packet type whose text follows; DATA: none.
    std::string m_redirectData;            ///< Connect data of the last REDIRECT.
    uint32_t m_redirects{0};               ///< REDIRECTs followed.
    uint32_t m_refusal{0};                 ///< Error number in the REFUSE; 0: none came.
    std::size_t m_dripped{0};              ///< Bytes of the CONNECT sent so far.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_NEGOTIATION_H */
