// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-statement.h"

#include "net8-fetch-rows.h"

#include "ns3/net8-ttc-transaction-switch.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/// TTC bytes of the calls that open and close a cursor, and of the session switch before the
/// logoff, in OCI up to 9.2 (capture of 9.2 with 10.2).
constexpr uint32_t OPEN_CURSOR_LENGTH = 11;
constexpr uint32_t CLOSE_CURSOR_LENGTH = 7;
constexpr uint32_t SESSION_SWITCH_9I = 15;

/**
 * Close cursors along with a call.
 *
 * @param prefix the call
 * @param bytes TTC bytes that this adds; 0: no cursors are closed
 */
void
CloseBefore(TtcPrefix& prefix, uint32_t bytes)
{
    if (bytes != 0)
    {
        prefix.piggybacks += prefix.piggyback == TtcFunction::CLOSE_CURSORS ? 0 : 1;
        prefix.piggyback = TtcFunction::CLOSE_CURSORS;
        prefix.piggybackLength += bytes;
        prefix.length += bytes;
    }
}

/**
 * Get the size added to a call by closing the previous cursor.
 *
 * @param driver a driver, adapted to its server
 * @param samePlatform whether the server runs on the same platform as the client
 * @param read whether rows were read from the cursor
 * @return TTC bytes added; 0 if the driver does not close it
 */
uint32_t
CountClosing(const DriverProfile& driver, bool samePlatform, bool read)
{
    const bool keeps = driver.thin && driver.statementCache > 0;
    const uint32_t bytes = keeps ? 0 : driver.GetCloseCursors(samePlatform);
    return bytes == 0 ? 0 : bytes + (read ? driver.readCursorBytes : 0);
}

/**
 * Make a call that consists of its function only.
 *
 * @param driver a driver
 * @param function function of the call
 * @param kind purpose of the call
 * @return the call
 */
ClientStatement::Step
MakeShort(const DriverProfile& driver, TtcFunction function, CallKind kind)
{
    return {kind, {.function = function, .length = TtcPrefix::MINIMUM + (driver.token ? 1U : 0U)}};
}

/**
 * Make a call of which only function and length are known.
 *
 * @param driver a driver, adapted to its server
 * @param query its statement
 * @return the call
 */
TtcPrefix
MakeCall(const DriverProfile& driver, const ClientQuery& query)
{
    TtcPrefix prefix{.function = query.function, .statement = query.number};
    prefix.length = std::max(query.requestLength, TtcPrefix::MINIMUM);
    prefix.length += query.token && driver.token ? 1 : 0;
    // A short one has its number where others have rows; the shortest have no room for it.
    const bool numbered = prefix.length >= TtcPrefix::SIZE + TtcPrefix::NUMBER_SIZE;
    prefix.flags = numbered ? TtcPrefix::STATEMENT : uint8_t{0};
    prefix.rows = numbered ? 0 : prefix.statement << TtcPrefix::HALF_SHIFT;
    if (prefix.function == TtcFunction::FETCH)
    {
        prefix.flags = 0;
        prefix.rows = 0;
        prefix.statement += TtcPrefix::CALL_CURSOR;
        prefix.length = static_cast<uint32_t>(prefix.Encode().size());
    }
    return prefix;
}

/**
 * Make a call that begins, resumes or suspends a sessionless transaction.
 *
 * @param driver a driver, adapted to its server
 * @param query its statement
 * @return the call
 */
TtcPrefix
MakeSwitch(const DriverProfile& driver, const ClientQuery& query)
{
    const auto call = query.kind == StatementKind::SUSPEND
                          ? TtcTransactionSwitch::MakeSuspend()
                          : TtcTransactionSwitch::MakeStart(query.kind == StatementKind::RESUME);
    return {.function = TtcFunction::TRANSACTION_SWITCH,
            .flags = TtcPrefix::STATEMENT,
            .statement = query.number,
            .length = call.Size(TtcLayout::Simulated(driver.token))};
}

/**
 * @param driver a driver, adapted to its server
 * @param query a query
 * @return TTC bytes of the call that defines its columns
 */
uint32_t
GetDefineLength(const DriverProfile& driver, const ClientQuery& query)
{
    // From runs of python-oracledb 26.1: an execute without text, one byte shorter, with the number
    // of rows twice, and for each column the same as for a bind: its buffer size takes 2 bytes and
    // its character set 3 (1 for numbers, dates and BLOBs), the flag of a LOB 4.
    constexpr uint32_t COLUMN = 5;
    constexpr uint32_t LOB_FLAG = 4;
    constexpr uint32_t WITHOUT_BINDS = 10; // for drivers whose binds are not known
    const uint32_t column = COLUMN + std::max(driver.bindBytes, WITHOUT_BINDS);
    return driver.executeBytes - 1 + 2 * driver.GetPrefetchGrowth() +
           LOB_FLAG * static_cast<uint32_t>(query.lobs.size()) + column * query.columns;
}

} // namespace

