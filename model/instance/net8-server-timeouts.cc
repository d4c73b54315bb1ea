// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-timeouts.h"

#include "ns3/enum.h"
#include "ns3/net8-chrono.h"

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
                MakeTimeAccessor(&Net8ServerTimeouts::m_inboundConnectTimeout),
                MakeTimeChecker(Time()))
            .AddAttribute("ExpireTime",
                          "SQLNET.EXPIRE_TIME: time without a call after which a client is "
                          "probed, and again after each further one; 0: never.",
                          TimeValue(Time()), // Net Services Reference
                          MakeTimeAccessor(&Net8ServerTimeouts::m_expireTime),
                          MakeTimeChecker(Time()))
            .AddAttribute(
                "NsProbes",
                "USE_NS_PROBES_FOR_DCD: probes are packets of Oracle Net, not TCP's "
                "keepalive; default: below 12.1.",
                EnumValue(Net8ServerRelease::Choice::DEFAULT),
                MakeEnumAccessor<Net8ServerRelease::Choice>(&Net8ServerTimeouts::m_nsProbes),
                MakeEnumChecker(Net8ServerRelease::Choice::DEFAULT,
                                "default",
                                Net8ServerRelease::Choice::YES,
                                "true",
                                Net8ServerRelease::Choice::NO,
                                "false"))
            .AddAttribute("SendTimeout",
                          "SQLNET.SEND_TIMEOUT: longest time in which the socket takes no byte of "
                          "a reply; 0: none.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&Net8ServerTimeouts::m_sendTimeout),
                          MakeTimeChecker(Time()))
            .AddAttribute("RecvTimeout",
                          "SQLNET.RECV_TIMEOUT: longest time without a call, after which the "
                          "server closes; 0: none.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&Net8ServerTimeouts::m_recvTimeout),
                          MakeTimeChecker(Time()));
    return tid;
}

Net8ServerTimeouts::Net8ServerTimeouts() = default;
Net8ServerTimeouts::~Net8ServerTimeouts() = default;

void
Net8ServerTimeouts::Fill(Net8ServerSession::Settings& settings) const
{
    using Choice = Net8ServerRelease::Choice;
    auto& dialogue = settings.dialogue;
    dialogue.inboundConnectTimeout = ToChrono(m_inboundConnectTimeout);
    dialogue.expireTime = ToChrono(m_expireTime);
    dialogue.nsProbes = m_nsProbes == Choice::DEFAULT
                            ? dialogue.release.version < VERSION_LONG_SIZES
                            : m_nsProbes == Choice::YES;
    dialogue.recvTimeout = ToChrono(m_recvTimeout);
    settings.sendTimeout = m_sendTimeout;
}

} // namespace ns3::net8
