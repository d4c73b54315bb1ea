// SPDX-License-Identifier: GPL-2.0-only
#include "net8-value-reader.h"

#include <charconv>
#include <limits>
#include <sstream>

namespace ns3::net8
{

ValueReader::ValueReader(const NameValue& node)
    : m_node(node)
{
}

uint32_t
ValueReader::Number(uint32_t minimum, uint32_t maximum, const std::string& unit)
{
    uint32_t number = 0;
    const std::string text = GetValue();
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = result.ec == std::errc{} && result.ptr == text.data() + text.size();
    if (!whole || number < minimum || number > maximum)
    {
        Fail("a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum) +
             " (" + unit + ")");
        return minimum;
    }
    return number;
}

uint32_t
ValueReader::Bytes()
{
    return Number(1, std::numeric_limits<int32_t>::max(), "bytes");
}

std::optional<bool>
ValueReader::Switch()
{
    if (const auto value = GetValue(); value == "0" || value == "1")
    {
        m_isMeaningless = true;
        return std::nullopt;
    }
    const std::string word = OneOf("on,yes,true,off,no,false");
    return word == "on" || word == "yes" || word == "true";
}

Duration
ValueReader::Time(uint64_t unitMs)
{
    const auto duration = Duration::Parse(GetValue(), unitMs);
    if (!duration)
    {
        Fail("a duration such as 3, 3 sec, 300ms or 2 min");
    }
    return duration.value_or(Duration{});
}

std::string
ValueReader::Text()
{
    if (!HasValue())
    {
        Fail("a single value");
    }
    return GetValue();
}

std::string
ValueReader::OneOf(const std::string& words)
{
    std::istringstream stream{words};
    for (std::string word; std::getline(stream, word, ',');)
    {
        if (HasValue() && EqualNoCase(word, GetValue()))
        {
            return word;
        }
    }
    Fail("one of " + words);
    return {};
}

const TextError&
ValueReader::GetError() const
{
    return m_error;
}

void
ValueReader::Fail(const std::string& expected)
{
    if (!m_error.IsError())
    {
        const std::string* value = m_node.GetScalar();
        const std::string found = value ? "'" + *value + "'" : "brackets";
        m_error = m_node.Error("found " + found + " for " + m_node.name + " where " + expected +
                               " was expected");
    }
}

bool
ValueReader::IsMeaningless() const
{
    return m_isMeaningless;
}

bool
ValueReader::HasValue() const
{
    return m_node.GetScalar() && !m_node.isRaw;
}

std::string
ValueReader::GetValue() const
{
    return HasValue() ? *m_node.GetScalar() : "";
}

std::string
ToLower(std::string text)
{
    for (char& c : text)
    {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

} // namespace ns3::net8
