// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pooled-handler.h"

#include "net8-pooled-executor.h"

#include "ns3/boolean.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PooledHandler);

TypeId
Net8PooledHandler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8PooledHandler")
            .SetParent<Net8Handler>()
            .SetGroupName("Net8")
            .AddConstructor<Net8PooledHandler>()
            .AddAttribute("Connections",
                          "MAXCONN_CBROK: most connections of a broker, as listeners are told; 0: "
                          "any number.",
                          UintegerValue(40000), // general knowledge, default of the package
                          MakeUintegerAccessor(&Net8PooledHandler::m_connections),
                          MakeUintegerChecker<uint32_t>(0, 10000000))
            .AddAttribute("ConnectionMemory",
                          "Memory of a connection with the broker in bytes.",
                          UintegerValue(35 << 10), // Net Services Administrator's Guide 23ai
                          MakeUintegerAccessor(&Net8PooledHandler::m_connectionMemory),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40))
            .AddAttribute("UseEnhancedPoll",
                          "Whether waiting for requests takes no time that grows with the "
                          "connections (epoll and the like).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Net8PooledHandler::m_enhancedPoll),
                          MakeBooleanChecker())
            .AddAttribute("PollTime",
                          "CPU time of a poll for each connection, in seconds.",
                          // net8-poll at 1,000 connections, Linux 6.18
                          StringValue("ns3::ConstantRandomVariable[Constant=1.06e-07]"),
                          MakePointerAccessor(&Net8PooledHandler::m_pollTime),
                          MakeRandomChecker())
            .AddAttribute("AcceptTime",
                          "CPU time that the broker takes to take over a connection, in seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8PooledHandler::m_acceptTime),
                          MakeRandomChecker())
            .AddAttribute("LendTime",
                          "CPU time that the broker takes to lend a server, and again to take it "
                          "back, in seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8PooledHandler::m_lendTime),
                          MakeRandomChecker())
            .AddAttribute("SessionTime",
                          "CPU time that a pooled server takes to make a session, where it has "
                          "none of the connection class, in seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8PooledHandler::m_sessionTime),
                          MakeRandomChecker());
    return tid;
}

Net8PooledHandler::Net8PooledHandler()
    : m_process(CreateObject<Net8SerialProcess>())
{
}

Net8PooledHandler::~Net8PooledHandler() = default;

void
Net8PooledHandler::DoDispose()
{
    m_process->Dispose();
    m_pool = nullptr;
    Net8Handler::DoDispose();
}

int64_t
Net8PooledHandler::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"accept_time", m_acceptTime},
                              {"lend_time", m_lendTime},
                              {"session_time", m_sessionTime},
                              {"poll_time", m_pollTime}},
                             stream);
}

void
Net8PooledHandler::SetPool(uint32_t number, Ptr<Net8ServerPool> pool)
{
    m_number = number;
    m_pool = pool;
}

void
Net8PooledHandler::Open(const HostResources& resources)
{
    Net8Handler::Open(resources);
    m_process->SetCpu(resources.cpu);
    if (!m_enhancedPoll)
    {
        m_process->SetLook([this] { return SumOfTimes(m_pollTime, m_watched); });
    }
}

std::unique_ptr<Net8CallExecutor>
Net8PooledHandler::Admit(const HandlerRequest& request)
{
    if (!Reserve("connection", m_connectionMemory))
    {
        return nullptr;
    }
    ++m_watched;
    const Ptr<Net8PooledHandler> self(this);
    return std::make_unique<Net8PooledExecutor>(
        Net8PooledExecutor::Broker{.pool = m_pool,
                                   .process = m_process,
                                   .cpu = m_resources.cpu,
                                   .acceptTime = m_acceptTime,
                                   .lendTime = m_lendTime,
                                   .sessionTime = m_sessionTime},
        request,
        [self] {
            --self->m_watched;
            self->Release("connection", self->m_connectionMemory);
        });
}

bool
Net8PooledHandler::NeedsFork() const
{
    return false;
}

void
Net8PooledHandler::SetHanging(bool hangs)
{
    m_process->SetHanging(hangs);
}

RegisteredHandler
Net8PooledHandler::GetRegistration() const
{
    return {.name = "N" + std::to_string(m_number),
            .type = HandlerType::POOLED,
            .limit = m_connections};
}

} // namespace ns3::net8
