// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Losses of links against what netem's code and documents define.
 */
#include "net8-link-statistics.h"

#include "ns3/net8-four-state-loss.h"
#include "ns3/net8-gilbert-elliott-loss.h"
#include "ns3/net8-link-loss.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Packets of a sample.
constexpr uint64_t PACKETS = 400'000;

/// What a sample of packets lost.
struct Losses
{
    double share{0};              ///< Packets lost, of all.
    std::vector<uint64_t> bursts; ///< Lengths of the bursts of losses that have ended.
    double error{0};              ///< Standard error of the share, from the means of 200 batches.
};

/**
 * @param loss a model of losses
 * @return what it loses
 */
Losses
Sample(LinkLoss& loss)
{
    constexpr uint64_t BATCHES = 200;
    constexpr uint64_t LENGTH = PACKETS / BATCHES;
    Losses losses;
    uint64_t burst = 0;
    double squares = 0;
    for (uint64_t batch = 0; batch < BATCHES; ++batch)
    {
        uint64_t lost = 0;
        for (uint64_t i = 0; i < LENGTH; ++i)
        {
            if (loss.LoseNext())
            {
                ++lost;
                ++burst;
            }
            else if (burst > 0)
            {
                losses.bursts.push_back(burst);
                burst = 0;
            }
        }
        const double share = static_cast<double>(lost) / LENGTH;
        losses.share += share / BATCHES;
        squares += share * share / BATCHES;
    }
    losses.error = std::sqrt((squares - losses.share * losses.share) / (BATCHES - 1));
    return losses;
}

/**
 * Compare lengths of bursts with a geometric distribution.
 *
 * @param bursts lengths
 * @param end probability that a burst ends with a packet
 */
void
CompareBursts(const std::vector<uint64_t>& bursts, double end)
{
    const auto count = static_cast<double>(bursts.size());
    double sum = 0;
    double single = 0;
    for (const auto length : bursts)
    {
        sum += static_cast<double>(length);
        single += length == 1 ? 1 : 0;
    }
    EXPECT_NEAR(sum / count, 1 / end, SIGMAS * std::sqrt((1 - end) / count) / end);
    EXPECT_NEAR(single / count, end, SIGMAS * GetShareError(end, bursts.size()));
}

TEST(RandomLoss, LosesItsShareOnePacketAtATime)
{
    RandomLoss loss(MakeDraw(2), 0.05);
    const auto losses = Sample(loss);
    EXPECT_NEAR(losses.share, 0.05, SIGMAS * GetShareError(0.05, PACKETS));
    CompareBursts(losses.bursts, 0.95);
}

TEST(RandomLoss, ComparesLikeNetem)
{
    // sch_netem.c, loss_event: q->loss && q->loss >= get_crandom(&q->loss_cor).
    const auto loses = [](uint32_t number, double rate) {
        return RandomLoss([number] { return number; }, rate).LoseNext();
    };
    EXPECT_TRUE(loses(0x80000000, 0.5)) << "half of 2^32 - 1, rounded to even";
    EXPECT_FALSE(loses(0x80000001, 0.5));
    EXPECT_TRUE(loses(0xffffffff, 1));
    EXPECT_FALSE(loses(0, 0));
}

TEST(GilbertElliottLoss, SimpleGilbertHasItsShareAndGeometricBursts)
{
    GilbertElliottLoss loss(MakeDraw(3), {.p = 0.01, .r = 0.2});
    const auto losses = Sample(loss);
    // p / (p + r); the chain forgets 1 - p - r of its state with each packet.
    EXPECT_NEAR(losses.share, 0.01 / 0.21, SIGMAS * GetShareError(0.01 / 0.21, PACKETS, 0.79));
    CompareBursts(losses.bursts, 0.2);
}

TEST(GilbertElliottLoss, LosesAShareInEachState)
{
    GilbertElliottLoss loss(MakeDraw(4), {.p = 0.02, .r = 0.1, .badLoss = 0.6, .goodLoss = 0.005});
    const double expected = 0.6 * 0.02 / 0.12 + 0.005 * 0.1 / 0.12;
    const auto losses = Sample(loss);
    EXPECT_NEAR(losses.share, expected, SIGMAS * GetShareError(expected, PACKETS, 0.88));
}

