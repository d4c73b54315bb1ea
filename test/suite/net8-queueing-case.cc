// SPDX-License-Identifier: GPL-2.0-only
#include "net8-queueing-case.h"

#include "ns3/double.h"
#include "ns3/rng-seed-manager.h"

#include <cmath>
#include <numeric>
#include <vector>

namespace ns3::net8
{

double
ErlangB(uint32_t servers, double load)
{
    double lost = 1;
    for (uint32_t k = 1; k <= servers; ++k)
    {
        lost = load * lost / (k + load * lost);
    }
    return lost;
}

double
ErlangC(uint32_t servers, double load)
{
    const double lost = ErlangB(servers, load);
    return lost / (1 - load / servers * (1 - lost));
}

void
ReplicationTestCase::Check(Time interarrival,
                           Time service,
                           double expected,
                           const std::string& what)
{
    const uint64_t run = RngSeedManager::GetRun();
    std::vector<double> means;
    for (uint32_t replication = 1; replication <= REPLICATIONS; ++replication)
    {
        RngSeedManager::SetRun(replication);
        m_interarrival = MakeExponential(interarrival, 1);
        m_service = MakeExponential(service, 2);
        m_left = ARRIVALS;
        SetUp();
        HandleArrival();
        Simulator::Run();
        means.push_back(TearDown());
        Simulator::Destroy();
    }
    RngSeedManager::SetRun(run);
    const double mean = std::accumulate(means.begin(), means.end(), 0.0) / REPLICATIONS;
    double squares = 0;
    for (const double value : means)
    {
        squares += (value - mean) * (value - mean);
    }
    const double half = STUDENT_T * std::sqrt(squares / (REPLICATIONS - 1) / REPLICATIONS);
    NS_TEST_EXPECT_MSG_EQ_TOL(mean, expected, half, what << " in the 95 % interval");
    // The interval must be narrow enough to be meaningful.
    NS_TEST_EXPECT_MSG_LT(half, 0.05 * expected, what << ", half width");
}

Ptr<ExponentialRandomVariable>
ReplicationTestCase::MakeExponential(Time mean, int64_t stream)
{
    auto variable = CreateObject<ExponentialRandomVariable>();
    variable->SetAttribute("Mean", DoubleValue(mean.GetSeconds()));
    variable->SetStream(stream);
    return variable;
}

void
ReplicationTestCase::HandleArrival()
{
    --m_left;
    Arrive(Seconds(m_service->GetValue()));
    if (m_left > 0)
    {
        Simulator::Schedule(Seconds(m_interarrival->GetValue()),
                            &ReplicationTestCase::HandleArrival,
                            this);
    }
}

} // namespace ns3::net8
