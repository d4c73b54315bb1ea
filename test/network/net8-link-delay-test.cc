// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Delay, jitter and correlation of links against what netem's code and documents define.
 */
#include "net8-link-statistics.h"

#include "ns3/net8-correlated-draw.h"
#include "ns3/net8-correlated-shares.h"
#include "ns3/net8-delay-table.h"
#include "ns3/net8-link-delay.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/// Packets of a sample.
constexpr uint64_t COUNT = 100'000;

/**
 * @param settings a delay
 * @param seed of its random numbers
 * @return delays of a sample, sorted; packets leave too far apart to meet
 */
std::vector<double>
Sample(const LinkDelay::Settings& settings, uint32_t seed)
{
    LinkDelay delay(settings, MakeDraw(seed));
    std::vector<double> delays;
    for (uint64_t i = 0; i < COUNT; ++i)
    {
        const auto left = i * 10s;
        delays.push_back(static_cast<double>((delay.GetArrival(left) - left).count()));
    }
    std::ranges::sort(delays);
    return delays;
}

/**
 * Hold a sample of delays against a distribution at 197 points of it.
 *
 * @param kind the distribution that is asked for
 * @param inverse its inverse distribution function, in standard deviations
 * @param to the share up to which it is compared
 * @param step what a table of finite length may add
 */
void
Compare(DelayTable::Kind kind,
        const std::function<double(double)>& inverse,
        double to,
        double step = 1.0 / 4096)
{
    constexpr double MEAN = 500e6;
    constexpr double JITTER = 20e6 + 12'345;
    const auto delays =
        Sample({.delay = 500ms, .jitter = 20'012'345ns, .kind = kind}, static_cast<uint32_t>(kind));
    for (double share = 0.01; share < to; share += 0.005)
    {
        const auto end = std::ranges::upper_bound(delays, MEAN + JITTER * inverse(share));
        const double found = static_cast<double>(end - delays.begin()) / COUNT;
        EXPECT_NEAR(found, share, GetLargestDistance(COUNT) + step);
    }
}

/**
 * @param share a share, 0 to 1
 * @return the value of the normal distribution that has it below, by bisection
 */
double
GetNormal(double share)
{
    double low = -8;
    double high = 8;
    while (high - low > 1e-9)
    {
        const double middle = (low + high) / 2;
        (std::erfc(-middle / std::sqrt(2.0)) / 2 < share ? low : high) = middle;
    }
    return low;
}

/**
 * @param share a share, 0 to 1
 * @return the value of netem's Pareto distribution (exponent 3, moved and scaled) that has it below
 */
double
GetPareto(double share)
{
    return (std::pow(1 - share, -1.0 / 3) - 1.5) * 4 / 3;
}

TEST(CorrelatedDraw, HasTheArithmeticOfGetCrandom)
{
    // rho = rint(0.5 (2^32 - 1)) = 2^31; the last number weighs 2^31 + 1, the fresh one 2^31 - 1.
    std::vector<uint32_t> fresh{0, 0xffffffff, 0, 0x80000000};
    CorrelatedDraw draw([at = size_t{0}, &fresh]() mutable { return fresh.at(at++); }, 0.5);
    // (2^32 - 1)(2^31 - 1) / 2^32 = 2^31 - 1 - (2^31 - 1) / 2^32
    EXPECT_EQ(draw.Next(), (1U << 31) - 2);
    // (2^31 - 2)(2^31 + 1) / 2^32 = (2^62 - 2^31 - 2) / 2^32 = 2^30 - 0.5 - 2^-31
    EXPECT_EQ(draw.Next(), (1U << 30) - 1);
    // (2^31 (2^31 - 1) + (2^30 - 1)(2^31 + 1)) / 2^32 = 2^30 + 2^29 - 0.5 - 0.25 - 2^-32
    EXPECT_EQ(draw.Next(), (1U << 30) + (1U << 29) - 1);
}

