// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listed-loss.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

ListedLoss::ListedLoss(std::vector<uint64_t> numbers)
    : m_numbers(std::move(numbers))
{
    std::sort(m_numbers.begin(), m_numbers.end());
    m_numbers.erase(std::unique(m_numbers.begin(), m_numbers.end()), m_numbers.end());
}

bool
ListedLoss::LoseNext()
{
    const auto number = m_seen++;
    const bool lost = m_at < m_numbers.size() && m_numbers.at(m_at) == number;
    m_at += lost ? 1 : 0;
    return lost;
}

} // namespace ns3::net8
