// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-source.h"

#include <utility>

namespace ns3::net8
{

PacketSource::PacketSource(Ptr<Packet> packet)
    : m_packet(std::move(packet))
{
}

uint32_t
PacketSource::GetSize() const
{
    return m_packet ? m_packet->GetSize() : 0;
}

void
PacketSource::Take(std::span<uint8_t> to)
{
    const auto size = static_cast<uint32_t>(to.size());
    m_packet->CopyData(to.data(), size);
    Skip(size);
}

void
PacketSource::Skip(uint32_t count)
{
    if (count == GetSize())
    {
        m_packet = nullptr; // cheaper than removing every byte of it
        return;
    }
    m_packet->RemoveAtStart(count);
}

std::unique_ptr<ByteSource>
PacketSource::Split(uint32_t count)
{
    if (count == GetSize())
    {
        return std::make_unique<PacketSource>(std::exchange(m_packet, nullptr));
    }
    auto part = std::make_unique<PacketSource>(m_packet->CreateFragment(0, count));
    Skip(count);
    return part;
}

} // namespace ns3::net8
