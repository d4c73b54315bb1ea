// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_STATEMENT_H
#define NET8_CLIENT_STATEMENT_H

#include "net8-call-kind.h"
#include "net8-client-script.h"
#include "net8-client-settings.h"
#include "net8-direct-path-loads.h"
#include "net8-lob-reads.h"
#include "net8-lob-writes.h"

#include "ns3/net8-ttc-pipeline.h"
#include "ns3/net8-ttc-prefix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The calls of a driver while a session runs its statements: it makes their messages, as the driver
 * does. It does not send them and keeps no time; that is up to the session.
 *
 * Each execution is Execute, then Continue as long as IsDone is false, and after each reply
 * TakeRows, and GetLob until there is nothing more to read or to write; a short call needs only
 * Execute. Fail reports a failed call.
 */
class ClientStatement
{
  public:
    /// Outcome of a pipelined statement.
    enum class PipedEnd : uint8_t
    {
        DONE,   ///< It was executed.
        FAILED, ///< It failed.
        UNREAD, ///< Its reply was discarded: it came after an error that ends the pipeline.
    };

    /// A call to make.
    struct Step
    {
        CallKind kind;    ///< Its purpose.
        TtcPrefix prefix; ///< Its message.
    };

    /**
     * Create an object without a statement.
     *
     * @param settings settings of the client; must outlive this object
     * @param driver the driver, adapted to the server; must outlive this object
     * @param samePlatform whether the server runs on the same platform as the client
     */
    ClientStatement(const ClientSettings& settings, const DriverProfile& driver, bool samePlatform);

    /**
     * @return the driver, adapted to the server
     */
    const DriverProfile& GetDriver() const
    {
        return m_driver;
    }

    /**
     * Start to execute a statement.
     *
     * @param query the statement; must exist until its last reply
     * @param state session state sent before the first call; null: none
     * @return calls that follow one another without work in between
     */
    std::vector<Step> Execute(const ClientQuery& query, const SessionState* state = nullptr);

    /**
     * Begin a pipeline: calls that are sent without waiting for replies.
     *
     * @param abort whether the calls after a failed one are skipped
     */
    void BeginPipeline(bool abort);

    /**
     * Execute a statement in a pipeline.
     *
     * @param query the statement
     * @param token its number in the pipeline, from 1
     * @param state session state sent before it; null: none
     * @param request session state of the pool request that starts with it; 0 bytes: none
     * @return its single call; a query requests an array of rows with it
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
     * Handle the reply to a pipelined statement.
     *
     * @param token its number in the pipeline
     * @param end what became of it
     */
    void EndPiped(uint32_t token, PipedEnd end);

    /**
     * Finish a pipeline that an error ended, after all its replies.
     */
    void AbortPiped();

    /**
     * Resume a query after its pipeline has ended, to be continued by Continue.
     *
     * @param query the query
     * @param token its number in the pipeline
     * @param rows rows returned with its execute
     */
    void Resume(const ClientQuery& query, uint32_t token, uint32_t rows);

    /**
     * @return the call after the last reply if the statement is not done: an execute with the next
     * rows of binds, the call that defines the columns if still needed, or the fetch of the next
     * array
     */
    Step Continue();

    /**
     * End the session.
     *
     * @return calls that follow one another without work in between; none if the driver only
     * releases a server of a resident pool
     */
    std::vector<Step> LogOff();

    /**
     * Handle the rows of a reply.
     *
     * @param prefix first bytes of a reply to an execute or a fetch
     * @return false if it has neither rows nor their end, so that fetching would never end
     */
    bool TakeRows(const TtcPrefix& prefix);

    /**
     * @return the next call that reads a LOB of the received rows, or writes a LOB of the next rows
     * of binds; nothing if there is none
     */
    std::optional<Step> GetLob();

    /**
     * Handle a failed or cancelled call.
     *
     * @param kind its purpose
     */
    void Fail(CallKind kind);

    /**
     * Put session state before a call.
     *
     * @param state the state; 0 bytes: nothing
     * @param prefix the call
     */
    static void Tell(const SessionState& state, TtcPrefix& prefix);

    /**
     * @return rows asked for by the fetch under way, if the replies to it and to the fetch before
     * it change nothing but the number of fetches, as long as there are further rows; nothing if
     * there is more to do
     */
    std::optional<uint32_t> GetRowsOfLoop() const;

    /**
     * Go on as if fetches had been made whose replies were like the last one.
     *
     * @param count how many
     */
    void Skip(uint64_t count)
    {
        m_fetches += static_cast<uint32_t>(count);
    }

    /**
     * @return number of rows in the last reply
     */
    uint32_t GetRowsCame() const;

    /**
     * @return whether a direct path load that failed is still to be aborted, by Continue
     */
    bool IsToAbort() const;

    /**
     * @return whether the statement is done: the last reply had the end of data, and all rows of
     * binds have been sent
     */
    bool IsDone() const;

  private:
    /**
     * @return the call that fetches the next rows of the current cursor opened by a block
     */
    Step FetchCursor();

    /// A statement in a pipeline.
    struct Piped
    {
        uint32_t number{0}; ///< Its number; 0 for a commit.
        bool known{false};  ///< It was sent without its text.
        bool kept{false};   ///< Its cursor stays in the statement cache.
        bool closes{false}; ///< It is done, and its cursor has to be closed.
    };

    /**
     * Close the cursors of failed statements, and those that were read to their end or are not
     * cached, if any, before a call.
     *
     * @param prefix the call
     */
    void CloseListed(TtcPrefix& prefix);

