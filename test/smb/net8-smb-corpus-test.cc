// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What the fuzzer of SMB messages found worth keeping stays harmless, and so do its neighbours.
 */
#include "net8-smb-round-trip.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <vector>

using namespace ns3::net8;

namespace
{

/**
 * @return contents of the corpus, in the order of their names
 */
std::vector<std::vector<uint8_t>>
ReadCorpus()
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(NET8_TEST_DIR "/fuzz/corpus/smb"))
    {
        paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<std::vector<uint8_t>> corpus;
    for (const auto& path : paths)
    {
        std::ifstream file(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        corpus.emplace_back(text.begin(), text.end());
    }
    return corpus;
}

} // namespace

TEST(SmbCorpus, MessagesOfPeersAreReadOrMalformed)
{
    const auto corpus = ReadCorpus();
    EXPECT_GE(corpus.size(), 4U); // one seed for each kind of message
    for (const auto& bytes : corpus)
    {
        EXPECT_EQ(CheckSmbRoundTrip(bytes), "");
    }
}

TEST(SmbCorpus, MessagesWithAWrongByteAreReadOrMalformed)
{
    std::mt19937 random(8);
    for (auto bytes : ReadCorpus())
    {
        for (std::size_t at = 1; at < std::min<std::size_t>(bytes.size(), 300); ++at)
        {
            const uint8_t right = bytes[at];
            bytes[at] = static_cast<uint8_t>(random());
            EXPECT_EQ(CheckSmbRoundTrip(bytes), "") << at;
            EXPECT_EQ(CheckSmbRoundTrip(std::span(bytes).first(at)), "") << at;
            bytes[at] = right;
        }
    }
}
