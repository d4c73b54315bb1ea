// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_PLAN_H
#define NET8_BIND_PLAN_H

#include "ns3/net8-experiment-plan.h"

#include <pybind11/pybind11.h>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Read what Python tells of a plan, in one document: sections, lists, groups, instances, and what
 * is in none of them.
 *
 * @param document see Task.document() of net8.plan.resolve
 * @return the plan, without seed, run number and captures
 */
ExperimentPlan ReadPlan(const pybind11::dict& document);

} // namespace ns3::net8

#endif /* NET8_BIND_PLAN_H */
