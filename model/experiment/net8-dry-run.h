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
 * A call of a statement as both ends write it, without being sent.
 */
struct DryCall
{
    uint32_t statement{0};            ///< Number of the statement in the plan, from 0.
    bool again{false};                ///< It was executed before in this session.
    CallKind kind{CallKind::EXECUTE}; ///< Purpose of the call.
    uint32_t request{0};              ///< TTC bytes of the request.
    uint32_t reply{0};                ///< TTC bytes of the reply.
    uint32_t rows{0};                 ///< Rows in the reply, or rows of binds in the request.
};

/**
 * Let a client execute all statements of a plan, then all of them again, against a server without a
 * network. Random row lengths are drawn from an arbitrary stream.
 *
 * @param plan the plan
 * @param group number of the group of clients
 * @return the calls, in order
 * @throw std::invalid_argument with one sentence, as Net8Experiment
 */
std::vector<DryCall> DryRun(const ExperimentPlan& plan, uint32_t group);

/**
 * Let a client run a transaction of a plan twice in a pipeline, in the same way.
 *
 * @param plan the plan
 * @param group number of the group of clients
 * @param statements the statements of the transaction, by number from 0
 * @return the calls, in order: those of the pipeline, its end, and the fetches after it; none if
 * the driver has no pipelines with this server
 * @throw std::invalid_argument with one sentence, as Net8Experiment
 */
std::vector<DryCall> DryPipeline(const ExperimentPlan& plan,
                                 uint32_t group,
                                 const std::vector<uint32_t>& statements);

} // namespace ns3::net8

#endif /* NET8_DRY_RUN_H */
