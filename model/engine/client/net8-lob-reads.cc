// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lob-reads.h"

#include "ns3/net8-ttc-layout.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Maximum bytes that one call asks for.
constexpr uint64_t AMOUNT_MAX = 0x7fffffff;

/**
 * @param driver a driver
 * @param lob a LOB
 * @return how many bytes of it are wanted
 */
uint32_t
GetWanted(const DriverProfile& driver, const LobColumn& lob)
{
    return driver.lobLimit == 0 ? lob.bytes : std::min(driver.lobLimit, lob.bytes);
}

} // namespace

LobReads::LobReads(const DriverProfile& driver)
    : m_driver(driver)
{
}

void
LobReads::Begin(const ClientQuery& query, uint32_t rows)
{
    m_query = &query;
    m_left = uint64_t{rows} * query.lobs.size();
    m_offset = 0;
    m_measured = false;
}

std::optional<TtcPrefix>
LobReads::Next()
{
    Skip();
    if (m_left == 0)
    {
        return std::nullopt;
    }
    const auto column = GetColumn();
    TtcLobCall call;
    if (AsksLength())
    {
        m_measured = true;
        call.operation = TtcLobCall::LENGTH;
        call.locatorBytes = GetLob().locator;
        return Make(call, column, 1);
    }
    call.offset = GetWanted(m_driver, GetLob()) - GetRest() + uint64_t{1};
    uint32_t lobs = 0;
    for (bool whole = true; whole && m_left > 0 && lobs < m_driver.lobArrayRead && !AsksLength();)
    {
        const uint32_t rest = GetRest();
        const uint32_t piece = m_driver.lobAmount == 0 ? rest : std::min(m_driver.lobAmount, rest);
        if (lobs > 0 && call.amount + piece > AMOUNT_MAX)
        {
            break;
        }
        ++lobs;
        call.locatorBytes += GetLob().locator;
        call.amount += piece;
        m_offset += piece;
        whole = piece == rest;
        Skip();
    }
    return Make(call, column, lobs);
}

TtcPrefix
LobReads::Make(const TtcLobCall& call, std::size_t column, uint32_t lobs) const
{
    TtcPrefix prefix{.function = TtcFunction::LOB,
                     .rows = static_cast<uint32_t>(call.amount),
                     .memory = TtcPrefix::EncodeLobs(column, lobs),
                     .length = call.Size(TtcLayout::Simulated(m_driver.token))};
    prefix.flags = prefix.memory != 0 ? TtcPrefix::PREFETCH_MEMORY : uint8_t{0};
    return prefix;
}

void
LobReads::Skip()
{
    while (m_left > 0 && GetRest() == 0 && !AsksLength())
    {
        --m_left;
        m_offset = 0;
        m_measured = false;
    }
}

bool
LobReads::AsksLength() const
{
    return m_driver.lobLengthCall && !GetLob().sized && !m_measured;
}

std::size_t
LobReads::GetColumn() const
{
    return m_query->lobs.size() - 1 - (m_left - 1) % m_query->lobs.size();
}

const LobColumn&
LobReads::GetLob() const
{
    return m_query->lobs[GetColumn()];
}

uint32_t
LobReads::GetRest() const
{
    const auto& lob = GetLob();
    const uint32_t end = GetWanted(m_driver, lob);
    const uint32_t received = std::min(end, lob.ahead) + m_offset;
    return end - std::min(end, received);
}

} // namespace ns3::net8
