// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-timeouts.h"

#include "ns3/boolean.h"
#include "ns3/net8-chrono.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ClientTimeouts);

TypeId
Net8ClientTimeouts::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ClientTimeouts")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ClientTimeouts>()
            .AddAttribute("RecvTimeout",
                          "Time without a byte from the server, while a reply is due, after which "
                          "the client gives up; 0: none.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8ClientTimeouts::m_recvTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("SendTimeout",
                          "Time in which the socket takes no byte of a request, after which the "
                          "client gives up; 0: none.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8ClientTimeouts::m_sendTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("KeepAlive",
                          "ENABLE=BROKEN: TCP's keepalive looks after the server, with the times "
                          "of the client's system.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8ClientTimeouts::m_keepAlive),
                          MakeBooleanChecker())
            .AddAttribute("ExpireTime",
                          "EXPIRE_TIME: silence of the server after which TCP's keepalive probes "
                          "it, where the descriptor says nothing; 0: never.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8ClientTimeouts::m_expireTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("CallTimeout",
                          "Time after which the client cancels an execute or a fetch; 0: never.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8ClientTimeouts::m_callTimeout),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

Net8ClientTimeouts::Net8ClientTimeouts() = default;
Net8ClientTimeouts::~Net8ClientTimeouts() = default;

void
Net8ClientTimeouts::Fill(SessionSettings& settings) const
{
    settings.dialogue.recvTimeout = ToChrono(m_recvTimeout);
    settings.dialogue.callTimeout = ToChrono(m_callTimeout);
    settings.sendTimeout = m_sendTimeout;
    settings.keepAlive = m_keepAlive;
    settings.expireTime = m_expireTime;
}

} // namespace ns3::net8
