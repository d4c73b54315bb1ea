// SPDX-License-Identifier: GPL-2.0-only
#include "net8-variation.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Variation);

TypeId
Net8Variation::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Variation")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Variation>()
            .AddAttribute("When",
                          "When what differs between real runs is drawn for each run: where "
                          "several sessions or flows compete, always, or never.",
                          EnumValue(When::COMPETING),
                          MakeEnumAccessor<When>(&Net8Variation::m_when),
                          MakeEnumChecker(When::COMPETING,
                                          "competing",
                                          When::ALWAYS,
                                          "always",
                                          When::NEVER,
                                          "never"))
            .AddAttribute("TimerPhase",
                          "Whether the phase of the tick of each host's TCP timers is drawn.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Net8Variation::m_timerPhase),
                          MakeBooleanChecker())
            .AddAttribute("StartSpread",
                          "Longest time by which a session or flow starts late.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&Net8Variation::m_startSpread),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FrameTime",
                          "Longest time that a host takes for an arriving segment with data, if "
                          "its profile sets none; each is drawn between 0 and this.",
                          // captures of the kernel: bursts leave it at 1.9 to 2.5 us a frame
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&Net8Variation::m_frameTime),
                          MakeTimeChecker(Time(0)));
    return tid;
}

Net8Variation::Net8Variation() = default;
Net8Variation::~Net8Variation() = default;

void
Net8Variation::Decide(bool competing)
{
    m_on = m_when == When::ALWAYS || (m_when == When::COMPETING && competing);
}

void
Net8Variation::ApplyTo(const Ptr<Node>& host, int64_t stream) const
{
    if (const auto tcp = host->GetObject<Net8TcpSocketFactory>(); tcp && m_on)
    {
        auto frameTime = CreateObject<UniformRandomVariable>();
        frameTime->SetAttribute("Max", DoubleValue(m_frameTime.GetSeconds()));
        tcp->Vary(stream, m_timerPhase, m_frameTime.IsZero() ? nullptr : frameTime);
        tcp->AssignStreams(stream);
    }
}

void
Net8Variation::Spread(std::vector<Time>& starts, int64_t stream) const
{
    if (!m_on)
    {
        return;
    }
    auto late = CreateObject<UniformRandomVariable>();
    late->SetStream(StreamOf(stream, "start"));
    for (auto& start : starts)
    {
        start += Seconds(late->GetValue(0, m_startSpread.GetSeconds()));
    }
}

} // namespace ns3::net8
