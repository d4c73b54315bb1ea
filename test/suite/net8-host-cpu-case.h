// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HOST_CPU_CASE_H
#define NET8_HOST_CPU_CASE_H

#include "ns3/net8-host-cpu.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::net8::test
{

/**
 * @ingroup net8-test
 * A processor, and the end times of its jobs.
 */
class CpuHost
{
  public:
    /// A time that no test reaches: the job did not end.
    static inline const Time NEVER = Time::Max();

    /**
     * @param cores number of cores
     */
    explicit CpuHost(uint32_t cores)
    {
        cpu->SetAttribute("Cores", UintegerValue(cores));
    }

    ~CpuHost()
    {
        Simulator::Destroy();
    }

    CpuHost(const CpuHost&) = delete;
    CpuHost& operator=(const CpuHost&) = delete;

    /**
     * @param at arrival of the job
     * @param work its work
     * @return its index in ends, lost and ids
     */
    std::size_t Job(Time at, Time work)
    {
        const auto place = ends.size();
        ends.push_back(NEVER);
        lost.push_back(NEVER);
        ids.push_back(Net8HostCpu::NO_JOB);
        Simulator::Schedule(at, [this, place, work] {
            ids[place] = cpu->Submit(
                work,
                [this, place] {
                    ends[place] = Simulator::Now();
                    order.push_back(place);
                },
                [this, place] { lost[place] = Simulator::Now(); });
        });
        return place;
    }

    /**
     * @param at time
     * @param what called at that time
     */
    void At(Time at, std::function<void()> what)
    {
        Simulator::Schedule(at, [what = std::move(what)] { what(); });
    }

    /**
     * @return difference between the two sides of the balance of jobs
     */
    uint64_t GetImbalance() const
    {
        const auto& jobs = cpu->GetJobs();
        return jobs.submitted - jobs.finished - jobs.cancelled - jobs.lost - cpu->GetRunQueue();
    }

    Ptr<Net8HostCpu> cpu{CreateObject<Net8HostCpu>()}; ///< The processor.
    std::vector<Time> ends;                            ///< When each job ended.
    std::vector<Time> lost;                            ///< When each job was lost.
    std::vector<Net8HostCpu::JobId> ids;               ///< Numbers of the jobs.
    std::vector<std::size_t> order;                    ///< Indices in the order of the ends.
};

} // namespace ns3::net8::test

#endif // NET8_HOST_CPU_CASE_H