ClientStatement::ClientStatement(const ClientSettings& settings,
                                 const DriverProfile& driver,
                                 bool samePlatform)
    : m_settings(settings),
      m_driver(driver),
      m_samePlatform(samePlatform)
{
}

void
ClientStatement::Take(const ClientQuery& query)
{
    m_query = &query;
    const bool needs =
        !query.lobs.empty() || !query.bindLobs.empty() || query.kind == StatementKind::DIRECT_PATH;
    if (needs && !m_bulk)
    {
        m_bulk.reset(new Bulk{.reads = LobReads(m_driver),
                              .writes = LobWrites(m_driver.token, m_driver.lobAmount),
                              .loads = {}});
    }
}

std::vector<ClientStatement::Step>
ClientStatement::Execute(const ClientQuery& query, const SessionState* state)
{
    Take(query);
    m_fetches = 0;
    m_resumed = 0;
    m_cursorsRead += ReleasePiped(GetPiped());
    m_bindsLeft = query.bindRows;
    m_opens = true;
    m_writing = false;
    m_cursor = 0;
    m_cursorFetches = 0;
    m_defined = !FetchRows(m_driver, m_settings.options, query).IsDefinedLater();
    std::vector<Step> steps;
    switch (query.kind)
    {
    case StatementKind::COMMIT:
        steps.push_back(MakeShort(m_driver, TtcFunction::COMMIT, CallKind::COMMIT));
        break;
    case StatementKind::ROLLBACK:
        steps.push_back(MakeShort(m_driver, TtcFunction::ROLLBACK, CallKind::ROLLBACK));
        break;
    case StatementKind::PING:
        steps.push_back(MakeShort(m_driver, TtcFunction::PING, CallKind::PING));
        break;
    case StatementKind::CALL:
        steps.push_back(
            {query.unending ? CallKind::NOTIFY : CallKind::CALL, MakeCall(m_driver, query)});
        break;
    case StatementKind::BEGIN:
    case StatementKind::RESUME:
    case StatementKind::SUSPEND:
        steps.push_back({CallKind::SWITCH, MakeSwitch(m_driver, query)});
        break;
    case StatementKind::DIRECT_PATH:
        m_bindsLeft = 0;
        m_bulk->loads.Begin(query);
        steps.push_back(Continue());
        break;
    default:
        steps = Open();
    }
    if (IsShortCall(query.kind) && query.kind != StatementKind::CALL)
    {
        CloseLast(steps);
    }
    CloseListed(steps.front().prefix);
    if (state)
    {
        Tell(*state, steps.front().prefix);
    }
    return steps;
}

void
ClientStatement::Tell(const SessionState& state, TtcPrefix& prefix)
{
    if (state.bytes > 0)
    {
        const bool before = prefix.piggyback == TtcFunction::NONE;
        prefix.piggyback =
            before || state.first == TtcFunction::SET_SCHEMA ? state.first : prefix.piggyback;
        prefix.piggybackLength += state.bytes;
        prefix.piggybacks += state.calls;
        prefix.length += state.bytes;
    }
}

std::vector<ClientStatement::Step>
ClientStatement::Open()
{
    std::vector<Step> steps;
    if (m_driver.parsesApart)
    {
        CloseCursor(steps);
        steps.push_back({CallKind::PARSE,
                         {.function = TtcFunction::OPEN_CURSOR, .length = OPEN_CURSOR_LENGTH}});
        TtcPrefix parse{.function = TtcFunction::PARSE, .statement = m_query->number};
        parse.flags = parse.statement != 0 ? TtcPrefix::STATEMENT : uint8_t{0};
        parse.length = std::max(m_query->parseLength, parse.GetRealSize());
        steps.push_back({CallKind::PARSE, parse});
    }
    if (m_query->bindLobs.empty())
    {
        steps.push_back({CallKind::EXECUTE, MakeFirst()});
        return steps;
    }
    m_done = false;
    m_rowsCame = 0;
    m_bulk->reads.Begin(*m_query, 0);
    steps.push_back(Continue());
    return steps;
}

