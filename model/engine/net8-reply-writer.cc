// SPDX-License-Identifier: GPL-2.0-only
#include "net8-reply-writer.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

void
ReplyWriter::Begin(const TtcPrefix& reply, Packing packing)
{
    m_reply = reply;
    m_packing = std::move(packing);
    m_next = 0;
    m_taken = 0;
    m_open = true;
}

void
ReplyWriter::Drop()
{
    m_open = false;
}

void
ReplyWriter::WriteAll(TnsConnection& connection)
{
    m_next = m_packing.GetCount();
    connection.SendMessage(m_reply, m_packing, 0);
}

void
ReplyWriter::WriteError(TnsConnection& connection, const std::string& text)
{
    if (m_packing.GetCount() > 1 || m_reply.length <= text.size())
    {
        WriteAll(connection);
        return;
    }
    m_next = 1;
    auto bytes = m_reply.Encode();
    bytes.resize(m_reply.length - text.size() - 1);
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.push_back('\n');
    connection.SendData(bytes, m_reply.length, 0);
}

void
ReplyWriter::WriteNext(TnsConnection& connection)
{
    const auto real = m_next == 0 ? m_reply.Encode() : std::vector<uint8_t>{};
    const uint32_t payload = m_packing.GetPayload(m_next);
    ++m_next;
    connection.SendData(real, payload, 0);
}

uint64_t
ReplyWriter::GetNextRows() const
{
    const uint64_t packets = m_packing.GetCount();
    return m_reply.rows * (m_next + 1) / packets - m_reply.rows * m_next / packets;
}

bool
ReplyWriter::IsAtLast() const
{
    return m_next + 1 >= m_packing.GetCount();
}

bool
ReplyWriter::Take()
{
    const bool full = m_packing.IsFull(m_taken);
    ++m_taken;
    m_open = m_taken < m_packing.GetCount();
    return full;
}

bool
ReplyWriter::IsOpen() const
{
    return m_open;
}

} // namespace ns3::net8
