// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Native encryption and checksums: lengths of packets, levels of both ends, messages. Lengths are
 * those of go-ora's data_packet.go, levels those of the table in Oracle's Security Guide, sizes of
 * messages those of captures.
 */
#include "ns3/net8-native-algorithm.h"
#include "ns3/net8-native-negotiation.h"
#include "ns3/net8-native-sealing.h"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Header and data flags of a DATA packet.
constexpr uint32_t PACKET = 10;

/**
 * @param encryption name of an algorithm; empty: none
 * @param checksum likewise
 * @return what both make of a packet
 */
NativeSealing
MakeSealing(std::string_view encryption, std::string_view checksum)
{
    const auto* first = NativeAlgorithm::Find(NativeAlgorithm::GetEncryption(), encryption);
    const auto* second = NativeAlgorithm::Find(NativeAlgorithm::GetChecksums(), checksum);
    return {first ? first->number : uint8_t{0}, second ? second->number : uint8_t{0}};
}

/// Algorithms that OCI 11 tells.
const NativeOffer OCI_CIPHERS{.types = {17, 6, 16, 12, 15, 10, 11, 8, 2, 1, 3}};

/**
 * @param version version of a client
 * @param ciphers its algorithms of encryption
 * @param checksums its checksums
 * @param marked whether a byte stands behind the former
 * @return its first message
 */
NativeRequest
MakeRequest(const NativeOffer& ciphers, std::vector<uint8_t> checksums, bool marked)
{
    return {.version = 0x0b200300,
            .methods = {},
            .encryption = ciphers,
            .checksums = {.types = std::move(checksums)},
            .marked = marked};
}

} // namespace

// p bytes and a checksum of h fill blocks of b: 10 + b ceil((p + h) / b) + 2; a stream cipher 10 +
// p + h + 2; a checksum alone 10 + p + h + 1.
TEST(NativeSealing, Lengths)
{
    using Row = std::tuple<const char*, const char*, uint32_t, uint32_t>;
    for (const auto& [encryption, checksum, payload, packet] : std::array<Row, 12>{{
             {"aes256", "sha256", 11, 60},   // 11 + 32 in three blocks
             {"aes256", "sha256", 640, 684}, // 672 is 42 blocks
             {"aes256", "sha256", 8182, 8236},
             {"rc4_128", "md5", 640, 668},
             {"", "sha1", 640, 671},
             {"3des168", "md5", 640, 668}, // 656 is 82 blocks
             {"aes128", "", 640, 652},
             {"aes128", "", 641, 668},
             {"des40", "", 3, 20},
             {"rc4_40", "", 3, 15},
             {"", "sha512", 1, 76},
             {"", "", 640, 650},
         }})
    {
        EXPECT_EQ(PACKET + MakeSealing(encryption, checksum).GetSealed(payload), packet)
            << encryption << " " << checksum << " " << payload;
    }
}

TEST(NativeSealing, FillsWhatAPacketHasRoomFor)
{
    // A packet of 8192: 16 floor((8192 - 12) / 16) - 32.
    EXPECT_EQ(MakeSealing("aes256", "sha256").GetMost(8192 - PACKET), 8144U);
    for (const auto* encryption : {"", "aes256", "3des112", "rc4_56"})
    {
        for (const auto* checksum : {"", "md5", "sha1", "sha256", "sha384", "sha512"})
        {
            const auto sealing = MakeSealing(encryption, checksum);
            for (const uint32_t room : {502U, 2038U, 8182U, 8189U, 65525U})
            {
                const uint32_t most = sealing.GetMost(room);
                EXPECT_LE(sealing.GetSealed(most), room) << encryption << " " << checksum;
                EXPECT_GT(sealing.GetSealed(most + 1), room) << encryption << " " << checksum;
            }
        }
    }
    EXPECT_EQ(MakeSealing("aes256", "sha512").GetMost(20), 0U);
}

// Rows: client; columns: server; REJECTED, ACCEPTED, REQUESTED, REQUIRED.
TEST(NativeOffer, LevelsOfBothEnds)
{
    constexpr std::array LEVELS{NativeLevel::REJECTED,
                                NativeLevel::ACCEPTED,
                                NativeLevel::REQUESTED,
                                NativeLevel::REQUIRED};
    constexpr std::array<std::string_view, 4> TABLE{"---x", "--++", "-+++", "x+++"};
    for (std::size_t row = 0; row < LEVELS.size(); ++row)
    {
        for (std::size_t column = 0; column < LEVELS.size(); ++column)
        {
            const NativeOffer client{.level = LEVELS.at(row), .types = {15, 17}};
            const NativeOffer server{.level = LEVELS.at(column), .types = {17, 15}};
            const auto outcome = NativeOffer::Choose(client, server);
            const char expected = TABLE.at(row).at(column);
            EXPECT_EQ(outcome.error, expected == 'x' ? 12660U : 0U);
            // The first of the server's.
            EXPECT_EQ(outcome.type, expected == '+' ? 17 : 0);
        }
    }
}

TEST(NativeOffer, NoCommonAlgorithm)
{
    const NativeOffer aes{.level = NativeLevel::REQUESTED, .types = {17, 16, 15}};
    NativeOffer des{.level = NativeLevel::ACCEPTED, .types = {2}};
    EXPECT_EQ(NativeOffer::Choose(aes, des).error, 0U);
    EXPECT_EQ(NativeOffer::Choose(aes, des).type, 0);
    des.level = NativeLevel::REQUIRED;
    EXPECT_EQ(NativeOffer::Choose(aes, des).error, 12650U);
}

