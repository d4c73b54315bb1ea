// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-limits.h"

#include "ns3/enum.h"
#include "ns3/net8-chrono.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ListenerLimits);

TypeId
Net8ListenerLimits::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ListenerLimits")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ListenerLimits>()
            .AddAttribute(
                "ConnectionRate",
                "CONNECTION_RATE: connections per second on end points whose RATE_LIMIT is "
                "yes, and instead of their own number; 0: not set.",
                UintegerValue(0),
                MakeUintegerAccessor(&Net8ListenerLimits::m_rate),
                MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("RateScope",
                          "What ConnectionRate counts: all limited end points together (total) or "
                          "each by itself (each).",
                          // the first of the two published readings
                          EnumValue(Net8RateLimits::Scope::TOTAL),
                          MakeEnumAccessor<Net8RateLimits::Scope>(&Net8ListenerLimits::m_scope),
                          MakeEnumChecker(Net8RateLimits::Scope::TOTAL,
                                          "total",
                                          Net8RateLimits::Scope::EACH,
                                          "each"))
            .AddAttribute(
                "RateRelease",
                "When connections beyond a limit are taken: with the next second of the "
                "clock that has room (window), or one by one at equal distances "
                "(spaced).",
                EnumValue(Net8RateLimiter::Release::WINDOW), // white paper of 2007
                MakeEnumAccessor<Net8RateLimiter::Release>(&Net8ListenerLimits::m_release),
                MakeEnumChecker(Net8RateLimiter::Release::WINDOW,
                                "window",
                                Net8RateLimiter::Release::SPACED,
                                "spaced"))
            .AddAttribute(
                "MaxAllConnections",
                "MAX_ALL_CONNECTIONS: connections with the listener at once, beyond which "
                "it accepts none.",
                UintegerValue(4096), // Net Services Reference 19c
                MakeUintegerAccessor(&Net8ListenerLimits::m_most),
                MakeUintegerChecker<uint32_t>(1, 1000000));
    return tid;
}

Net8ListenerLimits::Net8ListenerLimits() = default;
Net8ListenerLimits::~Net8ListenerLimits() = default;

TextError
Net8ListenerLimits::Configure(const std::vector<Ptr<Net8EndPoint>>& endPoints)
{
    m_limits = Net8RateLimits(m_rate, m_scope, m_release);
    for (const auto& endPoint : endPoints)
    {
        Net8RateLimits::Limit limit;
        if (auto error = Net8RateLimits::Parse(endPoint->GetRateLimit(), limit); error.IsError())
        {
            return error;
        }
        m_limits.AddEndPoint(limit);
    }
    return {};
}

Time
Net8ListenerLimits::GetRelease(uint32_t endPoint)
{
    return ToTime(m_limits.GetRelease(endPoint, ToChrono(Simulator::Now())));
}

uint64_t
Net8ListenerLimits::GetDelayed() const
{
    return m_limits.GetDelayed();
}

bool
Net8ListenerLimits::HasRoom(std::size_t connections) const
{
    return connections < m_most;
}

} // namespace ns3::net8
