// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-source.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Bytes from the beginning of a packet that are copied along with those that are wanted, as ns-3
/// copies from there only.
constexpr uint32_t NEAR = 64;

} // namespace

PacketSource::PacketSource(const Ptr<Packet>& packet)
    : m_left(Net8PacketSlice::Whole(packet))
{
}

PacketSource::PacketSource(Net8PacketSlice slice)
    : m_left(std::move(slice))
{
}

uint32_t
PacketSource::GetSize() const
{
    return m_left.bytes;
}

void
PacketSource::Take(std::span<uint8_t> to)
{
    const auto size = static_cast<uint32_t>(to.size());
    const uint32_t start = m_left.start;
    if (start > 0 && start + size <= NEAR)
    {
        std::array<uint8_t, NEAR> bytes{};
        m_left.packet->CopyData(bytes.data(), start + size);
        std::copy_n(bytes.begin() + start, size, to.begin());
    }
    else
    {
        if (start > 0)
        {
            m_left = Net8PacketSlice::Whole(m_left.Copy());
        }
        m_left.packet->CopyData(to.data(), size);
    }
    Skip(size);
}

void
PacketSource::Skip(uint32_t count)
{
    m_left = count == m_left.bytes ? Net8PacketSlice() : m_left.Cut(count, m_left.bytes - count);
}

std::unique_ptr<ByteSource>
PacketSource::Split(uint32_t count)
{
    auto part = std::make_unique<PacketSource>(m_left.Cut(0, count));
    Skip(count);
    return part;
}

} // namespace ns3::net8
