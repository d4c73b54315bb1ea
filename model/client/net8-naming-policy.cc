// SPDX-License-Identifier: GPL-2.0-only
#include "net8-naming-policy.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NamingPolicy);

namespace
{

/// Largest number of entries of a tnsnames.ora.
constexpr uint32_t NAMING_ENTRIES_MAX = 100'000'000;
/// Largest number of domains in a search list.
constexpr uint32_t SEARCH_DOMAINS_MAX = 100;

} // namespace

TypeId
Net8NamingPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8NamingPolicy")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8NamingPolicy>()
            .AddAttribute("Naming",
                          "How the alias is found: at no cost (none), by reading tnsnames.ora "
                          "entry by entry (tnsnames) or with an index (indexed), from a name "
                          "server (dns) or a directory server (directory).",
                          EnumValue(NamingMethod::NONE),
                          MakeFieldAccessor<EnumValue<NamingMethod>>(&Net8NamingPolicy::m_settings,
                                                                     &NamingSettings::method),
                          MakeEnumChecker(NamingMethod::NONE,
                                          "none",
                                          NamingMethod::TNSNAMES,
                                          "tnsnames",
                                          NamingMethod::INDEXED,
                                          "indexed",
                                          NamingMethod::DNS,
                                          "dns",
                                          NamingMethod::DIRECTORY,
                                          "directory"))
            .AddAttribute("NamingEntries",
                          "Entries of tnsnames.ora.",
                          UintegerValue(1),
                          MakeFieldAccessor<UintegerValue>(&Net8NamingPolicy::m_settings,
                                                           &NamingSettings::entries),
                          MakeUintegerChecker<uint32_t>(1, NAMING_ENTRIES_MAX))
            .AddAttribute("EntryTime",
                          "Time in seconds to read one entry of tnsnames.ora; of a random one all "
                          "entries of a look-up take the same.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakeFieldAccessor<PointerValue>(&Net8NamingPolicy::m_settings,
                                                          &NamingSettings::entryTime),
                          MakeRandomChecker())
            .AddAttribute("LookupTime",
                          "Time in seconds that a name or directory server takes for a look-up.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakeFieldAccessor<PointerValue>(&Net8NamingPolicy::m_settings,
                                                          &NamingSettings::lookupTime),
                          MakeRandomChecker())
            .AddAttribute("NameSite",
                          "Site of the name or directory server; empty: with the first server.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8NamingPolicy::m_settings,
                                                         &NamingSettings::site),
                          MakeStringChecker())
            .AddAttribute("NameServers",
                          "Name or directory servers that are tried in turn.",
                          UintegerValue(1),
                          MakeFieldAccessor<UintegerValue>(&Net8NamingPolicy::m_settings,
                                                           &NamingSettings::servers),
                          MakeUintegerChecker<uint32_t>(1, ResolverSettings::SERVERS_MAX))
            .AddAttribute("SilentNameServers",
                          "The first of them, which do not answer.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8NamingPolicy::m_settings,
                                                           &NamingSettings::silent),
                          MakeUintegerChecker<uint32_t>(0, ResolverSettings::SERVERS_MAX))
            .AddAttribute(
                "NameTimeout",
                "Wait for an answer of the first server before the next is asked; 0: 5 s, "
                "and 15 s of a directory server.",
                TimeValue(Time(0)),
                MakeFieldAccessor<TimeValue>(&Net8NamingPolicy::m_settings,
                                             &NamingSettings::timeout),
                MakeTimeChecker(Time(0), Seconds(30)))
            .AddAttribute("NameAttempts",
                          "Passes over the name servers.",
                          UintegerValue(2),
                          MakeFieldAccessor<UintegerValue>(&Net8NamingPolicy::m_settings,
                                                           &NamingSettings::attempts),
                          MakeUintegerChecker<uint32_t>(1, ResolverSettings::ATTEMPTS_MAX))
            .AddAttribute("SearchDomains",
                          "Domains with which a name is tried before it is found.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8NamingPolicy::m_settings,
                                                           &NamingSettings::searchDomains),
                          MakeUintegerChecker<uint32_t>(0, SEARCH_DOMAINS_MAX))
            .AddAttribute("SecondQuery",
                          "What becomes of the query for an IPv6 address that the resolver sends "
                          "with the one for an IPv4 address.",
                          EnumValue(SecondQuery::ANSWERED),
                          MakeFieldAccessor<EnumValue<SecondQuery>>(&Net8NamingPolicy::m_settings,
                                                                    &NamingSettings::secondQuery),
                          MakeEnumChecker(SecondQuery::ANSWERED,
                                          "answered",
                                          SecondQuery::SECOND_LOST,
                                          "second_lost",
                                          SecondQuery::UNANSWERED,
                                          "unanswered"))
            .AddAttribute("NameFailureProceeds",
                          "Whether a client goes on when no name server answers.",
                          BooleanValue(false),
                          MakeFieldAccessor<BooleanValue>(&Net8NamingPolicy::m_settings,
                                                          &NamingSettings::proceeds),
                          MakeBooleanChecker())
            .AddAttribute("LdapBind",
                          "How a client binds to a directory server: not at all (none), without "
                          "name and password (anonymous), or with both (simple).",
                          EnumValue(LdapBind::ANONYMOUS),
                          MakeFieldAccessor<EnumValue<LdapBind>>(&Net8NamingPolicy::m_settings,
                                                                 &NamingSettings::bind),
                          MakeEnumChecker(LdapBind::NONE,
                                          "none",
                                          LdapBind::ANONYMOUS,
                                          "anonymous",
                                          LdapBind::SIMPLE,
                                          "simple"))
            .AddAttribute("Alias",
                          "Alias that is looked up in a directory.",
                          StringValue("net8"),
                          MakeFieldAccessor<StringValue>(&Net8NamingPolicy::m_settings,
                                                         &NamingSettings::alias),
                          MakeStringChecker())
            .AddAttribute("NameServer",
                          "Address and port of the name server, which echoes, or of the "
                          "Net8DirectoryServer.",
                          AddressValue(),
                          MakeFieldAccessor<AddressValue>(&Net8NamingPolicy::m_settings,
                                                          &NamingSettings::server),
                          MakeAddressChecker());
    return tid;
}

Net8NamingPolicy::Net8NamingPolicy() = default;
Net8NamingPolicy::~Net8NamingPolicy() = default;

int64_t
Net8NamingPolicy::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn(
        {{"entry_time", m_settings.entryTime}, {"lookup_time", m_settings.lookupTime}},
        stream);
}

bool
Net8NamingPolicy::AsksServer() const
{
    return m_settings.method == NamingMethod::DNS || m_settings.method == NamingMethod::DIRECTORY;
}

const NamingSettings&
Net8NamingPolicy::Get() const
{
    return m_settings;
}

} // namespace ns3::net8