TEST(CorrelatedDraw, TakesNoNumberBeforeItIsAsked)
{
    // What is drawn while a network is built comes of a stream that nobody has assigned yet.
    int taken = 0;
    CorrelatedDraw draw([&taken] { return static_cast<uint32_t>(++taken); }, 0.5);
    EXPECT_EQ(taken, 0);
    draw.Next();
    EXPECT_EQ(taken, 2);
    draw.Next();
    EXPECT_EQ(taken, 3);
}

TEST(CorrelatedDraw, IsFreshWithoutCorrelation)
{
    std::vector<uint32_t> fresh{7, 0xffffffff, 3};
    CorrelatedDraw draw([at = size_t{0}, &fresh]() mutable { return fresh.at(at++); }, 0);
    EXPECT_EQ(draw.Next(), 7U);
    EXPECT_EQ(draw.Next(), 0xffffffffU);
    EXPECT_EQ(draw.Next(), 3U);
}

TEST(CorrelatedDraw, HasMeanVarianceAndCorrelationOfItsRecurrence)
{
    for (const double correlation : {0.25, 0.5, 0.9})
    {
        CorrelatedDraw draw(MakeDraw(1), correlation);
        double sum = 0;
        double squares = 0;
        double products = 0;
        double last = draw.Next() / 4294967296.0 - 0.5;
        for (uint64_t i = 0; i < COUNT; ++i)
        {
            const double value = draw.Next() / 4294967296.0 - 0.5;
            sum += value;
            squares += value * value;
            products += value * last;
            last = value;
        }
        // x' = (1 - r) u + r x: variance (1 - r)^2 / (1 - r^2) of u's, 1/12.
        const double variance = (1 - correlation) / (1 + correlation) / 12;
        const double dependence = (1 + correlation) / (1 - correlation);
        EXPECT_NEAR(sum / COUNT, 0, SIGMAS * std::sqrt(variance * dependence / COUNT));
        // Errors of a Gaussian AR(1) process; the tails of this one are lighter.
        const double squared = correlation * correlation;
        EXPECT_NEAR(squares / COUNT / variance,
                    1,
                    SIGMAS * std::sqrt(2 * (1 + squared) / (1 - squared) / COUNT));
        EXPECT_NEAR(products / squares, correlation, SIGMAS * std::sqrt((1 - squared) / COUNT));
    }
}

TEST(DelayTable, HasTheEntriesOfIproute2)
{
    const auto& pareto = DelayTable::Get(DelayTable::Kind::PARETO);
    ASSERT_EQ(pareto.size(), 4096U);
    EXPECT_EQ(pareto.front(), -5461) << "(1 - 1.5) 4/3 8192 = -5461.3";
    EXPECT_EQ(pareto.at(2048), -2622) << "(2^(1/3) - 1.5) 4/3 8192 = -2622.4";
    EXPECT_EQ(pareto.back(), 32767) << "(16 - 1.5) 4/3 8192 = 158378, cut off";
    const auto& normal = DelayTable::Get(DelayTable::Kind::NORMAL);
    ASSERT_EQ(normal.size(), 4096U);
    EXPECT_EQ(normal.at(2048), 0)
        << "the median, but for a step of 0.00005 and half a step of 1/16384";
    EXPECT_NEAR(normal.at(3446), 8192, 8192 * 5e-4) << "84.13 % lie below one standard deviation";
    const auto& both = DelayTable::Get(DelayTable::Kind::PARETO_NORMAL);
    ASSERT_EQ(both.size(), 4096U);
    EXPECT_EQ(both.at(2048), (normal.at(2048) + 3 * -2622) / 4);
    EXPECT_TRUE(DelayTable::Get(DelayTable::Kind::UNIFORM).empty());
}

