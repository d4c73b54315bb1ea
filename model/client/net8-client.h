// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_H
#define NET8_CLIENT_H

#include "net8-call-record.h"
#include "net8-session-record.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-driver.h"
#include "ns3/net8-ttc-logon.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session: it connects, logs on, runs queries and logs off.
 *
 * 1. TCP connects to Remote; ConnectTimeout bounds everything up to the end of the logon.
 * 2. CONNECT goes out, followed by a DATA packet with the connect data if they exceed 230 bytes;
 * RESEND is answered by the same again; ACCEPT brings SDU, TDU and version.
 * 3. The round trips of the driver's logon follow, each a request and a reply (LogonStep).
 * 4. Each query is an execute, with an open cursor and a parse call before it up to release 9.2,
 * which may bring the first rows, and fetches until the end of data, in the driver's habit.
 * CallTime passes before each further call, RowTime for each row of the reply before it, ThinkTime
 * between two queries. CallDone fires for every round trip.
 * 5. A call that fails is told by MARKER packets; the client answers with a reset, and the error
 * ends the query, not the session. After CallTimeout the client itself sends a break first. An
 * error in the logon ends the session.
 * 6. A logoff call, an end-of-file packet and FIN end the session; SessionDone fires, as it does
 * after a failure.
 */
class Net8Client : public Application
{
  public:
    /**
     * State of the session, as the client sees it.
     */
    enum class State : uint8_t
    {
        IDLE,        ///< Not started.
        CONNECTING,  ///< SYN is out.
        NEGOTIATING, ///< CONNECT is out.
        LOGGING_ON,  ///< A round trip of the logon is under way.
        CALLING,     ///< An execute or a fetch is under way.
        BREAKING,    ///< A call failed or is cancelled; its error comes.
        THINKING,    ///< The client works on rows or thinks.
        LOGGING_OFF, ///< The logoff is under way.
        CLOSED,      ///< Ended in good order.
        FAILED       ///< Ended by an error.
    };

    /**
     * How many rows the calls of a query ask for: the values of FetchHabit, behind the driver's
     * own.
     */
    enum class FetchChoice : uint8_t
    {
        DEFAULT,      ///< As the driver does.
        ARRAY,        ///< FetchHabit::ARRAY.
        SHORT_SECOND, ///< FetchHabit::SHORT_SECOND.
        GROWING,      ///< FetchHabit::GROWING.
        ROUNDED       ///< FetchHabit::ROUNDED.
    };

    /**
     * Whether the end of the data comes with the last row.
     */
    enum class LookAheadChoice : uint8_t
    {
        DEFAULT, ///< As the driver does.
        NO,      ///< A full last array is followed by an empty one.
        YES      ///< It is not.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Client();
    ~Net8Client() override;

    int64_t AssignStreams(int64_t stream) override;

    /**
     * @param session number of the session in records and traces
     */
    void SetSession(uint32_t session);

    /**
     * @param execute TTC bytes of the execute request; 0: the driver's with a statement of 21
     * characters
     * @param parse TTC bytes of the parse request, which releases up to 9.2 send before it
     */
    void SetRequestLength(uint32_t execute, uint32_t parse);

    /**
     * @param lobs bytes of the value of each LOB column
     * @param columns number of columns
     * @param locator bytes of a LOB locator
     */
    void SetLobs(const std::vector<uint32_t>& lobs, uint32_t columns, uint32_t locator);

    /**
     * @return the driver with the attributes applied, or nothing if its name or release is unknown
     */
    std::optional<DriverProfile> FindDriver() const;

    /**
     * @return the state of the session
     */
    State GetState() const;

    /**
     * @return what the session has come to so far
     */
    SessionRecord GetRecord() const;

    /**
     * @return what went wrong
     */
    SessionCounters GetCounters() const;

    /**
     * @param state a state
     * @return its name
     */
    static const char* GetStateName(State state);

    /**
     * TracedCallback signature for a round trip.
     *
     * @param [in] record the call
     */
    typedef void (*CallTracedCallback)(const CallRecord& record);

    /**
     * TracedCallback signature for the end of a session.
     *
     * @param [in] record the session
     */
    typedef void (*SessionTracedCallback)(const SessionRecord& record);

