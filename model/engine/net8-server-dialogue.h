// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_DIALOGUE_H
#define NET8_SERVER_DIALOGUE_H

#include "net8-call-waits.h"
#include "net8-deadlines.h"
#include "net8-idle-watch.h"
#include "net8-reply-writer.h"
#include "net8-server-break.h"
#include "net8-server-native.h"
#include "net8-server-pipeline.h"
#include "net8-server-script.h"
#include "net8-server-settings.h"
#include "net8-server-state.h"
#include "net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The server's side of one session, from the moment on that the listener has handed it over. It
 * knows neither socket nor clock: packets of its TnsConnection and the time go in; packets written
 * to that connection, events and one next deadline come out.
 *
 * 1. Once the process is there (FinishHandover) it asks for the CONNECT once more with RESEND, if
 * its release does so, and answers the second one; else, and at a port of its own, it answers the
 * first one. What is not complete within the inbound connect timeout is closed.
 * 2. Each request is put to the script. Its work is given out (Event::WORK); when that is done
 * (FinishWork), packet after packet is written, each after the packet time and the row time of its
 * rows; a packet waits until the one before was taken, as a writer that blocks does.
 * 3. A call that fails, or that the client cancels by a MARKER, is answered by two markers, break
 * and reset; once the client's reset is there, the error follows.
 * 4. Calls of a pipeline are served one after the other, however early they come (ServerPipeline);
 * an error among them is a reply without break and reset.
 * 5. Between calls it probes a client that says nothing, by packets of its own, and gives up one
 * that says nothing for too long.
 * 6. It closes when the client's end-of-file packet or FIN arrives.
 *
 * What may happen in which state stands in ServerStates. What has no place there, and what is no
 * packet or message, is counted and closes the connection.
 */
class ServerDialogue
{
  public:
    /// Times of a clock that any epoch may have.
    using Nanoseconds = std::chrono::nanoseconds;

    /// What is wanted of whoever runs the dialogue.
    struct Event
    {
        /// What is wanted.
        enum class Kind : uint8_t
        {
            WORK,    ///< Do this work, then call FinishWork.
            CANCEL,  ///< Stop the work under way.
            IDLE,    ///< The reply has left: from now on the session waits for its client.
            RELEASE, ///< The client needs no server for now.
            END      ///< The session is over.
        };

        Kind kind{Kind::WORK}; ///< What is wanted.
        ServerEffort effort{}; ///< The work.
    };

    /**
     * @param connection the connection, which outlives this
     * @param settings what all sessions have in common, which outlives this
     * @param script what it answers, which outlives this
     */
    ServerDialogue(TnsConnection& connection, const ServerSettings& settings, ServerScript& script);

    /**
     * @param changed called with the old and the new state
     */
    void OnState(std::function<void(ServerState, ServerState)> changed);

    /// How a client comes to the process.
    enum class Way : uint8_t
    {
        HANDED_OVER, ///< With the connection that the listener accepted.
        OWN_PORT     ///< By a connection to a port of the process, where a REDIRECT led it.
    };

    /**
     * The session is handed over, and its process being created or found; or its CONNECT came to a
     * port of the process.
     *
     * @param connect the client's CONNECT
     * @param now the time
     * @param way how it came
     */
    void Start(const ConnectPacket& connect, Nanoseconds now, Way way = Way::HANDED_OVER);

    /**
     * The process is there.
     *
     * @param now the time
     */
    void FinishHandover(Nanoseconds now);

    /**
     * @param arrival what arrived on the connection
     * @param now the time
     */
    void HandleArrival(const TnsStream::Arrival& arrival, Nanoseconds now);

    /**
     * @param received a packet that is part of no message
     * @param now the time
     */
    void HandlePacket(const StreamReader::Received& received, Nanoseconds now);

    /**
     * @param message a whole message
     * @param now the time
     */
    void HandleMessage(const TnsStream::Message& message, Nanoseconds now);

    /**
     * The last byte of a DATA packet of a message was taken.
     *
     * @param now the time
     */
    void HandleTaken(Nanoseconds now);

    /**
     * The client has closed in good order.
     *
     * @param now the time
     */
    void HandleClosed(Nanoseconds now);

    /**
     * The connection is of no more use; the error was counted.
     *
     * @param error why
     * @param now the time
     */
    void HandleFailed(SessionError error, Nanoseconds now);

    /**
     * The deadline has come.
     *
     * @param now the time
     */
    void HandleDeadline(Nanoseconds now);

    /**
     * The work that was given out is done.
     *
     * @param now the time
     */
    void FinishWork(Nanoseconds now);

    /**
     * The work that was given out will not be done.
     *
     * @param text text of the error, "ORA-24459: ..."
     * @param now the time
     */
    void RefuseWork(const std::string& text, Nanoseconds now);

    /**
     * The server was taken away from the session: the connection is closed.
     *
     * @param now the time
     */
    void LoseServer(Nanoseconds now);

    /**
     * The process stands still: no deadline comes. Nobody calls anything but Resume.
     *
     * @param now the time
     */
    void Stop(Nanoseconds now);

    /**
     * The process goes on: each deadline is as far away as it was.
     *
     * @param now the time
     */
    void Resume(Nanoseconds now);

    /**
     * @return what is wanted next; nothing: no more
     */
    std::optional<Event> NextEvent()
    {
        if (m_events.empty())
        {
            return std::nullopt;
        }
        const auto event = m_events.front();
        m_events.pop_front();
        return event;
    }

