// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-cursor.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

namespace
{

/**
 * @param one an answer to a fetch
 * @param other another one
 * @return whether both take the same time and have the same size, and neither ends the query; false
 * if its packets end with rows
 */
bool
IsAlike(const ServerAnswer& one, const ServerAnswer& other)
{
    const auto& a = one.reply;
    const auto& b = other.reply;
    return one.kind == ServerAnswer::Kind::REPLY && other.kind == one.kind && !one.layout.upTo &&
           !other.layout.upTo && a.message == b.message && a.flags == b.flags && a.rows == b.rows &&
           a.length == b.length && (a.flags & TtcPrefix::END_OF_DATA) == 0 && a.rows > 0 &&
           one.wait == other.wait && one.cpu == other.cpu && one.moreCpu == other.moreCpu &&
           one.rowsTakeTime == other.rowsTakeTime;
}

} // namespace

ServerCursor::ServerCursor(const ServerStatements& statements, PackRule pack)
    : m_statements(statements),
      m_rows(statements.front().rows),
      m_pack(pack)
{
}

void
ServerCursor::Tax(const ServerStatement& statement, uint32_t rows, ServerAnswer& answer)
{
    if (statement.wait)
    {
        answer.wait = statement.wait();
    }
    if (statement.cpu)
    {
        answer.cpu = statement.cpu();
    }
    if (statement.rowCpu)
    {
        answer.moreCpu = statement.rowCpu(rows);
    }
    answer.packetTime = statement.packetTime;
}

uint64_t
ServerCursor::CountExecute(uint32_t number)
{
    ++m_executes;
    if (m_statements.size() == 1)
    {
        return m_executes;
    }
    m_executesOf.resize(m_statements.size());
    return ++m_executesOf[number];
}

ServerAnswer
ServerCursor::Call(uint32_t number, const TtcPrefix& request)
{
    const auto& statement = m_statements[number];
    const bool fails = statement.rows->Fails(CountExecute(number));
    auto answer = fails ? ServerAnswer::Fail(statement.rows->GetErrorText()) : ServerAnswer{};
    answer.reply = {.message = statement.reply,
                    .sequence = request.sequence,
                    .length = std::max(statement.replyLength, TtcPrefix::MINIMUM)};
    Tax(statement, 0, answer);
    return answer;
}

ServerAnswer
ServerCursor::Load(const TtcPrefix& request)
{
    const bool prepares = request.function == TtcFunction::DIRECT_PATH_PREPARE;
    const uint32_t number = prepares ? request.statement : m_loading;
    if (number == 0 || number >= m_statements.size() ||
        m_statements[number].kind != StatementKind::DIRECT_PATH)
    {
        return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
    }
    const auto& statement = m_statements[number];
    const bool loads = request.function == TtcFunction::DIRECT_PATH_LOAD;
    m_loading = prepares || loads ? number : 0;
    const bool fails = loads && statement.rows->Fails(CountExecute(number));
    auto answer = fails ? ServerAnswer::Fail(statement.rows->GetErrorText()) : ServerAnswer{};
    answer.reply = {
        .message = TtcMessage::PARAMETER,
        .sequence = request.sequence,
        .flags = TtcPrefix::END_OF_DATA,
        .length = std::max(prepares ? statement.prepared : statement.loaded, TtcPrefix::SIZE)};
    Tax(statement, loads ? request.rows : 0, answer);
    return answer;
}

ServerAnswer
ServerCursor::Execute(const TtcPrefix& request)
{
    if ((request.flags & TtcPrefix::DEFINE) != 0)
    {
        return Fetch(request);
    }
    if (request.statement >= m_statements.size())
    {
        return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
    }
    if (request.tokenNumber <= 1)
    {
        m_parked.clear(); // Another pipeline, or none.
    }
    m_number = request.statement;
    m_rows = m_statements[m_number].rows;
    const bool isQuery = m_statements[m_number].kind == StatementKind::QUERY;
    if (m_rows->Fails(CountExecute(m_number)))
    {
        auto answer = ServerAnswer::Fail(m_rows->GetErrorText());
        Tax(m_statements[m_number], isQuery ? 0 : request.rows, answer);
        return answer;
    }
    m_open = isQuery;
    m_block = 0;
    if (!isQuery)
    {
        return ReplyChange(request);
    }
    m_lookAhead = (request.flags & TtcPrefix::LOOK_AHEAD) != 0;
    m_position = 0;
    m_vectors = BitVectors::FIRST;
    auto answer = ReplyRows(request, true);
    if (request.tokenNumber != 0 && (answer.reply.flags & TtcPrefix::END_OF_DATA) == 0)
    {
        std::erase_if(m_parked,
                      [&](const auto& each) { return each.token == request.tokenNumber; });
        m_parked.push_back({request.tokenNumber, m_number, m_position, m_vectors});
    }
    return answer;
}

