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
 * A client session independent of sockets and clocks. The caller passes in received data and the
 * time; the engine produces bytes to send, events and one deadline.
 *
 * The caller resolves names, opens sockets and decides which address is tried when. After each call
 * it passes the output of the connection to the socket (TnsConnection), handles the events
 * (NextEvent), and schedules the deadline (GetDeadline). The states are those of
 * GetClientTransitions.
 *
 * A session with failover may lose its connection: after the event Lost the caller tries addresses
 * again, as at the start, until Resumed, or ends the session.
 */
class ClientEngine
{
  public:
    /**
     * Create a session.
     *
     * @param settings settings of the client; must outlive this object
     * @param script provides its requests; must outlive this object
     */
    ClientEngine(const ClientSettings& settings, ClientScript& script);

    ClientEngine(const ClientEngine&) = delete;
    ClientEngine& operator=(const ClientEngine&) = delete;

    // SET-UP

    /**
     * Enter the state in which the alias is resolved.
     */
    void LookUp();

    /**
     * Wait for the next attempt, and report when it is due.
     *
     * @param wait length of the wait
     * @param now current simulation time
     */
    void Wait(std::chrono::nanoseconds wait, std::chrono::nanoseconds now);

    /**
     * Start an attempt: TCP connects to an address.
     *
     * @param target the address
     * @param tns the connection; must exist until the next one or the end
     * @param now current simulation time
     */
    void Try(ClientTarget target, TnsConnection& tns, std::chrono::nanoseconds now);

    /**
     * Follow a REDIRECT: TCP connects to its address.
     *
     * @param tns the connection
     * @param now current simulation time
     */
    void Follow(TnsConnection& tns, std::chrono::nanoseconds now);

    /**
     * Go on with the connection of another session, which is logged on and rests.
     *
     * @param other that session, which ends without notice
     * @param now current simulation time
     */
    void Adopt(const ClientEngine& other, std::chrono::nanoseconds now);

    /**
     * @return whether the session rests on a connection of which no end is known
     */
    bool IsAtHand() const;

    /**
     * End the session, regardless of the server.
     *
     * @param error why; nothing for an orderly end
     * @param code its Oracle error number; 0: none
     */
    void End(std::optional<SessionError> error, uint32_t code);

    /**
     * Stop all timers.
     */
    void StopTimers();

    // WHAT HAPPENS

    /**
     * Handle the established TCP connection.
     *
     * @param now current simulation time
     */
    void HandleConnected(std::chrono::nanoseconds now);

    /**
     * Handle a packet outside of messages.
     *
     * @param received a packet that is not part of a message
     * @param now current simulation time
     */
    void HandlePacket(const StreamReader::Received& received, std::chrono::nanoseconds now);

    /**
     * Handle a message.
     *
     * @param message a message
     * @param done part of it that was already processed while it was being read
     * @param now current simulation time
     */
    void HandleMessage(const TnsStream::Message& message,
                       const ReadPart& done,
                       std::chrono::nanoseconds now);

    /**
     * Handle an orderly close by the peer, or its RST to a SYN.
     */
    void HandleClosed();

    /**
     * Handle a failure of the connection.
     *
     * @param error why the connection became unusable
     */
    void HandleFailed(SessionError error);

    /**
     * Notice at once, not with the next call, that the connection ended between two calls.
     *
     * @param now current simulation time
     */
    void FindLost(std::chrono::nanoseconds now);

    /**
     * Handle an expired deadline.
     *
     * @param now current simulation time, at or after the deadline
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * Continue after the processor has finished the work reported by WorkBegun.
     *
     * @param now current simulation time
     */
    void HandleWorked(std::chrono::nanoseconds now);

    /**
     * Ask the script of a resting session again.
     *
     * @param now current simulation time
     */
    void Wake(std::chrono::nanoseconds now);

    /**
     * Suspend or resume the session, like its process.
     *
     * @param hangs true to suspend, false to resume
     * @param now current simulation time
     */
    void SetHanging(bool hangs, std::chrono::nanoseconds now);

    /**
     * @return rows asked for by the fetch under way or the next one, if there is nothing else, and
     * each further reply like the last one leads to a fetch like it; nothing if there is more to do
     */
    std::optional<uint32_t> GetRowsOfLoop() const
    {
        return m_dialogue ? m_dialogue->GetRowsOfLoop() : std::nullopt;
    }

    /**
     * Go on as if fetches had been made whose replies were like the last one, in a loop.
     *
     * @param count how many
     * @param rows rows of all replies
     * @param by time that they took
     */
    void SkipFetches(uint64_t count, uint64_t rows, std::chrono::nanoseconds by)
    {
        m_dialogue->SkipFetches(count, rows, by);
    }

    // WHAT COMES OUT

    /**
     * @return time at which to call HandleDeadline, or NEVER
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * @return the next event, in order; nothing if there is none
     */
    std::optional<ClientEvent> NextEvent();

    /**
     * @return progress of the session
     */
    const ClientProgress& GetProgress() const;

    /**
     * @return REDIRECTs followed in the current or last attempt
     */
    uint32_t GetRedirects() const;

  private:
    /**
     * Handle the outcome of the attempt.
     *
     * @param now current simulation time
     */
    void CheckAttempt(std::chrono::nanoseconds now);

    const ClientSettings& m_settings;                 ///< Settings of the client.
    ClientScript& m_script;                           ///< Provides the requests.
    ClientProgress m_progress;                        ///< Progress of the session.
    TnsConnection* m_tns{nullptr};                    ///< The connection.
    std::unique_ptr<ClientNegotiation> m_negotiation; ///< The attempt, until it is accepted.
    uint32_t m_redirects{0};                          ///< REDIRECTs that it had followed by then.
    std::unique_ptr<ClientDialogue> m_dialogue;       ///< The calls, once it is accepted.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_ENGINE_H */