// go-ora: a zero in front of the list says ACCEPTED, none REQUIRED, one at its end REQUESTED, alone
// REJECTED.
TEST(NativeOffer, FormOnTheWire)
{
    using namespace std::string_literals;
    NativeOffer offer{.types = {17, 6}};
    for (const auto& [level, text] : std::array<std::pair<NativeLevel, std::string>, 4>{{
             {NativeLevel::ACCEPTED, "\0\x11\6"s},
             {NativeLevel::REQUIRED, "\x11\6"s},
             {NativeLevel::REQUESTED, "\x11\6\0"s},
             {NativeLevel::REJECTED, "\0"s},
         }})
    {
        offer.level = level;
        EXPECT_EQ(offer.Print(), text);
        EXPECT_EQ(NativeOffer::Parse(text).level, level);
        EXPECT_EQ(NativeOffer::Parse(text).types.size(), level == NativeLevel::REJECTED ? 0U : 2U);
    }
    EXPECT_EQ(NativeOffer::Parse("").level, NativeLevel::REJECTED);
}

// Packets of captures are 10 longer: 9.2 and 10.2 of 156, 11 of 161, 12.1 of 164, JDBC of 150 and,
// in 2016, of 159; node-oracledb writes 156 where it may authenticate by TLS.
TEST(NativeServices, SizesOfRequests)
{
    EXPECT_EQ(MakeRequest(OCI_CIPHERS, {1, 3}, false).Print().Size(), 146U);
    EXPECT_EQ(MakeRequest(OCI_CIPHERS, {1, 3}, true).Print().Size(), 151U);
    EXPECT_EQ(MakeRequest(OCI_CIPHERS, {1, 3, 4, 5, 6}, true).Print().Size(), 154U);
    EXPECT_EQ(MakeRequest(OCI_CIPHERS, {1, 3, 4, 5, 6}, false).Print().Size(), 149U);
    EXPECT_EQ(MakeRequest({.types = {15, 16, 17}}, {3, 4, 5, 6}, false).Print().Size(), 140U);
    auto node = MakeRequest({}, {}, false);
    node.methods = {"tcps"};
    EXPECT_EQ(node.Print().Size(), 146U);
    // Windows may authenticate: 12 more (captures of 10.2).
    auto windows = MakeRequest(OCI_CIPHERS, {1, 3}, false);
    windows.methods = {"NTS"};
    EXPECT_EQ(windows.Print().Size(), 158U);
}

TEST(NativeServices, SizesOfAnswers)
{
    auto request = MakeRequest(OCI_CIPHERS, {1, 3}, true);
    const NativeOffer accepts{.types = {17, 15}};
    const auto off = NativeAnswer::Choose(request, accepts, {.types = {3}}, 0x13000000);
    EXPECT_FALSE(off.IsOn());
    EXPECT_EQ(off.Print().Size(), 117U);
    request.methods = {"NTS"};
    EXPECT_EQ(NativeAnswer::Choose(request, accepts, {}, 0).Print().Size(), 153U);
    request.methods.clear();
    request.encryption.level = NativeLevel::REQUESTED;
    const auto on = NativeAnswer::Choose(request, accepts, {.types = {3}}, 0x13000000);
    EXPECT_EQ(on.encryption.type, 17);
    EXPECT_EQ(on.checksum.type, 0);
    // A packet of 923 and the first vector; the trace has the generator at 143, the prime at 403.
    EXPECT_EQ(on.Print().Size(), 923U + NativeAnswer::VECTOR - PACKET);
    EXPECT_EQ(NativeAnswer::PrintKey(0).Size(), 291U - PACKET);
}

TEST(NativeServices, MessagesAreReadAgain)
{
    auto request = MakeRequest(OCI_CIPHERS, {1, 3, 5}, true);
    request.checksums.level = NativeLevel::REQUIRED;
    const auto bytes = request.Print().Encode();
    const auto read = NativeServices::Decode(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->Encode(), bytes);
    const auto again = NativeRequest::Parse(*read);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->encryption.types, OCI_CIPHERS.types);
    EXPECT_EQ(again->checksums.level, NativeLevel::REQUIRED);
    EXPECT_TRUE(again->marked);
    NativeAnswer answer{.version = 1, .method = "NTS", .encryption = {.type = 17}, .checksum = {}};
    answer.checksum.error = NativeOutcome::INCOMPATIBLE;
    const auto told = NativeServices::Decode(answer.Print().Encode());
    ASSERT_TRUE(told);
    EXPECT_EQ(told->GetError(), NativeOutcome::INCOMPATIBLE);
    EXPECT_EQ(NativeAnswer::Parse(*told).encryption.type, 17);
    EXPECT_EQ(NativeAnswer::Parse(*told).method, "NTS");
}

TEST(NativeServices, EveryCutIsNoticed)
{
    const auto bytes = MakeRequest(OCI_CIPHERS, {1, 3}, true).Print().Encode();
    for (std::size_t size = 0; size < bytes.size(); ++size)
    {
        EXPECT_FALSE(NativeServices::Decode(std::span(bytes).first(size))) << size;
    }
}
