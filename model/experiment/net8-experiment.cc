// SPDX-License-Identifier: GPL-2.0-only
#include "net8-experiment.h"

#include "net8-cross-traffic.h"
#include "net8-event-census.h"
#include "net8-fault.h"
#include "net8-limit-change.h"

#include "ns3/default-simulator-impl.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv6-address-generator.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-mpi.h"
#include "ns3/net8-network.h"
#include "ns3/net8-outside-topology.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-path.h"
#include "ns3/net8-stream-name.h"
#include "ns3/node-list.h"
#include "ns3/packet.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Simulation time after the end of the last session, in addition to four propagation delays, for
/// the last FIN and ACK.
const Time GRACE = MilliSeconds(10);
/// Simulation time for which packets of background traffic count as load to be distributed over
/// ranks: the duration of an experiment is not known beforehand.
const Time TRAFFIC_SPAN = Seconds(10);

/**
 * Let ns-3 drop its list of existing times, once per process. Until the first simulation begins, it
 * lists all Time objects in case their unit changes, and a network has millions.
 */
void
ForgetTimes()
{
    const bool fresh = NodeList::GetNNodes() == 0 && Simulator::IsFinished();
    // Other implementations would wait for each other, or for the clock.
    if (fresh && DynamicCast<DefaultSimulatorImpl>(Simulator::GetImplementation()))
    {
        Simulator::Run();
    }
}

/**
 * @param plan a plan
 * @return how it is run
 */
Ptr<const Net8RunSettings>
ReadSettings(const ExperimentPlan& plan)
{
    auto settings = CreateObject<Net8RunSettings>();
    SetAttributes(settings, plan.GetSection("run"));
    return settings;
}

/// Thrown to stop an experiment that is still being built.
struct Stopped
{
};

} // namespace

Net8Experiment::Net8Experiment(const ExperimentPlan& plan,
                               const Net8Watch::Progress& progress,
                               const Ptr<Net8Topology>& network)
    : m_outside(network || !plan.networkLibrary.empty()),
      m_plan(plan),
      m_settings(ReadSettings(m_plan)),
      m_partition(
          m_settings->GetPartition().empty()
              ? nullptr
              : std::make_unique<Net8Partition>(m_settings->GetPartition(), m_settings->GetMpi())),
      m_recorder(m_watch),
      m_network(network)
{
    // Addresses and streams must not depend on earlier runs in this process.
    Mac48Address::ResetAllocationIndex();
    Ipv4AddressGenerator::Reset();
    Ipv6AddressGenerator::Reset();
    RngSeedManager::SetSeed(plan.seed);
    RngSeedManager::SetRun(plan.run);
    RngSeedManager::ResetNextStreamIndex();
    // ns-3 numbers packets from 0, and mistakes a neighbour solicitation with that number for its
    // own address probe: the first one of a process, or of a rank, would not be answered.
    Create<Packet>();
    try
    {
        if (!m_partition)
        {
            ForgetTimes();
            m_watch.Start(progress);
        }
        Build();
        if (m_partition)
        {
            const auto sessions = m_groups->CountByRank(*m_network, m_recorder);
            // All ranks stop at one time, which takes a while to agree on.
            m_partition->Open(m_network->GetPropagationDelay() * 4,
                              static_cast<uint32_t>(sessions.size()));
            const auto here = sessions.find(Net8Mpi::GetRank());
            m_recorder.ExpectHere(here == sessions.end() ? 0 : here->second);
            m_watch.SetStop([this] { m_partition->StopAll(); });
            m_watch.Start(progress);
        }
    }
    catch (const Stopped&)
    {
        // Run reports it.
    }
    catch (...)
    {
        m_watch.End();
        if (!m_partition || m_partition->IsUndoable())
        {
            Simulator::Destroy();
        }
        throw;
    }
}

Net8Experiment::~Net8Experiment()
{
    m_watch.End();
    Simulator::Destroy();
}

