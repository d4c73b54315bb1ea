// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_SESSION_H
#define NET8_SERVER_SESSION_H

#include "net8-result-set.h"
#include "net8-server-record.h"

#include "ns3/event-id.h"
#include "ns3/net8-call-executor.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-release.h"

#include <functional>
#include <list>
#include <memory>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One session at the server, from the moment on that the listener has handed it over.
 *
 * 1. The executor creates or finds the process. The session then asks for the CONNECT once more
 * with RESEND, if its release does so, and answers the second one; else it answers the first one.
 * 2. It answers the logon round trips with replies of its release's sizes; what is not complete
 * within the inbound connect timeout is closed.
 * 3. It answers execute and fetch calls: the executor does the work of the call, then packet after
 * packet is written, each after the packet time and the row time of its rows; a packet waits until
 * the socket took the one before, as a writer that blocks does.
 * 4. A call that fails, or that the client cancels by a MARKER, is answered by two markers, break
 * and reset; once the client's reset is there, the error follows.
 * 5. Between calls it probes a client that says nothing, by packets of its own or by TCP's
 * keepalive, and gives up one that says nothing for too long.
 * 6. It answers the logoff and closes when the client's end-of-file packet or FIN arrives.
 */
class Net8ServerSession : public Object
{
  public:
    /**
     * State of the session, as the server sees it.
     */
    enum class State : uint8_t
    {
        HANDING_OVER, ///< The process is being created or found.
        WAIT_REPEAT,  ///< RESEND is out, the CONNECT comes again.
        WAIT_DATA,    ///< The CONNECT is there again, its connect data follow.
        READY,        ///< Waiting for a call.
        SERVING,      ///< A call is under way.
        RESETTING,    ///< Break and reset are out, the client's reset comes.
        CLOSED        ///< Nothing more happens.
    };

    /**
     * What a session is told when it is made: the same for all sessions of an instance.
     */
    struct Setting
    {
        ReleaseProfile release;                 ///< Oracle release.
        ServerLimits limits;                    ///< SDU, TDU and version.
        TduRule tduRule{TduRule::IGNORE};       ///< Whether the TDU cuts packets.
        bool resend{false};                     ///< Ask for the CONNECT once more.
        PackRule pack{PackRule::BYTE};          ///< Where replies are cut.
        uint32_t sduReserve{0};                 ///< Bytes left free in each packet.
        Ptr<Net8ResultSet> resultSet;           ///< Rows of the statement.
        Time inboundConnectTimeout;             ///< Until the logon is complete; 0: none.
        Time expireTime;                        ///< Without a call until a probe; 0: none.
        bool nsProbes{false};                   ///< Probes are packets of Oracle Net.
        Time sendTimeout;                       ///< Without a byte taken; 0: none.
        Time recvTimeout;                       ///< Without a call; 0: none.
        Ptr<RandomVariableStream> logonCpuTime; ///< CPU of the authentication, s.
        Ptr<RandomVariableStream> callCpuTime;  ///< CPU of a call, s.
        Ptr<RandomVariableStream> callTime;     ///< Time a call waits before its first row, s.
        Ptr<RandomVariableStream> rowTime;      ///< Time a row takes, s.
        Ptr<RandomVariableStream> packetTime;   ///< Time a TNS packet takes, s.
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
     * @param setting what the instance gives all its sessions, which outlives this one
     * @param executor what does its work
     * @param ended called once, when the session is over
     */
    void Start(Ptr<Net8Connection> connection,
               const ConnectPacket& connect,
               const Setting& setting,
               std::unique_ptr<Net8CallExecutor> executor,
               std::function<void()> ended);

    /**
     * Let the logon fail, because a limit of the instance is reached.
     *
     * @param text text of the error, "ORA-00018: ..."
     */
    void Reject(const std::string& text);

    /**
     * @param text text of an error, "ORA-00942: ..."
     * @return its number, 0 without
     */
    static uint32_t GetErrorNumber(const std::string& text);

    /**
     * Stand still, as a process that hangs does, or go on: what arrives waits. A reply that is
     * under way is finished.
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
    State GetState() const;

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
    /**
     * The client has closed.
     */
    void HandleClosed();

    // SESSION SET-UP

    /**
     * @param received a packet that is part of no message
     */
    void HandlePacket(const StreamReader::Received& received);

    /**
     * @param received the CONNECT, once more
     */
    void HandleConnect(const StreamReader::Received& received);

    /**
     * The process exists.
     */
    void FinishHandover();

    /**
     * Answer the CONNECT.
     */
    void SendAccept();

    /**
     * The server was taken away from the session: the connection is closed.
     */
    void HandleLost();

    /**
     * The logon took too long.
     */
    void HandleTimeout();

    /**
     * @param error why the connection is of no more use
     */
    void HandleFailed(SessionError error);

    // SILENT CLIENTS

    /**
     * Begin to look after the client.
     */
    void WatchClient();

    /**
     * @return time since the last call was answered; 0 while a call is under way
     */
    Time GetIdleTime() const;

    /**
     * Send a probe if the client was idle for long enough.
     */
    void Probe();

    /**
     * Give up where the client was idle for too long.
     */
    void CheckIdle();

    // CALLS

    /**
     * @param message a call
     */
    void HandleMessage(const Net8Connection::Message& message);

    /**
     * @return what the CONNECT tells of the client
     */
    LogonPeer GetPeer() const;

