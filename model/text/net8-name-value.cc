// SPDX-License-Identifier: GPL-2.0-only
#include "net8-name-value.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Characters that an unquoted value cannot contain.
constexpr std::string_view VALUE_STOPS = "()=";

/**
 * Quote a text if necessary.
 * @param text a name or value
 * @param stops characters that it cannot contain unquoted
 * @return the text, in quotes if it could not be read back without them
 */
std::string
Quote(const std::string& text, std::string_view stops)
{
    constexpr std::string_view BLANKS = " \t";
    // Base64 padding may end an unquoted value.
    const auto body = text.substr(0, text.find_last_not_of('=') + 1);
    const bool padded =
        stops == VALUE_STOPS && !body.empty() && BLANKS.find(body.back()) == std::string_view::npos;
    const bool plain = (padded ? body : text).find_first_of(stops) == std::string::npos &&
                       (text.empty() ||
                        (std::string_view{"\"'# \t"}.find(text.front()) == std::string_view::npos &&
                         BLANKS.find(text.back()) == std::string_view::npos)) &&
                       text.find(" #") == std::string::npos &&
                       text.find("\t#") == std::string::npos;
    const char quote = text.find('"') == std::string::npos ? '"' : '\'';
    return plain ? text : quote + text + quote;
}

/**
 * Quote a name or a list value if necessary.
 * @param text a name, or a value of a list
 * @return the text, in quotes if it could not be read back without them
 */
std::string
QuoteName(const std::string& text)
{
    return text.empty() ? "\"\"" : Quote(text, "()=,");
}

} // namespace

NameValue::NameValue(std::string nodeName, std::string nodeValue)
    : name(std::move(nodeName)),
      value(std::move(nodeValue))
{
}

NameValue::NameValue(std::string nodeName, std::vector<NameValue> nodes)
    : name(std::move(nodeName)),
      kind(Kind::GROUP),
      children(std::move(nodes))
{
}

bool
NameValue::Is(std::string_view other) const
{
    return EqualNoCase(name, other);
}

const NameValue*
NameValue::Find(std::string_view other) const
{
    const auto found = std::find_if(children.begin(), children.end(), [&](const NameValue& child) {
        return child.Is(other);
    });
    return found == children.end() ? nullptr : &*found;
}

const std::string*
NameValue::GetScalar() const
{
    if (kind == Kind::VALUE)
    {
        return &value;
    }
    const bool one = children.size() == 1 && children.front().list.size() == 1 &&
                     children.front().kind == Kind::LIST;
    return one ? &children.front().list.front() : nullptr;
}

std::vector<std::string>
NameValue::GetItems() const
{
    std::vector<std::string> items;
    const auto add = [&items](std::string_view text) {
        while (!text.empty())
        {
            const auto first = std::min(text.find_first_not_of(", \t"), text.size());
            text.remove_prefix(first);
            const auto length = std::min(text.find_first_of(", \t"), text.size());
            if (length > 0)
            {
                items.emplace_back(text.substr(0, length));
            }
            text.remove_prefix(length);
        }
    };
    add(value);
    for (const auto& child : children)
    {
        std::for_each(child.list.begin(), child.list.end(), add);
    }
    return items;
}

std::string
NameValue::Print() const
{
    std::string text = "(";
    if (kind == Kind::LIST)
    {
        for (const auto& item : list)
        {
            text += (text.size() > 1 ? "," : "") + QuoteName(item);
        }
        return text + ")";
    }
    text += QuoteName(name) + "=";
    text += kind == Kind::VALUE ? Quote(value, VALUE_STOPS) : "";
    for (const auto& child : children)
    {
        text += child.Print();
    }
    return text + ")";
}

TextError
NameValue::Error(const std::string& message) const
{
    return {.file = {}, .line = line, .column = column, .message = message};
}

bool
EqualNoCase(std::string_view left, std::string_view right)
{
    const auto upper = [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    };
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [&](char a, char b) {
        return upper(a) == upper(b);
    });
}

} // namespace ns3::net8
