// SPDX-License-Identifier: GPL-2.0-only
#include "net8-delay-table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace ns3::net8
{

namespace
{

/// Probability steps used by the programs of iproute2.
constexpr int32_t STEPS = 16384;
/// Entries of a table: every fourth step.
constexpr int32_t ENTRIES = STEPS / 4;
/// Most entries of a table of one's own (tc, MAX_DIST).
constexpr std::size_t MAX_ENTRIES = 16384;

/**
 * Limit a table entry.
 *
 * @param value the entry before it is limited
 * @return the entry
 */
int16_t
ToEntry(int32_t value)
{
    return static_cast<int16_t>(std::clamp(value, -32768, 32767));
}

/**
 * @return the value of the normal distribution for every fourth step of probability
 */
std::vector<int32_t>
MakeNormal()
{
    // As in normal.c: the last x, in steps of 0.00005, that falls on a probability step.
    std::vector<double> steps(STEPS + 1, 0.0);
    for (double x = -10.0; x < 10.05; x += .00005)
    {
        const double below = .5 + .5 * std::erf(x / std::numbers::sqrt2);
        steps.at(static_cast<size_t>(std::rint(STEPS * below))) = x;
    }
    std::vector<int32_t> values;
    for (int32_t i = 0; i < STEPS; i += 4)
    {
        values.push_back(static_cast<int32_t>(std::rint(steps.at(i) * DelayTable::SCALE)));
    }
    return values;
}

/**
 * @return the values of the Pareto distribution with exponent 3, cut off at 32767
 */
std::vector<int32_t>
MakePareto()
{
    std::vector<int32_t> values;
    for (int32_t i = 0; i < ENTRIES; ++i)
    {
        const double share = (65536 - 16 * i) / 65536.0;
        const double value = (1.0 / std::pow(share, 1.0 / 3) - 1.5) * (4.0 / 3.0);
        values.push_back(
            static_cast<int32_t>(std::rint(std::min(value * DelayTable::SCALE, 32767.0))));
    }
    return values;
}

/**
 * Compute the table of a distribution.
 *
 * @param kind a distribution that has a table
 * @return its table
 */
std::vector<int16_t>
Make(DelayTable::Kind kind)
{
    const auto normal = MakeNormal();
    const auto pareto = MakePareto();
    std::vector<int16_t> table;
    for (int32_t i = 0; i < ENTRIES; ++i)
    {
        switch (kind)
        {
        case DelayTable::Kind::NORMAL:
            table.push_back(ToEntry(normal.at(i)));
            break;
        case DelayTable::Kind::PARETO:
            table.push_back(ToEntry(pareto.at(i)));
            break;
        default:
            table.push_back(ToEntry((normal.at(i) + 3 * pareto.at(i)) / 4));
        }
    }
    return table;
}

} // namespace

const std::vector<int16_t>&
DelayTable::Get(Kind kind)
{
    static const std::vector<int16_t> none;
    static const auto normal = Make(Kind::NORMAL);
    static const auto pareto = Make(Kind::PARETO);
    static const auto both = Make(Kind::PARETO_NORMAL);
    switch (kind)
    {
    case Kind::NORMAL:
        return normal;
    case Kind::PARETO:
        return pareto;
    case Kind::PARETO_NORMAL:
        return both;
    case Kind::UNIFORM:
        break;
    }
    return none;
}

std::vector<int16_t>
DelayTable::Read(const std::string& text)
{
    std::vector<int16_t> entries;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string word; words >> word;)
        {
            int entry = 0;
            const auto* end = word.data() + word.size();
            const auto [rest, error] = std::from_chars(word.data(), end, entry);
            if (error != std::errc() || rest != end || entry != ToEntry(entry))
            {
                throw std::invalid_argument("'" + word +
                                            "' is not an entry of a table of delays; those are "
                                            "whole numbers from -32768 to 32767.");
            }
            entries.push_back(static_cast<int16_t>(entry));
        }
    }
    if (entries.empty() || entries.size() > MAX_ENTRIES)
    {
        throw std::invalid_argument("A table of delays has 1 to " + std::to_string(MAX_ENTRIES) +
                                    " entries, not " + std::to_string(entries.size()) + ".");
    }
    std::ranges::sort(entries);
    return entries;
}

} // namespace ns3::net8
