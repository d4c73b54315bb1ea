// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-timeouts.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/net8-field-accessor.h"

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
                          MakeFieldAccessor<TimeValue>(&Net8ClientTimeouts::m_timeouts,
                                                       &ClientTimeouts::recvTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("SendTimeout",
                          "Time in which the socket takes no byte of a request, after which the "
                          "client gives up; 0: none.",
                          TimeValue(Seconds(0)),
                          MakeFieldAccessor<TimeValue>(&Net8ClientTimeouts::m_timeouts,
                                                       &ClientTimeouts::sendTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("KeepAlive",
                          "ENABLE=BROKEN: TCP's keepalive looks after the server, with the times "
                          "of the client's system.",
                          BooleanValue(false),
                          MakeFieldAccessor<BooleanValue>(&Net8ClientTimeouts::m_timeouts,
                                                          &ClientTimeouts::keepAlive),
                          MakeBooleanChecker())
            .AddAttribute("ExpireTime",
                          "EXPIRE_TIME: silence of the server after which TCP's keepalive probes "
                          "it, where the descriptor says nothing; 0: never.",
                          TimeValue(Seconds(0)),
                          MakeFieldAccessor<TimeValue>(&Net8ClientTimeouts::m_timeouts,
                                                       &ClientTimeouts::expireTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("CallTimeout",
                          "Time after which the client cancels an execute or a fetch; 0: never.",
                          TimeValue(Seconds(0)),
                          MakeFieldAccessor<TimeValue>(&Net8ClientTimeouts::m_timeouts,
                                                       &ClientTimeouts::callTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute(
                "CallTimeoutRule",
                "What follows CallTimeout: the rule of the driver; a break whose answer "
                "is waited for without limit (break), or for CallTimeout without a byte, "
                "after which the connection is closed (break_and_close); or closing if "
                "not a byte has come for CallTimeout (close).",
                EnumValue(TimeoutChoice::DRIVER),
                MakeFieldAccessor<EnumValue<TimeoutChoice>>(&Net8ClientTimeouts::m_timeouts,
                                                            &ClientTimeouts::callTimeoutRule),
                MakeEnumChecker(TimeoutChoice::DRIVER,
                                "driver",
                                TimeoutChoice::BREAK,
                                "break",
                                TimeoutChoice::BREAK_AND_CLOSE,
                                "break_and_close",
                                TimeoutChoice::CLOSE,
                                "close"));
    return tid;
}

Net8ClientTimeouts::Net8ClientTimeouts() = default;
Net8ClientTimeouts::~Net8ClientTimeouts() = default;

const ClientTimeouts&
Net8ClientTimeouts::Get() const
{
    return m_timeouts;
}

} // namespace ns3::net8
