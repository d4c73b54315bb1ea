// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Frames that the fuzzer found worth keeping stay harmless: the same check, over the corpus.
 */
#include "net8-lan-round-trip.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <vector>

using namespace ns3::net8;

namespace
{

TEST(LanCorpus, WhatDecodesEncodesBack)
{
    uint32_t same = 0;
    const auto folder = std::filesystem::path{NET8_TEST_DIR} / "fuzz" / "corpus" / "lan";
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        std::ifstream file{entry.path(), std::ios::binary};
        const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>{file}, {}};
        const auto result = TryLanRoundTrip(bytes);
        EXPECT_NE(result, LanRoundTrip::DIFFERENT) << entry.path();
        same += result == LanRoundTrip::SAME ? 1 : 0;
    }
    EXPECT_GE(same, 12U); // one for each decoder at least
}

} // namespace
