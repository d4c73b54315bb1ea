// SPDX-License-Identifier: GPL-2.0-only
#include "two-offices.h"

#include "ns3/net8-experiment.h"
#include "ns3/net8-outside-topology.h"

#include <algorithm>
#include <cstdint>
#include <iostream>

using namespace ns3;
using namespace ns3::net8;

/**
 * Run one query of 1000 rows over the line and print when it ended.
 *
 * @return 0
 */
int
main()
{
    ExperimentPlan plan;
    plan.sections["client"] = {{"Site", "west"}, {"Driver", "sqlplus"}};
    plan.sections["server"] = {{"Site", "east"}};
    plan.sections["query"] = {{"Rows", "1000"},
                              {"RowLength", "ns3::ConstantRandomVariable[Constant=100]"}};
    plan.sections["run"] = {{"SampleInterval", "10ms"}, {"Series", "links"}};
    auto network = CreateObject<Net8OutsideTopology>();
    network->SetBuilder(BuildTwoOffices, {{"rate", "5Mbps"}});
    const auto result = Net8Experiment(plan, {}, network).Run();
    const auto& session = result.sessions.front();
    uint64_t most = 0;
    for (const auto& sample : result.linkSamples)
    {
        most = std::max(most, sample.queuePackets);
    }
    std::cout << "closed " << session.closed << ", " << result.calls.size() << " calls, "
              << (session.end - session.start).As(Time::MS) << ", longest queue " << most
              << " packets on " << result.links.front() << "\n";
    return 0;
}