    /**
     * @return when HandleDeadline is to be called; NEVER: not at all
     */
    Nanoseconds GetDeadline() const
    {
        return m_deadlines.GetNext();
    }

    /**
     * @return the state of the session
     */
    ServerState GetState() const
    {
        return m_state;
    }

    /**
     * @return probes of Oracle Net that were sent
     */
    uint32_t GetProbes() const
    {
        return m_watch.GetProbes();
    }

    /**
     * @return what it waited for
     */
    const CallWaits& GetWaits() const
    {
        return m_waits;
    }

  private:
    /// What it waits for.
    enum class Timer : uint8_t
    {
        PACKET,  ///< The next packet of the reply.
        RESET,   ///< The reset behind a break.
        LOGON,   ///< The logon is to be complete.
        PROBE,   ///< Next look whether a probe is due.
        SILENCE, ///< Next look whether the client is idle for too long.
        COUNT    ///< How many they are.
    };

    /**
     * @param received the CONNECT, once more
     * @param now the time
     */
    void HandleConnect(const StreamReader::Received& received, Nanoseconds now);

    /**
     * @param received a MARKER
     * @param now the time
     */
    void HandleMarker(const StreamReader::Received& received, Nanoseconds now);

    /**
     * @param timer what has expired
     * @param now the time
     */
    void HandleTimer(Timer timer, Nanoseconds now);

    /**
     * Answer the CONNECT.
     *
     * @param trigger what brought it
     * @param now the time
     */
    void SendAccept(ServerTrigger trigger, Nanoseconds now);

    /**
     * @param message a request
     * @return what becomes of it
     */
    ServerAnswer Answer(const TnsStream::Message& message);

    /**
     * @param function function of a request
     * @return what it is for
     */
    ServerStage GetStage(TtcFunction function) const;

    /**
     * Serve the next call of a pipeline that waits, if the one before is over.
     *
     * @param now the time
     */
    void ServeWaiting(Nanoseconds now);

    /**
     * Write the error of the call under way.
     *
     * @param trigger what this is for the state of the session
     * @param now the time
     */
    void WriteError(ServerTrigger trigger, Nanoseconds now);

    /**
     * Cut the reply and do its work.
     *
     * @param answer the reply
     */
    void StartReply(const ServerAnswer& answer);

    /**
     * Write the reply: all at once if packets and rows take no time, else packet after packet.
     *
     * @param now the time
     */
    void WriteReply(Nanoseconds now);

    /**
     * Write the next packet of the reply.
     *
     * @param now the time
     */
    void SendNextPacket(Nanoseconds now);

    /**
     * Stop the reply under way and send break and reset.
     *
     * @param trigger why
     * @param now the time
     */
    void SendBreak(ServerTrigger trigger, Nanoseconds now);

    /**
     * Send the reset behind a break.
     *
     * @param now the time
     */
    void SendReset(Nanoseconds now);

    /**
     * Send the error of the call that failed, if both resets have passed.
     *
     * @param now the time
     */
    void SendErrorWhenReset(Nanoseconds now);

    /**
     * @param now the time
     * @return how long the client says nothing; 0 while a call is under way
     */
    Nanoseconds GetIdleTime(Nanoseconds now) const
    {
        const bool idle = m_state == ServerState::READY && !m_writer;
        return idle ? m_waits.GetIdle(now) : Nanoseconds::zero();
    }

    /**
     * @param trigger what happens; it has a place in the state
     */
    void Switch(ServerTrigger trigger);

    /**
     * Count an error and close.
     *
     * @param error what went wrong
     */
    void Fail(SessionError error);

    /**
     * The session is over.
     *
     * @param trigger why
     */
    void End(ServerTrigger trigger = ServerTrigger::END);

    TnsConnection& m_connection;                          ///< The connection.
    const ServerSettings& m_settings;                     ///< What all sessions have.
    ServerScript& m_script;                               ///< What it answers.
    std::function<void(ServerState, ServerState)> m_told; ///< Told of each change of state.
    std::unique_ptr<ConnectPacket> m_connect;       ///< The client's CONNECT, until it is answered.
    std::list<Event> m_events;                      ///< What is wanted; idle, it holds no memory.
    std::unique_ptr<ReplyWriter> m_writer;          ///< Reply under way, until all of it is taken.
    std::unique_ptr<ServerNative> m_native;         ///< Encryption and checksums, while agreed on.
    std::unique_ptr<ServerPipeline> m_pipeline;     ///< Calls that do not wait for replies.
    CallWaits m_waits;                              ///< Waits so far.
    ServerEffort m_effort;                          ///< What the call under way takes.
    ServerState m_state{ServerState::HANDING_OVER}; ///< Where the session stands.
    Way m_way{Way::HANDED_OVER};                    ///< How its client came.
    bool m_authenticated{false};                    ///< The last authentication was asked for.
    uint8_t m_sequence{0}; ///< Sequence number of the call under way, or the last.
    bool m_fails{false};   ///< The call under way fails.
    TtcMessage m_errorStart{TtcMessage::ERROR}; ///< What the reply with its error starts with.
    ServerBreak m_break;                        ///< Break and reset under way.
    std::unique_ptr<std::string> m_error;       ///< Error with which it does.
    IdleWatch m_watch;                          ///< Looks after a client that says nothing.
    Nanoseconds m_stopped{0};                   ///< Since when the process stands still.
    Deadlines<Timer, static_cast<std::size_t>(Timer::COUNT)> m_deadlines; ///< What it waits for.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_DIALOGUE_H */
