// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-work.h"

#include "ns3/boolean.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ClientWork);

TypeId
Net8ClientWork::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ClientWork")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ClientWork>()
            .AddAttribute("Queries",
                          "Number of times that the statement is executed and fetched to its end.",
                          UintegerValue(1),
                          MakeFieldAccessor<UintegerValue>(&Net8ClientWork::m_settings,
                                                           &WorkSettings::queries),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("Transactions",
                          "Which transactions it runs in place of the statement: a name, or names "
                          "with weights such as 70*browse, 30*buy; empty: the only one.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ClientWork::m_transactions),
                          MakeStringChecker())
            .AddAttribute("ThinkTime",
                          "Time in seconds between two queries.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakeFieldAccessor<PointerValue>(&Net8ClientWork::m_settings,
                                                          &WorkSettings::thinkTime),
                          MakeRandomChecker())
            .AddAttribute(
                "CallTime",
                "Time in seconds that the client takes after each reply to an execute, a fetch or "
                "the read of a LOB.",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                MakeFieldAccessor<PointerValue>(&Net8ClientWork::m_settings,
                                                &WorkSettings::callTime),
                MakeRandomChecker())
            .AddAttribute("RowTime",
                          "Time in seconds that the client takes for each row once it is whole.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakeFieldAccessor<PointerValue>(&Net8ClientWork::m_settings,
                                                          &WorkSettings::rowTime),
                          MakeRandomChecker())
            .AddAttribute(
                "Commits",
                "Number of commit calls between the last query and the logoff.",
                UintegerValue(0),
                MakeFieldAccessor<UintegerValue>(&Net8ClientWork::m_work, &ClientWork::commits),
                MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute(
                "ReadLobs",
                "Whether the client reads the LOBs of the rows, each by calls of its "
                "own.",
                BooleanValue(true),
                MakeFieldAccessor<BooleanValue>(&Net8ClientWork::m_work, &ClientWork::readLobs),
                MakeBooleanChecker())
            .AddAttribute(
                "PacketTime",
                "Processor time in seconds for each TNS packet sent or received, such as for "
                "tracing.",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                MakeFieldAccessor<PointerValue>(&Net8ClientWork::m_settings,
                                                &WorkSettings::packetTime),
                MakeRandomChecker())
            .AddAttribute(
                "ByteTime",
                "Processor time in seconds for each byte sent or received, such as for "
                "encryption; of a random one the bytes of a request or a reply take the same.",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                MakeFieldAccessor<PointerValue>(&Net8ClientWork::m_settings,
                                                &WorkSettings::byteTime),
                MakeRandomChecker())
            .AddAttribute(
                "Subscribes",
                "Whether each session subscribes to changes, of which a second connection "
                "is notified.",
                BooleanValue(false),
                MakeFieldAccessor<BooleanValue>(&Net8ClientWork::m_settings,
                                                &WorkSettings::subscribes),
                MakeBooleanChecker())
            .AddAttribute("ResultCacheSize",
                          "Bytes of results of queries that each host keeps for all its sessions "
                          "(CLIENT_RESULT_CACHE_SIZE); 0: none.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8ClientWork::m_settings,
                                                           &WorkSettings::resultCacheSize),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "ResultCacheLag",
                "Longest time behind the last reply that a result which was kept is taken "
                "for fresh (CLIENT_RESULT_CACHE_LAG).",
                TimeValue(Seconds(3)), // Oracle's default
                MakeFieldAccessor<TimeValue>(&Net8ClientWork::m_settings,
                                             &WorkSettings::resultCacheLag),
                MakeTimeChecker(Time(0)))
            .AddAttribute("ReadAhead",
                          "Whether a reply is read as it comes; if not, the client does what "
                          "PacketTime and ByteTime say of each packet before it reads the next, "
                          "and its receive buffer fills.",
                          BooleanValue(true),
                          MakeFieldAccessor<BooleanValue>(&Net8ClientWork::m_settings,
                                                          &WorkSettings::readAhead),
                          MakeBooleanChecker());
    return tid;
}

Net8ClientWork::Net8ClientWork() = default;
Net8ClientWork::~Net8ClientWork() = default;

int64_t
Net8ClientWork::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"think_time", m_settings.thinkTime},
                              {"call_time", m_settings.callTime},
                              {"row_time", m_settings.rowTime},
                              {"packet_time", m_settings.packetTime},
                              {"byte_time", m_settings.byteTime}},
                             stream);
}

bool
Net8ClientWork::Draws() const
{
    return !IsConstant(m_settings.thinkTime) || !IsConstant(m_settings.callTime) ||
           !IsConstant(m_settings.rowTime) || !IsConstant(m_settings.packetTime) ||
           !IsConstant(m_settings.byteTime);
}

const WorkSettings&
Net8ClientWork::GetSettings() const
{
    return m_settings;
}

WeightedMix::Parsed
Net8ClientWork::ReadMix(const std::vector<std::string>& names) const
{
    if (!m_transactions.empty() || names.size() != 1)
    {
        return WeightedMix::Parse(m_transactions, names);
    }
    return WeightedMix::Parse(names.front(), names);
}

ClientWork
Net8ClientWork::Get() const
{
    ClientWork work = m_work;
    work.packetTime = DrawForEach(m_settings.packetTime);
    work.byteTime = DrawForAll(m_settings.byteTime);
    return work;
}

} // namespace ns3::net8
