// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIGEST_PLANS_H
#define NET8_DIGEST_PLANS_H

#include "ns3/net8-experiment.h"

#include <istream>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Read plans as scenario_plans.py writes them: a line for each attribute, fields apart by tabs.
 *
 * @param input the lines
 * @return names and plans
 * @throw std::invalid_argument for a line that is none of these
 */
std::vector<std::pair<std::string, ExperimentPlan>> ReadPlans(std::istream& input);

} // namespace ns3::net8

#endif /* NET8_DIGEST_PLANS_H */
