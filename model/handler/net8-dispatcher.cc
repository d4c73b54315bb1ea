// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dispatcher.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Dispatcher);

TypeId
Net8Dispatcher::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Dispatcher")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Dispatcher>()
            .AddAttribute("Connections",
                          "CONNECTIONS: most sessions of a dispatcher, as "
                          "listeners are told; 0: any number.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Dispatcher::m_connections),
                          MakeUintegerChecker<uint32_t>(0, 10000000))
            .AddAttribute("UseEnhancedPoll",
                          "Whether waiting for calls takes no time that grows "
                          "with the sessions (epoll and the like).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Net8Dispatcher::m_enhancedPoll),
                          MakeBooleanChecker())
            .AddAttribute("PollTime",
                          "CPU time of a poll for each session, in seconds.",
                          // net8-poll at 1,000 connections, Linux 6.18
                          StringValue("ns3::ConstantRandomVariable[Constant=1.06e-07]"),
                          MakePointerAccessor(&Net8Dispatcher::m_pollTime),
                          MakeRandomChecker())
            .AddAttribute("ReadTime",
                          "CPU time that a dispatcher takes to read a call, in "
                          "seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Dispatcher::m_readTime),
                          MakeRandomChecker())
            .AddAttribute("WriteTime",
                          "CPU time that a dispatcher takes to write a reply, in "
                          "seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Dispatcher::m_writeTime),
                          MakeRandomChecker());
    return tid;
}

Net8Dispatcher::Net8Dispatcher()
    : m_process(CreateObject<Net8SerialProcess>())
{
}

Net8Dispatcher::~Net8Dispatcher() = default;

void
Net8Dispatcher::DoDispose()
{
    Clear();
    m_process->Dispose();
    m_servers = nullptr;
    Object::DoDispose();
}

int64_t
Net8Dispatcher::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn(
        {{"read_time", m_readTime}, {"write_time", m_writeTime}, {"poll_time", m_pollTime}},
        stream);
}

void
Net8Dispatcher::SetCpu(Ptr<Net8HostCpu> cpu)
{
    m_process->SetCpu(cpu);
    if (!m_enhancedPoll)
    {
        m_process->SetLook([this] { return SumOfTimes(m_pollTime, m_watched); });
    }
}

void
Net8Dispatcher::Watch()
{
    ++m_watched;
}

void
Net8Dispatcher::Unwatch()
{
    --m_watched;
}

void
Net8Dispatcher::SetServers(Ptr<Net8SharedServers> servers)
{
    m_servers = servers;
}

Net8Dispatcher::CallId
Net8Dispatcher::Run(Time wait, Time work, std::function<void()> done)
{
    NS_ABORT_MSG_IF(!m_servers, "Net8Dispatcher: call SetServers before Run");
    const CallId id = ++m_lastCall;
    Call& call = m_calls[id];
    call.wait = wait;
    call.work = work;
    call.done = std::move(done);
    call.place = m_process->Submit(SumOfTimes(m_readTime), [this, id] { Forward(id); });
    return id;
}

void
Net8Dispatcher::Forward(CallId id)
{
    Call& call = m_calls.at(id);
    call.atServers = true;
    call.place = m_servers->Submit(call.wait, call.work, [this, id] { Reply(id); });
}

void
Net8Dispatcher::Reply(CallId id)
{
    Call& call = m_calls.at(id);
    call.atServers = false;
    call.place = m_process->Submit(SumOfTimes(m_writeTime), [this, id] { Finish(id); });
}

void
Net8Dispatcher::Finish(CallId id)
{
    const auto call = m_calls.extract(id);
    call.mapped().done();
}

bool
Net8Dispatcher::Cancel(CallId call)
{
    const auto found = m_calls.extract(call);
    if (found.empty())
    {
        return false;
    }
    const Call& given = found.mapped();
    if (given.atServers)
    {
        m_servers->Cancel(given.place);
    }
    else
    {
        m_process->Cancel(given.place);
    }
    return true;
}

void
Net8Dispatcher::Clear()
{
    while (!m_calls.empty())
    {
        Cancel(m_calls.begin()->first);
    }
}

uint32_t
Net8Dispatcher::GetCalls() const
{
    return static_cast<uint32_t>(m_calls.size());
}

uint32_t
Net8Dispatcher::GetConnections() const
{
    return m_connections;
}

Ptr<Net8SerialProcess>
Net8Dispatcher::GetProcess() const
{
    return m_process;
}

} // namespace ns3::net8
