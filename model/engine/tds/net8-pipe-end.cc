// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pipe-end.h"

#include <span>
#include <utility>

namespace ns3::net8
{

PipeEnd::PipeEnd(const PipeSettings& settings, TdsConnection& connection, Received received)
    : m_settings(settings),
      m_connection(connection),
      m_received(std::move(received)),
      m_stream(settings.framed)
{
}

void
PipeEnd::HandleBytes(ByteSource& segment, std::chrono::nanoseconds now)
{
    while (!m_error)
    {
        const auto packet = m_stream.Next(segment);
        if (!packet)
        {
            m_error = m_stream.GetError();
            break;
        }
        HandlePacket(*packet, now);
    }
    segment.Skip(segment.GetSize());
}

void
PipeEnd::HandlePacket(const std::vector<uint8_t>& bytes, std::chrono::nanoseconds now)
{
    std::span<const uint8_t> content(bytes);
    if (m_settings.framed)
    {
        if (bytes[0] != static_cast<uint8_t>(NbtSession::Type::MESSAGE))
        {
            const auto packet = NbtSession::Decode(content);
            packet ? HandleSession(*packet) : Fail(SessionError::MALFORMED_PACKET);
            return;
        }
        content = content.subspan(NbtSession::HEAD);
    }
    const auto message = SmbMessage::Decode(content);
    const auto call = message ? SmbCall::Read(*message) : std::nullopt;
    call ? HandleCall(*call, now) : Fail(SessionError::MALFORMED_PACKET);
}

std::vector<uint8_t>
PipeEnd::Take(uint32_t room)
{
    return m_outbox.Take(room).bytes.real;
}

std::optional<SessionError>
PipeEnd::GetError() const
{
    return m_error;
}

void
PipeEnd::Write(const SmbCall& call)
{
    auto bytes = call.Make().Encode();
    if (m_settings.framed)
    {
        NbtSession packet;
        packet.body.assign(bytes.begin(), bytes.end());
        Write(packet);
        return;
    }
    m_outbox.AddBytes(std::move(bytes));
}

void
PipeEnd::Write(const NbtSession& packet)
{
    m_outbox.AddBytes(packet.Encode());
}

void
PipeEnd::Deliver(const std::string& data, std::chrono::nanoseconds now)
{
    const std::vector<uint8_t> bytes(data.begin(), data.end());
    SpanSource source(bytes);
    m_received(source, now);
}

void
PipeEnd::Fail(SessionError error)
{
    m_error = error;
}

} // namespace ns3::net8