void
Net8Experiment::Build()
{
    ReadPlan();
    BuildResultSet();
    m_groups->NumberSessions(m_recorder);
    m_watch.Expect(m_settings->GetStopTime(),
                   m_recorder.GetOpen(),
                   m_groups->CountRows(*m_resultSet, *m_workload));
    if (!m_plan.branches.empty())
    {
        m_branches = std::make_unique<Net8Branches>(m_plan.branches, m_plan.choose);
    }
    BuildNetwork();
    m_cluster->Build(m_plan, m_network);
    m_redo.Build(m_plan, *m_cluster, m_network);
    m_managers.Build(m_plan, m_network);
    if (!m_plan.pcapPrefix.empty())
    {
        m_network->EnablePcap(m_plan.pcapPrefix);
    }
    m_cluster->SetStatements(m_resultSet, m_workload->GetStatements());
    if (m_plan.serverSteps)
    {
        for (const auto& instance : m_cluster->GetInstances())
        {
            instance->KeepSteps();
        }
    }
    m_recorder.Listen(*m_cluster);
    BuildClients();
    // What looks at single packets, waits or moments needs all of them.
    const bool looks = !m_plan.pcapPrefix.empty() || m_plan.serverSteps ||
                       m_settings->GetSampleInterval().IsStrictlyPositive();
    if (m_plan.fastForward && !looks && !m_outside && !m_partition && m_plan.branches.empty())
    {
        m_fastForward =
            std::make_unique<Net8FastForward>(m_groups->GetClients(), *m_cluster, m_draws);
    }
    BuildLimits();
    BuildFaults();
    m_plan.CheckAllRead();
    AssignStreams();
    if (m_settings->UsesStages())
    {
        m_network->UseStages();
    }
}

void
Net8Experiment::Look()
{
    m_watch.Look();
    if (m_watch.IsStopped())
    {
        throw Stopped{};
    }
}

Ptr<Net8Topology>
Net8Experiment::GetNetwork() const
{
    return m_network;
}

std::vector<std::string>
Net8Experiment::GetClientSites() const
{
    return m_groups->GetSites();
}

const Net8Cluster&
Net8Experiment::GetCluster() const
{
    return *m_cluster;
}

void
Net8Experiment::ReadPlan()
{
    m_cluster = std::make_unique<Net8Cluster>(m_plan);
    const auto release = m_cluster->GetRelease();
    const bool noDelay = m_plan.UsesTds() || UsesNoDelay(release.version);
    m_plan.sections["server.tcp"].try_emplace("NoDelay", noDelay ? "true" : "false");
    m_groups = std::make_unique<Net8ClientGroups>(m_plan, release);
}

void
Net8Experiment::BuildResultSet()
{
    m_resultSet = CreateObject<Net8ResultSet>();
    SetAttributes(m_resultSet, m_plan.GetSection("query"));
    m_resultSet->SetRowLengths(m_plan.rowLengths);
    // The statement is shared by all groups; its overheads are those of the first group's driver.
    m_resultSet->Complete(m_groups->GetFirstDriver());
    m_workload = std::make_unique<Net8Workload>(m_plan);
    m_workload->Complete(m_groups->GetFirstDriver());
    m_recorder.SetWork(m_workload->GetStatementNames(), m_workload->GetTransactionNames());
}

bool
Net8Experiment::IsCutForRanks() const
{
    return m_partition != nullptr;
}

Ptr<Net8Topology>
Net8Experiment::MakeNetwork() const
{
    if (m_partition && (m_network || !m_plan.networkLibrary.empty()))
    {
        throw std::invalid_argument("A network from outside is simulated by one process.");
    }
    if (m_network)
    {
        return m_network;
    }
    if (!m_plan.networkLibrary.empty())
    {
        auto network = CreateObject<Net8OutsideTopology>();
        network->Load(m_plan.networkLibrary, m_plan.networkSettings);
        return network;
    }
    if (!m_plan.GetList("site").empty())
    {
        auto network = CreateObject<Net8Network>();
        network->Read(m_plan.lists, m_plan.GetSection("path"));
        if (m_partition)
        {
            network->SetRanks(m_partition->GetSize(), ExpectWork(network->GetPlan()));
        }
        return network;
    }
    auto path = CreateObject<Net8Path>();
    SetAttributes(path->GetParts(), m_plan.GetSection("path"));
    path->SetChanges(m_plan.GetList("link_change"));
    if (m_partition)
    {
        path->SetRanks(m_partition->GetRankOf("client"), m_partition->GetRankOf("server"));
    }
    return path;
}

ExpectedWork
Net8Experiment::ExpectWork(const Net8NetworkPlan& network) const
{
    ExpectedWork work;
    std::vector<std::string> clients;
    std::vector<std::string> servers;
    const auto& hosts = m_cluster->GetHosts();
    for (const auto& host : hosts)
    {
        servers.push_back(host.site);
    }
    for (const auto& [site, packets] : m_groups->CountPackets(*m_resultSet))
    {
        clients.push_back(site);
        for (const auto& server : servers)
        {
            work.flows.push_back(
                {.near = site, .far = server, .packets = packets / servers.size()});
        }
    }
    for (const auto& traffic : m_crossTraffic)
    {
        work.flows.push_back(traffic->Expect(network, TRAFFIC_SPAN));
    }
    if (m_cluster->SharesKnowledge(m_plan))
    {
        work.one = {clients, servers};
    }
    return work;
}

