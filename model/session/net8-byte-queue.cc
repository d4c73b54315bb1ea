// SPDX-License-Identifier: GPL-2.0-only
#include "net8-byte-queue.h"

#include <algorithm>
#include <cstddef>

namespace ns3::net8
{

ByteQueue::ByteQueue() = default;
ByteQueue::~ByteQueue() = default;

std::vector<uint8_t>
ByteQueue::Take(uint32_t room)
{
    const auto end =
        m_bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(room, m_bytes.size()));
    std::vector<uint8_t> out(m_bytes.begin(), end);
    m_bytes.erase(m_bytes.begin(), end);
    return out;
}

bool
ByteQueue::IsDrained() const
{
    return m_bytes.empty();
}

} // namespace ns3::net8