  protected:
    void DoDispose() override;

  private:
    /**
     * A call that is to come.
     */
    struct Step
    {
        CallKind kind;    ///< What it is for.
        TtcPrefix prefix; ///< Its message.
    };

    void StartApplication() override;
    void StopApplication() override;

    // CONNECTION

    /**
     * @param socket the socket, connected
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * @param socket the socket, which could not connect
     */
    void HandleConnectFailed(Ptr<Socket> socket);

    /**
     * Send CONNECT and, if they do not fit, the connect data behind it.
     */
    void SendConnect();

    /**
     * @return text of the connect descriptor that is sent
     */
    std::string GetConnectData() const;

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
     * The peer closed in good order.
     */
    void HandleClosed();

    /**
     * @param error why the connection is of no more use
     */
    void HandleFailed(SessionError error);

    // CALLS

    /**
     * Start the next round trip of the logon, or the first query.
     */
    void LogOn();

    /**
     * @param message type of a message
     * @return header flags of its packets
     */
    uint8_t GetHeaderFlags(TtcMessage message) const;

    /**
     * Execute the statement.
     */
    void Execute();

    /**
     * Close the cursor of the statement before, if there is one, in the next step.
     */
    void CloseCursor();

    /**
     * Start the next of the calls in m_steps.
     */
    void StartStep();

    /**
     * Fetch the next array.
     */
    void Fetch();

    /**
     * Say good-bye.
     */
    void LogOff();

    /**
     * @param kind what the call is for
     * @param prefix its message
     */
    void StartCall(CallKind kind, TtcPrefix prefix);

    /**
     * @param message the reply
     */
    void HandleMessage(const Net8Connection::Message& message);

    /**
     * @param prefix first bytes of a reply to an execute or a fetch
     */
    void HandleRows(const TtcPrefix& prefix);

    /**
     * @return TTC bytes of the call that defines the columns
     */
    uint32_t GetDefineLength() const;

    /**
     * Read what is next of the LOBs of the rows that came, or go on if all are read.
     */
    void ReadLobs();

    /**
     * The rows that came are dealt with: fetch the next ones, or finish the query.
     */
    void FinishRows();

    /**
     * The query under way is over.
     *
     * @param pause time that the client works on its last rows
     */
    void FinishQuery(Time pause);

    /**
     * Send a break: the call takes too long.
     */
    void CancelCall();

    /**
     * @param received a MARKER
     */
    void HandleMarker(const StreamReader::Received& received);

    /**
     * A database link put a break into its socket buffer, or has the answer to it.
     *
     * @param time how long that took
     */
    void AddDblinkWait(Time time);

    /**
     * @param message error of the call under way
     */
    void HandleError(const Net8Connection::Message& message);

    /**
     * @param type DATA_BYTE or ATTENTION
     * @param data BREAK, RESET or INTERRUPT
     */
    void SendMarker(uint8_t type, uint8_t data);

    /**
     * @return rows to ask for in the next fetch
     */
    uint32_t GetNextFetchRows() const;

    /**
     * The session is over: stop timers, tell the traces.
     *
     * @param error why, or nothing if it ended in good order
     */
    void End(std::optional<SessionError> error);

    /**
     * @param state the new state
     */
    void SwitchToState(State state);

