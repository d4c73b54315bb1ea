// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What the fuzzer of the reassembly found worth keeping stays harmless: the same check, over the
 * corpus.
 */
#include "net8-stream-case.h"

#include "ns3/test.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * Packets are found whatever the segments are.
 */
class StreamCorpusTest : public TestCase
{
  public:
    StreamCorpusTest()
        : TestCase("every stream of the corpus gives the packets that stand in it")
    {
    }

  private:
    void DoRun() override
    {
        // Of the files with names: 3 + 3 + 4 of sessions, 3 behind an ACCEPT of 318, 2 + 2 virtual,
        // 5 of 8 bytes, 1 + 1 + 0 before an error, 1 copied short, 2 with a zero length,
        // 1 before an end inside a header, 1 of exactly the maximum length.
        constexpr size_t PACKETS_IN_SEEDS = 29;
        const auto top = std::filesystem::path{__FILE__}.parent_path().parent_path();
        size_t packets = 0;
        std::error_code missing;
        for (const auto& entry :
             std::filesystem::directory_iterator{top / "fuzz" / "corpus" / "stream", missing})
        {
            std::ifstream file{entry.path(), std::ios::binary};
            const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
            const StreamCase stream{{reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}};
            NS_TEST_EXPECT_MSG_EQ(stream.Check(), "", entry.path().string());
            packets += stream.GetPackets();
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(packets, PACKETS_IN_SEEDS, "packets of " << top.string());
    }
};

/**
 * @ingroup net8-test
 * Streams kept by the fuzzer.
 */
class Net8StreamCorpusTestSuite : public TestSuite
{
  public:
    Net8StreamCorpusTestSuite()
        : TestSuite("net8-stream-corpus", Type::UNIT)
    {
        AddTestCase(new StreamCorpusTest, Duration::QUICK);
    }
};

const Net8StreamCorpusTestSuite g_net8StreamCorpusTestSuite; ///< Registers the suite.

} // namespace
