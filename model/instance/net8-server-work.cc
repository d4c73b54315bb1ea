// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-work.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ServerWork);

TypeId
Net8ServerWork::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ServerWork")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ServerWork>()
            .AddAttribute("HandoverTime",
                          "Time in seconds without CPU from the hand-over to the first answer.",
                          // captures of 9.2 to 12.1: 17 to 20 ms
                          StringValue("ns3::ConstantRandomVariable[Constant=0.018]"),
                          MakeFieldAccessor<PointerValue>(&Net8ServerWork::m_resources,
                                                          &HostResources::handoverTime),
                          MakeRandomChecker())
            .AddAttribute("CallTime",
                          "Time in seconds that a call takes before its first row.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8ServerWork::m_callTime),
                          MakeRandomChecker())
            .AddAttribute("RowTime",
                          "Time in seconds that a row takes.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8ServerWork::m_rowTime),
                          MakeRandomChecker())
            .AddAttribute("PacketTime",
                          "Time in seconds that a TNS packet takes.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8ServerWork::m_packetTime),
                          MakeRandomChecker())
            .AddAttribute("NotificationInterval",
                          "Time in seconds from one change that subscribers are notified of to the "
                          "next; 0: there is none.",
                          StringValue("ns3::ConstantRandomVariable[Constant=5.0]"),
                          MakePointerAccessor(&Net8ServerWork::m_notificationInterval),
                          MakeRandomChecker())
            .AddAttribute("NotificationLength",
                          "TTC bytes of a notification.",
                          // The layout that python-oracledb 26.1 reads: of a query, a table and a
                          // row 78 and names of 4 and 13, other fields 37; lengths are assumed.
                          UintegerValue(132),
                          MakeUintegerAccessor(&Net8ServerWork::m_notificationLength),
                          MakeUintegerChecker<uint32_t>(12, 1000000))
            .AddAttribute("ExecCpuTime",
                          "CPU time in seconds to start the server program and attach it.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakeFieldAccessor<PointerValue>(&Net8ServerWork::m_resources,
                                                          &HostResources::execCpuTime),
                          MakeRandomChecker())
            .AddAttribute("EnvironmentSize",
                          "Bytes of the listener's environment, which a dedicated server inherits.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8ServerWork::m_resources,
                                                           &HostResources::environmentSize),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 27))
            .AddAttribute("EnvironmentCpuTime",
                          "CPU time to start a dedicated server for each 1,000 bytes of "
                          "EnvironmentSize.",
                          TimeValue(NanoSeconds(970)), // fitted to bench/net8-spawn.cc
                          MakeFieldAccessor<TimeValue>(&Net8ServerWork::m_resources,
                                                       &HostResources::environmentCpuTime),
                          MakeTimeChecker(Time(), MilliSeconds(1)))
            .AddAttribute("PathEntries",
                          "Entries of the listener's PATH that are searched for the program of a "
                          "dedicated server.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8ServerWork::m_resources,
                                                           &HostResources::pathEntries),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("PathEntryCpuTime",
                          "CPU time to start a dedicated server for each of PathEntries.",
                          TimeValue(NanoSeconds(578)), // fitted to bench/net8-spawn.cc
                          MakeFieldAccessor<TimeValue>(&Net8ServerWork::m_resources,
                                                       &HostResources::pathEntryCpuTime),
                          MakeTimeChecker(Time(), Seconds(1)))
            .AddAttribute("PathShares",
                          "Entries among them that are directories of network shares.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8ServerWork::m_resources,
                                                           &HostResources::pathShares),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("PathShareTime",
                          "Time in seconds without CPU to search one of PathShares.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0.0005]"), // assumed
                          MakeFieldAccessor<PointerValue>(&Net8ServerWork::m_resources,
                                                          &HostResources::pathShareTime),
                          MakeRandomChecker())
            .AddAttribute("LogonCpuTime",
                          "CPU time in seconds of an authentication.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8ServerWork::m_logonCpuTime),
                          MakeRandomChecker())
            .AddAttribute("CallCpuTime",
                          "CPU time in seconds of a call after the logon.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8ServerWork::m_callCpuTime),
                          MakeRandomChecker())
            .AddAttribute("ProcessMemory",
                          "Memory of a server process in bytes.",
                          UintegerValue(4 << 20), // Net Services Administrator's Guide 23ai
                          MakeFieldAccessor<UintegerValue>(&Net8ServerWork::m_resources,
                                                           &HostResources::processMemory),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40))
            .AddAttribute("SessionMemory",
                          "Memory of a session in bytes.",
                          UintegerValue(400 << 10), // the same
                          MakeFieldAccessor<UintegerValue>(&Net8ServerWork::m_resources,
                                                           &HostResources::sessionMemory),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40));
    return tid;
}

