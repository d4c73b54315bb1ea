// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-policy.h"

#include "ns3/enum.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-ip-version.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ConnectPolicy);

namespace
{

/// Largest number of passes accepted.
constexpr uint32_t RETRY_MAX = 1'000'000;

/**
 * @param host a host of a descriptor
 * @return the IP address, if the host is written as one; otherwise nothing
 */
std::vector<Address>
ParseIp(const std::string& host)
{
    std::array<uint8_t, 16> bytes{};
    if (inet_pton(AF_INET, host.c_str(), bytes.data()) == 1)
    {
        return {Ipv4Address(host.c_str())};
    }
    if (inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1)
    {
        return {Ipv6Address(host.c_str())};
    }
    return {};
}

} // namespace

TypeId
Net8ConnectPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ConnectPolicy")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ConnectPolicy>()
            .AddAttribute("Descriptor",
                          "Connect descriptor whose addresses are tried; empty: Remote alone.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ConnectPolicy::m_descriptor),
                          MakeStringChecker())
            .AddAttribute(
                "ConnectData",
                "Text of the connect descriptor that is sent; empty: made from ServiceName.",
                StringValue(""),
                MakeFieldAccessor<StringValue>(&Net8ConnectPolicy::m_request,
                                               &ClientRequest::connectData),
                MakeStringChecker())
            .AddAttribute("ServiceName",
                          "Service asked for in the connect data.",
                          StringValue("orcl"),
                          MakeFieldAccessor<StringValue>(&Net8ConnectPolicy::m_request,
                                                         &ClientRequest::serviceName),
                          MakeStringChecker())
            .AddAttribute("Server",
                          "SERVER in the connect data, where the descriptor gives none: dedicated, "
                          "shared or pooled; any: none, the listener chooses.",
                          EnumValue(ServerChoice::ANY),
                          MakeFieldAccessor<EnumValue<ServerChoice>>(&Net8ConnectPolicy::m_request,
                                                                     &ClientRequest::server),
                          MakeEnumChecker(ServerChoice::ANY,
                                          "any",
                                          ServerChoice::DEDICATED,
                                          "dedicated",
                                          ServerChoice::SHARED,
                                          "shared",
                                          ServerChoice::POOLED,
                                          "pooled"))
            .AddAttribute("PoolConnectionClass",
                          "POOL_CONNECTION_CLASS in the connect data, where the descriptor gives "
                          "none; empty: none.",
                          StringValue(""),
                          MakeFieldAccessor<StringValue>(&Net8ConnectPolicy::m_request,
                                                         &ClientRequest::poolConnectionClass),
                          MakeStringChecker())
            .AddAttribute("PoolPurity",
                          "POOL_PURITY in the connect data, where the descriptor gives none: self "
                          "or new; any: none, as self.",
                          EnumValue(PurityChoice::ANY),
                          MakeFieldAccessor<EnumValue<PurityChoice>>(&Net8ConnectPolicy::m_request,
                                                                     &ClientRequest::poolPurity),
                          MakeEnumChecker(PurityChoice::ANY,
                                          "any",
                                          PurityChoice::SELF,
                                          "self",
                                          PurityChoice::NEW,
                                          "new"))
            .AddAttribute("PreferIp",
                          "IP version whose addresses of a host are tried first.",
                          EnumValue(PreferIp::V6), // RFC 6724, section 2.1
                          MakeEnumAccessor<PreferIp>(&Net8ConnectPolicy::m_preferIp),
                          MakeEnumChecker(PreferIp::V6, "v6", PreferIp::V4, "v4"))
            .AddAttribute(
                "TransportConnectTimeout",
                "Time for the TCP connect to one address, where the descriptor says "
                "nothing; 0: 20 s in python-oracledb, else 60 s.",
                TimeValue(Seconds(0)), // TCP.CONNECT_TIMEOUT, 11.2 and later
                MakeFieldAccessor<TimeValue>(&Net8ConnectPolicy::m_limits,
                                             &Net8AddressWalk::Limits::transportConnectTimeout),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute("ConnectTimeout",
                          "Time for one address up to the ACCEPT, REDIRECTs included, where the "
                          "descriptor says nothing; 0: no limit.",
                          TimeValue(Seconds(0)),
                          MakeFieldAccessor<TimeValue>(&Net8ConnectPolicy::m_limits,
                                                       &Net8AddressWalk::Limits::connectTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RetryCount",
                          "Further passes over all addresses, where the descriptor says nothing.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8ConnectPolicy::m_limits,
                                                           &Net8AddressWalk::Limits::retryCount),
                          MakeUintegerChecker<uint32_t>(0, RETRY_MAX))
            .AddAttribute("RetryDelay",
                          "Time between two passes, where the descriptor says nothing; negative: "
                          "1 s in thin drivers and from 12.2 on, else 0.",
                          TimeValue(Seconds(-1)),
                          MakeFieldAccessor<TimeValue>(&Net8ConnectPolicy::m_limits,
                                                       &Net8AddressWalk::Limits::retryDelay),
                          MakeTimeChecker(Seconds(-1)))
            .AddAttribute(
                "FailoverType",
                "TYPE of FAILOVER_MODE, what is restored after a lost connection: nothing (none), "
                "the session, its open query, too (select), or its open transaction (transaction).",
                EnumValue(FailoverType::NONE),
                MakeFieldAccessor<EnumValue<FailoverType>>(&Net8ConnectPolicy::m_failover,
                                                           &FailoverSettings::type),
                MakeEnumChecker(FailoverType::NONE,
                                "none",
                                FailoverType::SESSION,
                                "session",
                                FailoverType::SELECT,
                                "select",
                                FailoverType::TRANSACTION,
                                "transaction"))
            .AddAttribute(
                "FailoverMethod",
                "METHOD of FAILOVER_MODE: the second connection is opened when the first "
                "is lost (basic) or at the logon (preconnect).",
                EnumValue(FailoverMethod::BASIC),
                MakeFieldAccessor<EnumValue<FailoverMethod>>(&Net8ConnectPolicy::m_failover,
                                                             &FailoverSettings::method),
                MakeEnumChecker(FailoverMethod::BASIC,
                                "basic",
                                FailoverMethod::PRECONNECT,
                                "preconnect"))
            .AddAttribute("FailoverRetries",
                          "RETRIES of FAILOVER_MODE: passes over all addresses after a loss; 0: 5 "
                          "if FailoverDelay is given, else 1.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8ConnectPolicy::m_failover,
                                                           &FailoverSettings::retries),
                          MakeUintegerChecker<uint32_t>(0, RETRY_MAX))
            .AddAttribute("FailoverDelay",
                          "DELAY of FAILOVER_MODE: time between two of them; negative: 1 s.",
                          TimeValue(Seconds(-1)),
                          MakeFieldAccessor<TimeValue>(&Net8ConnectPolicy::m_failover,
                                                       &FailoverSettings::delay),
                          MakeTimeChecker(Seconds(-1)));
    return tid;
}

