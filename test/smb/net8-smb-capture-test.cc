// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * All messages of SMB, and of NetBIOS over TCP, of real captures are read and written again byte
 * for byte. How many there are is what tshark counts (smb, nbss).
 */
#include "../tds/net8-frame-file.h"

#include "ns3/net8-nbt-session.h"
#include "ns3/net8-smb-message.h"
#include "ns3/net8-smb-transaction.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

using namespace ns3::net8;

namespace
{

using Bytes = std::span<const uint8_t>;

/// How many messages of each kind a capture has.
struct Census
{
    const char* file{""}; ///< Name of the capture.
    int messages{0};      ///< Of SMB.
    int transactions{0};  ///< Among them transactions.
    int sessions{0};      ///< Packets of NetBIOS sessions over TCP.
};

/// What a frame carries above its link header.
struct Content
{
    uint32_t type{0}; ///< EtherType; less: 802.2 or the first form of IPX.
    Bytes bytes;      ///< Its bytes, without what fills up the frame.
};

/**
 * @param frame a frame
 * @return what it carries
 */
Content
GetContent(const FrameFile::Frame& frame)
{
    const Bytes all(frame.bytes);
    const std::size_t head = frame.cooked ? 16 : 14;
    Content content{FrameFile::Short(all, head - 2), all.subspan(head)};
    const bool ipx = content.type == 0x8137 || FrameFile::Short(content.bytes, 0) == 0xffff;
    if (ipx || content.type == 0x0800)
    {
        content.bytes = content.bytes.first(FrameFile::Short(content.bytes, 2));
    }
    else if (content.type < 0x0600 && !frame.cooked)
    {
        content.bytes = content.bytes.first(content.type);
    }
    return content;
}

/**
 * @tparam MESSAGE its kind
 * @param bytes a message
 */
template <class MESSAGE>
void
ExpectAgain(Bytes bytes)
{
    const auto message = MESSAGE::Decode(bytes);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->Size(), bytes.size());
    EXPECT_TRUE(std::ranges::equal(message->Encode(), bytes));
}

/**
 * @param bytes a message of SMB
 * @param[out] census counts it
 */
void
CheckMessage(Bytes bytes, Census& census)
{
    ++census.messages;
    ExpectAgain<SmbMessage>(bytes);
    auto message = SmbMessage::Decode(bytes);
    ASSERT_TRUE(message);
    if (message->command == SmbMessage::TRANSACTION)
    {
        ++census.transactions;
        const auto transaction = SmbTransaction::Read(*message);
        ASSERT_TRUE(transaction);
        transaction->Write(*message);
        EXPECT_TRUE(std::ranges::equal(message->Encode(), bytes));
    }
}

/**
 * @param ip an IPv4 packet
 * @param[out] streams bytes of TCP connections of port 139 that are no whole packet, by ports
 * @param[out] census counts what it carries
 */
void
CheckInternet(Bytes ip, std::map<uint32_t, std::vector<uint8_t>>& streams, Census& census)
{
    const auto above = ip.subspan((ip[0] & 0x0fU) * 4U);
    const uint32_t from = FrameFile::Short(above, 0);
    const uint32_t to = FrameFile::Short(above, 2);
    if (ip[9] == 6 && (from == 139 || to == 139))
    {
        auto& stream = streams[from << 16U | to];
        const auto payload = above.subspan((above[12] >> 4U) * 4U);
        stream.insert(stream.end(), payload.begin(), payload.end());
        while (stream.size() >= NbtSession::HEAD)
        {
            const auto length = NbtSession::GetLength(Bytes(stream).first<NbtSession::HEAD>());
            if (stream.size() < length)
            {
                break;
            }
            ++census.sessions;
            ExpectAgain<NbtSession>(Bytes(stream).first(length));
            stream.erase(stream.begin(), stream.begin() + length);
        }
    }
}

/// A capture and how many messages of each kind it has.
class SmbCapture : public testing::TestWithParam<Census>
{
};

