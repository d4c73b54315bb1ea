// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_DIALOGUE_H
#define NET8_SERVER_DIALOGUE_H

#include "net8-call-waits.h"
#include "net8-idle-watch.h"
#include "net8-reply-writer.h"
#include "net8-server-break.h"
#include "net8-server-native.h"
#include "net8-server-pipeline.h"
#include "net8-server-script.h"
#include "net8-server-settings.h"
#include "net8-server-state.h"

#include "ns3/net8-deadlines.h"
#include "ns3/net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The server's side of one session, starting when the listener has handed it over, independent of
 * sockets and clocks. The caller passes in packets of its TnsConnection and the time; the dialogue
 * writes packets to that connection and produces events and one deadline.
 *
 * 1. Once the process exists (FinishHandover), it requests the CONNECT again with RESEND, if its
 * release does so, and answers the second one; otherwise, and at its own port, it answers the first
 * one. A session that is not complete within the inbound connect timeout is closed.
 *
 * Where the client sends TCP urgent data and something on the way makes them ordinary data, the
 * process waits for the check at connect until that timeout (issue 43 of gvenzl/oci-oracle-xe: 60
 * s, then the end of the connection), and sees a break only once the current call is done.
 * 2. Each request is passed to the script. Its work is handed out (Event::WORK); when that is done
 * (FinishWork), packet after packet is written, each after the packet time and the row time of its
 * rows; a packet waits until the previous one has been taken, as a blocking writer does.
 * 3. A call that fails, or that the client cancels by a MARKER, is answered by two markers, break
 * and reset; once the client's reset has arrived, the error follows.
 * 4. Calls of a pipeline are served one after the other, however early they arrive
 * (ServerPipeline); an error among them is a reply without break and reset.
 * 5. A call that asks for notifications is answered by one after the other, without end, until the
 * client closes.
 * 6. Between calls it probes a silent client, by its own packets, and gives up on a client that is
 * silent for too long.
 * 7. It closes when the client's end-of-file packet or FIN arrives.
 *
 * ServerStates defines what may happen in which state. Anything else, and anything that is not a
 * valid packet or message, is counted and closes the connection.
 */
class ServerDialogue
{
  public:
    /// Time points of a clock with an arbitrary epoch.
    using Nanoseconds = std::chrono::nanoseconds;

    /// A task for whoever runs the dialogue.
    struct Event
    {
        /// Kind of task.
        enum class Kind : uint8_t
        {
            WORK,    ///< Do this work, then call FinishWork.
            CANCEL,  ///< Stop the current work.
            IDLE,    ///< The reply has been sent: the session now waits for its client.
            RELEASE, ///< The client needs no server for now.
            END      ///< The session is over.
        };

        Kind kind{Kind::WORK}; ///< Kind of task.
        ServerEffort effort{}; ///< The work.
    };

    /**
     * Create the dialogue of one session.
     *
     * @param connection the connection; must outlive this object
     * @param settings settings common to all sessions; must outlive this object
     * @param script provides its answers; must outlive this object
     */
    ServerDialogue(TnsConnection& connection, const ServerSettings& settings, ServerScript& script);

    /// Is told the states of a dialogue.
    class Watcher
    {
      public:
        virtual ~Watcher() = default;

        /**
         * @param before the state so far
         * @param after the state from now on
         */
        virtual void HandleState(ServerState before, ServerState after) = 0;
    };

    /**
     * @param watcher is told each change of state; null: nobody is
     */
    void SetWatcher(Watcher* watcher)
    {
        m_watcher = watcher;
    }

    /// How a client reaches the process.
    enum class Handover : uint8_t
    {
        HANDED_OVER, ///< Over the connection that the listener accepted.
        OWN_PORT     ///< By a connection to a port of the process, after a REDIRECT.
    };

    /**
     * Start a session that was handed over and whose process is being created or found; or whose
     * CONNECT came to a port of the process.
     *
     * @param connect the client's CONNECT
     * @param now current simulation time
     * @param handover how the client reached it
     */
    void Start(const ConnectPacket& connect,
               Nanoseconds now,
               Handover handover = Handover::HANDED_OVER);

    /**
     * Continue once the process exists.
     *
     * @param now current simulation time
     */
    void FinishHandover(Nanoseconds now);

    /**
     * Handle received data.
     *
     * @param arrival what arrived on the connection
     * @param now current simulation time
     */
    void HandleArrival(const TnsStream::Arrival& arrival, Nanoseconds now);

    /**
     * Handle a packet outside of messages.
     *
     * @param received a packet that is not part of a message
     * @param now current simulation time
     */
    void HandlePacket(const StreamReader::Received& received, Nanoseconds now);

    /**
     * Handle TCP urgent data: the out-of-band check of the client, or a break.
     *
     * @param now current simulation time
     */
    void HandleUrgent(Nanoseconds now);

