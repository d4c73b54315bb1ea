// SPDX-License-Identifier: GPL-2.0-only
#include "net8-draw-count.h"

#include "ns3/integer.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-stream.h"

#include <dlfcn.h>
#include <stdexcept>

namespace
{

/// Draws of this process.
uint64_t g_draws = 0;

/// ns3::RngStream::RandU01 as a function.
using Draw = double (*)(ns3::RngStream*);

/**
 * @return the function of ns-3's library
 */
Draw
FindDraw()
{
    const auto found = dlsym(RTLD_NEXT, "_ZN3ns39RngStream7RandU01Ev");
    if (found == nullptr)
    {
        throw std::runtime_error("The ns-3 library has no ns3::RngStream::RandU01.");
    }
    return reinterpret_cast<Draw>(found);
}

} // namespace

namespace ns3
{

/// Weak, so that a static library of ns-3 keeps its own; draws are not counted then.
__attribute__((weak)) double
RngStream::RandU01()
{
    static const Draw draw = FindDraw();
    ++g_draws;
    return draw(this);
}

} // namespace ns3

namespace ns3::net8
{

namespace
{

/**
 * @return whether a draw of ns-3's random variables is counted
 */
bool
CountsDraws()
{
    const auto before = g_draws;
    CreateObjectWithAttributes<UniformRandomVariable>("Stream", IntegerValue(0))->GetValue();
    return g_draws == before + 1;
}

} // namespace

Net8DrawCount::Net8DrawCount()
{
    static const bool counts = CountsDraws();
    m_counts = counts;
    m_start = g_draws;
}

std::optional<uint64_t>
Net8DrawCount::Get() const
{
    return m_counts ? std::optional(g_draws - m_start) : std::nullopt;
}

} // namespace ns3::net8