Net8ServerWork::Net8ServerWork() = default;
Net8ServerWork::~Net8ServerWork() = default;

void
Net8ServerWork::DoDispose()
{
    for (auto* variable : {&m_resources.handoverTime,
                           &m_callTime,
                           &m_rowTime,
                           &m_packetTime,
                           &m_notificationInterval,
                           &m_resources.execCpuTime,
                           &m_resources.pathShareTime,
                           &m_logonCpuTime,
                           &m_callCpuTime})
    {
        *variable = nullptr;
    }
    Object::DoDispose();
}

int64_t
Net8ServerWork::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"handover_time", m_resources.handoverTime},
                              {"call_time", m_callTime},
                              {"row_time", m_rowTime},
                              {"packet_time", m_packetTime},
                              {"notification_interval", m_notificationInterval},
                              {"exec_cpu_time", m_resources.execCpuTime},
                              {"path_share_time", m_resources.pathShareTime},
                              {"logon_cpu_time", m_logonCpuTime},
                              {"call_cpu_time", m_callCpuTime}},
                             stream);
}

void
Net8ServerWork::ApplyTo(ServerSettings& settings, const OwnVariable& own) const
{
    settings.effort = [logon = own({"logon_cpu_time", m_logonCpuTime}),
                       call = own({"call_cpu_time", m_callCpuTime}),
                       wait = own({"call_time", m_callTime}),
                       // Apart from the calls: drivers differ in round trips of their logon.
                       around =
                           own({"call_time of logon and logoff", m_callTime})](ServerStage stage) {
        const auto& drawn = stage == ServerStage::CALL ? wait : around;
        ServerEffort effort{.stage = stage, .wait = ToChrono(SumOfTimes(drawn))};
        if (stage == ServerStage::AUTHENTICATION)
        {
            effort.cpu = ToChrono(SumOfTimes(logon));
        }
        else if (stage == ServerStage::CALL)
        {
            effort.cpu = ToChrono(SumOfTimes(call));
        }
        return effort;
    };
    if (!IsAlwaysZero(m_rowTime))
    {
        settings.rowTime = [row = own({"row_time", m_rowTime})](uint64_t rows) {
            return ToChrono(SumOfTimes(row, rows));
        };
    }
    if (!IsAlwaysZero(m_packetTime))
    {
        settings.packetTime = [packet = own({"packet_time", m_packetTime})] {
            return ToChrono(SumOfTimes(packet));
        };
    }
    settings.notificationBytes = m_notificationLength;
    if (!IsAlwaysZero(m_notificationInterval))
    {
        settings.notificationInterval =
            [interval = own({"notification_interval", m_notificationInterval})] {
                return ToChrono(SumOfTimes(interval));
            };
    }
}

bool
Net8ServerWork::Draws() const
{
    return !IsConstant(m_callTime) || !IsConstant(m_rowTime) || !IsConstant(m_packetTime) ||
           !IsConstant(m_notificationInterval) || !IsConstant(m_logonCpuTime) ||
           !IsConstant(m_callCpuTime);
}

const HostResources&
Net8ServerWork::GetResources() const
{
    return m_resources;
}

} // namespace ns3::net8
