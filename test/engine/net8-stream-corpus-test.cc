// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests that the inputs kept by the reassembly fuzzer stay harmless: the same check, over the
 * corpus.
 */
#include "net8-stream-case.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using namespace ns3::net8;

namespace
{

TEST(StreamReader, EveryStreamOfTheCorpusGivesThePacketsThatStandInIt)
{
    // In the files with names: 3 + 3 + 4 from sessions, 3 after an ACCEPT of 318, 2 + 2 virtual, 5
    // of 8 bytes, 1 + 1 + 0 before an error, 1 copied short, 2 with a zero length, 1 before an end
    // inside a header, 1 of exactly the maximum length.
    constexpr size_t PACKETS_IN_SEEDS = 29;
    const auto folder = std::filesystem::path{NET8_TEST_DIR} / "fuzz" / "corpus" / "stream";
    size_t packets = 0;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        std::ifstream file{entry.path(), std::ios::binary};
        const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
        const StreamCase stream{{reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}};
        EXPECT_EQ(stream.Check(), "") << entry.path();
        packets += stream.GetPackets();
    }
    EXPECT_GE(packets, PACKETS_IN_SEEDS);
}

} // namespace
