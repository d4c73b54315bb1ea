// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-identity.h"

#include "net8-driver.h"

#include <algorithm>
#include <map>

namespace ns3::net8
{

namespace
{

/**
 * Remove a part of a descriptor.
 *
 * @param text the descriptor
 * @param start start of the part, "(CID=" ...
 */
void
CutPart(std::string& text, std::string_view start)
{
    const auto begin = text.find(start);
    if (begin == std::string::npos)
    {
        return;
    }
    int depth = 0;
    for (auto end = begin; end < text.size(); ++end)
    {
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        if (depth == 0)
        {
            text.erase(begin, end - begin + 1);
            return;
        }
    }
}

/**
 * Fill in placeholders.
 *
 * @param pattern a text with placeholders in braces
 * @param values their values
 * @return the text with the values
 */
std::string
Fill(std::string_view pattern, const std::map<std::string_view, std::string>& values)
{
    std::string text;
    while (!pattern.empty())
    {
        const auto open = std::min(pattern.find('{'), pattern.size());
        text += pattern.substr(0, open);
        pattern.remove_prefix(open);
        const auto close = pattern.find('}');
        if (close == std::string_view::npos)
        {
            text += pattern;
            break;
        }
        const auto value = values.find(pattern.substr(1, close - 1));
        text += value == values.end() ? std::string(pattern.substr(0, close + 1)) : value->second;
        pattern.remove_prefix(close + 1);
    }
    return text;
}

} // namespace

ClientIdentity
ClientIdentity::Complete(const DriverProfile& driver) const
{
    const auto fill = [](const std::string& name, const std::string& otherwise) {
        return name.empty() ? otherwise : name;
    };
    ClientIdentity full = *this;
    full.userName = fill(userName, "scott");
    full.machine = fill(machine, "client");
    full.terminal = fill(terminal, driver.terminal);
    full.osUser = fill(osUser, "user");
    full.processId = fill(processId, driver.processId);
    full.program =
        fill(program, Fill(driver.program, {{"name", driver.name}, {"host", full.GetHost()}}));
    return full;
}

std::string
ClientIdentity::GetHost() const
{
    const auto domain = machine.rfind('\\');
    return domain == std::string::npos ? machine : machine.substr(domain + 1);
}

std::string
ClientIdentity::GetAuthProgram(const DriverProfile& driver) const
{
    const auto path = driver.cutsProgramPath ? program.rfind('\\') : std::string::npos;
    return (path == std::string::npos ? program : program.substr(path + 1)) + driver.programSuffix;
}

uint32_t
ClientIdentity::GetNamesLength(const DriverProfile& driver) const
{
    return static_cast<uint32_t>(terminal.size() + GetAuthProgram(driver).size() + machine.size() +
                                 processId.size() + (driver.tellsOsUser ? osUser.size() : 0));
}

std::string
ClientIdentity::GetConnectData(const DriverProfile& driver,
                               std::string_view serviceName,
                               std::string_view host,
                               uint16_t port,
                               const std::string& address) const
{
    return Fill(driver.connectData,
                {{"service", "(SERVICE_NAME=" + std::string(serviceName) + ")"},
                 {"program", program},
                 {"host", GetHost()},
                 {"user", osUser},
                 {"address",
                  address.empty() ? "(ADDRESS=(PROTOCOL=TCP)(HOST=" + std::string(host) +
                                        ")(PORT=" + std::to_string(port) + "))"
                                  : address}});
}

uint32_t
ClientIdentity::GetConnectStringLength(const DriverProfile& driver, std::string connectData)
{
    if (!driver.tellsConnectData)
    {
        return 0;
    }
    for (const auto& part : driver.leftOut)
    {
        CutPart(connectData, "(" + part + "=");
    }
    return static_cast<uint32_t>(connectData.size());
}

} // namespace ns3::net8
