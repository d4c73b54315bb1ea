// SPDX-License-Identifier: GPL-2.0-only
#include "net8-node-filter.h"

#include <utility>

namespace ns3::net8
{

TextError
Net8NodeFilter::SetLists(std::string_view invited,
                         std::string_view excluded,
                         const Net8NodeList::Hosts& hosts)
{
    Net8NodeFilter parsed;
    TextError error = parsed.m_invited.Parse(invited, hosts, "INVITED_NODES");
    if (!error.IsError())
    {
        error = parsed.m_excluded.Parse(excluded, hosts, "EXCLUDED_NODES");
    }
    if (!error.IsError())
    {
        *this = std::move(parsed);
    }
    return error;
}

bool
Net8NodeFilter::Admits(const IpAddress& from) const
{
    return m_invited.IsEmpty() ? !m_excluded.Contains(from) : m_invited.Contains(from);
}

std::vector<std::string>
Net8NodeFilter::GetUnknownNames() const
{
    std::vector<std::string> names = m_invited.GetUnknownNames();
    const auto& excluded = m_excluded.GetUnknownNames();
    names.insert(names.end(), excluded.begin(), excluded.end());
    return names;
}

} // namespace ns3::net8
