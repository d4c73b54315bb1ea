// SPDX-License-Identifier: GPL-2.0-only
#include "net8-duration.h"

#include "net8-name-value.h"

#include <charconv>
#include <utility>

namespace ns3::net8
{

std::optional<Duration>
Duration::Parse(std::string_view text, uint64_t unitMs)
{
    uint64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc{})
    {
        return std::nullopt;
    }
    std::string_view unit{result.ptr, static_cast<size_t>(text.data() + text.size() - result.ptr)};
    unit.remove_prefix(std::min(unit.find_first_not_of(" \t"), unit.size()));
    using Unit = std::pair<std::string_view, uint64_t>;
    for (const auto& [word, milliseconds] : {Unit{"", unitMs},
                                             Unit{"ms", 1},
                                             Unit{"s", 1000},
                                             Unit{"sec", 1000},
                                             Unit{"min", 60'000},
                                             Unit{"hr", 3'600'000}})
    {
        if (EqualNoCase(unit, word) && number <= MAX_MS / milliseconds)
        {
            return Duration{number * milliseconds};
        }
    }
    return std::nullopt;
}

std::string
Duration::Print() const
{
    return milliseconds % 1000 == 0 ? std::to_string(milliseconds / 1000)
                                    : std::to_string(milliseconds) + "ms";
}

} // namespace ns3::net8
