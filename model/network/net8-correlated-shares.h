// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CORRELATED_SHARES_H
#define NET8_CORRELATED_SHARES_H

#include "net8-link-draw.h"

#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Shares between 0 and 1, each as likely as any other, of which each depends on the one before it
 * so that the values at these shares of a distribution have a given correlation.
 *
 * The shares are those of a normal process: z becomes r z + sqrt(1 - r^2) e with fresh normal e,
 * and its share is that of the normal distribution below z. So the distribution of the values stays
 * what it is, unlike in netem's get_crandom, which weighs uniform numbers and so narrows them. r is
 * computed from the distribution: of uniform values it is 2 sin(pi c / 6) for a correlation of c,
 * of normal ones c.
 *
 * Source: Cario and Nelson, Autoregressive to anything, Operations Research Letters 19 (1996).
 */
class CorrelatedShares
{
  public:
    /**
     * @param draw source of random numbers
     * @param correlation correlation of a value with the one before it, from 0 to 1
     * @param quantile value that has a share of the distribution below it
     */
    CorrelatedShares(LinkDraw draw,
                     double correlation,
                     const std::function<double(double)>& quantile);

    /**
     * @return the next share, from 0 to less than 1
     */
    double Next();

    /**
     * @param share a share, between 0 and 1
     * @return the value of the standard normal distribution that has it below
     */
    static double GetNormal(double share);

    /**
     * Find the correlation of normal values whose shares give values with a correlation.
     *
     * @param correlation correlation of the values, from 0 to 1
     * @param quantile value that has a share of their distribution below it
     * @return correlation of the normal values
     */
    static double FindNormalCorrelation(double correlation,
                                        const std::function<double(double)>& quantile);

  private:
    LinkDraw m_draw;              ///< Source of random numbers.
    double m_normal;              ///< Correlation of the normal values.
    std::optional<double> m_last; ///< Last normal value; nothing: none so far.
};

} // namespace ns3::net8

#endif /* NET8_CORRELATED_SHARES_H */
