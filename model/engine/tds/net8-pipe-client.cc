// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pipe-client.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Suffixes of NetBIOS names: a file server, a client.
constexpr uint8_t SERVER = 0x20;
constexpr uint8_t CLIENT = 0x00;

/**
 * Convert a name to upper case.
 *
 * @param name name of a host
 * @return the name in upper case, as used in NetBIOS
 */
std::string
Raise(std::string name)
{
    std::ranges::transform(name, name.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return name;
}

} // namespace

PipeClient::PipeClient(const PipeSettings& settings,
                       TdsConnection& connection,
                       Opened opened,
                       Received received)
    : PipeEnd(settings, connection, std::move(received)),
      m_opened(std::move(opened))
{
}

void
PipeClient::Begin()
{
    if (!GetSettings().framed || !GetSettings().asksSession)
    {
        m_state = State::OPENING;
        Ask(m_step);
        return;
    }
    m_state = State::SESSION;
    NbtSession request;
    request.type = static_cast<uint8_t>(NbtSession::Type::REQUEST);
    request.names = {NbtName::Of(Raise(GetSettings().server), SERVER),
                     NbtName::Of(Raise(GetSettings().client), CLIENT)};
    Write(request);
}

void
PipeClient::HandleSession(const NbtSession& packet)
{
    if (packet.type == static_cast<uint8_t>(NbtSession::Type::KEEP_ALIVE))
    {
        return;
    }
    const bool there = packet.type == static_cast<uint8_t>(NbtSession::Type::POSITIVE);
    if (m_state != State::SESSION || !there)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    m_state = State::OPENING;
    Ask(m_step);
}

std::string
PipeClient::GetName(Kind kind) const
{
    switch (kind)
    {
    case Kind::SET_UP:
        return GetSettings().user;
    case Kind::CONNECT:
        return "\\\\" + Raise(GetSettings().server) + "\\IPC$";
    case Kind::OPEN:
        return "\\sql\\query";
    default:
        return {};
    }
}

void
PipeClient::Ask(Kind kind, uint32_t size, std::string data)
{
    Write({.kind = kind,
           .number = ++m_number,
           .file = m_file,
           .size = size,
           .name = GetName(kind),
           .data = std::move(data)});
}

void
PipeClient::HandleCall(const SmbCall& call, std::chrono::nanoseconds now)
{
    const bool fails = call.status != 0 && call.status != SmbCall::MORE;
    if (!call.reply || fails)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
    }
    else if (m_state == State::OPENING)
    {
        Advance(call, now);
    }
    else if (m_state == State::OPEN)
    {
        HandleAnswer(call, now);
    }
    else if (m_state == State::CLOSING && call.kind == Kind::CLOSE)
    {
        m_state = State::CLOSED;
    }
}

void
PipeClient::Advance(const SmbCall& call, std::chrono::nanoseconds now)
{
    if (call.kind != m_step)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    if (m_step == Kind::OPEN)
    {
        m_file = call.file;
        m_state = State::OPEN;
        m_opened(now);
        return;
    }
    m_step = static_cast<Kind>(static_cast<uint8_t>(m_step) + 1);
    Ask(m_step);
}

void
PipeClient::HandleAnswer(const SmbCall& call, std::chrono::nanoseconds now)
{
    if (call.kind == Kind::WRITE && m_writing)
    {
        m_writing = false;
        return;
    }
    if (call.kind != m_reading)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    m_reading.reset();
    if (call.kind == Kind::PEEK)
    {
        m_ready = call.size > 0;
        m_look = m_ready ? NEVER : now + GetSettings().peekInterval;
        return;
    }
    m_ready = call.status == SmbCall::MORE;
    Deliver(call.data, now);
}

void
PipeClient::Proceed(bool awaits)
{
    if (m_state != State::OPEN || GetError())
    {
        return;
    }
    auto& connection = GetConnection();
    if (!m_writing && !connection.IsDrained())
    {
        const auto packet = connection.Take(SmbCall::MOST);
        m_writing = true;
        Ask(Kind::WRITE, 0, {packet.begin(), packet.end()});
    }
    if (!awaits || m_writing || m_reading || m_look != NEVER)
    {
        return;
    }
    m_reading = GetSettings().peeks && !m_ready ? Kind::PEEK : Kind::READ;
    const uint32_t most = connection.GetPacketSize();
    const uint32_t limit = GetSettings().readLimit;
    Ask(*m_reading, limit > 0 ? std::min(limit, most) : most);
}

void
PipeClient::HandleDeadline(std::chrono::nanoseconds now)
{
    m_look = now >= m_look ? NEVER : m_look;
}

std::chrono::nanoseconds
PipeClient::GetDeadline() const
{
    return m_look;
}

void
PipeClient::Finish()
{
    m_look = NEVER;
    if (m_state == State::OPEN && !GetError())
    {
        m_state = State::CLOSING;
        Ask(Kind::CLOSE);
        return;
    }
    m_state = m_state == State::CLOSING ? m_state : State::CLOSED;
}

bool
PipeClient::IsDrained() const
{
    return GetError() || (IsWritten() && m_state != State::CLOSING);
}

} // namespace ns3::net8
