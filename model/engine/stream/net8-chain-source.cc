// SPDX-License-Identifier: GPL-2.0-only
#include "net8-chain-source.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

ChainSource::ChainSource(Parts parts)
    : m_parts(std::move(parts))
{
}

uint32_t
ChainSource::GetSize() const
{
    uint32_t size = 0;
    for (const auto& part : m_parts)
    {
        size += part->GetSize();
    }
    return size;
}

void
ChainSource::Take(std::span<uint8_t> to)
{
    while (!to.empty())
    {
        const auto size = std::min<std::size_t>(to.size(), m_parts.front()->GetSize());
        m_parts.front()->Take(to.first(size));
        to = to.subspan(size);
        if (m_parts.front()->GetSize() == 0)
        {
            m_parts.pop_front();
        }
    }
}

void
ChainSource::Skip(uint32_t count)
{
    while (count > 0)
    {
        const uint32_t size = std::min(count, m_parts.front()->GetSize());
        m_parts.front()->Skip(size);
        count -= size;
        if (m_parts.front()->GetSize() == 0)
        {
            m_parts.pop_front();
        }
    }
}

std::unique_ptr<ByteSource>
ChainSource::Split(uint32_t count)
{
    Parts parts;
    while (count > 0)
    {
        const uint32_t size = std::min(count, m_parts.front()->GetSize());
        count -= size;
        if (size == m_parts.front()->GetSize())
        {
            parts.push_back(std::move(m_parts.front()));
            m_parts.pop_front();
            continue;
        }
        parts.push_back(m_parts.front()->Split(size));
    }
    return std::make_unique<ChainSource>(std::move(parts));
}

} // namespace ns3::net8
