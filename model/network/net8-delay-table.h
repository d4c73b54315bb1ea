// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DELAY_TABLE_H
#define NET8_DELAY_TABLE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The delay distributions of netem: tables of the inverse of a distribution function, in units of 1
 * / 8192 standard deviations (NETEM_DIST_SCALE), from which an entry is chosen at random.
 *
 * They are computed like the programs of iproute2 compute them (netem/normal.c, netem/pareto.c,
 * netem/paretonormal.c, by NIST, not copyrighted): 4096 entries, also for `pareto`, whose values
 * are cut off at 32767 / 8192 = 4.0 standard deviations.
 */
class DelayTable
{
  public:
    /// A distribution.
    enum class Kind : uint8_t
    {
        UNIFORM,      ///< All delays within the jitter equally likely; needs no table.
        NORMAL,       ///< Normal.
        PARETO,       ///< Pareto with exponent 3.
        PARETO_NORMAL ///< A quarter of the normal value and three quarters of the Pareto one.
    };

    /// Table units per standard deviation.
    static constexpr int64_t SCALE = 8192;

    /**
     * Get the table of a distribution.
     *
     * @param kind the distribution
     * @return its table; empty for UNIFORM
     */
    static const std::vector<int16_t>& Get(Kind kind);

    /**
     * Read a table of one's own, as maketable of iproute2 writes it: numbers in units of 1 / SCALE
     * standard deviations, comments after `#`.
     *
     * @param text the file
     * @return its entries, ascending
     * @throws std::invalid_argument if it is no table
     */
    static std::vector<int16_t> Read(const std::string& text);
};

} // namespace ns3::net8

#endif /* NET8_DELAY_TABLE_H */
