// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_SESSION_H
#define NET8_SERVER_SESSION_H

#include "net8-result-set.h"
#include "net8-server-record.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-call-executor.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-database-script.h"
#include "ns3/net8-server-dialogue.h"

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One session at the server, from the moment on that the listener has handed it over: a
 * ServerDialogue over a connection of ns-3. Its packets go to the socket, its one deadline is an
 * alarm, its work is done by an executor: that of the handler.
 *
 * A session whose process hangs does nothing: it reads and writes nothing, the end of its work is
 * not noticed, and none of its time limits comes nearer. TCP goes on.
 */
class Net8ServerSession : public Object, private Net8ConnectionOwner
{
  public:
    /**
     * What a session is told when it is made: the same for all sessions of an instance.
     */
    struct Settings
    {
        ServerSettings dialogue;       ///< What the dialogue needs to know.
        PackRule pack{PackRule::BYTE}; ///< Where replies are cut.
        ServerStatements statements;   ///< The statements; the first one is clients' only one.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerSession();
    ~Net8ServerSession() override;

    /**
     * @param connection the connection, handed over by the listener
     * @param connect the client's CONNECT
     * @param settings what the instance gives all its sessions, which outlives this one
     * @param executor what does its work
     * @param ended called once, when the session is over
     */
    void Start(Ptr<Net8Connection> connection,
               const ConnectPacket& connect,
               const Settings& settings,
               std::unique_ptr<Net8CallExecutor> executor,
               std::function<void()> ended);

    /**
     * Let the logon fail, because a limit of the instance is reached. To be called before Start.
     *
     * @param text text of the error, "ORA-00018: ..."
     */
    void Reject(const std::string& text);

    /**
     * @param way how its client comes: at a port of its own the process is there already, and its
     * executor has started. To be called before Start.
     */
    void SetWay(ServerDialogue::Way way);

    /**
     * Stand still, as a process that hangs does, or go on where it stood.
     *
     * @param hangs whether it hangs
     */
    void SetHanging(bool hangs);

    /**
     * The process is gone: the session ends at once, without a word to the client but TCP's.
     */
    void Abort();

    /**
     * @return the state of the session
     */
    ServerState GetState() const;

    /**
     * @return what went wrong
     */
    const SessionCounters& GetCounters() const;

    /**
     * @return probes of Oracle Net that were sent
     */
    uint32_t GetProbes() const;

    /**
     * @return the waits so far; number and address are left to the instance
     */
    ServerRecord GetRecord() const;

  protected:
    void DoDispose() override;

  private:
    // What the connection tells.
    void HandlePacket(const StreamReader::Received& received) override;
    void HandleMessage(const TnsStream::Message& message) override;
    void HandleTaken() override;
    void HandleFailed(SessionError error) override;
    void HandleClosed() override;

    /**
     * @return whom the executor tells
     */
    Net8CallExecutor::Events MakeEvents();

    /**
     * The process is there.
     */
    void FinishHandover();

    /**
     * Tell the dialogue something, then do what it wants.
     *
     * @tparam STEP a function without arguments
     * @param step tells it
     */
    template <typename STEP>
    void Tell(const STEP& step);

    /**
     * The same of what the process itself notices: while it hangs, that waits.
     *
     * @param step tells the dialogue something
     */
    void Notice(std::function<void()> step);

    /**
     * Hand the socket what was written, do what the dialogue wants, set the alarm.
     */
    void Drive();

    /**
     * @param event what the dialogue wants
     */
    void HandleEvent(const ServerDialogue::Event& event);

    const Settings* m_settings{nullptr};          ///< What the instance gave.
    std::unique_ptr<Net8CallExecutor> m_executor; ///< Does the work.
    std::function<void()> m_ended;                ///< Whom to tell of the end.
    Ptr<Net8Connection> m_connection;             ///< The connection.
    std::unique_ptr<std::string> m_rejection;     ///< Error with which the logon fails.
    std::optional<DatabaseScript> m_script;       ///< What is answered.
    std::optional<ServerDialogue> m_dialogue;     ///< The dialogue.
    Net8Alarm m_alarm;                            ///< Its next deadline.
    ServerDialogue::Way m_way{ServerDialogue::Way::HANDED_OVER}; ///< How its client comes.
    bool m_driving{false};                                       ///< Drive is at work.
    bool m_hangs{false};                                         ///< The process hangs.
    std::list<std::function<void()>> m_held;                     ///< What it does not notice yet.
    TracedCallback<const std::string&, const std::string&> m_stateTrace; ///< State transitions.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_SESSION_H */
