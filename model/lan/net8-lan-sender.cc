// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-sender.h"

#include <algorithm>

namespace ns3::net8
{

using Flow = LanRules::Flow;

namespace
{

/// Modulus of NetBIOS message numbers, 1 to 32767.
constexpr int64_t MESSAGES = 0x7fff;

} // namespace

LanSender::LanSender(const LanRules& rules)
    : m_rules(rules),
      m_rto(rules),
      m_base(rules.firstNumber),
      m_next(rules.firstNumber),
      m_window(rules.initialWindow)
{
    if (rules.flow == Flow::ALLOCATION)
    {
        m_limit = m_base;
    }
}

void
LanSender::Write(uint32_t size)
{
    uint32_t done = m_rules.fills ? FillUp(size) : 0;
    while (done < size)
    {
        const uint32_t part = std::min(m_rules.pieceSize, size - done);
        m_pieces.push_back({.offset = m_written,
                            .size = part,
                            .message = m_messages,
                            .first = done == 0,
                            .last = done + part == size});
        done += part;
        m_written += part;
    }
    m_waiting += size;
    ++m_messages;
}

uint32_t
LanSender::FillUp(uint32_t size)
{
    if (m_pieces.empty() || m_pieces.back().transmissions > 0)
    {
        return 0;
    }
    auto& piece = m_pieces.back();
    const uint32_t part = std::min(m_rules.pieceSize - piece.size, size);
    piece.size += part;
    piece.last = part == size;
    m_written += part;
    return part;
}

bool
LanSender::IsGranted(int64_t number) const
{
    switch (m_rules.flow)
    {
    case Flow::NONE:
        return true;
    case Flow::ALLOCATION:
        return number < m_limit;
    case Flow::SEGMENTS:
        return number - m_rules.firstNumber < m_limit;
    case Flow::MESSAGES:
        return m_pieces[static_cast<std::size_t>(number - m_base)].message < m_limit;
    }
    return true;
}

std::optional<LanUnit>
LanSender::Next(LanTime now)
{
    if (m_polls > 0 || m_next >= GetEnd() || m_next - m_base >= m_window || !IsGranted(m_next))
    {
        return std::nullopt;
    }
    auto& piece = m_pieces[static_cast<std::size_t>(m_next - m_base)];
    piece.sent = now;
    ++piece.transmissions;
    if (m_next == m_base && !m_rules.overLink)
    {
        m_deadline = now + m_rto.Get(piece.transmissions);
    }
    const int64_t number = m_next++;
    const bool more = m_next < GetEnd();
    const bool room = m_next - m_base < m_window && more && IsGranted(m_next);
    return LanUnit{.kind = LanUnit::Kind::DATA,
                   .number = number,
                   .wantsAck = m_rules.overLink ? m_rules.acksMessages
                                                : m_rules.acksEach || piece.last || !room,
                   .mayDelay = m_rules.asksDelay && m_next - m_base < m_window / 2 && room,
                   .first = piece.first,
                   .last = piece.last,
                   .repeated = piece.transmissions > 1,
                   .message = static_cast<uint16_t>(piece.message % MESSAGES + 1),
                   .offset = piece.offset,
                   .size = piece.size};
}

uint32_t
LanSender::Acknowledge(int64_t number, LanTime now)
{
    if (number <= m_base || number > GetEnd())
    {
        return 0;
    }
    uint32_t bytes = 0;
    const auto& newest = m_pieces[static_cast<std::size_t>(number - 1 - m_base)];
    if (newest.transmissions == 1) // Karn's algorithm: for others it is unknown which copy arrived.
    {
        m_rto.Measure(now - newest.sent);
    }
    for (; m_base < number; ++m_base)
    {
        bytes += m_pieces.front().size;
        m_pieces.pop_front();
    }
    m_waiting -= bytes;
    m_next = std::max(m_next, m_base);
    m_window = std::min(m_window + 1, m_rules.window);
    if (m_polls == 0)
    {
        m_deadline = m_next > m_base && !m_rules.overLink ? now + m_rto.Get(1) : NEVER;
    }
    return bytes;
}

void
LanSender::SetLimit(int64_t limit)
{
    m_limit = std::max(m_limit, limit);
}

void
LanSender::Grant(uint32_t credits)
{
    m_limit += credits;
}

void
LanSender::GoBack()
{
    m_next = m_base;
}

void
LanSender::Shrink()
{
    m_window = m_rules.halves ? std::max(m_window / 2, 1U) : 1U;
}

bool
LanSender::Poll(LanTime now)
{
    if (m_polls >= m_rules.retries)
    {
        return false;
    }
    ++m_polls;
    m_deadline = now + m_rto.Get(1);
    return true;
}

void
LanSender::Resume()
{
    if (m_polls == 0)
    {
        return;
    }
    m_polls = 0;
    m_deadline = NEVER;
    if (!m_pieces.empty())
    {
        Shrink();
        GoBack();
    }
}

bool
LanSender::Expire()
{
    m_deadline = NEVER;
    if (m_pieces.empty())
    {
        return true;
    }
    if (m_pieces.front().transmissions > m_rules.retries)
    {
        return false;
    }
    Shrink();
    GoBack();
    return true;
}

} // namespace ns3::net8
