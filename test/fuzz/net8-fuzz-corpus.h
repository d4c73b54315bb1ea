// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FUZZ_CORPUS_H
#define NET8_FUZZ_CORPUS_H

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Tells what is wrong with how a message of a peer is read and written; empty if nothing.
 */
using FuzzCheck = std::string (*)(std::span<const uint8_t> bytes);

/**
 * @ingroup net8-test
 * @param name folder of a fuzzer's corpus
 * @return contents of the corpus, in the order of their names
 */
inline std::vector<std::vector<uint8_t>>
ReadFuzzCorpus(const std::string& name)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(NET8_TEST_DIR "/fuzz/corpus/" + name))
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

/**
 * @ingroup net8-test
 * What a fuzzer found worth keeping stays harmless.
 *
 * @param name folder of its corpus
 * @param least number of files that it has at least, one for each kind of message
 * @param check what is wrong with one
 */
inline void
ExpectHarmlessCorpus(const std::string& name, std::size_t least, FuzzCheck check)
{
    const auto corpus = ReadFuzzCorpus(name);
    EXPECT_GE(corpus.size(), least);
    for (const auto& bytes : corpus)
    {
        EXPECT_EQ(check(bytes), "");
    }
}

/**
 * @ingroup net8-test
 * So do its neighbours: with a wrong byte, and cut short.
 *
 * @param name folder of its corpus
 * @param first first byte that belongs to the message; those before it choose how it is read
 * @param check what is wrong with one
 */
inline void
ExpectHarmlessNeighbours(const std::string& name, std::size_t first, FuzzCheck check)
{
    std::mt19937 random(8);
    for (auto bytes : ReadFuzzCorpus(name))
    {
        for (std::size_t at = first; at < std::min<std::size_t>(bytes.size(), 300); ++at)
        {
            const uint8_t right = bytes[at];
            bytes[at] = static_cast<uint8_t>(random());
            EXPECT_EQ(check(bytes), "") << at;
            EXPECT_EQ(check(std::span(bytes).first(at)), "") << at;
            bytes[at] = right;
        }
    }
}

} // namespace ns3::net8

#endif /* NET8_FUZZ_CORPUS_H */
