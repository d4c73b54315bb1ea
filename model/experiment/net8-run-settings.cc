// SPDX-License-Identifier: GPL-2.0-only
#include "net8-run-settings.h"

#include "ns3/enum.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8RunSettings);

namespace
{

/**
 * @param words words with commas between
 * @return each of them
 */
std::vector<std::string>
Split(const std::string& words)
{
    std::vector<std::string> result;
    std::istringstream input(words);
    for (std::string word; std::getline(input, word, ',');)
    {
        result.push_back(word);
    }
    return result;
}

} // namespace

TypeId
Net8RunSettings::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8RunSettings")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8RunSettings>()
            .AddAttribute("StopTime",
                          "Simulated time at which a run stops.",
                          TimeValue(Hours(24)),
                          MakeTimeAccessor(&Net8RunSettings::m_stopTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("SampleInterval",
                          "Time between samples of CPU, memory and listener; 0: none are taken.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8RunSettings::m_sampleInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Series",
                          "What is sampled in addition to the server hosts: links, flows and "
                          "sessions, with commas between.",
                          StringValue(""),
                          MakeStringAccessor(&Net8RunSettings::m_series),
                          MakeStringChecker())
            .AddAttribute("SeriesSessions",
                          "Number of sessions of each group that are sampled, starting with the "
                          "first.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&Net8RunSettings::m_seriesSessions),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("Network",
                          "How packets cross switches and routers: through nodes, or by computed "
                          "hops, which not every network can have.",
                          EnumValue(Network::NODES),
                          MakeEnumAccessor<Network>(&Net8RunSettings::m_network),
                          MakeEnumChecker(Network::NODES, "nodes", Network::STAGES, "stages"))
            .AddAttribute("Partition",
                          "What each MPI rank simulates, with commas between, rank 0 first: "
                          "client and server, or a share for each; empty: one process.",
                          StringValue(""),
                          MakeStringAccessor(&Net8RunSettings::m_partition),
                          MakeStringChecker())
            .AddAttribute("Mpi",
                          "How the ranks of a partition synchronize: distributed or null-message.",
                          StringValue("distributed"),
                          MakeStringAccessor(&Net8RunSettings::m_mpi),
                          MakeStringChecker());
    return tid;
}

Net8RunSettings::Net8RunSettings() = default;
Net8RunSettings::~Net8RunSettings() = default;

Time
Net8RunSettings::GetStopTime() const
{
    return m_stopTime;
}

Time
Net8RunSettings::GetSampleInterval() const
{
    return m_sampleInterval;
}

bool
Net8RunSettings::IsSampled(const std::string& series) const
{
    const auto words = Split(m_series);
    return std::ranges::find(words, series) != words.end();
}

uint32_t
Net8RunSettings::GetSeriesSessions() const
{
    return m_seriesSessions;
}

bool
Net8RunSettings::UsesStages() const
{
    return m_network == Network::STAGES;
}

std::vector<std::string>
Net8RunSettings::GetPartition() const
{
    return Split(m_partition);
}

const std::string&
Net8RunSettings::GetMpi() const
{
    return m_mpi;
}

} // namespace ns3::net8
