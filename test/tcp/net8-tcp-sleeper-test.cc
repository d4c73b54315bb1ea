// SPDX-License-Identifier: GPL-2.0-only
// Tests that a connection that has slept goes on as one that has not.
#include "net8-tcp-pair.h"

#include "ns3/net8-tcp-image.h"

#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace ns3::net8
{
namespace
{

/// What a pair did.
struct Course
{
    std::vector<std::string> segments; ///< All segments, each with its time.
    int naps{0};                       ///< How often both ends slept.
};

/**
 * Let both ends of a session write and read, with pauses in which they may sleep.
 *
 * @param congestion congestion control of both ends
 * @param rules effects of the link
 * @param sleeps whether they do
 * @return what they did
 */
Course
Use(TcpCongestion congestion, const LinkRules& rules, bool sleeps)
{
    Course course;
    TcpSettings settings;
    settings.congestion = congestion;
    settings.ecn = TcpSettings::ECN_ASKS;
    TcpPair pair(settings, settings, rules, 7);
    pair.log = &course.segments;
    TcpSocketOptions options;
    options.keepAlive = true;
    options.keepIdleMs = 20'000;
    pair.Open(options);
    std::mt19937 random(3);
    for (int call = 0; call < 60; ++call)
    {
        const auto bytes = std::uniform_int_distribution<uint64_t>(1, 60'000)(random);
        // Some pauses are longer than the keepalive time, others too short for all timers.
        const auto pause = std::uniform_int_distribution<TcpTime>(SECOND / 10, 50 * SECOND)(random);
        pair.RunTo(pair.now + SECOND);
        pair.Write(pair.client, 300);
        pair.RunTo(pair.now + SECOND);
        pair.Read(pair.server);
        pair.Write(pair.server, bytes);
        pair.RunTo(pair.now + pause / 2);
        pair.Read(pair.client);
        pair.RunTo(pair.now + pause / 2);
        if (sleeps)
        {
            course.naps += pair.Sleep() ? 1 : 0;
            pair.Wake();
        }
    }
    return course;
}

} // namespace

TEST(TcpSleeper, AConnectionThatSleptGoesOnAsBefore)
{
    LinkRules lossy;
    lossy.loss = 0.03;
    lossy.jitter = 2 * MS;
    lossy.duplicate = 0.01;
    for (const TcpCongestion congestion :
         {TcpCongestion::CUBIC, TcpCongestion::RENO, TcpCongestion::BBR, TcpCongestion::DCTCP})
    {
        for (const LinkRules& rules : {LinkRules(), lossy})
        {
            const auto plain = Use(congestion, rules, false);
            const auto slept = Use(congestion, rules, true);
            EXPECT_GT(slept.naps, 20);
            EXPECT_EQ(slept.segments, plain.segments);
        }
    }
}

TEST(TcpSleeper, AConnectionWithSomethingToDoStaysAwake)
{
    TcpPair pair({}, {}, {}, 1);
    pair.Open();
    EXPECT_FALSE(pair.Sleep()) << "the handshake is on its way";
    pair.RunTo(SECOND);
    pair.Wake();
    pair.Write(pair.client, 100);
    EXPECT_FALSE(pair.Sleep()) << "data are on their way";
    pair.Wake();
    pair.RunTo(2 * SECOND);
    EXPECT_FALSE(pair.Sleep()) << "data are unread";
    pair.Wake();
    pair.Read(pair.server);
    pair.RunTo(3 * SECOND);
    EXPECT_TRUE(pair.Sleep());
    pair.Wake();
    pair.Write(pair.client, 100);
    pair.RunTo(4 * SECOND);
    pair.Read(pair.server);
    EXPECT_EQ(pair.server.read, 200U);
}

TEST(TcpImage, VariablesAreTakenAsTheyWerePut)
{
    struct Mixed
    {
        bool flag{true};
        int64_t low{std::numeric_limits<int64_t>::min()};
        uint8_t byte{200};
    };

    const std::array<uint32_t, 6> words{0, 1, 0x100, 0x10000, 0x1000000, 0xffffffff};
    const std::array<uint32_t, 100> zeros{}; // more than a tag can tell
    TcpImage image;
    image.Put(uint8_t{3});
    image.Put(words);
    image.Put(zeros);
    image.Put(Mixed{});
    image.Put(zeros);
    TcpImage copy(image.Squeeze());
    uint8_t byte = 0;
    auto sameWords = zeros;
    std::array<uint32_t, 6> taken{};
    Mixed mixed{.flag = false, .low = 0, .byte = 0};
    copy.Take(byte);
    copy.Take(taken);
    sameWords.fill(9);
    copy.Take(sameWords);
    EXPECT_EQ(byte, 3);
    EXPECT_EQ(taken, words);
    EXPECT_EQ(sameWords, zeros);
    copy.Take(mixed);
    EXPECT_TRUE(mixed.flag);
    EXPECT_EQ(mixed.low, std::numeric_limits<int64_t>::min());
    EXPECT_EQ(mixed.byte, 200);
    sameWords.fill(9);
    copy.Take(sameWords);
    EXPECT_EQ(sameWords, zeros);
}

} // namespace ns3::net8