TEST_P(SmbCapture, MessagesAreWrittenAgain)
{
    const auto folder = FrameFile::GetFolder();
    if (!folder)
    {
        GTEST_SKIP() << "no captures of transports; NET8_SHARED names the folder above them";
    }
    Census census;
    std::map<uint32_t, std::vector<uint8_t>> streams;
    for (const auto& frame : FrameFile::Read(*folder / GetParam().file))
    {
        const auto content = GetContent(frame);
        constexpr std::array<uint8_t, 4> MARK{0xff, 'S', 'M', 'B'};
        const auto found = std::ranges::search(content.bytes, MARK);
        if (!found.empty())
        {
            CheckMessage(Bytes(found.begin(), content.bytes.end()), census);
        }
        if (content.type == 0x0800)
        {
            CheckInternet(content.bytes, streams, census);
        }
    }
    for (const auto& [ports, stream] : streams)
    {
        EXPECT_TRUE(stream.empty()) << ports;
    }
    EXPECT_EQ(census.messages, GetParam().messages);
    EXPECT_EQ(census.transactions, GetParam().transactions);
    EXPECT_EQ(census.sessions, GetParam().sessions);
}

INSTANTIATE_TEST_SUITE_P(
    Shared,
    SmbCapture,
    testing::Values(
        Census{.file = "ndpi_dos_win98_smb_netbeui.pcap", .messages = 91, .transactions = 30},
        Census{.file = "tcpdump_ipx.pcap", .messages = 6, .transactions = 6},
        Census{.file = "wireshark-wiki_smb-legacy-implementation.pcapng",
               .messages = 144,
               .transactions = 76},
        Census{.file = "wireshark-wiki_Obsolete_Packets_slice.pcapng",
               .messages = 25,
               .transactions = 13,
               .sessions = 18}),
    [](const auto& info) { return std::to_string(info.index); });

TEST(SmbPipe, TransactionsAreAsLongAsThoseOfARealPipe)
{
    // wireshark-wiki_Obsolete_Packets_slice.pcapng: a request of 146 bytes with 72 of data, a reply
    // of 124 with 68 (facts/old-transports.md, 3.3).
    SmbMessage message;
    SmbTransaction::Transact(0x4000, std::string(72, 'x'), 1024).Write(message);
    EXPECT_EQ(message.Size(), 146U);
    const auto request = SmbTransaction::Read(message);
    ASSERT_TRUE(request);
    EXPECT_EQ(request->data, std::string(72, 'x'));
    EXPECT_EQ(request->setup, (std::vector<uint16_t>{SmbTransaction::TRANSACT, 0x4000}));

    SmbMessage reply;
    SmbTransaction::Answer(std::string(68, 'y')).Write(reply);
    EXPECT_EQ(reply.Size(), 124U);
    EXPECT_TRUE(reply.IsReply());
    const auto answer = SmbTransaction::Read(reply);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->data, std::string(68, 'y'));
}

TEST(SmbPipe, SessionRequestHasTwoNames)
{
    NbtSession request;
    request.type = static_cast<uint8_t>(NbtSession::Type::REQUEST);
    request.names = {NbtName::Of("SERVER", 0x20), NbtName::Of("CLIENT", 0)};
    EXPECT_EQ(request.Size(), 72U); // 4 + 34 + 34 (facts/old-transports.md, 3.2)
    const auto bytes = request.Encode();
    // RFC 1001, 14.1: each half of a byte is added to 'A': 'S' = 0x53 is "FD".
    EXPECT_EQ(std::string(bytes.begin() + 5, bytes.begin() + 9), "FDEF");
    EXPECT_EQ(NbtSession().Size(), 4U);
    // The 17th bit of a length stands in the flags.
    NbtSession large;
    large.body = std::string(0x10003, 'z');
    const auto written = large.Encode();
    EXPECT_EQ(written[1], 1);
    EXPECT_EQ(NbtSession::GetLength(std::span(written).first<4>()), 0x10007U);
    EXPECT_EQ(NbtSession::Decode(written)->body.size(), 0x10003U);
}

} // namespace
