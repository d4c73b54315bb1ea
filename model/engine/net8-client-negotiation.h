// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_NEGOTIATION_H
#define NET8_CLIENT_NEGOTIATION_H

#include "net8-client-progress.h"
#include "net8-client-settings.h"
#include "net8-tns-connection.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-connect-packet.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An address that is tried, and what is wanted there.
 */
struct ClientTarget
{
    std::string host;                                    ///< Host as a CONNECT writes it.
    uint16_t port{0};                                    ///< Port.
    std::string address{};                               ///< ADDRESS of a LAN; empty: TCP's.
    ConnectData wanted{};                                ///< Connect data of the descriptor.
    std::chrono::nanoseconds transportConnectTimeout{0}; ///< Of the TCP connect; 0: none.
    std::chrono::nanoseconds connectTimeout{0};          ///< Up to the ACCEPT; 0: none.
};

/**
 * @ingroup net8
 * One attempt of a client at one address, from the SYN to the ACCEPT, without its sockets.
 *
 * 1. TCP connects; a timer of its own bounds it, since TCP repeats its SYN for longer than a client
 * waits. A second timer bounds everything up to the ACCEPT.
 * 2. CONNECT goes out, followed by a DATA packet with the connect data if they exceed 230 bytes.
 * RESEND is answered by the same again. REDIRECT leads to a new TCP connection and a CONNECT that
 * says so, with the connect data of the REDIRECT if it has any, four times at most. REFUSE ends
 * the attempt with the number in its text.
 *
 * A client that attacks does something else than point 2, and waits for the server to close.
 */
class ClientNegotiation
{
  public:
    /// REDIRECTs that are followed in one attempt (go-oracledb; node-oracledb follows 2).
    static constexpr uint32_t REDIRECTS_MAX = 4;

    /// What has become of the attempt.
    enum class Outcome : uint8_t
    {
        PENDING,  ///< Nothing yet.
        ACCEPTED, ///< The ACCEPT arrived.
        FAILED    ///< It failed; GetError says why.
    };

    /**
     * @param settings how the client talks; it must outlive the attempt
     * @param progress what the session has come to; likewise
     * @param target the address
     * @param now the time
     */
    ClientNegotiation(const ClientSettings& settings,
                      ClientProgress& progress,
                      ClientTarget target,
                      std::chrono::nanoseconds now);

    /**
     * TCP connects, to the target or to where a REDIRECT leads.
     *
     * @param tns the connection
     * @param now the time
     */
    void Begin(TnsConnection& tns, std::chrono::nanoseconds now);

    /**
     * TCP is up.
     *
     * @param now the time
     */
    void HandleConnected(std::chrono::nanoseconds now);

    /**
     * @param received a packet
     */
    void HandlePacket(const StreamReader::Received& received);

    /**
     * The peer closed, or sent a RST for a SYN.
     */
    void HandleClosed();

    /**
     * @param timer a timer of the attempt that expired
     * @param now the time
     */
    void HandleTimer(ClientTimer timer, std::chrono::nanoseconds now);

    /**
     * @param error why the connection is of no more use
     */
    void Fail(SessionError error);

    /**
     * @return what has become of the attempt
     */
    Outcome GetOutcome() const;

    /**
     * @return why it failed
     */
    SessionError GetError() const;

    /**
     * @return the Oracle error number of that
     */
    uint32_t GetErrorNumber() const;

    /**
     * @return the ACCEPT, once it is there
     */
    const AcceptPacket& GetAccept() const;

    /**
     * @return text of the connect descriptor that is sent
     */
    std::string GetConnectData() const;

    /**
     * @return REDIRECTs followed so far
     */
    uint32_t GetRedirects() const;

  private:
    /**
     * Send CONNECT and, if they do not fit, the connect data behind it.
     */
    void SendConnect();

    /**
     * @return the CONNECT of the driver
     */
    ConnectPacket MakeConnect() const;

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

    /**
     * No timer of the attempt is to expire.
     */
    void CancelTimers();

    /**
     * Send the next byte of a CONNECT that drips.
     *
     * @param now the time
     */
    void Drip(std::chrono::nanoseconds now);

    const ClientSettings& m_settings;      ///< How the client talks.
    ClientProgress& m_progress;            ///< What the session has come to.
    ClientTarget m_target;                 ///< The address.
    TnsConnection* m_tns{nullptr};         ///< The connection.
    bool m_connected{false};               ///< TCP is up.
    Outcome m_outcome{Outcome::PENDING};   ///< What has become of the attempt.
    SessionError m_error{};                ///< Why it failed.
    AcceptPacket m_accept;                 ///< The ACCEPT.
    PacketType m_textOf{PacketType::DATA}; ///< Packet whose text follows; DATA: none.
    std::string m_redirectData;            ///< Connect data of the last REDIRECT.
    uint32_t m_redirects{0};               ///< REDIRECTs followed.
    uint32_t m_refusal{0};                 ///< Number in the REFUSE; 0: none came.
    std::size_t m_dripped{0};              ///< Bytes of the CONNECT that were sent.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_NEGOTIATION_H */
