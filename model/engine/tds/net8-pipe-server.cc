// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pipe-server.h"

#include <algorithm>
#include <string>

namespace ns3::net8
{

void
PipeServer::HandleSession(const NbtSession& packet)
{
    if (packet.type == static_cast<uint8_t>(NbtSession::Type::KEEP_ALIVE))
    {
        return;
    }
    if (packet.type != static_cast<uint8_t>(NbtSession::Type::REQUEST) || m_step != Kind::NEGOTIATE)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    NbtSession answer;
    answer.type = static_cast<uint8_t>(NbtSession::Type::POSITIVE);
    Write(answer);
}

void
PipeServer::HandleCall(const SmbCall& call, std::chrono::nanoseconds now)
{
    if (call.reply || m_closed)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    m_open ? HandleRequest(call, now) : Advance(call);
}

void
PipeServer::Advance(const SmbCall& call)
{
    if (call.kind != m_step)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    m_open = call.kind == Kind::OPEN;
    Write(
        {.kind = call.kind, .reply = true, .number = call.number, .file = FILE, .name = "DOMAIN"});
    m_step = static_cast<Kind>(static_cast<uint8_t>(m_step) + 1);
}

void
PipeServer::HandleRequest(const SmbCall& call, std::chrono::nanoseconds now)
{
    SmbCall answer{.kind = call.kind, .reply = true, .number = call.number, .file = FILE};
    const bool known = call.kind >= Kind::WRITE && call.file == FILE;
    if (!known || (call.kind == Kind::READ && m_read))
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    switch (call.kind)
    {
    case Kind::READ:
        m_read = call;
        return;
    case Kind::WRITE:
        answer.size = static_cast<uint32_t>(call.data.size());
        Write(answer);
        Deliver(call.data, now);
        return;
    case Kind::PEEK:
        answer.size = GetConnection().GetWaiting();
        break;
    default:
        m_closed = true;
        break;
    }
    Write(answer);
}

void
PipeServer::AnswerRead()
{
    auto& connection = GetConnection();
    if (!m_read || connection.IsDrained())
    {
        return;
    }
    const auto bytes = connection.Take(std::min(m_read->size, SmbCall::MOST));
    const bool more = connection.IsInsidePacket();
    Write({.kind = Kind::READ,
           .reply = true,
           .number = m_read->number,
           .file = FILE,
           .status = more ? SmbCall::MORE : 0,
           .data = {bytes.begin(), bytes.end()}});
    m_read.reset();
}

std::vector<uint8_t>
PipeServer::Take(uint32_t room)
{
    AnswerRead();
    return PipeEnd::Take(room);
}

bool
PipeServer::IsDrained() const
{
    return IsWritten() && (m_closed || GetError() || GetConnection().IsDrained());
}

} // namespace ns3::net8