TEST(LinkDelay, IsConstantWithoutADraw)
{
    LinkDelay delay({.delay = 40ms}, [] {
        ADD_FAILURE() << "a constant draws nothing";
        return 0U;
    });
    EXPECT_EQ(delay.GetArrival(1s), 1040ms);
    delay.SetDelay(10ms);
    EXPECT_EQ(delay.GetArrival(2s), 2010ms);
}

TEST(LinkDelay, IsUniformWithinTheJitter)
{
    const auto inverse = [](double share) { return 2 * share - 1; };
    Compare(DelayTable::Kind::UNIFORM, inverse, 0.995, 0);
    const auto delays = Sample({.delay = 40ms, .jitter = 10ms}, 3);
    EXPECT_GE(delays.front(), 30e6);
    EXPECT_LT(delays.back(), 50e6);
}

TEST(LinkDelay, IsNormalWithTheJitterAsStandardDeviation)
{
    Compare(DelayTable::Kind::NORMAL, GetNormal, 0.995);
}

TEST(LinkDelay, IsParetoUpToTheCut)
{
    // 32767 / 8192 = 4.0 = (1.5 + 0.75 x 4)^-3: the cut is at 1 - 4.5^-3 = 0.989.
    Compare(DelayTable::Kind::PARETO, GetPareto, 0.988);
    const auto delays =
        Sample({.delay = 500ms, .jitter = 8192us, .kind = DelayTable::Kind::PARETO}, 4);
    EXPECT_EQ(delays.back(), 500e6 + 32'767'000) << "the cut: 32767 / 8192 of the jitter";
}

TEST(LinkDelay, IsAQuarterNormalAndThreeQuartersPareto)
{
    const auto inverse = [](double share) {
        return GetNormal(share) / 4 + GetPareto(share) * 3 / 4;
    };
    Compare(DelayTable::Kind::PARETO_NORMAL, inverse, 0.988);
}

TEST(LinkDelay, ScalesATableWithoutOverflow)
{
    // Half of the entries of a normal table are up to 4 times the jitter: 2147483647 ns x 4 x 8192.
    const auto delays = Sample({.delay = 20s, .jitter = 1h, .kind = DelayTable::Kind::NORMAL}, 5);
    EXPECT_NEAR(delays.at(COUNT / 2), 20e9, 2147483647.0 * 0.02) << "the median";
    EXPECT_NEAR(delays.at(COUNT * 8413 / 10000), 20e9 + 2147483647.0, 2147483647.0 * 0.05)
        << "jitter beyond 2^31 - 1 ns counts as that";
}

/**
 * @param settings a delay
 * @return correlation of each delay of a sample with the one before it
 */
double
GetAutocorrelation(const LinkDelay::Settings& settings)
{
    LinkDelay delay(settings, MakeDraw(8));
    std::vector<double> delays;
    double sum = 0;
    for (uint64_t i = 0; i < COUNT; ++i)
    {
        const auto left = i * 10s;
        delays.push_back(static_cast<double>((delay.GetArrival(left) - left).count()));
        sum += delays.back();
    }
    double squares = 0;
    double products = 0;
    for (uint64_t i = 1; i < COUNT; ++i)
    {
        squares += (delays[i] - sum / COUNT) * (delays[i] - sum / COUNT);
        products += (delays[i] - sum / COUNT) * (delays[i - 1] - sum / COUNT);
    }
    return products / squares;
}

TEST(LinkDelay, IsCorrelatedAsAskedFor)
{
    using Kind = DelayTable::Kind;
    for (const auto kind : {Kind::UNIFORM, Kind::NORMAL, Kind::PARETO, Kind::PARETO_NORMAL})
    {
        for (const double correlation : {0.25, 0.5, 0.9})
        {
            // The standard error of a first autocorrelation is below 1 / sqrt(n) (Bartlett); heavy
            // tails and the cut-off expansion of their tables add 0.01.
            const double tails = kind == Kind::UNIFORM || kind == Kind::NORMAL ? 0 : 0.02;
            EXPECT_NEAR(
                GetAutocorrelation(
                    {.delay = 500ms, .jitter = 20ms, .correlation = correlation, .kind = kind}),
                correlation,
                SIGMAS / std::sqrt(COUNT) + tails)
                << static_cast<int>(kind);
        }
    }
}

