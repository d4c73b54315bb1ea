// SPDX-License-Identifier: GPL-2.0-only
#include "net8-valid-nodes.h"

#include "ns3/boolean.h"
#include "ns3/net8-ip-version.h"
#include "ns3/string.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ValidNodes);

TypeId
Net8ValidNodes::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ValidNodes")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ValidNodes>()
            .AddAttribute("ValidNodeChecking",
                          "VALIDNODE_CHECKING: close connections of clients that are not admitted.",
                          BooleanValue(false), // Net Services Reference 19c
                          MakeBooleanAccessor(&Net8ValidNodes::m_checking),
                          MakeBooleanChecker())
            .AddAttribute("InvitedNodes",
                          "TCP.INVITED_NODES: host names, addresses, wildcards and networks that "
                          "are admitted, with commas between them; empty: all.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ValidNodes::m_invited),
                          MakeStringChecker())
            .AddAttribute("ExcludedNodes",
                          "TCP.EXCLUDED_NODES: likewise, not admitted; counts where nobody is "
                          "invited.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ValidNodes::m_excluded),
                          MakeStringChecker());
    return tid;
}

Net8ValidNodes::Net8ValidNodes() = default;
Net8ValidNodes::~Net8ValidNodes() = default;

void
Net8ValidNodes::SetHosts(Net8NodeList::Hosts hosts)
{
    m_hosts = std::move(hosts);
}

TextError
Net8ValidNodes::Configure()
{
    return m_checking ? m_filter.SetLists(m_invited, m_excluded, m_hosts) : TextError();
}

bool
Net8ValidNodes::Admits(const Address& from) const
{
    return !m_checking || m_filter.Admits(ToIpAddress(from));
}

} // namespace ns3::net8