Net8ConnectPolicy::Net8ConnectPolicy() = default;
Net8ConnectPolicy::~Net8ConnectPolicy() = default;

Net8AddressWalk::Limits
Net8ConnectPolicy::GetLimits(const DriverProfile& driver) const
{
    Net8AddressWalk::Limits limits = m_limits;
    if (limits.transportConnectTimeout.IsZero())
    {
        limits.transportConnectTimeout = Seconds(driver.transportConnectTimeout);
    }
    if (limits.retryDelay.IsStrictlyNegative())
    {
        limits.retryDelay = Seconds(driver.retryDelay);
    }
    return limits;
}

void
Net8ConnectPolicy::GoTo(const Address& remote, ConnectDescriptor& descriptor)
{
    // A single address in a single description.
    ConnectAddress address;
    address.port = PortOf(remote);
    AddressList list;
    list.isBare = true;
    list.addresses.push_back(address);
    descriptor.descriptions.resize(1);
    descriptor.descriptions.front().addressLists = {list};
}

std::vector<Address>
Net8ConnectPolicy::Resolve(const std::string& host,
                           const Address& remote,
                           const Ptr<Node>& node,
                           const Net8AddressWalk::Resolver& resolver) const
{
    std::vector<Address> found;
    if (resolver)
    {
        found = resolver(host);
    }
    else if (!host.empty())
    {
        found = ParseIp(host);
    }
    else
    {
        found = {WithoutPort(remote)};
    }
    std::ranges::stable_sort(found, {}, [&](const Address& ip) {
        return std::pair(!HasStackFor(node, ip), IsIpv6(ip) != (m_preferIp == PreferIp::V6));
    });
    return found;
}

uint32_t
FailoverSettings::GetPasses() const
{
    // Net Services Administrator's Guide, "About the FAILOVER_MODE Parameters"
    constexpr uint32_t WITH_DELAY = 5;
    return retries > 0 ? retries : delay.IsStrictlyNegative() ? 1U : WITH_DELAY;
}

Time
FailoverSettings::GetDelay() const
{
    return delay.IsStrictlyNegative() ? Seconds(1) : delay; // the same source
}

const FailoverSettings&
Net8ConnectPolicy::GetFailover() const
{
    return m_failover;
}

const ClientRequest&
Net8ConnectPolicy::GetRequest() const
{
    return m_request;
}

Net8AddressWalk::Resolver
Net8ConnectPolicy::MakeResolver(const Address& remote,
                                const Ptr<Node>& node,
                                const Net8AddressWalk::Resolver& resolver) const
{
    return [this, remote, node, resolver](const std::string& host) {
        return Resolve(host, remote, node, resolver);
    };
}

void
Net8ConnectPolicy::KeepOwn(const Address& remote, ConnectDescriptor& out) const
{
    ConnectDescriptor only;
    GoTo(remote, only);
    const uint16_t port = only.GetFirstAddress()->port;
    const bool lan = !m_protocol.empty();
    for (auto& description : out.descriptions)
    {
        for (auto& list : description.addressLists)
        {
            std::erase_if(list.addresses, [this, lan](const ConnectAddress& address) {
                return lan ? address.protocol != m_protocol : address.IsOnLan();
            });
            for (auto& address : list.addresses)
            {
                address.port = lan ? port : address.port; // addresses on a LAN have no port
            }
        }
    }
}

bool
Net8ConnectPolicy::ReadDescriptor(const Address& remote, ConnectDescriptor& out) const
{
    if (m_descriptor.empty())
    {
        GoTo(remote, out);
        return true;
    }
    if (ConnectDescriptor::Parse(m_descriptor, out).IsError())
    {
        return false;
    }
    KeepOwn(remote, out);
    return !out.CheckProtocols().IsError();
}

} // namespace ns3::net8
