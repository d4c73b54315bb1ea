// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_STATEMENT_H
#define NET8_CLIENT_STATEMENT_H

#include "net8-call-kind.h"
#include "net8-client-script.h"
#include "net8-client-settings.h"
#include "net8-lob-reads.h"
#include "net8-lob-writes.h"

#include "ns3/net8-ttc-pipeline.h"
#include "ns3/net8-ttc-prefix.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a driver asks for, call by call, while a session runs its statements: the messages of the
 * calls, in the driver's habit. It sends nothing and knows no time; the session does.
 *
 * Each execution is Execute, then as long as IsDone is false Continue, and after each reply
 * TakeRows and GetLob until that has nothing more to read or to write; of a short call there is no
 * more than Execute. A call that failed is told by Fail.
 */
class ClientStatement
{
  public:
    /// What became of a statement of a pipeline.
    enum class PipedEnd : uint8_t
    {
        DONE,   ///< It is executed.
        FAILED, ///< It failed.
        UNREAD, ///< Its reply was thrown away: it came behind an error that ends the pipeline.
    };

    /// A call that is to come.
    struct Step
    {
        CallKind kind;    ///< What it is for.
        TtcPrefix prefix; ///< Its message.
    };

    /**
     * @param settings how the client talks; it must outlive the statement
     * @param driver the driver, fitted to the server; likewise
     * @param samePlatform whether the server runs on the platform of the client
     */
    ClientStatement(const ClientSettings& settings, const DriverProfile& driver, bool samePlatform);

    /**
     * @return the driver, fitted to the server
     */
    const DriverProfile& GetDriver() const
    {
        return m_driver;
    }

    /**
     * Execute a statement.
     *
     * @param query the statement; it must stay until its last reply
     * @param state what the session is told in front of the first call; null: nothing
     * @return calls that follow one another without work between
     */
    std::vector<Step> Execute(const ClientQuery& query, const SessionState* state = nullptr);

    /**
     * Begin a pipeline: calls that are sent without waiting for replies.
     *
     * @param abort what follows one that failed is not to be done
     */
    void BeginPipeline(bool abort);

    /**
     * @param query the next statement of a pipeline
     * @param token its number in it, from 1 on
     * @param state what the session is told in front of it; null: nothing
     * @param request likewise, of the request of a pool that begins with it
     * @return its one call; a query asks for an array of rows with it
     */
    Step ExecutePiped(const ClientQuery& query,
                      uint32_t token,
                      const SessionState* state,
                      const SessionState& request = {});

    /**
     * @return the call that ends a pipeline
     */
    Step EndPipeline();

    /**
     * The reply to a statement of a pipeline is there.
     *
     * @param token its number in the pipeline
     * @param end what became of it
     */
    void EndPiped(uint32_t token, PipedEnd end);

    /**
     * All replies of a pipeline that an error ended are there.
     */
    void AbortPiped();

    /**
     * Go on with a query of a pipeline that is over, with Continue.
     *
     * @param query the query
     * @param token its number in the pipeline
     * @param rows rows that came with its execute
     */
    void Resume(const ClientQuery& query, uint32_t token, uint32_t rows);

    /**
     * @return the call that follows the last reply while the statement is not done: an execute with
     * the next rows of binds, the call that defines the columns where that is still to be done, or
     * the fetch of the next array
     */
    Step Continue();

    /**
     * Say good-bye.
     *
     * @return calls that follow one another without work between; none of a driver that only gives
     * a server of a resident pool back
     */
    std::vector<Step> LogOff();

    /**
     * @param prefix first bytes of a reply to an execute or a fetch
     * @return false if it brings neither rows nor their end, so that asking again would go on for
     * ever
     */
    bool TakeRows(const TtcPrefix& prefix);

    /**
     * @return the call that reads what is next of the LOBs of the rows that came, or writes what is
     * next of those of the rows of binds that go; nothing if that is done
     */
    std::optional<Step> GetLob();

    /**
     * A call failed or was cancelled.
     *
     * @param kind what it was for
     */
    void Fail(CallKind kind);

    /**
     * Tell the session something in front of a call.
     *
     * @param state what; of no bytes: nothing
     * @param prefix the call
     */
    static void Tell(const SessionState& state, TtcPrefix& prefix);

    /**
     * @return rows of the last reply
     */
    uint32_t GetRowsCame() const;

    /**
     * @return whether nothing of the statement is left: the last reply held the end of data, and
     * all rows of binds are sent
     */
    bool IsDone() const;

  private:
    /**
     * @return the call that brings the next rows of the cursor that is next of those that a block
     * opened
     */
    Step FetchCursor();

    /// A statement that is in a pipeline.
    struct Piped
    {
        uint32_t number{0}; ///< Its number; of a commit 0.
        bool known{false};  ///< It went without its text.
        bool kept{false};   ///< Its cursor stays in the statement cache.
        bool closes{false}; ///< It is done, and its cursor to be closed.
    };

