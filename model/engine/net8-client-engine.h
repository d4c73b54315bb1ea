// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_ENGINE_H
#define NET8_CLIENT_ENGINE_H

#include "net8-client-dialogue.h"
#include "net8-client-negotiation.h"
#include "net8-client-progress.h"
#include "net8-read-part.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A client session that knows neither socket nor clock: what arrives and the time go in; bytes to
 * be sent, events and one deadline come out.
 *
 * Its user looks names up, opens sockets, and decides which address is tried when. After each call
 * it gives the socket what the connection holds (TnsConnection), takes the events (NextEvent), and
 * sets its clock to the deadline (GetDeadline). The states are those of GetClientTransitions.
 */
class ClientEngine
{
  public:
    /**
     * @param settings how the client talks; it must outlive the engine
     * @param script what it asks; likewise
     */
    ClientEngine(const ClientSettings& settings, ClientScript& script);

    ClientEngine(const ClientEngine&) = delete;
    ClientEngine& operator=(const ClientEngine&) = delete;

    // SET-UP

    /**
     * The alias is looked up.
     */
    void LookUp();

    /**
     * Wait for the next attempt, and tell when that is due.
     *
     * @param wait for how long
     * @param now the time
     */
    void Wait(std::chrono::nanoseconds wait, std::chrono::nanoseconds now);

    /**
     * An address is tried: TCP connects.
     *
     * @param target the address
     * @param tns the connection; it must stay until the next one or the end
     * @param now the time
     */
    void Try(ClientTarget target, TnsConnection& tns, std::chrono::nanoseconds now);

    /**
     * TCP connects where a REDIRECT leads.
     *
     * @param tns the connection
     * @param now the time
     */
    void Follow(TnsConnection& tns, std::chrono::nanoseconds now);

    /**
     * The session is over, whatever the server says.
     *
     * @param error why
     * @param code its Oracle error number, or 0
     */
    void End(std::optional<SessionError> error, uint32_t code);

    /**
     * No timer is to expire any more.
     */
    void StopTimers();

    // WHAT HAPPENS

    /**
     * TCP is up.
     *
     * @param now the time
     */
    void HandleConnected(std::chrono::nanoseconds now);

    /**
     * @param received a packet that is part of no message
     * @param now the time
     */
    void HandlePacket(const StreamReader::Received& received, std::chrono::nanoseconds now);

    /**
     * @param message a message
     * @param done what of it was worked on while it was read
     * @param now the time
     */
    void HandleMessage(const TnsStream::Message& message,
                       const ReadPart& done,
                       std::chrono::nanoseconds now);

    /**
     * The peer closed in good order, or sent a RST for a SYN.
     */
    void HandleClosed();

    /**
     * @param error why the connection is of no more use
     */
    void HandleFailed(SessionError error);

    /**
     * @param now the time, which is that of the deadline or behind it
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * The processor has done the work that WorkBegun told of.
     *
     * @param now the time
     */
    void HandleWorked(std::chrono::nanoseconds now);

    /**
     * A session that rests is to ask its script again.
     *
     * @param now the time
     */
    void Wake(std::chrono::nanoseconds now);

    /**
     * Stand still or go on, as the process does.
     *
     * @param hangs whether the process hangs
     * @param now the time
     */
    void SetHanging(bool hangs, std::chrono::nanoseconds now);

    // WHAT COMES OUT

    /**
     * @return when HandleDeadline is to be called; NEVER: not at all
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * @return what there is to tell, in its order; nothing once all is told
     */
    std::optional<ClientEvent> NextEvent();

    /**
     * @return what the session has come to
     */
    const ClientProgress& GetProgress() const;

    /**
     * @return REDIRECTs followed in the attempt under way, or the last
     */
    uint32_t GetRedirects() const;

  private:
    /**
     * Deal with what has become of the attempt.
     *
     * @param now the time
     */
    void CheckAttempt(std::chrono::nanoseconds now);

    const ClientSettings& m_settings;                 ///< How the client talks.
    ClientScript& m_script;                           ///< What it asks.
    ClientProgress m_progress;                        ///< What the session has come to.
    TnsConnection* m_tns{nullptr};                    ///< The connection.
    std::unique_ptr<ClientNegotiation> m_negotiation; ///< The attempt, until it was accepted.
    uint32_t m_redirects{0};                          ///< REDIRECTs that it had followed by then.
    std::unique_ptr<ClientDialogue> m_dialogue;       ///< The calls, once it was accepted.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_ENGINE_H */
