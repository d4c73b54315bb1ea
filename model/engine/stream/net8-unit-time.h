// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_UNIT_TIME_H
#define NET8_UNIT_TIME_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The time per item of some kind, such as packets or bytes: constant, or drawn by a random
 * function.
 */
class UnitTime
{
  public:
    /// Draws the total time of n items.
    using Draw = std::function<std::chrono::nanoseconds(int64_t)>;

    UnitTime() = default;

    /**
     * Use a constant time.
     *
     * @param each time per item
     */
    explicit UnitTime(std::chrono::nanoseconds each)
        : m_each(each)
    {
    }

    /**
     * Use a random time.
     *
     * @param draw draws the total time of n items
     */
    explicit UnitTime(Draw draw)
        : m_draw(std::move(draw))
    {
    }

    /**
     * Get the time of several items.
     *
     * @param count number of items
     * @return their total time, drawn on each call if it is random
     */
    std::chrono::nanoseconds Of(int64_t count) const
    {
        return m_draw && count != 0 ? m_draw(count) : m_each * count;
    }

    /**
     * @return whether the time is always zero
     */
    bool IsZero() const
    {
        return !m_draw && m_each == std::chrono::nanoseconds(0);
    }

  private:
    std::chrono::nanoseconds m_each{0}; ///< Time per item, if constant.
    Draw m_draw;                        ///< Draws the time otherwise.
};

} // namespace ns3::net8

#endif /* NET8_UNIT_TIME_H */
