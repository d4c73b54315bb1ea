// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SACKED_RANGES_H
#define NET8_SACKED_RANGES_H

/**
 * @file
 * @ingroup net8-transport
 * What a peer has reported to hold out of order.
 */

#include "ns3/sequence-number.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8-transport
 * Sequence numbers that a peer has reported by SACK but not acknowledged yet. They are kept to
 * detect when it takes a report back (RFC 2018, section 8). Its ranges neither touch nor overlap.
 */
class SackedRanges
{
  public:
    /**
     * Add a SACK block.
     *
     * @param first first sequence number of the block
     * @param end the number after its last
     */
    void Add(SequenceNumber32 first, SequenceNumber32 end)
    {
        auto next = m_ends.lower_bound(first);
        if (next != m_ends.begin() && std::prev(next)->second >= first)
        {
            --next;
            first = next->first;
        }
        while (next != m_ends.end() && next->first <= end)
        {
            end = std::max(end, next->second);
            next = m_ends.erase(next);
        }
        m_ends.emplace(first, end);
    }

    /**
     * Remove what is acknowledged; if the peer took a report back, remove everything.
     *
     * @param ack a cumulative acknowledgment
     * @return whether the peer had reported the very next number, which means that it has dropped
     * what it held
     */
    bool Acknowledge(SequenceNumber32 ack)
    {
        const auto above = m_ends.upper_bound(ack);
        const bool dropped = above != m_ends.begin() && std::prev(above)->second > ack;
        m_ends.erase(m_ends.begin(), dropped ? m_ends.end() : above);
        return dropped;
    }

  private:
    std::map<SequenceNumber32, SequenceNumber32>
        m_ends; ///< End of each range, by its first number.
};

} // namespace ns3::net8

#endif /* NET8_SACKED_RANGES_H */