void
ServerCursor::Unpark(const TtcPrefix& request)
{
    const auto found = std::ranges::find(m_parked, request.statement, &Parked::token);
    if (found != m_parked.end())
    {
        m_number = found->number;
        m_rows = m_statements[m_number].rows;
        m_position = found->position;
        m_vectors = found->vectors;
        m_open = true;
        m_block = 0;
        m_parked.erase(found);
    }
}

uint32_t
ServerCursor::TellSettings()
{
    const uint32_t settings = m_settingsTold ? 0 : m_rows->GetSessionParameters();
    m_settingsTold = true;
    return settings;
}

ServerAnswer
ServerCursor::ReplyChange(const TtcPrefix& request)
{
    ServerAnswer answer;
    Tax(m_statements[m_number], request.rows, answer);
    const uint32_t settings = TellSettings();
    const auto& statement = m_statements[m_number];
    uint32_t values = statement.outVector + std::max(request.rows, 1U) * statement.outRow;
    values += statement.cursorBytes;
    m_block = statement.cursors.empty() ? 0 : m_number;
    m_opened = 0;
    uint32_t failed = 0;
    if (statement.batchErrorBytes)
    {
        failed = std::min(statement.batchErrors, request.rows);
        values += statement.batchErrorBytes(failed);
    }
    const bool directions = statement.kind == StatementKind::PLSQL && statement.outVector > 0;
    answer.reply = {.message = directions ? TtcMessage::IO_VECTOR : TtcMessage::PARAMETER,
                    .sequence = request.sequence,
                    .flags = TtcPrefix::END_OF_DATA,
                    .rows = failed,
                    .length =
                        std::max(m_rows->GetChangeLength() + settings + values, TtcPrefix::SIZE)};
    return answer;
}

ServerAnswer
ServerCursor::Fetch(const TtcPrefix& request)
{
    if (!m_parked.empty())
    {
        Unpark(request);
    }
    if (m_block != 0)
    {
        return FetchOpened(request);
    }
    return m_open ? ReplyRows(request, false)
                  : ServerAnswer::Wrong(SessionError::FETCH_OUT_OF_SEQUENCE);
}

uint64_t
ServerCursor::CountAlike(const TtcPrefix& request,
                         const std::vector<ServerAnswer>& like,
                         uint64_t most) const
{
    ServerCursor later(*this);
    const auto comes = [&](const ServerAnswer& one) { return IsAlike(later.Fetch(request), one); };
    uint64_t count = 0;
    while (count < most && std::ranges::all_of(like, comes))
    {
        ++count;
    }
    return count;
}

std::vector<ServerAnswer>
ServerCursor::Foresee(const TtcPrefix& request, std::size_t count) const
{
    ServerCursor later(*this);
    std::vector<ServerAnswer> answers;
    while (answers.size() < count)
    {
        answers.push_back(later.Fetch(request));
    }
    return answers;
}

std::size_t
ServerCursor::FindPeriod(const TtcPrefix& request, std::size_t most) const
{
    auto answers = Foresee(request, 2 * most);
    // The one that ends the query is like none, not even itself.
    const auto last =
        std::ranges::find_if(answers, [](const auto& one) { return !IsAlike(one, one); });
    answers.erase(last, answers.end());
    for (std::size_t period = 1; period <= answers.size() / 2; ++period)
    {
        const auto later = std::ranges::subrange(answers.begin() + period, answers.end());
        const auto earlier = std::ranges::subrange(answers.begin(), answers.end() - period);
        if (std::ranges::equal(later, earlier, IsAlike))
        {
            return period;
        }
    }
    return 0;
}

