// SPDX-License-Identifier: GPL-2.0-only
#include "net8-node-list.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace ns3::net8
{

namespace
{

/**
 * Check the characters of a text.
 * @param text a text
 * @param allowed the characters allowed
 * @return whether the text contains only these
 */
bool
ConsistsOf(std::string_view text, std::string_view allowed)
{
    return text.find_first_not_of(allowed) == std::string_view::npos;
}

/**
 * Split a text.
 * @param text a text
 * @param separator character between the parts
 * @return the parts, without surrounding blanks
 */
std::vector<std::string>
Split(std::string_view text, char separator)
{
    constexpr std::string_view BLANKS = " \t\r\n";
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();)
    {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        const std::string_view part = text.substr(start, end - start);
        const std::size_t first = part.find_first_not_of(BLANKS);
        const std::size_t last = part.find_last_not_of(BLANKS);
        parts.emplace_back(first == std::string_view::npos ? ""
                                                           : part.substr(first, last - first + 1));
        start = end + 1;
    }
    return parts;
}

/**
 * Get the name of an address family.
 * @param bits length of an address, bits
 * @return "IPv4" or "IPv6"
 */
std::string
FamilyName(uint32_t bits)
{
    return bits == IpAddress::IPV4_BITS ? "IPv4" : "IPv6";
}

} // namespace

IpAddress::Bytes
Net8NodeList::Mask(const IpAddress::Bytes& bytes, uint32_t prefix)
{
    IpAddress::Bytes masked{};
    std::copy_n(bytes.begin(), prefix / 8, masked.begin());
    if (prefix % 8 != 0)
    {
        masked[prefix / 8] = bytes[prefix / 8] & static_cast<uint8_t>(0xff << (8 - prefix % 8));
    }
    return masked;
}

TextError
Net8NodeList::Parse(std::string_view text, const Hosts& hosts, std::string_view name)
{
    if (text.starts_with('(') && text.ends_with(')'))
    {
        text = text.substr(1, text.size() - 2);
    }
    Net8NodeList parsed;
    const bool blank = ConsistsOf(text, " \t\r\n");
    for (const auto& entry : blank ? std::vector<std::string>() : Split(text, ','))
    {
        TextError error;
        error.message = parsed.Add(entry, hosts);
        if (error.IsError())
        {
            error.file = name;
            return error;
        }
    }
    *this = std::move(parsed);
    return {};
}

std::string
Net8NodeList::Add(const std::string& entry, const Hosts& hosts)
{
    m_empty = false;
    if (entry.find('/') != std::string::npos)
    {
        return AddNetwork(entry);
    }
    if (entry.find('*') != std::string::npos)
    {
        return AddWildcard(entry);
    }
    if (const IpAddress node = IpAddress::Parse(entry); node.bits > 0)
    {
        Insert(node, node.bits);
        return "";
    }
    if (entry.find(':') != std::string::npos)
    {
        return "'" + entry +
               "' is not an IPv6 address; write eight groups of hexadecimal "
               "digits with colons between them, or fewer and one ::";
    }
    if (!entry.empty() && ConsistsOf(entry, "0123456789."))
    {
        return "'" + entry +
               "' is not an IPv4 address; write four numbers up to 255 with "
               "points between them";
    }
    return AddName(entry, hosts);
}

std::string
Net8NodeList::AddNetwork(const std::string& entry)
{
    const std::size_t slash = entry.find('/');
    const std::string address = entry.substr(0, slash);
    const std::string length = entry.substr(slash + 1);
    const IpAddress node = IpAddress::Parse(address);
    if (node.bits == 0)
    {
        return "'" + entry +
               "' is not a network; write an IPv4 or IPv6 address, a slash and a "
               "prefix length, such as 10.0.0.0/8 or 2001:db8::/32";
    }
    uint32_t prefix = 0;
    const auto [end, code] = std::from_chars(length.data(), length.data() + length.size(), prefix);
    if (code != std::errc() || end != length.data() + length.size() || prefix > node.bits)
    {
        return "'" + entry + "' has the prefix length '" + length + "'; with " +
               FamilyName(node.bits) + " use 0 to " + std::to_string(node.bits);
    }
    if (Mask(node.bytes, prefix) != node.bytes)
    {
        const IpAddress first{node.bits, Mask(node.bytes, prefix)};
        return "'" + entry + "' has bits set behind its prefix; use " + first.Print() + "/" +
               std::to_string(prefix);
    }
    Insert(node, prefix);
    return "";
}

std::string
Net8NodeList::AddWildcard(const std::string& entry)
{
    IpAddress node;
    node.bits = IpAddress::IPV4_BITS;
    const auto parts = Split(entry, '.');
    const std::size_t numbers =
        static_cast<std::size_t>(std::find(parts.begin(), parts.end(), "*") - parts.begin());
    bool right = parts.size() <= 4 && numbers < parts.size();
    for (std::size_t i = 0; right && i < parts.size(); ++i)
    {
        const char* last = parts[i].data() + parts[i].size();
        const auto [end, code] = std::from_chars(parts[i].data(), last, node.bytes[i]);
        right = i < numbers ? code == std::errc() && end == last : parts[i] == "*";
    }
    if (!right)
    {
        return "'" + entry +
               "' is not an IPv4 address with * for its last parts, such as "
               "192.168.*";
    }
    Insert(node, static_cast<uint32_t>(8 * numbers));
    return "";
}

std::string
Net8NodeList::AddName(const std::string& entry, const Hosts& hosts)
{
    std::string name = entry;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    if (name.empty() || !ConsistsOf(name, "abcdefghijklmnopqrstuvwxyz0123456789-_."))
    {
        return "'" + entry +
               "' is neither a host name nor an address, a network or an address "
               "that ends with *";
    }
    const auto found = hosts.find(name);
    if (found == hosts.end())
    {
        m_unknown.push_back(entry);
        return "";
    }
    for (const auto& address : found->second)
    {
        if (const IpAddress node = address.Unmap(); node.bits > 0)
        {
            Insert(node, node.bits);
        }
    }
    return "";
}

void
Net8NodeList::Insert(const IpAddress& node, uint32_t prefix)
{
    m_networks[{node.bits, prefix}].insert(Mask(node.bytes, prefix));
}

bool
Net8NodeList::Contains(const IpAddress& address) const
{
    const IpAddress node = address.Unmap();
    return std::any_of(m_networks.begin(), m_networks.end(), [&node](const auto& group) {
        const auto& [bits, prefix] = group.first;
        return bits == node.bits && group.second.contains(Mask(node.bytes, prefix));
    });
}

bool
Net8NodeList::IsEmpty() const
{
    return m_empty;
}

const std::vector<std::string>&
Net8NodeList::GetUnknownNames() const
{
    return m_unknown;
}

} // namespace ns3::net8
