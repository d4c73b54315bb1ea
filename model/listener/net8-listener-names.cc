// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-names.h"

#include "ns3/boolean.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ListenerNames);

TypeId
Net8ListenerNames::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ListenerNames")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ListenerNames>()
            .AddAttribute("ReverseLookup",
                          "Whether a process that is forked for a client looks up its name before "
                          "the connection goes on.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8ListenerNames::m_looksUp),
                          MakeBooleanChecker())
            .AddAttribute("NameServers",
                          "Name servers that are tried in turn.",
                          UintegerValue(1),
                          MakeFieldAccessor<UintegerValue>(&Net8ListenerNames::m_resolver,
                                                           &ResolverSettings::servers),
                          MakeUintegerChecker<uint32_t>(1, ResolverSettings::SERVERS_MAX))
            .AddAttribute("SilentNameServers",
                          "The first of them, which do not answer.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8ListenerNames::m_resolver,
                                                           &ResolverSettings::silent),
                          MakeUintegerChecker<uint32_t>(0, ResolverSettings::SERVERS_MAX))
            .AddAttribute("NameTimeout",
                          "Wait for an answer of the first server before the next is asked; 0: 5 "
                          "s.",
                          TimeValue(Time(0)),
                          MakeFieldAccessor<TimeValue>(&Net8ListenerNames::m_resolver,
                                                       &ResolverSettings::timeout),
                          MakeTimeChecker(Time(0), Seconds(30)))
            .AddAttribute("NameAttempts",
                          "Passes over the name servers.",
                          UintegerValue(2),
                          MakeFieldAccessor<UintegerValue>(&Net8ListenerNames::m_resolver,
                                                           &ResolverSettings::attempts),
                          MakeUintegerChecker<uint32_t>(1, ResolverSettings::ATTEMPTS_MAX));
    return tid;
}

Net8ListenerNames::Net8ListenerNames() = default;
Net8ListenerNames::~Net8ListenerNames() = default;

Time
Net8ListenerNames::GetWait() const
{
    return m_looksUp ? m_resolver.GetSilence() : Time();
}

} // namespace ns3::net8