    /**
     * @param request a call that opens, parses, closes or commits, or the logoff
     * @return whether it was one and is answered
     */
    bool ReplyShort(const TtcPrefix& request);

    /**
     * @param request an execute
     */
    void StartStatement(const TtcPrefix& request);

    /**
     * @param request execute or fetch
     * @param execute whether it is an execute
     */
    void ReplyRows(const TtcPrefix& request, bool execute);

    /**
     * @param request read of a LOB
     */
    void ReplyLob(const TtcPrefix& request);

    /**
     * A call fails: its time passes, then the client is told.
     *
     * @param request the call
     * @param text text of the error
     */
    void FailCall(const TtcPrefix& request, const std::string& text);

    /**
     * @param received a MARKER
     */
    void HandleMarker(const StreamReader::Received& received);

    /**
     * Stop the reply under way and send break and reset.
     */
    void SendBreak();

    /**
     * Send the reset behind a break.
     */
    void SendReset();

    /**
     * @param data BREAK or RESET
     */
    void SendMarker(uint8_t data);

    /**
     * Send the error of the call that failed.
     */
    void SendError();

    /**
     * @param request a message of the logon
     */
    void ReplyLogon(const TtcPrefix& request);

    /**
     * @param type message type of the reply
     * @param request the call that is answered
     * @param bytes TTC bytes of the reply
     */
    void Reply(TtcMessage type, const TtcPrefix& request, uint32_t bytes);

    /**
     * Cut the reply that is in m_reply into packets.
     *
     * @param layout where its rows are, if packets end with a row
     */
    void CutReply(const RowLayout& layout = {});

    /**
     * Do the work of the reply that is in m_reply, then write it.
     */
    void StartReply();

    /**
     * Write the reply: all at once if packets and rows take no time, else packet after packet.
     */
    void WriteReply();

    /**
     * @param request a call
     * @return what its reply takes
     */
    Net8CallExecutor::Work MakeWork(const TtcPrefix& request) const;

    /**
     * Wait for the time that the next packet takes.
     */
    void PrepareNextPacket();

    /**
     * Write the next packet of the reply.
     */
    void SendNextPacket();

    /**
     * The socket took a packet: the wait for that is over.
     */
    void HandleTaken();

    /**
     * A call is there: the wait for it is over.
     *
     * @param message the call
     * @param ofStatement whether it is of the statement
     */
    void EndIdle(const Net8Connection::Message& message, bool ofStatement);

    /**
     * @param event what was waited for
     * @param time how long
     * @param count number of waits
     */
    void AddWait(WaitEvent event, Time time, uint64_t count = 1);

    /**
     * The socket took all that was written.
     */
    void HandleDrained();

    /**
     * @param state the new state
     */
    void SwitchToState(State state);

    /**
     * The session is over.
     */
    void End();

    State m_state{State::HANDING_OVER};           ///< Where the session stands.
    const Setting* m_setting{nullptr};            ///< What the instance gave.
    std::unique_ptr<Net8CallExecutor> m_executor; ///< Does the work.
    std::function<void()> m_ended;                ///< Whom to tell of the end.
    Ptr<Net8Connection> m_connection;             ///< The connection.
    ConnectPacket m_connect;                      ///< The client's CONNECT.
    bool m_hangs{false};                          ///< What arrives waits.
    std::list<std::function<void()>> m_held;      ///< It.
    bool m_authenticating{false};            ///< A native request for authentication was answered.
    bool m_cursorOpen{false};                ///< A statement was executed.
    bool m_lookAhead{false};                 ///< Tell the end of data with the last row.
    uint64_t m_position{0};                  ///< Rows of the statement already sent.
    BitVectors m_vectors{BitVectors::FIRST}; ///< What the next rows have in front of them.
    Net8CallExecutor::Work m_work;           ///< What the reply under way takes.
    bool m_authenticated{false};             ///< The last authentication was asked for.
    TtcPrefix m_reply;                       ///< Reply under way.
    Packing m_packing{0, 0};                 ///< Its packets.
    uint64_t m_nextPacket{0};                ///< Its next packet, 0-based.
    bool m_waitingForRoom{false};            ///< The next packet waits for the socket.
    uint64_t m_executes{0};                  ///< Executes of this session.
    uint8_t m_sequence{0};      ///< Sequence number of the call under way, or the last.
    bool m_resetSent{false};    ///< The reset behind the break was sent.
    bool m_resetSeen{false};    ///< The client's reset has arrived.
    std::string m_rejection;    ///< Error with which the logon fails; empty: it does not.
    std::string m_error;        ///< Error of the call that failed.
    bool m_rowsInReply{false};  ///< The reply brings rows that take time.
    EventId m_event;            ///< The next packet.
    EventId m_timeout;          ///< Inbound connect timeout.
    EventId m_probe;            ///< Next look whether a probe is due.
    EventId m_silence;          ///< Next look whether the client is idle for too long.
    uint32_t m_probes{0};       ///< Probes of Oracle Net that were sent.
    ServerRecord m_record;      ///< Waits so far.
    bool m_inStatement{false};  ///< The call under way, or the last one, is of the statement.
    bool m_replyOpen{false};    ///< Packets of a reply are still to be taken by the socket.
    uint64_t m_takenPackets{0}; ///< Packets of the reply that it took.
    Time m_waitStart;           ///< When the wait under way began.
    TracedCallback<const std::string&, const std::string&> m_stateTrace; ///< State transitions.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_SESSION_H */
