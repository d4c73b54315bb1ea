// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DRAW_COUNT_H
#define NET8_DRAW_COUNT_H

#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Counts the random numbers drawn in this process, whoever draws them.
 *
 * All of ns-3's random variables draw from ns3::RngStream::RandU01. The dynamic linker lets ours
 * stand before that of ns-3's library: it counts, then calls that one. Where the program was linked
 * so that ns-3 does not call ours, which a draw shows, nothing is counted.
 */
class Net8DrawCount
{
  public:
    /// Begin with 0.
    Net8DrawCount();

    /**
     * @return draws since it was made; nothing if draws cannot be counted here
     */
    std::optional<uint64_t> Get() const;

  private:
    bool m_counts;    ///< Draws are counted.
    uint64_t m_start; ///< Draws of the process before.
};

} // namespace ns3::net8

#endif /* NET8_DRAW_COUNT_H */
