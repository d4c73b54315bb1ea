// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests that the inputs kept by the fuzzer of both TDS ends, and variations of them, stay harmless.
 */
#include "net8-tds-peer-case.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <vector>

using namespace ns3::net8;

TEST(TdsPeer, BytesOfPeersAreAnsweredOrCounted)
{
    std::mt19937 random(8);
    std::size_t count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(NET8_TEST_DIR "/fuzz/corpus/tds-peer"))
    {
        ++count;
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        std::vector<uint8_t> bytes(text.begin(), text.end());
        EXPECT_TRUE(CheckTdsPeer(bytes)) << entry.path();
        for (auto& byte : bytes)
        {
            const uint8_t right = byte;
            byte = static_cast<uint8_t>(random());
            EXPECT_TRUE(CheckTdsPeer(bytes)) << entry.path();
            byte = right;
        }
    }
    EXPECT_GE(count, 2U); // from a client and from a server
}