    /**
     * Handle a complete message.
     *
     * @param message a whole message
     * @param now current simulation time
     */
    void HandleMessage(const TnsStream::Message& message, Nanoseconds now);

    /**
     * Handle that the last byte of a DATA packet of a message was taken.
     *
     * @param now current simulation time
     */
    void HandleTaken(Nanoseconds now);

    /**
     * Handle an orderly close by the client.
     *
     * @param now current simulation time
     */
    void HandleClosed(Nanoseconds now);

    /**
     * Handle a failure of the connection, which has been counted already.
     *
     * @param error why
     * @param now current simulation time
     */
    void HandleFailed(SessionError error, Nanoseconds now);

    /**
     * Handle an expired deadline.
     *
     * @param now current simulation time
     */
    void HandleDeadline(Nanoseconds now);

    /**
     * Continue after the work that was handed out is done.
     *
     * @param now current simulation time
     */
    void FinishWork(Nanoseconds now);

    /**
     * Handle that the work that was handed out will not be done.
     *
     * @param text text of the error, "ORA-24459: ..."
     * @param now current simulation time
     */
    void RefuseWork(const std::string& text, Nanoseconds now);

    /**
     * Handle that the server was taken away from the session: the connection is closed.
     *
     * @param now current simulation time
     */
    void LoseServer(Nanoseconds now);

    /**
     * Suspend the session with its process: no deadline expires. Only Resume may be called then.
     *
     * @param now current simulation time
     */
    void Stop(Nanoseconds now);

    /**
     * Resume the session: each deadline has the same time left as before.
     *
     * @param now current simulation time
     */
    void Resume(Nanoseconds now);

    /**
     * @return the next task; nothing if there is none
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
     * @return time at which to call HandleDeadline, or NEVER
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
     * @return whether it answers call after call, and does nothing else
     */
    bool OnlyServes() const
    {
        return (m_state == ServerState::READY || m_state == ServerState::SERVING) &&
               m_authenticated && !m_fails && !m_cancelLate && !m_pipeline && !m_subscription &&
               !m_native && m_events.empty() && m_deadlines.GetNext() == NEVER;
    }

    /**
     * @return whether a call has come whose reply is not written yet
     */
    bool IsAnswering() const
    {
        return m_state == ServerState::SERVING || m_writer;
    }

    /**
     * Go on as if the last calls had been served again.
     *
     * @param calls number of these calls
     * @param before wait statistics before them
     * @param count how often they are served again
     * @param by time that this took
     */
    void SkipCalls(uint64_t calls, const CallWaits::Sums& before, uint64_t count, Nanoseconds by)
    {
        m_sequence = static_cast<uint8_t>(m_sequence + count * calls);
        m_waits.Skip(before, count, by);
    }

    /**
     * @return number of Oracle Net probes sent
     */
    uint32_t GetProbes() const
    {
        return m_watch.GetProbes();
    }

    /**
     * @return wait statistics
     */
    const CallWaits& GetWaits() const
    {
        return m_waits;
    }

  private:
    /// The check whether TCP urgent data of the client arrive.
    enum class Check : uint8_t
    {
        OVER, ///< There is none, or it is done.
        DUE,  ///< Both ends asked for it.
        LOST  ///< Its marker came, but no urgent data: the process waits for these alone.
    };

    /// Timers of the session.
    enum class Timer : uint8_t
    {
        PACKET,  ///< The next packet of the reply.
        RESET,   ///< The reset after a break.
        LOGON,   ///< Limit of the logon.
        PROBE,   ///< Next check whether a probe is due.
        SILENCE, ///< Next check whether the client was silent too long.
        COUNT    ///< Number of timers.
    };

    /**
     * Handle the repeated CONNECT.
     *
     * @param received the CONNECT
     * @param now current simulation time
     */
    void HandleConnect(const StreamReader::Received& received, Nanoseconds now);

    /**
     * Handle a MARKER.
     *
     * @param received the packet
     * @param now current simulation time
     */
    void HandleMarker(const StreamReader::Received& received, Nanoseconds now);

    /**
     * Give up the current call, as the client cancels it.
     *
     * @param now current simulation time
     */
    void Cancel(Nanoseconds now);

    /**
     * Handle an expired timer.
     *
     * @param timer the timer
     * @param now current simulation time
     */
    void HandleTimer(Timer timer, Nanoseconds now);

    /**
     * Answer the CONNECT.
     *
     * @param trigger what caused it
     * @param now current simulation time
     */
    void SendAccept(ServerTrigger trigger, Nanoseconds now);

    /**
     * Do what a call asks for.
     *
     * @param message the call
     * @param now current simulation time
     */
    void Serve(const TnsStream::Message& message, Nanoseconds now);

