// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tns-connection.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::net8
{

void
TnsConnection::SetAgreement(const Agreement& agreement, TduRule rule)
{
    m_tduRule = rule;
    m_stream.SetAgreement(agreement);
    m_outbox.SetLengthForm(agreement.lengthForm);
}

const Agreement&
TnsConnection::GetAgreement() const
{
    return m_stream.GetAgreement();
}

bool
TnsConnection::IsAgreed() const
{
    return m_stream.IsAgreed();
}

uint32_t
TnsConnection::GetPacketLimit() const
{
    const uint32_t limit = GetAgreement().GetPacketLimit(m_tduRule);
    return m_stream.GetSealing().GetMost(limit - Packing::OVERHEAD) + Packing::OVERHEAD;
}

Packing
TnsConnection::Cut(const TtcPrefix& prefix, uint32_t own) const
{
    const auto real = static_cast<uint32_t>(prefix.Encode().size());
    const uint32_t agreed = GetPacketLimit();
    return {std::max(prefix.length, real),
            own != 0 ? std::min(agreed, std::max(own, real + Packing::OVERHEAD)) : agreed};
}

void
TnsConnection::SetNegotiating(bool open)
{
    m_stream.SetNegotiating(open);
}

void
TnsConnection::SetSealing(const NativeSealing& sealing)
{
    m_stream.SetSealing(sealing);
    m_outbox.SetSealing(sealing);
}

void
TnsConnection::SetCompression(const PacketCompression& compression)
{
    m_outbox.SetCompression(compression);
}

std::chrono::nanoseconds
TnsConnection::GetPackTime(uint64_t bytes) const
{
    return m_outbox.GetCompression().GetPackTime(bytes);
}

std::chrono::nanoseconds
TnsConnection::GetUnpackTime(const TnsStream::Message& message) const
{
    return m_outbox.GetCompression().GetUnpackTime(message.unpacked);
}

std::chrono::nanoseconds
TnsConnection::GetCipherTime(double rate, uint64_t bytes) const
{
    std::chrono::duration<double> time(0);
    if (m_tls)
    {
        const double own = m_tls->costs.cipherRate;
        time += std::chrono::duration<double>(static_cast<double>(bytes) /
                                              (own > 0 ? own : m_tls->end.GetRecords().GetRate()));
    }
    if (m_stream.GetSealing().IsOn() && rate > 0)
    {
        time += std::chrono::duration<double>(static_cast<double>(bytes) / rate);
    }
    return std::chrono::round<std::chrono::nanoseconds>(time);
}

uint64_t
TnsConnection::GetWireBytes(const Packing& packing) const
{
    const auto& compression = m_outbox.GetCompression();
    if (!m_stream.GetSealing().IsOn() && !compression.IsOn())
    {
        return packing.GetWireBytes();
    }
    uint64_t bytes = 0;
    for (uint64_t i = 0; i < packing.GetCount(); ++i)
    {
        const auto compressed = compression.GetSize(packing.GetPayload(i));
        bytes += Packing::OVERHEAD + m_stream.GetSealing().GetSealed(compressed);
    }
    return bytes;
}

// TLS

void
TnsConnection::BeginTls(TlsEnd::Role role, TlsParameters parameters, const TlsCosts& costs)
{
    m_tls = std::make_unique<Tls>(Tls{TlsEnd(role, std::move(parameters)), costs, NEVER, nullptr});
}

void
TnsConnection::RenewTls()
{
    if (m_tls)
    {
        FillTls();
        m_tls->end.Restart();
    }
}

const TlsEnd*
TnsConnection::GetTls() const
{
    return m_tls ? &m_tls->end : nullptr;
}

std::chrono::nanoseconds
TnsConnection::GetTlsDeadline() const
{
    return m_tls ? m_tls->due : NEVER;
}

void
TnsConnection::FinishTlsWork()
{
    m_tls->due = NEVER;
    m_tls->end.FinishWork();
}

void
TnsConnection::FillTls()
{
    while (m_tls->end.IsUp() && !m_outbox.IsEmpty())
    {
        auto taken = m_outbox.Take(std::numeric_limits<uint32_t>::max());
        m_tls->end.Add(std::move(taken.bytes), taken.endsMessage);
    }
}

// Sending

void
TnsConnection::SetHeaderFlags(uint8_t flags)
{
    m_outbox.SetHeaderFlags(flags);
}

void
TnsConnection::SetCommonFlags(uint8_t flags)
{
    m_outbox.SetCommonFlags(flags);
}

void
TnsConnection::SendPacket(const std::vector<uint8_t>& bytes)
{
    m_outbox.AddPacket(bytes);
}

void
TnsConnection::SendBytes(const std::vector<uint8_t>& bytes)
{
    m_outbox.AddBytes(bytes);
}

void
TnsConnection::SendUrgent()
{
    m_outbox.AddUrgent();
}

void
TnsConnection::SendMessage(const TtcPrefix& prefix, uint16_t lastFlags, uint16_t flags)
{
    SendMessage(prefix, Cut(prefix, 0), lastFlags, flags);
}

void
TnsConnection::SendMessage(const TtcPrefix& prefix,
                           const Packing& packing,
                           uint16_t lastFlags,
                           uint16_t flags)
{
    for (uint64_t number = 0; number < packing.GetCount(); ++number)
    {
        SendPacket(prefix, packing, number, lastFlags, flags);
    }
}

void
TnsConnection::SendPacket(const TtcPrefix& prefix,
                          const Packing& packing,
                          uint64_t number,
                          uint16_t lastFlags,
                          uint16_t flags)
{
    const bool last = number + 1 == packing.GetCount();
    SendData(number == 0 ? prefix.Encode() : std::vector<uint8_t>{},
             packing.GetPayload(number),
             flags | (last ? lastFlags : uint16_t{0}));
}

void
TnsConnection::SendNative(std::span<const uint8_t> bytes)
{
    const Packing packing(bytes.size(), GetPacketLimit());
    for (uint64_t i = 0; i < packing.GetCount(); ++i)
    {
        const auto part = bytes.first(packing.GetPayload(i));
        SendData({part.begin(), part.end()}, packing.GetPayload(i), 0);
        bytes = bytes.subspan(part.size());
    }
}

void
TnsConnection::SendData(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags)
{
    m_outbox.AddData(real, payload, flags);
}

void
TnsConnection::DropQueued()
{
    m_outbox.DropWhole();
    if (m_tls)
    {
        m_tls->end.DropWhole();
    }
}

Outbox::Taken
TnsConnection::Take(uint32_t room)
{
    if (!m_tls)
    {
        return m_outbox.Take(room);
    }
    FillTls();
    Outbox::Taken taken;
    taken.bytes = m_tls->end.Take(room, taken.endsMessage);
    return taken;
}

bool
TnsConnection::IsDrained() const
{
    return m_outbox.IsEmpty() && (!m_tls || m_tls->end.IsDrained());
}

// Receiving

std::optional<TnsStream::Arrival>
TnsConnection::Receive(ByteSource& segment, std::chrono::nanoseconds now)
{
    m_lastReceived = now;
    if (!m_tls)
    {
        return m_stream.Next(segment, now);
    }
    do
    {
        if (m_tls->plain && m_tls->plain->GetSize() > 0)
        {
            auto arrival = m_stream.Next(*m_tls->plain, now);
            if (arrival || m_stream.GetError())
            {
                return arrival;
            }
        }
        m_tls->plain = m_tls->end.Next(segment);
    } while (m_tls->plain);
    if (m_tls->end.IsWorking() && m_tls->due == NEVER)
    {
        const auto work = m_tls->end.GetWork() * m_tls->costs.handshake.Of(1);
        m_tls->due = now + std::chrono::round<std::chrono::nanoseconds>(work);
    }
    return std::nullopt;
}

void
TnsConnection::NoteUrgent()
{
    m_stream.NoteUrgent();
}

std::chrono::nanoseconds
TnsConnection::GetLastReceived() const
{
    return m_lastReceived;
}

std::optional<SessionError>
TnsConnection::GetStreamError() const
{
    return m_tls && m_tls->end.HasFailed() ? std::optional(SessionError::TLS_FAILED)
                                           : m_stream.GetError();
}

void
TnsConnection::DropMessage()
{
    m_stream.DropMessage();
}

bool
TnsConnection::IsInsideMessage() const
{
    return m_stream.IsInsidePacket() || m_stream.IsInsideMessage();
}

// The end

void
TnsConnection::Fail(SessionError error)
{
    if (!m_closing)
    {
        m_counters.Count(error);
        Drop();
    }
}

void
TnsConnection::Close()
{
    m_closing = true;
}

void
TnsConnection::Drop()
{
    m_closing = true;
    m_outbox.Clear();
    if (m_tls && !m_tls->end.HasFailed())
    {
        m_tls->end.DropWhole();
    }
}

bool
TnsConnection::IsClosing() const
{
    return m_closing;
}

void
TnsConnection::CountError(SessionError error)
{
    m_counters.Count(error);
}

const SessionCounters&
TnsConnection::GetCounters() const
{
    return m_counters;
}

} // namespace ns3::net8
