// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Digests of experiments, one a line: the debug and the release build must print the same. They are
 * four fixed ones, or those of the file that is named, each of which is run to its end and, a
 * second time, stopped half way there.
 */

#include "net8-digest-plans.h"

#include "ns3/net8-experiment.h"

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @return a fetch over a LAN in which nothing is random
 */
ExperimentPlan
MakeLan()
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "lan"}};
    plan.sections["client"] = {{"Driver", "sqlplus"}, {"ArraySize", "15"}};
    plan.sections["query"] = {{"Rows", "500"}};
    return plan;
}

/**
 * @return a fetch over a WAN that loses packets both ways
 */
ExperimentPlan
MakeLossyWan()
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "wan"}, {"LossRate", "0.02"}, {"Hops", "2"}};
    plan.sections["client"] = {{"Driver", "jdbc-thin"}, {"ArraySize", "500"}};
    plan.sections["query"] = {{"Rows", "10000"}};
    plan.seed = 7;
    return plan;
}

/**
 * @return a fetch that shares a WAN and its RED queue with three kinds of background traffic
 */
ExperimentPlan
MakeSharedWan()
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "wan"}, {"QueueDisc", "red"}, {"QueueSize", "40p"}};
    plan.sections["client"] = {{"Driver", "python-thin"}};
    plan.sections["query"] = {{"Rows", "3000"}};
    plan.lists["cross_traffic"] = {{{"Kind", "constant"}, {"Rate", "2Mbps"}},
                                   {{"Kind", "pareto"}, {"Rate", "8Mbps"}},
                                   {{"Kind", "bulk"}, {"Flows", "2"}, {"Start", "1s"}}};
    plan.run = 3;
    return plan;
}

/**
 * @return three sessions over IPv6 with random rows, times of the server and think times
 */
ExperimentPlan
MakeRandomRows()
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "segment"}, {"Ip", "v6"}};
    plan.sections["client"] = {{"Driver", "node-thin"},
                               {"Queries", "3"},
                               {"ThinkTime", "ns3::ExponentialRandomVariable[Mean=0.5]"}};
    plan.sections["server"] = {{"CallTime", "ns3::LogNormalRandomVariable[Mu=-6.9|Sigma=0.5]"},
                               {"PacketTime", "ns3::UniformRandomVariable[Min=0|Max=0.0001]"}};
    plan.sections["query"] = {
        {"Rows", "800"},
        {"RowLength", "ns3::NormalRandomVariable[Mean=120|Variance=900|Bound=100]"}};
    plan.sections["client"]["Count"] = "3";
    plan.sections["client"]["StartSpacing"] = "100ms";
    return plan;
}

/**
 * @return whether all sessions ended well
 */
bool
RunFixedPlans()
{
    const std::vector<std::pair<std::string, ExperimentPlan>> plans{{"lan", MakeLan()},
                                                                    {"loss", MakeLossyWan()},
                                                                    {"shared", MakeSharedWan()},
                                                                    {"random", MakeRandomRows()}};
    for (const auto& [name, plan] : plans)
    {
        Net8Experiment experiment(plan);
        const auto result = experiment.Run();
        std::cout << name << " " << result.digest << " " << result.calls.size() << " calls\n";
        for (const auto& session : result.sessions)
        {
            if (!session.closed)
            {
                std::cerr << name << ": session " << session.session << " failed\n";
                return false;
            }
        }
    }
    return true;
}

/**
 * @param name its name
 * @param plan a plan
 * @return when it ended
 */
Time
RunToTheEnd(const std::string& name, const ExperimentPlan& plan)
{
    Net8Experiment experiment(plan);
    const auto result = experiment.Run();
    std::cout << name << " " << result.digest << " " << result.sessions.size() << " sessions, "
              << result.events << " events" << std::endl;
    return result.end;
}

} // namespace

int
main(int argc, char* argv[])
{
    if (argc < 2)
    {
        return RunFixedPlans() ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    try
    {
        std::ifstream file(argv[1]);
        for (auto& [name, plan] : ReadPlans(file))
        {
            const auto end = RunToTheEnd(name, plan);
            plan.sections["run"]["StopTime"] = std::to_string(end.GetNanoSeconds() / 2 + 1) + "ns";
            RunToTheEnd(name + ", stopped", plan);
        }
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << "\n";
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