TtcPrefix
ClientStatement::MakeFirst()
{
    const uint32_t oldest = m_cached.empty() ? 0 : m_cached.front();
    TtcPrefix prefix = MakeExecute();
    m_opens = false;
    if (oldest != 0 && !IsKept(oldest) && !LeavePiped(oldest))
    {
        CloseBefore(prefix, m_driver.GetCloseCursor()); // It replaces the oldest one.
    }
    if (m_driver.parsesApart)
    {
        prefix.function = TtcFunction::EXECUTE_9I;
    }
    else if (m_cursorOpen)
    {
        CloseBefore(prefix, CountClosing(m_driver, m_samePlatform, m_cursorRead));
    }
    m_cursorOpen = true;
    m_cursorRead = m_query->kind == StatementKind::QUERY;
    return prefix;
}

void
ClientStatement::CloseLast(std::vector<Step>& steps)
{
    if (m_cursorOpen && !m_driver.parsesApart && m_driver.closeCursorBytes != 0)
    {
        CloseBefore(steps.front().prefix, CountClosing(m_driver, m_samePlatform, m_cursorRead));
        m_cursorOpen = false;
    }
}

TtcPrefix
ClientStatement::MakeExecute()
{
    const bool query = m_query->kind == StatementKind::QUERY;
    const uint32_t binds = GetBinds();
    m_bindsLeft -= binds;
    const uint32_t prefetch =
        FetchRows(m_driver, m_settings.options, *m_query).GetPrefetch(m_piping);
    // Without prefetched rows OCI knows of the end of the data only from a call that finds it.
    const bool looksAhead =
        m_driver.lookAhead && query && (prefetch > 0 || m_driver.looksAheadAlways);
    const bool again = FindCached();
    const bool brings = query && prefetch > 0;
    const bool whole = !again || m_query->repeatLength != 0;
    TtcPrefix prefix{.function = whole    ? TtcFunction::EXECUTE
                                 : brings ? TtcFunction::RE_EXECUTE_AND_FETCH
                                          : TtcFunction::RE_EXECUTE,
                     .flags = looksAhead ? TtcPrefix::LOOK_AHEAD : uint8_t{0},
                     .rows = query ? prefetch : binds,
                     .memory = m_settings.options.prefetchMemory,
                     .statement = m_query->number,
                     .token = m_driver.token};
    prefix.flags |= prefix.memory != 0 && query ? TtcPrefix::PREFETCH_MEMORY : uint8_t{0};
    prefix.flags |= prefix.statement != 0 ? TtcPrefix::STATEMENT : uint8_t{0};
    if (!whole)
    {
        // A statement that fetches nothing and has no binds is executed once.
        const uint32_t count = brings ? prefix.rows : std::max(prefix.rows, 1U);
        prefix.length = m_driver.GetReExecuteLength(brings, count) + binds * m_query->bindRowLength;
        Free(prefix);
        return prefix;
    }
    // The length of the request includes the driver's default prefetch.
    const uint32_t growth = query ? m_driver.GetCountGrowth(prefetch) - m_driver.GetPrefetchGrowth()
                                  : m_driver.GetCountGrowth(binds);
    const uint32_t beside = again ? m_query->repeatLength : m_query->requestLength;
    prefix.length =
        std::max(beside + binds * m_query->bindRowLength + growth, prefix.GetRealSize());
    Free(prefix);
    return prefix;
}

void
ClientStatement::Free(TtcPrefix& prefix)
{
    if (m_bulk)
    {
        m_bulk->writes.Free(prefix);
    }
}

uint32_t
ClientStatement::GetBinds() const
{
    const bool isBlock = m_query->kind == StatementKind::PLSQL && m_bindsLeft > 0;
    if (isBlock && (m_query->rowByRow || (m_driver.thin && !IsCached())))
    {
        return 1; // A thin driver learns the directions of the variables from the first row.
    }
    // An application without arrays sends all rows at once.
    const bool whole = m_query->arraySize == 0 || m_query->kind == StatementKind::QUERY;
    return whole ? m_bindsLeft : std::min(m_query->arraySize, m_bindsLeft);
}

bool
ClientStatement::IsCacheable() const
{
    const bool ofKind = m_query->kind != StatementKind::DDL &&
                        m_query->kind != StatementKind::DIRECT_PATH && !IsShortCall(m_query->kind);
    // With LOBs the columns must be defined again: the driver sends the whole statement.
    return m_query->number != 0 && ofKind && m_query->lobs.empty();
}

bool
ClientStatement::IsCached() const
{
    return !m_opens || IsKept(m_query->number);
}

bool
ClientStatement::FindCached()
{
    if (m_driver.statementCache == 0 || !IsCacheable())
    {
        return false;
    }
    if (IsPiped(m_query->number) || IsHeld(m_query->number))
    {
        return false; // Its cursor is in use: another one, which is not kept.
    }
    const bool found = std::erase(m_cached, m_query->number) > 0;
    if (m_cached.size() == m_driver.statementCache)
    {
        m_cached.erase(m_cached.begin());
    }
    m_cached.push_back(m_query->number);
    return found;
}

