// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Packets that the fuzzers found worth keeping stay harmless: the same check, over the corpus.
 */
#include "ns3/net8-packet.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using namespace ns3::net8;

namespace
{

TEST(Corpus, PacketsThatDecodeEncodeBack)
{
    size_t decoded = 0;
    const auto folder = std::filesystem::path{NET8_TEST_DIR} / "fuzz" / "corpus" / "packet";
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        std::ifstream file{entry.path(), std::ios::binary};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        const LengthForm form =
            !text.empty() && text[0] & 1 ? LengthForm::LONG_32 : LengthForm::SHORT_16;
        const std::vector<uint8_t> bytes{text.begin() + (text.empty() ? 0 : 1), text.end()};
        AnyPacket packet;
        if (DecodePacket(bytes, form, packet) == WireError::NONE)
        {
            ++decoded;
            EXPECT_EQ(EncodePacket(packet, PacketHeader::EffectiveForm(bytes, form)), bytes);
        }
    }
    EXPECT_GE(decoded, 13U); // one per packet type at least
}

} // namespace