TEST(GilbertElliottLoss, IsRandomWithDefaults)
{
    // tc-netem(8): p alone, with r = 1 - p, is Bernoulli.
    GilbertElliottLoss loss(MakeDraw(5), {.p = 0.05, .r = 0.95});
    const auto losses = Sample(loss);
    EXPECT_NEAR(losses.share, 0.05, SIGMAS * GetShareError(0.05, PACKETS));
    CompareBursts(losses.bursts, 0.95);
}

TEST(GilbertElliottLoss, DecidesBeforeTheStateChanges)
{
    // Two numbers for each packet: the change, then the loss. p = r = 1/2, all lost when bad.
    const std::vector<uint32_t> numbers{0, 9, 0xffffffff, 9, 0, 9, 0, 9};
    GilbertElliottLoss loss([at = size_t{0}, &numbers]() mutable { return numbers.at(at++); },
                            {.p = 0.5, .r = 0.5});
    EXPECT_FALSE(loss.LoseNext()) << "good, and turns bad";
    EXPECT_TRUE(loss.LoseNext()) << "bad, and stays so";
    EXPECT_TRUE(loss.LoseNext()) << "bad, and turns good";
    EXPECT_FALSE(loss.LoseNext()) << "good";
}

/**
 * @param settings of the chain
 * @return share of packets lost in the long run, by the balance of the states: what leaves a state
 * enters it
 */
double
GetBalance(const FourStateLoss::Settings& settings)
{
    const double third = settings.p13 / settings.p31;
    const double second = third * settings.p32 / settings.p23;
    const double fourth = settings.p14;
    return (third + fourth) / (1 + second + third + fourth);
}

TEST(FourStateLoss, HasTheShareOfItsBalance)
{
    const std::array<FourStateLoss::Settings, 4> chains{
        {{.p13 = 0.03, .p31 = 0.97},
         {.p13 = 0.01, .p31 = 0.2},
         {.p13 = 0.01, .p31 = 0.15, .p32 = 0.3, .p23 = 0.4},
         {.p13 = 0.01, .p31 = 0.15, .p32 = 0.3, .p23 = 0.4, .p14 = 0.02}}};
    for (const auto& settings : chains)
    {
        FourStateLoss loss(MakeDraw(6), settings);
        const auto losses = Sample(loss);
        EXPECT_NEAR(losses.share, GetBalance(settings), SIGMAS * losses.error);
        EXPECT_LT(losses.error, 0.03 * losses.share) << "the sample is large enough to tell";
    }
}

TEST(FourStateLoss, HasGeometricBursts)
{
    FourStateLoss bursts(MakeDraw(7), {.p13 = 0.01, .p31 = 0.2});
    CompareBursts(Sample(bursts).bursts, 0.2);
    FourStateLoss gaps(MakeDraw(8), {.p13 = 0.01, .p31 = 0.2, .p32 = 0.3, .p23 = 0.5});
    CompareBursts(Sample(gaps).bursts, 0.5);
    FourStateLoss single(MakeDraw(9), {.p14 = 0.02});
    CompareBursts(Sample(single).bursts, 1);
}

TEST(FourStateLoss, ComparesAsNetemDoes)
{
    // Numbers below p14 lose alone, those below p14 + p13 begin a burst. Shares of 2^32 - 1:
    // 1/4 is 2^30, 1/2 is 2^31.
    const std::vector<uint32_t> numbers{1U << 31,
                                        (1U << 30) - 1,
                                        0,
                                        (1U << 31) - 1,
                                        1U << 31,
                                        (1U << 31) - 1,
                                        (1U << 30) - 1,
                                        1U << 30,
                                        (1U << 30) - 1};
    FourStateLoss loss([at = size_t{0}, &numbers]() mutable { return numbers.at(at++); },
                       {.p13 = 0.25, .p31 = 0.25, .p32 = 0.25, .p23 = 0.25, .p14 = 0.25});
    const std::vector<bool> expected{false, // 1, stays
                                     true,  // to 4
                                     false, // back to 1
                                     true,  // to 3
                                     true,  // stays
                                     false, // to 1
                                     true,  // to 4
                                     false, // back to 1
                                     true}; // to 4
    for (size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(loss.LoseNext(), expected.at(i)) << "packet " << i;
    }
}

} // namespace