    /**
     * Prepare the next part of the reply to a call that asks for notifications.
     *
     * @param message the call, which is kept for further parts
     * @param answer receives time and length of the notification
     * @return false if there is never one
     */
    bool PrepareNotification(const TnsStream::Message& message, ServerAnswer& answer);

    /**
     * Get the answer to a request.
     *
     * @param message a request
     * @return the answer
     */
    ServerAnswer Answer(const TnsStream::Message& message);

    /**
     * Get the stage of a request.
     *
     * @param function function of the request
     * @return its stage
     */
    ServerStage GetStage(TtcFunction function) const;

    /**
     * Serve the next waiting call of a pipeline, if the previous one is done.
     *
     * @param now current simulation time
     */
    void ServeWaiting(Nanoseconds now);

    /**
     * Write the error of the current call.
     *
     * @param trigger the trigger for the state machine
     * @param now current simulation time
     */
    void WriteError(ServerTrigger trigger, Nanoseconds now);

    /**
     * Cut the reply into packets and start its work.
     *
     * @param answer the reply
     */
    void StartReply(const ServerAnswer& answer);

    /**
     * Write the reply: all at once if packets and rows take no time, else packet after packet.
     *
     * @param now current simulation time
     */
    void WriteReply(Nanoseconds now);

    /**
     * Write the next packet of the reply.
     *
     * @param now current simulation time
     */
    void SendNextPacket(Nanoseconds now);

    /**
     * Abort the current reply and send break and reset.
     *
     * @param trigger why
     * @param now current simulation time
     */
    void SendBreak(ServerTrigger trigger, Nanoseconds now);

    /**
     * Send the reset after a break.
     *
     * @param now current simulation time
     */
    void SendReset(Nanoseconds now);

    /**
     * Send the error of the failed call, if both resets have been exchanged.
     *
     * @param now current simulation time
     */
    void SendErrorWhenReset(Nanoseconds now);

    /**
     * Get the idle time of the client.
     *
     * @param now current simulation time
     * @return how long the client has been silent; 0 during a call
     */
    Nanoseconds GetIdleTime(Nanoseconds now) const
    {
        const bool idle = m_state == ServerState::READY && !m_writer;
        return idle ? m_waits.GetIdle(now) : Nanoseconds::zero();
    }

    /**
     * Change the state.
     *
     * @param trigger what happens; must be allowed in the state
     */
    void Switch(ServerTrigger trigger);

    /**
     * Count an error and close the connection.
     *
     * @param error what went wrong
     */
    void Fail(SessionError error);

    /**
     * End the session.
     *
     * @param trigger why
     */
    void End(ServerTrigger trigger = ServerTrigger::END);

    TnsConnection& m_connection;                ///< The connection.
    const ServerSettings& m_settings;           ///< Settings common to all sessions.
    ServerScript& m_script;                     ///< Provides the answers.
    Watcher* m_watcher{nullptr};                ///< Is told each change of state.
    std::unique_ptr<ConnectPacket> m_connect;   ///< The client's CONNECT, until it is answered.
    std::list<Event> m_events;                  ///< Tasks for the caller; a list, as it takes
                                                ///< no memory while empty.
    std::unique_ptr<ReplyWriter> m_writer;      ///< Current reply, until all of it has been
                                                ///< taken.
    std::unique_ptr<ServerNative> m_native;     ///< Encryption and checksums, during their
                                                ///< negotiation.
    std::unique_ptr<ServerPipeline> m_pipeline; ///< Calls that do not wait for replies.
    std::unique_ptr<TnsStream::Message> m_subscription; ///< Call that is answered by notifications;
                                                        ///< null: none came.
    CallWaits m_waits;                                  ///< Wait statistics.
    ServerEffort m_effort;                              ///< Effort of the current call.
    ServerState m_state{ServerState::HANDING_OVER};     ///< Current state.
    Handover m_handover{Handover::HANDED_OVER};         ///< How its client reached it.
    bool m_authenticated{false};                        ///< The last authentication was requested.
    uint8_t m_sequence{0};                      ///< Sequence number of the current or last call.
    bool m_fails{false};                        ///< The current call fails.
    Check m_check{Check::OVER};                 ///< Check of urgent data.
    bool m_cancelLate{false};                   ///< Its client cancels, which is read after it.
    TtcMessage m_errorStart{TtcMessage::ERROR}; ///< First byte of the reply with its error.
    ServerBreak m_break;                        ///< Current break and reset.
    IdleWatch m_watch;                          ///< Monitors a silent client.
    std::unique_ptr<std::string> m_error;       ///< Error of the failing call.
    Nanoseconds m_stopped{0};                   ///< When the process was suspended.
    Deadlines<Timer, static_cast<std::size_t>(Timer::COUNT)> m_deadlines; ///< Its timers.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_DIALOGUE_H */