TEST(LinkDelay, KeepsItsDistributionWhenItIsCorrelated)
{
    const auto delays = Sample({.delay = 40ms, .jitter = 10ms, .correlation = 0.9}, 9);
    EXPECT_GE(delays.front(), 30e6);
    EXPECT_LT(delays.back(), 50e6);
    for (const double share : {0.05, 0.25, 0.5, 0.75, 0.95})
    {
        const auto end = std::ranges::upper_bound(delays, 30e6 + 20e6 * share);
        EXPECT_NEAR(static_cast<double>(end - delays.begin()) / COUNT,
                    share,
                    SIGMAS * GetShareError(share, COUNT, 0.9));
    }
}

TEST(LinkDelay, LikeNetemHardlyCorrelates)
{
    // get_crandom correlates 32 bits, and tabledist takes their remainder: of 4.3 s in ns by 40 ms
    // next to nothing of the number before is left.
    EXPECT_NEAR(
        GetAutocorrelation({.delay = 500ms, .jitter = 20ms, .correlation = 0.9, .likeNetem = true}),
        0,
        0.02);
}

TEST(CorrelatedShares, TakeTheNormalCorrelationOfTheirDistribution)
{
    const auto uniform = [](double share) { return share; };
    for (const double wanted : {0.1, 0.5, 0.9, 1.0})
    {
        // Of shares themselves it is known: 2 sin(pi c / 6) (Pearson 1907).
        EXPECT_NEAR(CorrelatedShares::FindNormalCorrelation(wanted, uniform),
                    2 * std::sin(std::acos(-1.0) * wanted / 6),
                    1e-3);
        // 4096 points leave out the tails beyond 1 / 8192, 0.2 % of the variance.
        EXPECT_NEAR(CorrelatedShares::FindNormalCorrelation(wanted, &GetNormal), wanted, 2e-3);
    }
    for (const double share : {1e-9, 0.01, 0.05, 0.3, 0.5, 0.8, 0.99})
    {
        EXPECT_NEAR(CorrelatedShares::GetNormal(share), GetNormal(share), 1e-5);
    }
}

TEST(LinkDelay, NegativeDelaysAreNone)
{
    const auto delays = Sample({.delay = 1ms, .jitter = 2ms}, 6);
    const auto none = std::ranges::upper_bound(delays, 0.0) - delays.begin();
    // Equally likely from -1 to 3 ms: a quarter.
    EXPECT_NEAR(static_cast<double>(none) / COUNT, 0.25, SIGMAS * GetShareError(0.25, COUNT));
}

TEST(LinkDelay, KeepsTheOrderUnlessPacketsMayOvertake)
{
    const auto count = [](bool mayOvertake) {
        LinkDelay delay({.delay = 40ms, .jitter = 10ms, .mayOvertake = mayOvertake}, MakeDraw(7));
        uint64_t overtaken = 0;
        auto last = 0ns;
        for (uint64_t i = 0; i < COUNT; ++i)
        {
            const auto arrival = delay.GetArrival(i * 1us);
            overtaken += arrival < last ? 1 : 0;
            last = arrival;
        }
        return overtaken;
    };
    EXPECT_EQ(count(false), 0U);
    // Of two packets 1 us apart with delays within 20 ms the second one is first in nearly half of
    // the cases: 1/2 (1 - 1/20000)^2; pairs that share a packet are dependent, at most like 1/2.
    EXPECT_NEAR(static_cast<double>(count(true)) / COUNT,
                0.49995,
                SIGMAS * GetShareError(0.5, COUNT, 0.5));
}

} // namespace
