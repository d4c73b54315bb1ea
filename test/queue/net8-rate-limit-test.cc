// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Rate limits of a listener against hand arithmetic.
 */
#include "ns3/net8-rate-limits.h"

#include <chrono>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/// E32 of the seed experiments: 150 connections at once, three a second.
TEST(RateLimiter, ThreeASecondTakeFiftySecondsFor150)
{
    Net8RateLimiter limiter(3);
    std::chrono::nanoseconds sum{0};
    for (uint32_t i = 0; i < 150; ++i)
    {
        const auto release = limiter.GetRelease(0s);
        EXPECT_EQ(release, std::chrono::seconds(i / 3)) << "connection " << i;
        sum += release;
    }
    // 150 / 3 = 50 seconds, the last one being 49; mean (50 - 1) / 2 = 24.5 s.
    EXPECT_EQ(sum, 150 * 24500ms);
    EXPECT_EQ(limiter.GetDelayed(), 147U) << "all but three wait";
    EXPECT_EQ(limiter.GetRelease(3s), 50s) << "and so do later ones";
}

TEST(RateLimiter, SpacedOnesWaitAThirdOfASecondEach)
{
    Net8RateLimiter spaced(3, Net8RateLimiter::Release::SPACED);
    std::chrono::nanoseconds sum{0};
    for (uint32_t i = 0; i < 150; ++i)
    {
        sum += spaced.GetRelease(0s);
    }
    // 149 / (2 x 3) = 24.83 s
    EXPECT_NEAR(std::chrono::duration<double>(sum).count() / 150, 24.8333, 1e-4);
    EXPECT_EQ(spaced.GetDelayed(), 149U) << "all but one wait";
    EXPECT_EQ(spaced.GetRelease(60s), 60s) << "and none much later";
}

TEST(RateLimiter, SecondsAreThoseOfTheClock)
{
    Net8RateLimiter limiter(2);
    // Two in second 0, though late; the third one at its end; two more fit second 1 with it.
    const std::vector<std::pair<std::chrono::milliseconds, std::chrono::milliseconds>> expected{
        {900ms, 900ms},
        {950ms, 950ms},
        {999ms, 1000ms},
        {1100ms, 1100ms},
        {1200ms, 2000ms},
        {2000ms, 2000ms},
        {2001ms, 3000ms},
        {7250ms, 7250ms}};
    for (const auto& [now, release] : expected)
    {
        EXPECT_EQ(limiter.GetRelease(now), release) << "at " << now.count() << " ms";
    }
}

TEST(RateLimiter, ASecondCountsItsOwnHoweverFewTheLastOneHad)
{
    Net8RateLimiter limiter(2);
    EXPECT_EQ(limiter.GetRelease(900ms), 900ms);
    EXPECT_EQ(limiter.GetRelease(1000ms), 1000ms);
    EXPECT_EQ(limiter.GetRelease(1100ms), 1100ms);
    EXPECT_EQ(limiter.GetRelease(1200ms), 2000ms) << "the third of second 1";
}

TEST(RateLimiter, ZeroIsNoLimit)
{
    Net8RateLimiter none;
    for (uint32_t i = 0; i < 1000; ++i)
    {
        EXPECT_EQ(none.GetRelease(5s), 5s);
    }
    EXPECT_EQ(none.GetDelayed(), 0U);
}

/**
 * @param connectionRate CONNECTION_RATE
 * @param scope what it counts
 * @return for RATE_LIMIT = yes, 5 and no, the second in which the sixth of six connections is
 * taken, the end points taking turns
 */
std::vector<int64_t>
GetLastSeconds(uint32_t connectionRate, Net8RateLimits::Scope scope)
{
    Net8RateLimits limits(connectionRate, scope);
    std::vector<int64_t> last;
    for (const char* text : {"yes", "5", "no"})
    {
        Net8RateLimits::Limit limit;
        EXPECT_FALSE(Net8RateLimits::Parse(text, limit).IsError()) << text;
        last.push_back(limits.AddEndPoint(limit));
    }
    for (uint32_t i = 0; i < 6; ++i)
    {
        for (uint32_t endPoint = 0; endPoint < 3; ++endPoint)
        {
            last[endPoint] = limits.GetRelease(endPoint, 0s) / 1s;
        }
    }
    return last;
}

TEST(RateLimits, ConnectionRateCountsLimitedEndPointsTogetherOrEach)
{
    using Scope = Net8RateLimits::Scope;
    using Seconds = std::vector<int64_t>;
    // Numbers of end points count if there is no CONNECTION_RATE: connection 5 at 5 / 5 = 1.
    EXPECT_EQ(GetLastSeconds(0, Scope::TOTAL), (Seconds{0, 1, 0}));
    // Two a second for each: connection 5 at floor(5 / 2) = 2.
    EXPECT_EQ(GetLastSeconds(2, Scope::EACH), (Seconds{2, 2, 0}));
    // Two a second together: connections 10 and 11 of the two end points at floor(10 / 2) = 5.
    EXPECT_EQ(GetLastSeconds(2, Scope::TOTAL), (Seconds{5, 5, 0}));
}

TEST(RateLimits, TellWhatIsNoLimit)
{
    Net8RateLimits::Limit limit;
    EXPECT_EQ(Net8RateLimits::Parse("3/s", limit).GetSentence(),
              "RATE_LIMIT: '3/s' is neither yes nor no nor a number of connections per second.");
}

} // namespace
