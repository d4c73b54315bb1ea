// SPDX-License-Identifier: GPL-2.0-only
#include "net8-reply-writer.h"

#include <algorithm>
#include <vector>

namespace ns3::net8
{

namespace
{

/**
 * Get the packet limit of an answer.
 *
 * @param agreed maximum packet size by SDU and TDU, bytes
 * @param answer the answer
 * @return maximum size of one of its packets, bytes
 */
uint32_t
GetLimit(uint32_t agreed, const ServerAnswer& answer)
{
    return answer.packetBytes == 0 ? agreed
                                   : std::min(agreed, answer.packetBytes + Packing::OVERHEAD);
}

} // namespace

ReplyWriter::ReplyWriter(TnsConnection& connection,
                         const ServerSettings& settings,
                         const ServerAnswer& answer)
    : m_connection(connection),
      m_settings(settings),
      m_reply(answer.reply),
      m_real(answer.real),
      m_packing(answer.reply.length,
                GetLimit(connection.GetPacketLimit() - settings.sduReserve, answer),
                answer.layout),
      m_rowsTakeTime(answer.rowsTakeTime && settings.rowTime),
      m_packetTime(answer.packetTime ? answer.packetTime : settings.packetTime)
{
}

bool
ReplyWriter::Write(Nanoseconds now)
{
    if (m_rowsTakeTime || m_packetTime)
    {
        Prepare(now);
        return false;
    }
    m_next = m_packing.GetCount();
    if (m_real.empty())
    {
        m_connection.SendMessage(m_reply, m_packing, 0);
    }
    else
    {
        m_connection.SendNative(m_real);
    }
    return true;
}

bool
ReplyWriter::WriteNext()
{
    m_due = NEVER;
    const uint32_t payload = m_packing.GetPayload(m_next);
    const auto real = TakeReal(payload);
    ++m_next;
    m_waits = m_next < m_packing.GetCount();
    m_connection.SendData(real, payload, 0);
    return !m_waits;
}

std::vector<uint8_t>
ReplyWriter::TakeReal(uint32_t payload)
{
    if (m_real.empty())
    {
        return m_next == 0 ? m_reply.Encode() : std::vector<uint8_t>{};
    }
    const auto end = m_real.begin() + static_cast<std::ptrdiff_t>(payload);
    std::vector<uint8_t> part(m_real.begin(), end);
    m_real.erase(m_real.begin(), end);
    return part;
}

void
ReplyWriter::WriteError(const std::string& text)
{
    m_next = m_packing.GetCount();
    if (m_next > 1 || m_reply.length <= text.size())
    {
        m_connection.SendMessage(m_reply, m_packing, 0);
        return;
    }
    auto bytes = m_reply.Encode();
    bytes.resize(m_reply.length - text.size() - 1);
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.push_back('\n');
    m_connection.SendData(bytes, m_reply.length, 0);
}

bool
ReplyWriter::Take(Nanoseconds now)
{
    const bool full = m_packing.IsFull(m_taken);
    ++m_taken;
    if (m_waits && m_connection.IsDrained())
    {
        m_waits = false;
        Prepare(now);
    }
    return full;
}

ReplyWriter::Nanoseconds
ReplyWriter::GetDue() const
{
    return m_due;
}

bool
ReplyWriter::IsOpen() const
{
    return m_taken < m_packing.GetCount();
}

void
ReplyWriter::Prepare(Nanoseconds now)
{
    m_due = now + (m_packetTime ? m_packetTime() : Nanoseconds(0));
    if (m_rowsTakeTime)
    {
        // All packets have about the same number of rows.
        const uint64_t packets = m_packing.GetCount();
        const uint64_t before = m_reply.rows * m_next / packets;
        m_due += m_settings.rowTime(m_reply.rows * (m_next + 1) / packets - before);
    }
}

} // namespace ns3::net8