ClientStatement::Step
ClientStatement::Continue()
{
    if (IsLoading())
    {
        const auto [kind, prefix] = m_bulk->loads.Next(m_driver);
        return {kind, prefix};
    }
    if (m_bindsLeft > 0)
    {
        if (!m_query->bindLobs.empty() && !m_writing)
        {
            m_writing = true;
            m_bulk->writes.Begin(*m_query, GetBinds());
            return {CallKind::LOB, *m_bulk->writes.Next()};
        }
        m_writing = false;
        return {CallKind::EXECUTE, m_opens ? MakeFirst() : MakeExecute()};
    }
    const FetchRows rows(m_driver, m_settings.options, *m_query);
    if (!m_defined)
    {
        m_defined = true;
        return {CallKind::EXECUTE,
                {.function = TtcFunction::EXECUTE,
                 .flags = TtcPrefix::DEFINE,
                 .rows = rows.GetWithDefine(),
                 .length = GetDefineLength(m_driver, *m_query)}};
    }
    if (m_cursor < m_query->cursors.size())
    {
        return FetchCursor();
    }
    TtcPrefix prefix{.function = TtcFunction::FETCH,
                     .rows = rows.GetNext(m_fetches, m_executeRows),
                     .statement = m_resumed,
                     .length = m_driver.fetchBytes,
                     .token = m_driver.token};
    prefix.length = static_cast<uint32_t>(prefix.Encode().size());
    if (m_resumed != 0 && m_cursorsFailed != 0)
    {
        prefix.flags =
            TtcPrefix::STATEMENT; // After a piggyback it has its cursor as an execute does.
        CloseListed(prefix);
    }
    ++m_fetches;
    return {CallKind::FETCH, prefix};
}

ClientStatement::Step
ClientStatement::FetchCursor()
{
    const auto& cursor = m_query->cursors[m_cursor];
    const uint32_t rows = cursor.arraySize == 0 ? m_driver.arraySize : cursor.arraySize;
    TtcPrefix prefix{.function = TtcFunction::FETCH,
                     .rows = rows,
                     .length = m_driver.fetchBytes,
                     .token = m_driver.token};
    const auto how = m_driver.cursorFetch;
    if (how == CursorFetch::EXECUTE || (how == CursorFetch::EXECUTE_FIRST && m_cursorFetches == 0))
    {
        prefix.function = TtcFunction::EXECUTE;
        prefix.flags = TtcPrefix::DEFINE | TtcPrefix::STATEMENT;
        prefix.statement = cursor.number;
        prefix.length = m_driver.GetCursorLength(rows);
    }
    else
    {
        prefix.length = static_cast<uint32_t>(prefix.Encode().size());
    }
    CloseListed(prefix);
    ++m_fetches;
    ++m_cursorFetches;
    return {CallKind::FETCH, prefix};
}

void
ClientStatement::CloseListed(TtcPrefix& prefix)
{
    const bool lists = m_driver.cursorFetch != CursorFetch::FETCH;
    const uint32_t cursors = (m_driver.closesFailed ? std::exchange(m_cursorsFailed, 0) : 0) +
                             (lists ? std::exchange(m_cursorsRead, 0) : 0);
    m_cursorsFailed = 0;
    m_cursorsRead = 0;
    if (cursors > 0)
    {
        // Only one list of cursors may precede a call.
        const bool listed = prefix.piggyback == TtcFunction::CLOSE_CURSORS;
        CloseBefore(prefix,
                    m_driver.GetCloseCursor(cursors + (listed ? 1 : 0)) -
                        (listed ? m_driver.GetCloseCursor() : 0));
    }
}

