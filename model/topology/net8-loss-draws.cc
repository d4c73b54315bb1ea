// SPDX-License-Identifier: GPL-2.0-only
#include "net8-loss-draws.h"

#include "ns3/net8-link-loss.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

LinkDraw
MakeLinkDraw(const Ptr<UniformRandomVariable>& random)
{
    return [random] { return random->GetInteger(0, std::numeric_limits<uint32_t>::max()); };
}

bool
LosesNoneEither(uint32_t seed, uint64_t run, const std::vector<LossDraws>& draws)
{
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(run);
    return std::ranges::none_of(draws, [](const auto& each) {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(each.stream);
        RandomLoss loss(MakeLinkDraw(random), each.rate);
        bool lost = each.losses > 0;
        for (uint64_t i = 0; i < each.draws && !lost; ++i)
        {
            lost = loss.LoseNext();
        }
        return lost;
    });
}

} // namespace ns3::net8
