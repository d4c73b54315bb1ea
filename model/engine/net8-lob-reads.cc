// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lob-reads.h"

#include "ns3/net8-ttc-layout.h"
#include "ns3/net8-ttc-lob-call.h"

#include <algorithm>

namespace ns3::net8
{

LobReads::LobReads(bool token, uint32_t amount)
    : m_token(token),
      m_amount(amount)
{
}

void
LobReads::Begin(const ClientQuery& query, uint32_t rows)
{
    m_query = &query;
    m_left = uint64_t{rows} * query.lobs.size();
    m_offset = 0;
}

std::optional<TtcPrefix>
LobReads::Next()
{
    while (m_left > 0 && GetSize() == GetAhead())
    {
        --m_left; // It is empty, or came whole with its row.
    }
    if (m_left == 0)
    {
        return std::nullopt;
    }
    m_offset = std::max(m_offset, GetAhead());
    const uint32_t rest = GetSize() - m_offset;
    const uint32_t amount = m_amount == 0 ? rest : std::min(m_amount, rest);
    TtcLobCall read;
    read.locatorBytes = m_query->lobLocator;
    read.offset = m_offset + uint64_t{1};
    read.amount = amount;
    m_offset += amount;
    if (m_offset == GetSize())
    {
        m_offset = 0;
        --m_left;
    }
    return TtcPrefix{.function = TtcFunction::LOB,
                     .rows = amount,
                     .length = read.Size(TtcLayout::Simulated(m_token))};
}

std::size_t
LobReads::GetColumn() const
{
    return m_query->lobs.size() - 1 - (m_left - 1) % m_query->lobs.size();
}

uint32_t
LobReads::GetSize() const
{
    return m_query->lobs[GetColumn()];
}

uint32_t
LobReads::GetAhead() const
{
    return m_query->lobsAhead.empty() ? 0 : m_query->lobsAhead[GetColumn()];
}

} // namespace ns3::net8
