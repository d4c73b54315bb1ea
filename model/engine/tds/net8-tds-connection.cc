// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-connection.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

TdsConnection::TdsConnection(uint16_t process, TdsStream::Seen written)
    : m_process(process),
      m_told(std::move(written))
{
}

void
TdsConnection::SetPacketSize(uint32_t size)
{
    m_size = size;
}

uint32_t
TdsConnection::GetPacketSize() const
{
    return m_size;
}

uint64_t
TdsConnection::CountPackets(uint64_t bytes, uint32_t size)
{
    const uint64_t room = size - TdsPacketHeader::SIZE;
    return std::max<uint64_t>(1, (bytes + room - 1) / room);
}

void
TdsConnection::Send(TdsPacketType type, std::span<const uint8_t> bytes, uint8_t status)
{
    SendPackets(type, bytes, status, 1);
}

void
TdsConnection::DropQueued()
{
    m_outbox.DropWhole();
    std::erase_if(m_written, [](const Written& packet) { return !packet.begun; });
}

uint64_t
TdsConnection::GetCommitted() const
{
    return m_inMessage ? m_committed : 0;
}

void
TdsConnection::SendRest(TdsPacketType type, std::span<const uint8_t> bytes)
{
    SendPackets(type, bytes, 0, static_cast<uint8_t>(m_inMessage ? m_number + 1 : 1));
}

void
TdsConnection::SendPackets(TdsPacketType type,
                           std::span<const uint8_t> bytes,
                           uint8_t status,
                           uint8_t first)
{
    const uint32_t room = m_size - TdsPacketHeader::SIZE;
    const uint64_t count = CountPackets(bytes.size(), m_size);
    for (uint64_t at = 0; at < count; ++at)
    {
        const auto part =
            bytes.subspan(at * room, std::min<uint64_t>(room, bytes.size() - at * room));
        const uint8_t end = at + 1 == count ? TdsPacketHeader::END : 0;
        AddPacket({.type = static_cast<uint8_t>(type),
                   .status = static_cast<uint8_t>((at == 0 ? status : 0U) | end),
                   .length = 0,
                   .process = m_process,
                   .number = static_cast<uint8_t>(first + at),
                   .window = 0},
                  part);
    }
}

void
TdsConnection::AddPacket(TdsPacketHeader header, std::span<const uint8_t> bytes)
{
    header.length = static_cast<uint16_t>(TdsPacketHeader::SIZE + bytes.size());
    const auto head = header.Encode();
    std::vector<uint8_t> packet;
    packet.reserve(header.length);
    packet.insert(packet.end(), head.begin(), head.end());
    packet.insert(packet.end(), bytes.begin(), bytes.end());
    m_outbox.AddBytes(std::move(packet));
    m_written.push_back({header.length, header.length, header.IsLast(), header.number, false});
    m_bytes += header.length;
    ++m_packets;
    if (m_told)
    {
        m_told(header);
    }
}

std::vector<uint8_t>
TdsConnection::Take(uint32_t room)
{
    auto taken = m_outbox.Take(room).bytes.real;
    if (!taken.empty())
    {
        auto& packet = m_written.front();
        if (!packet.begun)
        {
            packet.begun = true;
            m_committed = GetCommitted() + packet.length - TdsPacketHeader::SIZE;
            m_number = packet.number;
            m_inMessage = !packet.last;
        }
        packet.left -= static_cast<uint32_t>(taken.size());
        if (packet.left == 0)
        {
            m_written.pop_front();
        }
    }
    return taken;
}

bool
TdsConnection::IsDrained() const
{
    return m_outbox.IsEmpty();
}

uint32_t
TdsConnection::GetWaiting() const
{
    return m_written.empty() ? 0 : m_written.front().left;
}

bool
TdsConnection::IsInsidePacket() const
{
    return !m_written.empty() && m_written.front().begun;
}

TdsStream&
TdsConnection::GetStream()
{
    return m_stream;
}

uint64_t
TdsConnection::GetWrittenBytes() const
{
    return m_bytes;
}

uint64_t
TdsConnection::GetWrittenPackets() const
{
    return m_packets;
}

} // namespace ns3::net8
