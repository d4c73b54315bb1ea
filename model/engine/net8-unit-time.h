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
 * Time that each of some things takes, such as packets or bytes: always the same, or drawn by
 * whoever has random numbers.
 */
class UnitTime
{
  public:
    /// Draws the time that so many of them take together.
    using Draw = std::function<std::chrono::nanoseconds(int64_t)>;

    UnitTime() = default;

    /**
     * @param each time of each of them
     */
    explicit UnitTime(std::chrono::nanoseconds each)
        : m_each(each)
    {
    }

    /**
     * @param draw draws the time of some of them
     */
    explicit UnitTime(Draw draw)
        : m_draw(std::move(draw))
    {
    }

    /**
     * @param count how many there are
     * @return the time that they take together, drawn anew each time if it is random
     */
    std::chrono::nanoseconds Of(int64_t count) const
    {
        return m_draw && count != 0 ? m_draw(count) : m_each * count;
    }

    /**
     * @return whether they never take any
     */
    bool IsZero() const
    {
        return !m_draw && m_each == std::chrono::nanoseconds(0);
    }

  private:
    std::chrono::nanoseconds m_each{0}; ///< Time of each, if it is always the same.
    Draw m_draw;                        ///< Draws it else.
};

} // namespace ns3::net8

#endif /* NET8_UNIT_TIME_H */