ServerAnswer
ServerCursor::FetchOpened(const TtcPrefix& request)
{
    const auto& cursors = m_statements[m_block].cursors;
    if (!m_open && m_opened < cursors.size())
    {
        m_number = cursors[m_opened++];
        m_rows = m_statements[m_number].rows;
        m_open = true;
        m_lookAhead = false;
        m_position = 0;
        m_vectors = BitVectors::FIRST;
    }
    const bool other = (request.flags & TtcPrefix::STATEMENT) != 0 && request.statement != m_number;
    if (!m_open || other)
    {
        return ServerAnswer::Wrong(SessionError::FETCH_OUT_OF_SEQUENCE);
    }
    auto answer = ReplyRows(request, false);
    m_open = (answer.reply.flags & TtcPrefix::END_OF_DATA) == 0;
    return answer;
}

ServerAnswer
ServerCursor::AnswerLob(const TtcPrefix& request) const
{
    if ((request.flags & TtcPrefix::STATEMENT) != 0)
    {
        return WriteLob(request);
    }
    const auto& lobs = m_rows->GetLobs();
    const uint32_t column = request.GetLobColumn();
    if (!m_open || column >= lobs.size())
    {
        return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
    }
    const uint32_t count = request.GetLobCount();
    const uint64_t most = count * uint64_t{*std::ranges::max_element(lobs)};
    const auto bytes = static_cast<uint32_t>(std::min<uint64_t>(request.rows, most));
    ServerAnswer answer;
    Tax(m_statements[m_number], 0, answer);
    // A call that asks for the length of a LOB has no amount.
    answer.reply = {.message = request.rows == 0 ? TtcMessage::PARAMETER : TtcMessage::LOB_DATA,
                    .sequence = request.sequence,
                    .length = m_rows->GetLobReply(column, bytes, count)};
    return answer;
}

ServerAnswer
ServerCursor::WriteLob(const TtcPrefix& request) const
{
    if (request.statement >= m_statements.size())
    {
        return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
    }
    const auto& statement = m_statements[request.statement];
    ServerAnswer answer;
    Tax(statement, 0, answer);
    answer.reply = {.message = TtcMessage::PARAMETER,
                    .sequence = request.sequence,
                    .length = request.rows == 0 ? statement.lobMade : statement.lobWritten};
    return answer;
}

uint64_t
ServerCursor::GetWanted(const TtcPrefix& request) const
{
    const uint64_t asked = m_rows->IsOneRowACall() ? std::min(request.rows, 1U) : request.rows;
    const bool bounded = (request.flags & TtcPrefix::PREFETCH_MEMORY) != 0;
    return bounded ? m_rows->GetRowsWithin(asked, request.memory) : asked;
}

ServerAnswer
ServerCursor::ReplyRows(const TtcPrefix& request, bool execute)
{
    const uint64_t left = m_rows->GetRows() - m_position;
    const uint64_t wanted = GetWanted(request);
    const auto count = static_cast<uint32_t>(std::min(left, wanted));
    const bool last = count < wanted || (m_lookAhead && count == left);
    ServerAnswer answer;
    Tax(m_statements[m_number], count, answer);
    answer.rowsTakeTime = count > 0;
    if (m_pack == PackRule::ROW && count > 0)
    {
        answer.layout = m_rows->GetRowLayout(execute, m_position, count, m_vectors);
    }
    const uint64_t rowBytes = answer.layout.upTo ? answer.layout.upTo(count)
                              : count > 0        ? m_rows->GetRowBytes(m_position, count, m_vectors)
                                                 : 0;
    const uint64_t settings = execute ? TellSettings() : 0;
    const uint64_t known = request.IsReExecute() ? m_rows->GetDescriptionInReply() : 0;
    const uint64_t bytes =
        m_rows->GetReplyOverhead(execute, last, count > 0, m_vectors) - known + settings + rowBytes;
    m_vectors = m_rows->GetNextVectors(m_position, count, m_vectors);
    m_position += count;
    // Up to 9.2 the reply to the parse call described the columns.
    const bool describes = request.function == TtcFunction::EXECUTE && m_block == 0;
    // A reply is never shorter than the prefix with its row count.
    answer.reply = {
        .message = describes    ? TtcMessage::DESCRIBE
                   : count == 0 ? TtcMessage::ERROR
                                : TtcMessage::ROW_HEADER,
        .sequence = request.sequence,
        .flags = last ? TtcPrefix::END_OF_DATA : uint8_t{0},
        .rows = count,
        .length = static_cast<uint32_t>(
            std::clamp<uint64_t>(bytes, TtcPrefix::SIZE, std::numeric_limits<uint32_t>::max()))};
    return answer;
}

} // namespace ns3::net8
