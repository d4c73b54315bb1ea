// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTED_LOSS_H
#define NET8_LISTED_LOSS_H

#include "net8-link-loss.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Packets that are lost by their numbers, counted from 0.
 */
class ListedLoss : public LinkLoss
{
  public:
    /**
     * @param numbers of the packets that are lost, in any order
     */
    explicit ListedLoss(std::vector<uint64_t> numbers);

    bool LoseNext() override;

  private:
    std::vector<uint64_t> m_numbers; ///< Numbers, each once, in order.
    size_t m_at{0};                  ///< The first of them that has not come yet.
    uint64_t m_seen{0};              ///< Packets that have come.
};

} // namespace ns3::net8

#endif /* NET8_LISTED_LOSS_H */