    /**
     * Close the cursors that failed and those that were read to their end or that nobody keeps, if
     * there are any, in front of a call.
     *
     * @param prefix the call
     */
    void CloseListed(TtcPrefix& prefix);

    /**
     * Close the cursor of the last statement of OCI in front of a call that is no statement
     * (captures of 11 and 12.1); a logoff without one leaves it open.
     *
     * @param steps the steps, the call first
     */
    void CloseLast(std::vector<Step>& steps);

    /**
     * Close the cursor of the execution before, if there is one, in a call of its own.
     *
     * @param steps where it is added
     */
    void CloseCursor(std::vector<Step>& steps);

    /**
     * @return calls up to the first execute of the statement, or up to what writes its first LOB
     */
    std::vector<Step> Open();

    /**
     * @return the first execute of the statement
     */
    TtcPrefix MakeFirst();

    /**
     * @return rows of binds that go with the next execute
     */
    uint32_t GetBinds() const;

    /**
     * @return the execute with the next rows of binds, or without any
     */
    TtcPrefix MakeExecute();

    /**
     * Look a statement up in the statement cache, and put it there.
     *
     * @return whether its cursor was kept, so that it is executed without its text
     */
    bool FindCached();

    /**
     * @return whether the next execute is one of a cursor that is open
     */
    bool IsCached() const;

    /**
     * @param number number of a statement
     * @return whether its cursor is in the statement cache
     */
    bool IsKept(uint32_t number) const;

    /**
     * @param number number of a statement
     * @return whether the driver believes its cursor to be in use for good
     */
    bool IsHeld(uint32_t number) const;

    /**
     * @param count so many statements of the last pipeline, from the first on
     * @return cursors of them that are to be closed now
     */
    uint32_t ReleasePiped(std::size_t count);

    /**
     * @param number number of a statement
     * @return whether it is in the pipeline that is written, with a cursor that stays in the cache
     */
    bool IsPiped(uint32_t number) const;

    /**
     * A statement leaves the statement cache.
     *
     * @param number its number
     * @return whether its cursor is closed later, as it is in the pipeline that is written
     */
    bool LeavePiped(uint32_t number);

    /**
     * @return whether the statement is one whose cursor the driver keeps
     */
    bool IsCacheable() const;

    /**
     * @return rows that come with the execute of the statement
     */
    uint32_t GetPrefetchRows() const;

    /**
     * @return rows of an array of the statement
     */
    uint32_t GetArraySize() const;

    /**
     * @return rows to ask for in the next fetch
     */
    uint32_t GetNextFetchRows() const;

    /**
     * @return TTC bytes of the call that defines the columns
     */
    uint32_t GetDefineLength() const;

    const ClientSettings& m_settings;    ///< How the client talks.
    const ClientQuery* m_query{nullptr}; ///< The statement.
    const DriverProfile& m_driver;       ///< The driver, fitted to the server.
    bool m_samePlatform;                 ///< The server runs on the same platform.
    bool m_cursorOpen{false};            ///< A statement was executed and its cursor not closed.
    bool m_cursorRead{false};            ///< It is that of a query, and no call of it failed.
    std::vector<uint32_t> m_cached;      ///< Statements whose cursors are kept, last used last.
    uint32_t m_cursorsFailed{0};      ///< Cursors that the very next call closes, of failed ones.
    bool m_defined{false};            ///< The columns of this execution are defined.
    bool m_done{false};               ///< The last reply held the end of data.
    uint32_t m_fetches{0};            ///< Fetches of this execution, the execute not counted.
    uint32_t m_executeRows{0};        ///< Rows that came with its execute.
    uint32_t m_rowsCame{0};           ///< Rows of the last reply.
    uint32_t m_bindsLeft{0};          ///< Rows of binds that are not sent yet.
    bool m_opens{false};              ///< The first execute of this execution is to come.
    bool m_writing{false};            ///< LOBs of the next rows of binds are written.
    LobReads m_lobReads;              ///< Calls that read the LOBs of the rows that came.
    LobWrites m_lobWrites;            ///< Their calls.
    uint32_t m_cursor{0};             ///< Which cursor of the block is read.
    uint32_t m_cursorFetches{0};      ///< Calls that fetched from it.
    uint32_t m_cursorsRead{0};        ///< Cursors that nobody needs any more, not closed yet.
    bool m_piping{false};             ///< A pipeline was begun and not ended.
    TtcPipelineBegin m_pipelineBegin; ///< What goes in front of its first call.
    std::vector<Piped> m_piped;       ///< Statements that are in it, by token.
    uint32_t m_copies{0};             ///< Cursors of them that are to be closed.
    std::vector<uint32_t> m_held;     ///< Statements whose cursors never came back.
    uint32_t m_resumed{0};            ///< Cursor that is fetched from behind it; 0: none.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_STATEMENT_H */
