// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_SESSION_H
#define NET8_SERVER_SESSION_H

#include "net8-log-writer.h"
#include "net8-result-set.h"
#include "net8-server-record.h"

#include "ns3/event-impl.h"
#include "ns3/net8-alarm.h"
#include "ns3/net8-call-executor.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-database-script.h"
#include "ns3/net8-server-dialogue.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One session at the server, from its hand-over by the listener: a ServerDialogue over an ns-3
 * connection. Its packets go to the socket, its single deadline is an alarm, and its work is done
 * by the executor of its handler.
 *
 * While the process of a session hangs, it reads and writes nothing, the end of its work is not
 * noticed, and its time limits do not advance. TCP continues.
 */
class Net8ServerSession : public Object,
                          private Net8ConnectionOwner,
                          private ServerDialogue::Watcher
{
  public:
    /**
     * Settings of a session, common to all sessions of an instance.
     */
    struct Settings
    {
        ServerSettings dialogue;       ///< Settings of the dialogue.
        PackRule pack{PackRule::BYTE}; ///< Where replies are cut.
        Ptr<Net8LogWriter> log;        ///< What commits wait for; null: nothing.
        ServerStatements
            statements; ///< The statements; a client with a single statement asks the first.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerSession();
    ~Net8ServerSession() override;

    /**
     * Start the session.
     *
     * @param connection the connection, handed over by the listener
     * @param connect the client's CONNECT
     * @param settings settings common to all sessions of the instance; they must outlive this
     * object
     * @param executor does its work
     * @param ended called once, when the session is over
     */
    void Start(Ptr<Net8Connection> connection,
               const ConnectPacket& connect,
               const Settings& settings,
               std::unique_ptr<Net8CallExecutor> executor,
               std::function<void()> ended);

    /**
     * Make the logon fail because a limit of the instance is reached. Must be called before Start.
     *
     * @param text text of the error, "ORA-00018: ..."
     */
    void Reject(const std::string& text);

    /**
     * Set how the client reaches the process. Must be called before Start.
     *
     * @param handover how it reached the process; at a port of its own the process exists already,
     * and its executor has started
     */
    void SetHandover(ServerDialogue::Handover handover);

    /**
     * Make the process hang, or let it continue where it stopped.
     *
     * @param hangs whether it hangs
     */
    void SetHanging(bool hangs);

    /**
     * End the session at once, as its process is gone; the client is notified only by TCP.
     */
    void Abort();

    /**
     * @return the state of the session
     */
    ServerState GetState() const;

    /**
     * @return whether it answers call after call, and does nothing else
     */
    bool OnlyServes() const
    {
        return m_dialogue && m_dialogue->OnlyServes() && !m_held && m_commit == 0;
    }

    /**
     * @return the event in which the wait of a call under way ends; null: it does not wait
     */
    const EventImpl* GetWait() const
    {
        return m_executor->GetWait();
    }

    /**
     * @return whether a call has come whose reply is not written yet
     */
    bool IsAnswering() const
    {
        return m_dialogue->IsAnswering();
    }

    /**
     * @return the connection; null: there is none
     */
    Net8Connection* GetConnection() const
    {
        return PeekPointer(m_connection);
    }

    /**
     * @return the open statement, of a session that waits for a call
     */
    const ServerCursor& GetCursor()
    {
        return m_script->GetCursor();
    }

    /**
     * @return statistics of its waits so far
     */
    CallWaits::Sums GetWaitSums() const
    {
        return m_dialogue->GetWaits().GetSums();
    }

    /**
     * Go on as if the fetches since some moment, the only calls since then, had been served again.
     *
     * @param request the fetch, always the same
     * @param calls number of fetches since that moment
     * @param before statistics of waits at that moment
     * @param count how often they are served again
     * @param by time that this took
     */
    void SkipFetches(const TtcPrefix& request,
                     uint64_t calls,
                     const CallWaits::Sums& before,
                     uint64_t count,
                     Time by);

    /**
     * @return counts of its errors
     */
    const SessionCounters& GetCounters() const;

    /**
     * @return Oracle Net probes sent
     */
    uint32_t GetProbes() const;

    /**
     * @return the waits so far; number and address are filled in by the instance
     */
    ServerRecord GetRecord() const;

    /**
     * TracedCallback signature for a change of state.
     *
     * @param [in] before name of the old state
     * @param [in] after name of the new state
     */
    typedef void (*StateTracedCallback)(const std::string& before, const std::string& after);

  protected:
    void DoDispose() override;

  private:
    // Notifications of the connection.
    void HandlePacket(const StreamReader::Received& received) override;
    void HandleUrgent() override;
    void HandleMessage(const TnsStream::Message& message) override;
    void HandleTaken() override;
    void HandleFailed(SessionError error) override;
    void HandleClosed() override;

    /// Source of state transitions.
    using StateTrace = TracedCallback<const std::string&, const std::string&>;

    /**
     * @return the trace source of state transitions, made by the first call
     */
    StateTrace& GetStateTrace();

    /**
     * @return callbacks for the executor
     */
    Net8CallExecutor::Events MakeEvents();

    /**
     * Handle the end of the hand-over: the process can answer.
     */
    void FinishHandover();

    /**
     * Notify the dialogue, then do what it wants.
     *
     * @tparam STEP a function without arguments
     * @param step notifies the dialogue
     */
    template <typename STEP>
    void Tell(const STEP& step);

    /**
     * As above, for what the process itself notices: during a hang this is held back.
     *
     * @param step notifies the dialogue
     */
    void Notice(std::function<void()> step);

    /**
     * Send what was written, do what the dialogue wants, and set the alarm.
     */
    void Drive();

    /// Drop the steps that are held back, as the session is over.
    void DropHeld();

    // The states of the dialogue
    void HandleState(ServerState before, ServerState after) override;

    /**
     * @param event what the dialogue wants
     */
    void HandleEvent(const ServerDialogue::Event& event);

    /**
     * Begin the work of a call, and of a commit the write of its redo after it.
     *
     * @param effort the work
     */
    void Work(const ServerEffort& effort);

    /**
     * Wait no longer for the write of a commit, if there is one.
     */
    void CancelCommit();

    const Settings* m_settings{nullptr};          ///< Settings of the instance.
    std::unique_ptr<Net8CallExecutor> m_executor; ///< Does the work.
    std::function<void()> m_ended;                ///< Called at the end.
    Ptr<Net8Connection> m_connection;             ///< The connection.
    std::unique_ptr<std::string> m_rejection;     ///< Error with which the logon fails.
    std::optional<DatabaseScript> m_script;       ///< The application: what is answered.
    std::optional<ServerDialogue> m_dialogue;     ///< The dialogue.
    Net8Alarm m_alarm;                            ///< Its next deadline.
    ServerDialogue::Handover m_handover{
        ServerDialogue::Handover::HANDED_OVER}; ///< How its client reached the process.
    bool m_driving{false};                      ///< Drive is running.
    Net8LogWriter::Ticket m_commit{0};          ///< The commit that is being written; 0: none.
    std::unique_ptr<std::list<std::function<void()>>>
        m_held;                               ///< Steps held back during a hang; null: none is.
    std::unique_ptr<StateTrace> m_stateTrace; ///< State transitions; null: nobody wants them.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_SESSION_H */
