// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-cursor.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

ServerCursor::ServerCursor(RowSource& rows, PackRule pack)
    : m_rows(rows),
      m_pack(pack)
{
}

ServerAnswer
ServerCursor::Execute(const TtcPrefix& request)
{
    if ((request.flags & TtcPrefix::DEFINE) != 0 && m_open)
    {
        return ReplyRows(request, false);
    }
    if (m_rows.Fails(++m_executes))
    {
        return ServerAnswer::Fail(m_rows.GetErrorText());
    }
    m_open = true;
    m_lookAhead = (request.flags & TtcPrefix::LOOK_AHEAD) != 0;
    m_position = 0;
    m_vectors = BitVectors::FIRST;
    return ReplyRows(request, true);
}

ServerAnswer
ServerCursor::Fetch(const TtcPrefix& request)
{
    return m_open ? ReplyRows(request, false)
                  : ServerAnswer::Wrong(SessionError::FETCH_OUT_OF_SEQUENCE);
}

ServerAnswer
ServerCursor::ReadLob(const TtcPrefix& request) const
{
    const auto& lobs = m_rows.GetLobs();
    if (!m_open || lobs.empty())
    {
        return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
    }
    const uint32_t bytes = std::min(request.rows, *std::ranges::max_element(lobs));
    ServerAnswer answer;
    answer.reply = {.message = TtcMessage::LOB_DATA,
                    .sequence = request.sequence,
                    .length = m_rows.GetLobReply(bytes)};
    return answer;
}

uint64_t
ServerCursor::GetWanted(const TtcPrefix& request) const
{
    const uint64_t asked = m_rows.IsOneRowACall() ? std::min(request.rows, 1U) : request.rows;
    const bool bounded = (request.flags & TtcPrefix::PREFETCH_MEMORY) != 0;
    return bounded ? m_rows.GetRowsWithin(asked, request.memory) : asked;
}

ServerAnswer
ServerCursor::ReplyRows(const TtcPrefix& request, bool execute)
{
    const uint64_t left = m_rows.GetRows() - m_position;
    const uint64_t wanted = GetWanted(request);
    const auto count = static_cast<uint32_t>(std::min(left, wanted));
    const bool last = count < wanted || (m_lookAhead && count == left);
    ServerAnswer answer;
    answer.rowsTakeTime = count > 0;
    if (m_pack == PackRule::ROW && count > 0)
    {
        answer.layout = m_rows.GetRowLayout(execute, m_position, count, m_vectors);
    }
    const uint64_t rowBytes = answer.layout.upTo ? answer.layout.upTo(count)
                              : count > 0        ? m_rows.GetRowBytes(m_position, count, m_vectors)
                                                 : 0;
    const uint64_t settings = execute && m_executes == 1 ? m_rows.GetSessionParameters() : 0;
    const uint64_t bytes =
        m_rows.GetReplyOverhead(execute, last, count > 0, m_vectors) + settings + rowBytes;
    m_vectors = m_rows.GetNextVectors(m_position, count, m_vectors);
    m_position += count;
    // Up to 9.2 the columns were described in the reply to the parse call.
    const bool describes = request.function == TtcFunction::EXECUTE;
    // A reply never gets shorter than the prefix that tells its row count.
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
