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
 * Loses packets given by their numbers, counted from 0.
 */
class ListedLoss : public LinkLoss
{
  public:
    /**
     * Create a loss model.
     *
     * @param numbers numbers of the packets to lose, in any order
     */
    explicit ListedLoss(std::vector<uint64_t> numbers);

    bool LoseNext() override;

  private:
    std::vector<uint64_t> m_numbers; ///< Numbers, each once, in order.
    size_t m_at{0};                  ///< Index of the next one.
    uint64_t m_seen{0};              ///< Packets seen so far.
};

} // namespace ns3::net8

#endif /* NET8_LISTED_LOSS_H */