void
Net8Experiment::BuildNetwork()
{
    for (const auto& attributes : m_plan.GetList("cross_traffic"))
    {
        auto traffic = CreateObject<Net8CrossTraffic>();
        SetAttributes(traffic, attributes);
        m_crossTraffic.push_back(traffic);
    }
    ReadVariation();
    m_network = MakeNetwork();
    m_network->SetOnHost([this] { Look(); });
    m_network->Build(m_groups->GetSites());
    if (m_branches && m_branches->HasChanges())
    {
        // A network without links to change is refused before.
        m_branches->ChangeLinks(DynamicCast<Net8Network>(m_network)->GetPlan());
    }
    m_recorder.SetOnEnd([this] { StopAfter(m_network->GetPropagationDelay() * 4 + GRACE); });
    m_groups->InstallTcp(m_plan.GetSection("client.tcp"), m_network, [this] { Look(); });
    for (const auto& traffic : m_crossTraffic)
    {
        traffic->Install(m_network);
    }
}

void
Net8Experiment::ReadVariation()
{
    m_variation = CreateObject<Net8Variation>();
    SetAttributes(m_variation, m_plan.GetSection("variation"));
    m_variation->Decide(m_groups->CountClients() > 1 ||
                        std::ranges::any_of(m_crossTraffic, &Net8CrossTraffic::IsBulk));
}

void
Net8Experiment::BuildClients()
{
    m_names = std::make_unique<Net8HostNames>(m_plan.hosts, m_network, *m_cluster, m_managers);
    m_groups->Install({.network = m_network,
                       .port = m_cluster->GetHosts().front().listener->GetPort(),
                       .names = *m_names,
                       .serverTcp = m_plan.GetSection("server.tcp"),
                       .resultSet = m_resultSet,
                       .workload = *m_workload,
                       .recorder = m_recorder,
                       .variation = *m_variation,
                       .urgentData = m_network->HandlesUrgentData(),
                       .onHost = [this] { Look(); }});
    m_cluster->RequestPages();
    m_cluster->SetCallers(m_groups->MakeCallers(*m_network));
    if (!m_managers.IsEmpty())
    {
        m_managers.Install(
            {.hosts = m_groups->GetAddresses(*m_network),
             .resolve = [this](const auto& host) { return m_names->LookUp(host); },
             .leaves = [this](const auto& from,
                              const auto& local) { m_recorder.HandleLeaving(from, local); }});
    }
    m_fan = CreateObject<Net8Fan>();
    SetAttributes(m_fan, m_plan.GetSection("ons"));
    m_fan->Install(m_groups->GetClients(), *m_cluster, *m_network);
    for (const auto& client : m_groups->GetClients())
    {
        client->TraceConnectWithoutContext("Connecting",
                                           MakeCallback(&Net8Experiment::HandleConnecting, this));
    }
}

void
Net8Experiment::BuildLimits()
{
    const auto schedule = [&](const Ptr<Net8LimitChange>& change) {
        change->Schedule(*m_cluster);
        m_limits.push_back(change);
    };
    for (const auto& attributes : m_plan.GetList("limit_change"))
    {
        auto change = CreateObject<Net8LimitChange>();
        SetAttributes(change, attributes);
        schedule(change);
    }
    if (m_branches)
    {
        m_branches->ChangeLimits(schedule);
    }
}

void
Net8Experiment::BuildFaults()
{
    const auto hosts = m_groups->GetHosts(*m_network);
    const auto schedule = [&](const Ptr<Net8Fault>& fault) {
        fault->Schedule(*m_cluster, hosts, m_network);
        m_fan->Watch(fault);
        m_faults.push_back(fault);
    };
    for (const auto& attributes : m_plan.GetList("fault"))
    {
        auto fault = CreateObject<Net8Fault>();
        SetAttributes(fault, attributes);
        schedule(fault);
    }
    if (m_branches)
    {
        m_branches->ScheduleFaults(schedule);
    }
}

