// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-descriptor.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ns3::net8
{

namespace
{

/// A parameter of a LAN address.
struct LanName
{
    std::string_view protocol;             ///< Its protocol.
    const char* name;                      ///< The parameter.
    std::string ConnectAddress::* field{}; ///< The member that stores it.
};

constexpr std::array LAN_NAMES{LanName{"spx", "SERVICE", &ConnectAddress::service},
                               LanName{"decnet", "NODE", &ConnectAddress::node},
                               LanName{"decnet", "OBJECT", &ConnectAddress::object},
                               LanName{"nmp", "SERVER", &ConnectAddress::server},
                               LanName{"nmp", "PIPE", &ConnectAddress::pipe}};

} // namespace

void
ConnectAddress::TakeLanNames()
{
    for (const auto& [of, name, field] : LAN_NAMES)
    {
        const auto found = std::ranges::find_if(others, [name = name](const auto& node) {
            return node.Is(name) && node.GetScalar();
        });
        if (of == protocol && found != others.end())
        {
            this->*field = *found->GetScalar();
            others.erase(found);
        }
    }
}

bool
ConnectAddress::IsOnTcp() const
{
    return protocol == "tcp" || protocol == "tcps";
}

bool
ConnectAddress::IsOnLan() const
{
    return protocol == "spx" || protocol == "decnet" || protocol == "nmp";
}

const std::string&
ConnectAddress::GetHostName() const
{
    return protocol == "decnet" ? node : protocol == "nmp" ? server : host;
}

std::vector<std::pair<std::string, std::string>>
ConnectAddress::GetLanNames() const
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const auto& [of, name, field] : LAN_NAMES)
    {
        if (of == protocol)
        {
            names.emplace_back(name, this->*field);
        }
    }
    return names;
}

std::string
ConnectAddress::PrintLan() const
{
    std::string word = protocol;
    std::ranges::transform(word, word.begin(), [](char c) {
        return static_cast<char>(c - 'a' + 'A');
    });
    std::vector<NameValue> nodes{{"PROTOCOL", word}};
    for (const auto& [name, value] : GetLanNames())
    {
        nodes.emplace_back(name, value);
    }
    return NameValue("ADDRESS", nodes).Print();
}

} // namespace ns3::net8