std::vector<ClientStatement::Step>
ClientStatement::LogOff()
{
    std::vector<Step> steps;
    TtcPrefix logoff{.function = TtcFunction::LOGOFF, .length = m_driver.logoffBytes};
    if (m_driver.parsesApart)
    {
        CloseCursor(steps);
        logoff.piggyback = TtcFunction::SESSION_SWITCH;
        logoff.piggybackLength = SESSION_SWITCH_9I;
        logoff.length += SESSION_SWITCH_9I;
    }
    else if (m_driver.logoffClosesCursor)
    {
        // A separate logoff takes three bytes and a token.
        const uint32_t bare = TtcPrefix::MINIMUM + (m_driver.token ? 1U : 0U);
        logoff.length -= m_cursorRead ? 0 : m_driver.readCursorBytes;
        logoff.length = m_driver.closeCursorBytes != 0 && !m_cursorOpen ? bare : logoff.length;
        logoff.piggyback = logoff.length > bare ? TtcFunction::CLOSE_CURSORS : TtcFunction::NONE;
        logoff.piggybackLength = logoff.length - bare;
    }
    steps.insert(steps.end(),
                 m_settings.work.commits,
                 MakeShort(m_driver, TtcFunction::COMMIT, CallKind::COMMIT));
    if (m_settings.work.commits > 0)
    {
        CloseLast(steps);
    }
    if (!m_driver.leavesPool || m_settings.request.server != ServerChoice::POOLED)
    {
        steps.push_back({CallKind::LOGOFF, logoff});
    }
    if (steps.empty())
    {
        return steps;
    }
    m_cursorsRead += ReleasePiped(GetPiped());
    CloseListed(steps.front().prefix);
    if (m_bulk)
    {
        m_bulk->writes.FreeAll(steps.front().prefix);
    }
    return steps;
}

bool
ClientStatement::TakeRows(const TtcPrefix& prefix)
{
    const bool ofChange =
        prefix.message == TtcMessage::PARAMETER || prefix.message == TtcMessage::IO_VECTOR;
    m_rowsCame = ofChange ? 0 : prefix.rows;
    m_done = (prefix.flags & TtcPrefix::END_OF_DATA) != 0;
    m_executeRows = m_fetches == 0 ? m_rowsCame : m_executeRows;
    if (m_bulk)
    {
        m_bulk->reads.Begin(*m_query, m_settings.work.readLobs ? m_rowsCame : 0);
    }
    if (m_done && !ofChange && m_cursor < m_query->cursors.size())
    {
        ++m_cursor;
        ++m_cursorsRead;
        m_cursorFetches = 0;
    }
    // After a pipeline, EndPiped has already counted it.
    const bool kept = IsShortCall(m_query->kind) || m_query->kind == StatementKind::DIRECT_PATH ||
                      (m_driver.statementCache > 0 && m_query->kind != StatementKind::DDL &&
                       !IsHeld(m_query->number));
    m_cursorsRead += IsDone() && !kept && m_resumed == 0 ? 1 : 0;
    return m_done || m_rowsCame > 0 || m_fetches == 0;
}

std::optional<ClientStatement::Step>
ClientStatement::GetLob()
{
    const auto next = !m_bulk     ? std::nullopt
                      : m_writing ? m_bulk->writes.Next()
                                  : m_bulk->reads.Next();
    return next ? std::optional(Step{CallKind::LOB, *next}) : std::nullopt;
}

void
ClientStatement::Fail(CallKind kind)
{
    if (m_bulk)
    {
        m_bulk->loads.Fail(kind);
    }
    const bool cursor = kind != CallKind::LOB && kind != CallKind::CALL && !IsDirectPath(kind) &&
                        kind != CallKind::SWITCH && kind != CallKind::NOTIFY;
    m_cursorsFailed += cursor ? 1 : 0;
    m_cursorRead = m_cursorRead && !cursor;
    std::erase(m_cached, m_query ? m_query->number : 0);
}

std::optional<uint32_t>
ClientStatement::GetRowsOfLoop() const
{
    // Habits of drivers concern the first fetches.
    constexpr uint32_t FIRST = 3;
    const bool plain = m_query && m_query->kind == StatementKind::QUERY && m_query->lobs.empty() &&
                       m_query->cursors.empty() && GetPiped() == 0 && !IsLoading();
    const bool loops = m_fetches > FIRST && m_resumed == 0 && m_bindsLeft == 0 && m_defined &&
                       !m_done && !m_writing && !m_piping && m_cursorsFailed == 0;
    return plain && loops ? std::optional(FetchRows(m_driver, m_settings.options, *m_query)
                                              .GetNext(m_fetches - 1, m_executeRows))
                          : std::nullopt;
}

uint32_t
ClientStatement::GetRowsCame() const
{
    return m_rowsCame;
}

bool
ClientStatement::IsToAbort() const
{
    return IsLoading();
}

bool
ClientStatement::IsDone() const
{
    return m_done && m_bindsLeft == 0 && m_cursor == m_query->cursors.size() && !IsLoading();
}

void
ClientStatement::CloseCursor(std::vector<Step>& steps)
{
    if (m_cursorOpen)
    {
        steps.push_back({CallKind::CLOSE,
                         {.function = TtcFunction::CLOSE_CURSOR, .length = CLOSE_CURSOR_LENGTH}});
        m_cursorOpen = false;
    }
}

} // namespace ns3::net8
