// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DRY_RUN_H
#define NET8_DRY_RUN_H

#include "net8-experiment-plan.h"

#include "ns3/net8-call-kind.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A call of a statement, as both ends write it: nothing was sent.
 */
struct DryCall
{
    uint32_t statement{0};            ///< Number of the statement in the plan, from 0.
    bool again{false};                ///< It was executed before in the session.
    CallKind kind{CallKind::EXECUTE}; ///< What the call is for.
    uint32_t request{0};              ///< TTC bytes of the request.
    uint32_t reply{0};                ///< TTC bytes of the reply.
    uint32_t rows{0};                 ///< Rows in it, or rows of binds in the request.
};

/**
 * Let a client execute each statement of a plan twice, all once and then all again, against a
 * server without a network. Of rows whose lengths are drawn, those of some stream come.
 *
 * @param plan what to simulate
 * @param group number of the group of clients
 * @return the calls, in their order
 * @throw std::invalid_argument with one sentence, as Net8Experiment
 */
std::vector<DryCall> DryRun(const ExperimentPlan& plan, uint32_t group);

/**
 * Let a client run a transaction of a plan twice in a pipeline, likewise.
 *
 * @param plan what to simulate
 * @param group number of the group of clients
 * @param statements the statements of the transaction, by number from 0
 * @return the calls, in their order: those of the pipeline, its end, the fetches behind it; none if
 * the driver has no pipelines with this server
 * @throw std::invalid_argument with one sentence, as Net8Experiment
 */
std::vector<DryCall> DryPipeline(const ExperimentPlan& plan,
                                 uint32_t group,
                                 const std::vector<uint32_t>& statements);

} // namespace ns3::net8

#endif /* NET8_DRY_RUN_H */
