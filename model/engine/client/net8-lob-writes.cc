// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lob-writes.h"

#include "ns3/net8-ttc-layout.h"
#include "ns3/net8-ttc-lob-call.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Type number of CLOB; that of BLOB takes as many bytes.
constexpr uint8_t TYPE_CLOB = 112;

} // namespace

LobWrites::LobWrites(bool token, uint32_t amount)
    : m_token(token),
      m_amount(amount)
{
}

void
LobWrites::Begin(const ClientQuery& query, uint32_t rows)
{
    m_query = &query;
    m_before = m_here;
    m_here = uint64_t{rows} * query.bindLobs.size();
    m_left = m_here;
    m_made = false;
    m_offset = 0;
}

std::optional<TtcPrefix>
LobWrites::Next()
{
    if (m_left > 0 && m_made && m_offset >= GetSize())
    {
        --m_left;
        m_made = false;
        m_offset = 0;
    }
    if (m_left == 0)
    {
        return std::nullopt;
    }
    TtcLobCall call;
    call.locatorBytes = TtcLobCall::TEMPORARY_LOCATOR;
    if (m_made)
    {
        const uint32_t rest = GetSize() - m_offset;
        call.operation = TtcLobCall::WRITE;
        call.offset = uint64_t{m_offset} + 1;
        call.dataBytes = m_amount == 0 ? rest : std::min(m_amount, rest);
        m_offset += static_cast<uint32_t>(call.dataBytes);
    }
    else
    {
        call.operation = TtcLobCall::CREATE_TEMPORARY;
        call.duration = TtcLobCall::OF_SESSION;
        call.otherOffset = TYPE_CLOB;
        m_made = true;
    }
    return TtcPrefix{.function = TtcFunction::LOB,
                     .flags = TtcPrefix::STATEMENT,
                     .rows = static_cast<uint32_t>(call.dataBytes),
                     .statement = m_query->number,
                     .length = call.Size(TtcLayout::Simulated(m_token))};
}

void
LobWrites::Free(TtcPrefix& prefix)
{
    if (m_before == 0)
    {
        return;
    }
    TtcLobCall call;
    call.head = TtcHead(TtcFunction::LOB, TtcMessage::PIGGYBACK);
    call.operation = TtcLobCall::FREE_TEMPORARY;
    call.offset = 0;
    call.locatorBytes = static_cast<uint32_t>(m_before * TtcLobCall::TEMPORARY_LOCATOR);
    const uint32_t bytes = call.Size(TtcLayout::Simulated(m_token));
    prefix.piggyback = prefix.piggyback == TtcFunction::NONE ? TtcFunction::LOB : prefix.piggyback;
    ++prefix.piggybacks;
    prefix.piggybackLength += bytes;
    prefix.length += bytes;
    m_before = 0;
}

void
LobWrites::FreeAll(TtcPrefix& prefix)
{
    m_before += m_here;
    m_here = 0;
    Free(prefix);
}

uint32_t
LobWrites::GetSize() const
{
    const auto& lobs = m_query->bindLobs;
    return lobs[lobs.size() - 1 - (m_left - 1) % lobs.size()];
}

} // namespace ns3::net8
