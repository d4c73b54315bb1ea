// SPDX-License-Identifier: GPL-2.0-only
#include "net8-loss-draws.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>

namespace ns3::net8
{

bool
LosesNoneEither(uint32_t seed, uint64_t run, const std::vector<LossDraws>& draws)
{
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(run);
    return std::ranges::none_of(draws, [](const auto& each) {
        // As Net8LossModel draws.
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(each.stream);
        bool lost = each.losses > 0;
        for (uint64_t i = 0; i < each.draws && !lost; ++i)
        {
            lost = random->GetValue() < each.rate;
        }
        return lost;
    });
}

} // namespace ns3::net8
