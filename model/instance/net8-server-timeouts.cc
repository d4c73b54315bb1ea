// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-timeouts.h"

#include "ns3/enum.h"
#include "ns3/net8-field-accessor.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ServerTimeouts);

TypeId
Net8ServerTimeouts::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ServerTimeouts")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ServerTimeouts>()
            .AddAttribute(
                "InboundConnectTimeout",
                "SQLNET.INBOUND_CONNECT_TIMEOUT: time from the hand-over within which the "
                "logon must be complete; 0: none.",
                TimeValue(Seconds(60)), // Net Services Reference 19c
                MakeFieldAccessor<TimeValue>(&Net8ServerTimeouts::m_timeouts,
                                             &ServerTimeouts::inboundConnectTimeout),
                MakeTimeChecker(Time()))
            .AddAttribute("ExpireTime",
                          "SQLNET.EXPIRE_TIME: time without a call after which a client is "
                          "probed, and again after each further one; 0: never.",
                          TimeValue(Time()), // Net Services Reference
                          MakeFieldAccessor<TimeValue>(&Net8ServerTimeouts::m_timeouts,
                                                       &ServerTimeouts::expireTime),
                          MakeTimeChecker(Time()))
            .AddAttribute("NsProbes",
                          "USE_NS_PROBES_FOR_DCD: probes are packets of Oracle Net, not TCP's "
                          "keepalive; default: below 12.1.",
                          EnumValue(ReleaseChoice::DEFAULT),
                          MakeEnumAccessor<ReleaseChoice>(&Net8ServerTimeouts::m_nsProbes),
                          MakeEnumChecker(ReleaseChoice::DEFAULT,
                                          "default",
                                          ReleaseChoice::YES,
                                          "true",
                                          ReleaseChoice::NO,
                                          "false"))
            .AddAttribute("SendTimeout",
                          "SQLNET.SEND_TIMEOUT: longest time in which the socket takes no byte of "
                          "a reply; 0: none.",
                          TimeValue(Time()),
                          MakeFieldAccessor<TimeValue>(&Net8ServerTimeouts::m_timeouts,
                                                       &ServerTimeouts::sendTimeout),
                          MakeTimeChecker(Time()))
            .AddAttribute("RecvTimeout",
                          "SQLNET.RECV_TIMEOUT: longest time without a call, after which the "
                          "server closes; 0: none.",
                          TimeValue(Time()),
                          MakeFieldAccessor<TimeValue>(&Net8ServerTimeouts::m_timeouts,
                                                       &ServerTimeouts::recvTimeout),
                          MakeTimeChecker(Time()));
    return tid;
}

Net8ServerTimeouts::Net8ServerTimeouts() = default;
Net8ServerTimeouts::~Net8ServerTimeouts() = default;

ServerTimeouts
Net8ServerTimeouts::Get(uint16_t version) const
{
    ServerTimeouts timeouts = m_timeouts;
    timeouts.nsProbes = m_nsProbes == ReleaseChoice::DEFAULT ? version < VERSION_LONG_SIZES
                                                             : m_nsProbes == ReleaseChoice::YES;
    return timeouts;
}

} // namespace ns3::net8
