// SPDX-License-Identifier: GPL-2.0-only
#include "net8-partition.h"

#include "net8-mpi.h"

#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

/// Name of the global value that selects the simulator.
const std::string SIMULATOR = "SimulatorImplementationType";
/// Start time of what never starts: later than every stop time.
const Time AFTER_THE_END = Years(200);

/// This process has created its one null-message simulator.
bool g_nullMessageUsed = false;

} // namespace

Net8Partition::Net8Partition(const std::vector<std::string>& sites, const std::string& engine)
    : m_sites(sites),
      m_nullMessage(engine == "null-message")
{
    if (!Net8Mpi::IsBuilt())
    {
        throw std::invalid_argument("A partition needs an ns-3 built with MPI, and the one in use "
                                    "is not.");
    }
    Net8Mpi::Start();
    if (Net8Mpi::GetSize() != sites.size())
    {
        throw std::invalid_argument("The partition has " + std::to_string(sites.size()) +
                                    " sites and needs as many ranks, not " +
                                    std::to_string(Net8Mpi::GetSize()) + ".");
    }
    if (m_nullMessage && g_nullMessageUsed)
    {
        throw std::invalid_argument("ns-3 makes one null-message simulator a process; use the "
                                    "engine 'distributed' for several runs.");
    }
    g_nullMessageUsed |= m_nullMessage;
    Simulator::Destroy();
    StringValue before;
    GlobalValue::GetValueByName(SIMULATOR, before);
    m_before = before.Get();
    GlobalValue::Bind(SIMULATOR,
                      StringValue(m_nullMessage ? "ns3::NullMessageSimulatorImpl"
                                                : "ns3::DistributedSimulatorImpl"));
    Net8Mpi::Enable();
}

Net8Partition::~Net8Partition()
{
    m_devices.clear();
    Net8Mpi::Disable();
    GlobalValue::Bind(SIMULATOR, StringValue(m_before));
}

uint32_t
Net8Partition::GetRankOf(const std::string& site) const
{
    const auto found = std::ranges::find(m_sites, site);
    if (found == m_sites.end())
    {
        throw std::invalid_argument("The partition lacks the site '" + site + "'.");
    }
    return static_cast<uint32_t>(found - m_sites.begin());
}

uint32_t
Net8Partition::GetSize() const
{
    return static_cast<uint32_t>(m_sites.size());
}

void
Net8Partition::Open(Time lag, uint32_t enders)
{
    m_lag = lag;
    m_open = enders;
    for (uint32_t rank = 0; rank < m_sites.size(); ++rank)
    {
        auto node = CreateObject<Node>(rank);
        auto device = CreateObject<SimpleNetDevice>();
        node->AddDevice(device);
        Net8Mpi::Listen(device, Callback<void, Ptr<Packet>>([this](Ptr<Packet> packet) {
                            Word word;
                            packet->CopyData(reinterpret_cast<uint8_t*>(&word), sizeof(word));
                            Hear(word);
                        }));
        m_devices.push_back(device);
    }
}

void
Net8Partition::StopAll()
{
    Tell({.grace = -1});
    Simulator::Stop(m_lag);
}

void
Net8Partition::End(Time grace)
{
    const Word word{.ended = Simulator::Now().GetNanoSeconds(), .grace = grace.GetNanoSeconds()};
    Tell(word);
    Hear(word);
}

void
Net8Partition::Tell(const Word& word) const
{
    for (const auto& device : m_devices)
    {
        if (!IsHere(device->GetNode()))
        {
            Net8Mpi::Send(Create<Packet>(reinterpret_cast<const uint8_t*>(&word), sizeof(word)),
                          Simulator::Now() + m_lag,
                          device);
        }
    }
}

void
Net8Partition::Hear(const Word& word)
{
    if (word.grace < 0)
    {
        Simulator::Stop();
        return;
    }
    m_last = word.ended >= m_last.ended ? word : m_last;
    --m_open;
    if (m_open == 0)
    {
        const auto end = NanoSeconds(m_last.ended + m_last.grace);
        Simulator::Stop(std::max(end - Simulator::Now(), Time()));
    }
}

std::vector<std::string>
Net8Partition::Exchange(const std::string& bytes) const
{
    std::vector<std::string> all;
    for (uint32_t rank = 0; rank < m_sites.size(); ++rank)
    {
        all.push_back(Net8Mpi::Broadcast(rank == Net8Mpi::GetRank() ? bytes : std::string(), rank));
    }
    return all;
}

bool
Net8Partition::IsUndoable() const
{
    return !m_nullMessage;
}

bool
Net8Partition::IsHere(const Ptr<const Node>& node)
{
    return !Net8Mpi::IsEnabled() || node->GetSystemId() == Net8Mpi::GetRank();
}

void
Net8Partition::StartHereOnly(const Ptr<Application>& application)
{
    if (!IsHere(application->GetNode()))
    {
        application->SetStartTime(AFTER_THE_END);
    }
}

} // namespace ns3::net8