    // ATTRIBUTES
    TypeId m_protocol;                       ///< Socket factory.
    Address m_remote;                        ///< Address of the listener.
    std::string m_driverName;                ///< Driver.
    std::string m_release;                   ///< Release of the driver; empty: its default.
    uint32_t m_sdu{0};                       ///< SDU, bytes; 0: the driver's.
    uint32_t m_tdu{0};                       ///< TDU, bytes; 0: the driver's.
    TduChoice m_tduRule{TduChoice::DEFAULT}; ///< Whether the TDU counts.
    uint32_t m_arraySize{0};                 ///< Rows a fetch; 0: the driver's.
    int64_t m_prefetchRows{-1};              ///< Rows with the execute; -1: the driver's.
    std::string m_serviceName;               ///< Service asked for.
    Platform m_platform{Platform::LINUX};    ///< Operating system.
    std::string m_userName;                  ///< Database user, or empty.
    std::string m_program;                   ///< Program, or empty.
    std::string m_machine;                   ///< Host name, or empty.
    std::string m_terminal;                  ///< Terminal, or empty.
    std::string m_osUser;                    ///< User of the operating system, or empty.
    std::string m_processId;                 ///< Process, or empty.
    uint32_t m_commits{0};                   ///< Commits before the logoff.
    std::string m_connectData;               ///< Connect data; empty: made from the service.
    bool m_disableOobAuto{false};            ///< Does not ask for the out-of-band check.
    AuthenticationService m_authentication{
        AuthenticationService::NONE};      ///< Who authenticates the user.
    uint32_t m_queries{0};                 ///< Number of queries.
    Ptr<RandomVariableStream> m_thinkTime; ///< Between two queries, s.
    Ptr<RandomVariableStream> m_callTime;  ///< Before each further call of a query, s.
    Ptr<RandomVariableStream> m_rowTime;   ///< For each row received, s.
    Time m_connectTimeout;                 ///< Until the logon is complete; 0: none.
    Time m_callTimeout;                    ///< Until a call is cancelled; 0: never.
    bool m_readLobs{true};                 ///< LOBs are read.
    uint32_t m_lobAmount{0};               ///< Bytes of a LOB asked for in one call; 0: all.
    bool m_wrongPassword{false};           ///< The server will not accept the password.

    DriverProfile m_driver;                                ///< Driver, with the attributes applied.
    uint32_t m_requestLength{0};                           ///< TTC bytes of an execute request.
    FetchChoice m_habit{FetchChoice::DEFAULT};             ///< Rows a call.
    LookAheadChoice m_lookAhead{LookAheadChoice::DEFAULT}; ///< End of data with the last row.
    uint32_t m_grownArraySize{0};                          ///< Rows a fetch once they grew.
    uint32_t m_prefetchMemory{0}; ///< Room for prefetched rows, bytes; 0: any.

    State m_state{State::IDLE};         ///< Where the session stands.
    Ptr<Net8Connection> m_connection;   ///< The connection.
    std::vector<LogonStep> m_logon;     ///< Round trips of the logon.
    std::size_t m_logonStep{0};         ///< Next of them.
    TtcLogonSizes m_sizes;              ///< Sizes of the requests of the logon.
    std::vector<Step> m_steps;          ///< Calls that follow one another without work between.
    std::size_t m_step{0};              ///< Next of them.
    bool m_cursorOpen{false};           ///< A statement was executed and its cursor not closed.
    uint32_t m_parseLength{0};          ///< TTC bytes of a parse request.
    uint32_t m_query{0};                ///< 0-based number of the query.
    uint32_t m_fetches{0};              ///< Fetches of this query, the execute not counted.
    uint32_t m_executeRows{0};          ///< Rows that came with its execute.
    CallRecord m_call;                  ///< Call under way.
    std::vector<uint32_t> m_lobs;       ///< Bytes of the value of each LOB column.
    uint32_t m_columns{0};              ///< Number of columns.
    uint32_t m_lobLocator{0};           ///< Bytes of a LOB locator.
    uint64_t m_lobsLeft{0};             ///< LOBs of the rows that came which are not read yet.
    uint32_t m_lobOffset{0};            ///< Bytes that were read of the next of them.
    uint32_t m_rowsCame{0};             ///< Rows of the last reply.
    bool m_lastRows{false};             ///< It held the end of data.
    bool m_defined{false};              ///< The columns of the query are defined.
    bool m_breakSeen{false};            ///< The server's break of this call has arrived.
    Time m_breakStart{NanoSeconds(-1)}; ///< When this end sent a break; negative: it did not.
    EventId m_cancel;                   ///< Cancels the call under way.
    uint32_t m_calls{0};                ///< Calls started.
    SessionRecord m_record;             ///< What the session has come to.
    EventId m_timeout;                  ///< Connect timeout.
    EventId m_next;                     ///< Next call.

    // TRACE SOURCES
    TracedCallback<const std::string&, const std::string&> m_stateTrace; ///< State transitions.
    TracedCallback<const CallRecord&> m_callTrace;                       ///< A round trip is done.
    TracedCallback<const SessionRecord&> m_sessionTrace;                 ///< The session is over.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_H */
