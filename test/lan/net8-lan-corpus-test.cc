// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Frames that the fuzzer found worth keeping stay harmless: the same check, over the corpus.
 */
#include "../fuzz/net8-fuzz-corpus.h"
#include "net8-lan-round-trip.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

TEST(LanCorpus, WhatDecodesEncodesBack)
{
    uint32_t same = 0;
    for (const auto& bytes : ReadFuzzCorpus("lan"))
    {
        const auto result = TryLanRoundTrip(bytes);
        EXPECT_NE(result, LanRoundTrip::DIFFERENT) << testing::PrintToString(bytes);
        same += result == LanRoundTrip::SAME ? 1 : 0;
    }
    EXPECT_GE(same, 25U); // some for each decoder
}

} // namespace
