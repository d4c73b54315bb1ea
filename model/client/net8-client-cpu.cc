// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-cpu.h"

#include "ns3/double.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ClientCpu);

TypeId
Net8ClientCpu::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ClientCpu")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ClientCpu>()
            .AddAttribute("Cores",
                          "Cores of a client host; 0: each session has a processor of its own, "
                          "from which nothing is taken.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8ClientCpu::m_cores),
                          MakeUintegerChecker<uint32_t>(0, 4096))
            .AddAttribute("Speed",
                          "Speed of a core relative to the one for which work is given.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Net8ClientCpu::m_speed),
                          MakeDoubleChecker<double>(1e-6, 1000))
            .AddAttribute("Quantum",
                          "As of Net8HostCpu.",
                          TimeValue(MilliSeconds(3)),
                          MakeTimeAccessor(&Net8ClientCpu::m_quantum),
                          MakeTimeChecker(MicroSeconds(1), Seconds(1)))
            .AddAttribute("ContextSwitchCost",
                          "As of Net8HostCpu.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8ClientCpu::m_switchCost),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("ContextSwitchGrowth",
                          "As of Net8HostCpu.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8ClientCpu::m_switchGrowth),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("CallCpuTime",
                          "CPU in seconds of each call, those of the logon included.",
                          StringValue("ns3::ConstantRandomVariable[Constant=1.2e-05]"),
                          MakePointerAccessor(&Net8ClientCpu::m_callTime),
                          MakeRandomChecker())
            .AddAttribute("RowCpuTime",
                          "CPU in seconds of each row once it is whole.",
                          StringValue("ns3::ConstantRandomVariable[Constant=7e-07]"),
                          MakePointerAccessor(&Net8ClientCpu::m_rowTime),
                          MakeRandomChecker())
            .AddAttribute(
                "ByteCpuTime",
                "CPU in seconds of each byte of a request or a reply; of a random one all "
                "bytes of a call take the same.",
                StringValue("ns3::ConstantRandomVariable[Constant=1e-09]"),
                MakePointerAccessor(&Net8ClientCpu::m_byteTime),
                MakeRandomChecker());
    return tid;
}

Net8ClientCpu::Net8ClientCpu() = default;
Net8ClientCpu::~Net8ClientCpu() = default;

bool
Net8ClientCpu::IsOn() const
{
    return m_cores > 0;
}

int64_t
Net8ClientCpu::AssignStreams(int64_t stream)
{
    if (m_cores == 0)
    {
        return 0;
    }
    return SetStreamsOfDrawn(
        {{"call_cpu_time", m_callTime}, {"row_cpu_time", m_rowTime}, {"byte_cpu_time", m_byteTime}},
        stream);
}

void
Net8ClientCpu::Equip(SessionSettings& settings) const
{
    if (m_cores == 0)
    {
        return;
    }
    auto cpu = CreateObject<Net8HostCpu>();
    cpu->SetAttribute("Cores", UintegerValue(m_cores));
    cpu->SetAttribute("Speed", DoubleValue(m_speed));
    cpu->SetAttribute("Quantum", TimeValue(m_quantum));
    cpu->SetAttribute("ContextSwitchCost", TimeValue(m_switchCost));
    cpu->SetAttribute("ContextSwitchGrowth", DoubleValue(m_switchGrowth));
    settings.cpu = cpu;
    settings.work.callCpuTime = m_callTime;
    settings.work.rowCpuTime = m_rowTime;
    settings.dialogue.work.sharesCpu = true;
    settings.dialogue.work.byteCpuTime = DrawForAll(m_byteTime);
}

} // namespace ns3::net8