    /// Calls of LOBs and direct path loads, which few sessions make.
    struct Bulk
    {
        LobReads reads;        ///< Calls that read the LOBs of the received rows.
        LobWrites writes;      ///< Calls that write these LOBs.
        DirectPathLoads loads; ///< Calls of a direct path load.
    };

    /**
     * Note which statement it is from now on.
     *
     * @param query the statement
     */
    void Take(const ClientQuery& query);

    /**
     * Free the temporary LOBs of earlier rows, if there are any.
     *
     * @param prefix an execute, which does so along with its own work
     */
    void Free(TtcPrefix& prefix);

    /**
     * @return whether calls of a direct path load are to come
     */
    bool IsLoading() const
    {
        return m_bulk && !m_bulk->loads.IsDone();
    }

    /// A pipeline, and what is left of it.
    struct Pipe
    {
        TtcPipelineBegin begin;     ///< What precedes its first call.
        std::vector<Piped> piped;   ///< Its statements, by token.
        std::vector<uint32_t> held; ///< Statements whose cursors were never released.
        uint32_t copies{0};         ///< Cursors of its statements still to be closed.
    };

    /**
     * @return how many statements of the last pipeline may have cursors to be closed
     */
    std::size_t GetPiped() const
    {
        return m_pipe ? m_pipe->piped.size() : 0;
    }

    /**
     * Close the last statement's cursor, for OCI, before a call that is not a statement (captures
     * of 11 and 12.1); a logoff without such a call leaves it open.
     *
     * @param steps the steps, the call first
     */
    void CloseLast(std::vector<Step>& steps);

    /**
     * Close the cursor of the previous execution, if there is one, in a separate call.
     *
     * @param steps receives the call
     */
    void CloseCursor(std::vector<Step>& steps);

    /**
     * @return calls up to the first execute of the statement, or up to the call that writes its
     * first LOB
     */
    std::vector<Step> Open();

    /**
     * @return the first execute of the statement
     */
    TtcPrefix MakeFirst();

    /**
     * @return number of rows of binds sent with the next execute
     */
    uint32_t GetBinds() const;

    /**
     * @return the execute with the next rows of binds, if any
     */
    TtcPrefix MakeExecute();

    /**
     * Look up a statement in the statement cache, and add it.
     *
     * @return whether its cursor was cached, so that it is executed without its text
     */
    bool FindCached();

    /**
     * @return whether the next execute uses an open cursor
     */
    bool IsCached() const;

    /**
     * @param number number of a statement
     * @return whether its cursor is in the statement cache
     */
    bool IsKept(uint32_t number) const;

    /**
     * @param number number of a statement
     * @return whether the driver regards its cursor as in use for good
     */
    bool IsHeld(uint32_t number) const;

    /**
     * Release the cursors of the last pipeline.
     *
     * @param count number of its statements, from the first
     * @return number of their cursors to close now
     */
    uint32_t ReleasePiped(std::size_t count);

    /**
     * @param number number of a statement
     * @return whether it is in the pipeline being written, with a cursor that stays in the cache
     */
    bool IsPiped(uint32_t number) const;

    /**
     * Remove a pipelined statement from the statement cache.
     *
     * @param number its number
     * @return whether it is in the pipeline being written, so that its cursor is closed later
     */
    bool LeavePiped(uint32_t number);

    /**
     * @return whether the driver caches the cursor of the statement
     */
    bool IsCacheable() const;

    const ClientSettings& m_settings;    ///< Settings of the client.
    const ClientQuery* m_query{nullptr}; ///< The statement.
    const DriverProfile& m_driver;       ///< The driver, adapted to the server.
    std::vector<uint32_t> m_cached;      ///< Statements with cached cursors, least recently used
                                         ///< first.
    std::shared_ptr<Bulk> m_bulk;        ///< Calls of LOBs and loads; null: no statement had any.
                                         ///< Shared with the session whose connection this one
                                         ///< goes on with, which has ended.
    std::shared_ptr<Pipe> m_pipe;        ///< The pipeline; null: there was none. Shared likewise.
    uint32_t m_cursorsFailed{0};         ///< Cursors of failed statements, closed by the very next
                                         ///< call.
    uint32_t m_fetches{0};               ///< Fetches of this execution, without the execute.
    uint32_t m_executeRows{0};           ///< Rows returned with its execute.
    uint32_t m_rowsCame{0};              ///< Rows of the last reply.
    uint32_t m_bindsLeft{0};             ///< Rows of binds not sent yet.
    uint32_t m_cursor{0};                ///< Index of the current cursor of the block.
    uint32_t m_cursorFetches{0};         ///< Fetches from that cursor.
    uint32_t m_cursorsRead{0};           ///< Cursors no longer needed and not closed yet.
    uint32_t m_resumed{0};               ///< Cursor fetched from after the pipeline; 0: none.
    bool m_samePlatform;                 ///< The server runs on the same platform.
    bool m_cursorOpen{false};            ///< A statement was executed and its cursor is not closed.
    bool m_cursorRead{false};            ///< That cursor belongs to a query, and no call of it
                                         ///< failed.
    bool m_defined{false};               ///< The columns of this execution are defined.
    bool m_done{false};                  ///< The last reply held the end of data.
    bool m_opens{false};                 ///< The first execute of this execution is still to come.
    bool m_writing{false};               ///< LOBs of the next rows of binds are being written.
    bool m_piping{false};                ///< A pipeline was begun and has not ended.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_STATEMENT_H */