void
Net8Experiment::AssignStreams()
{
    m_network->AssignStreams(StreamOf(0, "network"));
    std::map<int64_t, uint64_t> equal;
    for (const auto& traffic : m_crossTraffic)
    {
        // It has no name. Traffic of the same kind between the same sites is told apart by its
        // place among them, so that other traffic in front of it does not matter.
        const auto kind = StreamOf(StreamOf(0, "cross_traffic"), traffic->GetRelation());
        const auto own = StreamOf(kind, equal[kind]++);
        traffic->Vary(*m_variation, own);
        traffic->AssignStreams(own);
    }
    m_cluster->AssignStreams(StreamOf(0, "cluster"));
    m_redo.AssignStreams(StreamOf(0, "redo"));
    m_managers.AssignStreams(StreamOf(0, "cman"));
    m_groups->AssignStreams(StreamOf(0, "client"));
    m_cluster->Vary(*m_variation, StreamOf(0, "cluster"));
    m_groups->Vary(*m_variation, StreamOf(0, "client"));
    m_workload->AssignStreams(StreamOf(0, "workload"));
}

std::optional<std::vector<LossDraws>>
Net8Experiment::FindPassed() const
{
    std::vector<LossDraws> losses;
    m_network->AddLossDraws(losses);
    std::erase_if(losses, [](const auto& each) { return each.draws == 0; });
    uint64_t known = 0;
    for (const auto& each : losses)
    {
        known += each.draws;
    }
    const bool lost = std::ranges::any_of(losses, [](const auto& each) {
        return each.losses > 0 || each.stream < 0; // automatic streams depend on what was before
    });
    // Other ranks draw, too, and code from outside may have random numbers of its own.
    if (lost || m_partition || m_outside || m_draws.Get() != known)
    {
        return std::nullopt;
    }
    return losses;
}

void
Net8Experiment::HandleConnecting(uint32_t, const Address&)
{
    m_watch.Look();
    if (m_watch.IsStopped())
    {
        std::ranges::for_each(m_groups->GetClients(),
                              [](const auto& client) { client->StartNoMore(); });
    }
}

void
Net8Experiment::StopAfter(Time delay)
{
    if (m_partition)
    {
        m_partition->End(delay);
    }
    else
    {
        Simulator::Stop(delay);
    }
}

void
Net8Experiment::StartSampler()
{
    const auto& hosts = m_cluster->GetHosts();
    for (uint32_t number = 0; number < hosts.size(); ++number)
    {
        if (Net8Partition::IsHere(hosts[number].node))
        {
            m_sampler.Add(number, hosts[number].listener, hosts[number].tds);
        }
    }
    m_series.Begin(*m_settings,
                   {.network = *m_network,
                    .groups = *m_groups,
                    .cluster = *m_cluster,
                    .traffic = m_crossTraffic,
                    .sessions = m_recorder.GetResult()},
                   m_sampler);
    m_sampler.Start(m_settings->GetSampleInterval());
}

ExperimentResult
Net8Experiment::Run()
{
    auto& result = m_recorder.GetResult();
    if (m_watch.IsStopped())
    {
        result.stopped = true;
        return result;
    }
    if (m_settings->GetSampleInterval().IsStrictlyPositive())
    {
        StartSampler();
    }
    Simulator::Stop(m_settings->GetStopTime());
    Simulator::Run();
    if (m_branches)
    {
        m_branches->Settle();
    }
    result.stopped = m_watch.End();
    if (m_plan.fastForward)
    {
        result.skipped = m_fastForward
                             ? m_fastForward->End()
                             : Skipped{.calls = 0,
                                       .events = 0,
                                       .time = {},
                                       .why = "something looks at every packet or moment"};
    }
    result.events = Simulator::GetEventCount() - m_sampler.GetLooks() -
                    (m_branches ? m_branches->GetEvents() : 0);
    result.eventsLeft = Net8EventCensus::Take();
    result.samples = m_sampler.GetSamples();
    m_series.Collect(result);
    m_recorder.Collect(m_groups->GetClients(), *m_cluster, *m_network);
    for (std::size_t i = 0; i < m_crossTraffic.size(); ++i)
    {
        const auto name = "cross_traffic_" + std::to_string(i + 1) + "_flow_";
        const auto bytes = m_crossTraffic[i]->GetReceivedBytes();
        for (std::size_t flow = 0; flow < bytes.size(); ++flow)
        {
            result.counters[name + std::to_string(flow + 1) + "_bytes"] += bytes[flow];
        }
    }
    m_redo.AddCounters(result.counters);
    m_managers.AddCounters(result.counters);
    m_fan->AddCounters(result.counters);
    m_recorder.Finish(m_partition.get());
    result.passed = FindPassed();
    // With a very large number of sessions there is no room for a second copy.
    return std::move(result);
}

} // namespace ns3::net8
