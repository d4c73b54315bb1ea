// SPDX-License-Identifier: GPL-2.0-only
#include "net8-log-writer.h"

#include "net8-redo-transport.h"

#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LogWriter);

TypeId
Net8LogWriter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LogWriter")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LogWriter>()
                            .AddAttribute("CommitSize",
                                          "Redo of a commit in bytes.",
                                          UintegerValue(4096),
                                          MakeUintegerAccessor(&Net8LogWriter::m_commitSize),
                                          MakeUintegerChecker<uint64_t>(1, 1U << 30))
                            .AddAttribute("WriteTime",
                                          "Time in seconds of a write to the log file.",
                                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                                          MakePointerAccessor(&Net8LogWriter::m_writeTime),
                                          MakeRandomChecker())
                            .AddAttribute("WriteRate",
                                          "Rate of the log file, in addition to that; 0: no limit.",
                                          DataRateValue(DataRate(0)),
                                          MakeDataRateAccessor(&Net8LogWriter::m_writeRate),
                                          MakeDataRateChecker())
                            .AddAttribute("BackgroundRate",
                                          "Redo of sessions that are not simulated; 0: none.",
                                          DataRateValue(DataRate(0)),
                                          MakeDataRateAccessor(&Net8LogWriter::m_backgroundRate),
                                          MakeDataRateChecker())
                            .AddAttribute("BackgroundSize",
                                          "Piece of such redo in bytes.",
                                          UintegerValue(65536),
                                          MakeUintegerAccessor(&Net8LogWriter::m_backgroundSize),
                                          MakeUintegerChecker<uint64_t>(1, 1U << 30));
    return tid;
}

Net8LogWriter::Net8LogWriter() = default;
Net8LogWriter::~Net8LogWriter() = default;

void
Net8LogWriter::DoDispose()
{
    m_file.Cancel();
    m_background.Cancel();
    m_waiting.clear();
    m_destinations.clear();
    m_writeTime = nullptr;
    Object::DoDispose();
}

void
Net8LogWriter::AddDestination(const Ptr<Net8RedoTransport>& destination)
{
    m_destinations.push_back(destination);
}

void
Net8LogWriter::Start()
{
    if (!std::exchange(m_started, true) && m_backgroundRate.GetBitRate() > 0)
    {
        m_background = Simulator::Schedule(
            m_backgroundRate.CalculateBytesTxTime(static_cast<uint32_t>(m_backgroundSize)),
            &Net8LogWriter::AddBackground,
            this);
    }
}

void
Net8LogWriter::AddBackground()
{
    m_background = Simulator::Schedule(
        m_backgroundRate.CalculateBytesTxTime(static_cast<uint32_t>(m_backgroundSize)),
        &Net8LogWriter::AddBackground,
        this);
    Add(m_backgroundSize);
}

Net8LogWriter::Ticket
Net8LogWriter::Commit(std::function<void()> done)
{
    m_waiting.emplace(++m_last, Waiting{Simulator::Now(), std::move(done)});
    Add(m_commitSize);
    return m_last;
}

void
Net8LogWriter::Cancel(Ticket ticket)
{
    m_waiting.erase(ticket);
}

void
Net8LogWriter::Add(uint64_t bytes)
{
    m_buffered += bytes;
    Begin();
}

void
Net8LogWriter::Begin()
{
    if (m_parts > 0 || m_buffered == 0)
    {
        return;
    }
    m_inWrite = std::exchange(m_buffered, 0);
    m_writing = m_last;
    m_parts = 1;
    auto time = SumOfTimes(m_writeTime);
    if (m_writeRate.GetBitRate() > 0)
    {
        time += Seconds(8.0 * static_cast<double>(m_inWrite) /
                        static_cast<double>(m_writeRate.GetBitRate()));
    }
    m_file = Simulator::Schedule(time, &Net8LogWriter::FinishPart, this);
    for (const auto& destination : m_destinations)
    {
        m_parts += destination->Ship(m_inWrite, [this] { FinishPart(); }) ? 1 : 0;
    }
}

void
Net8LogWriter::FinishPart()
{
    if (--m_parts > 0)
    {
        return;
    }
    ++m_counters.writes;
    m_counters.bytes += m_inWrite;
    // What is called here may commit again, or cancel other commits.
    m_parts = 1;
    while (!m_waiting.empty() && m_waiting.begin()->first <= m_writing)
    {
        const auto commit = m_waiting.extract(m_waiting.begin());
        ++m_counters.commits;
        m_counters.waits += Simulator::Now() - commit.mapped().since;
        commit.mapped().done();
    }
    m_parts = 0;
    Begin();
}

const Net8LogWriter::Counters&
Net8LogWriter::GetCounters() const
{
    return m_counters;
}

int64_t
Net8LogWriter::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"write_time", m_writeTime}}, stream);
}

} // namespace ns3::net8
