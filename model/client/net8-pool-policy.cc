// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pool-policy.h"

#include "ns3/enum.h"
#include "ns3/net8-byte-rate.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PoolPolicy);

namespace
{

/// Largest number of connections of a pool.
constexpr uint32_t CONNECTIONS_MAX = 100'000;
/// Largest size of a user's request, or of its answer, bytes.
constexpr uint32_t BYTES_MAX = 1'000'000'000;

} // namespace

TypeId
Net8PoolPolicy::GetTypeId()
{
    using Settings = ConnectionPool::Settings;
    using GetMode = ConnectionPool::GetMode;
    static TypeId tid =
        TypeId("ns3::net8::Net8PoolPolicy")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8PoolPolicy>()
            .AddAttribute(
                "PoolMax",
                "Most connections of each host's pool, which its clients then share as "
                "users of an application; 0: no pool, each has a session of its own.",
                UintegerValue(0),
                MakeFieldAccessor<UintegerValue>(&Net8PoolPolicy::m_settings, &Settings::max),
                MakeUintegerChecker<uint32_t>(0, CONNECTIONS_MAX))
            .AddAttribute(
                "PoolMin",
                "Connections of a pool from the start on.",
                UintegerValue(1),
                MakeFieldAccessor<UintegerValue>(&Net8PoolPolicy::m_settings, &Settings::min),
                MakeUintegerChecker<uint32_t>(0, CONNECTIONS_MAX))
            .AddAttribute(
                "PoolIncrement",
                "Connections by which a pool grows.",
                UintegerValue(1),
                MakeFieldAccessor<UintegerValue>(&Net8PoolPolicy::m_settings, &Settings::increment),
                MakeUintegerChecker<uint32_t>(1, CONNECTIONS_MAX))
            .AddAttribute("PoolGetmode",
                          "What becomes of a request that finds PoolMax connections in use: it "
                          "waits, fails with ORA-24496 (nowait), or waits for PoolWaitTimeout and "
                          "fails with ORA-24457 (timedwait).",
                          EnumValue(GetMode::WAIT),
                          MakeFieldAccessor<EnumValue<GetMode>>(&Net8PoolPolicy::m_settings,
                                                                &Settings::getMode),
                          MakeEnumChecker(GetMode::WAIT,
                                          "wait",
                                          GetMode::NOWAIT,
                                          "nowait",
                                          GetMode::TIMEDWAIT,
                                          "timedwait"))
            .AddAttribute("PoolWaitTimeout",
                          "Longest wait of a request for a connection (timedwait).",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8PoolPolicy::m_waitTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PoolTimeout",
                          "Idle time after which a connection is closed while there are more than "
                          "PoolMin; 0: none is.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8PoolPolicy::m_timeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PoolPingInterval",
                          "Idle time after which a connection is pinged before a request gets it.",
                          TimeValue(Seconds(60)), // python-oracledb
                          MakeTimeAccessor(&Net8PoolPolicy::m_pingInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PoolPingTimeout",
                          "Time without an answer to that ping after which the driver gives up the "
                          "connection, as its rule for pings says; 0: never.",
                          TimeValue(Seconds(5)), // python-oracledb, node-oracledb, ODPI-C
                          MakeTimeAccessor(&Net8PoolPolicy::m_pingTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Ons",
                "Whether the pool subscribes to events of FAN when it starts and acts on them, and "
                "whether ONS, which sends them, can be reached.",
                EnumValue(Ons::OFF),
                MakeEnumAccessor<Ons>(&Net8PoolPolicy::m_ons),
                MakeEnumChecker(Ons::OFF,
                                "off",
                                Ons::REACHABLE,
                                "reachable",
                                Ons::UNREACHABLE,
                                "unreachable"))
            .AddAttribute("OnsTimeout",
                          "Time that an application waits for ONS before its pool opens.",
                          TimeValue(Seconds(15)),
                          MakeTimeAccessor(&Net8PoolPolicy::m_onsTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("UserDelay",
                          "Time in seconds that a request takes from its user to the application "
                          "with the pool, and its answer back, beside what UserRate makes it wait.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8PoolPolicy::m_userDelay),
                          MakeRandomChecker())
            .AddAttribute("UserRate",
                          "Rate of either direction of the line between users and the application "
                          "of a host, on which requests and answers wait for each other; 0: any.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&Net8PoolPolicy::m_userRate),
                          MakeDataRateChecker())
            .AddAttribute("UserRequestLength",
                          "Bytes of a user's request on that line.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&Net8PoolPolicy::m_userRequestBytes),
                          MakeUintegerChecker<uint32_t>(0, BYTES_MAX))
            .AddAttribute("UserReplyLength",
                          "Bytes of the answer to a user on that line.",
                          UintegerValue(50000),
                          MakeUintegerAccessor(&Net8PoolPolicy::m_userReplyBytes),
                          MakeUintegerChecker<uint32_t>(0, BYTES_MAX))
            .AddAttribute("RequestCpuTime",
                          "CPU in seconds of each request in the application, before it asks for a "
                          "connection; null: none.",
                          PointerValue(),
                          MakePointerAccessor(&Net8PoolPolicy::m_requestCpuTime),
                          MakeRandomChecker());
    return tid;
}

Net8PoolPolicy::Net8PoolPolicy() = default;
Net8PoolPolicy::~Net8PoolPolicy() = default;

bool
Net8PoolPolicy::IsOn() const
{
    return m_settings.max > 0;
}

bool
Net8PoolPolicy::Subscribes() const
{
    return IsOn() && m_ons == Ons::REACHABLE;
}

Time
Net8PoolPolicy::GetStartWait() const
{
    return IsOn() && m_ons != Ons::OFF ? m_onsTimeout : Time();
}

ConnectionPool::Settings
Net8PoolPolicy::Get() const
{
    auto settings = m_settings;
    settings.waitTimeout = ToChrono(m_waitTimeout);
    settings.timeout = ToChrono(m_timeout);
    settings.pingInterval = ToChrono(m_pingInterval);
    return settings;
}

Time
Net8PoolPolicy::GetPingTimeout() const
{
    return m_pingTimeout;
}

Ptr<RandomVariableStream>
Net8PoolPolicy::GetUserDelay() const
{
    return m_userDelay;
}

int64_t
Net8PoolPolicy::AssignStreams(int64_t stream)
{
    if (!IsOn())
    {
        return 0;
    }
    return SetStreamsOfDrawn({{"user_delay", m_userDelay}, {"request_cpu_time", m_requestCpuTime}},
                             stream);
}

Ptr<RandomVariableStream>
Net8PoolPolicy::GetRequestCpuTime() const
{
    return m_requestCpuTime;
}

UserLine
Net8PoolPolicy::GetUserLine() const
{
    return {.bytesPerSecond = ToByteRate(m_userRate),
            .request = m_userRequestBytes,
            .reply = m_userReplyBytes};
}

} // namespace ns3::net8
