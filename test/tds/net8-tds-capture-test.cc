// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * All TDS packets of real sessions are read and written again byte for byte.
 */
#include "net8-frame-file.h"

#include "ns3/net8-tds-batch.h"
#include "ns3/net8-tds-call.h"
#include "ns3/net8-tds-packet-header.h"
#include "ns3/net8-tds-packet-type.h"
#include "ns3/net8-tds-reply.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

using namespace ns3::net8;

namespace
{

/// A message of a capture.
struct Captured
{
    uint8_t type{0};              ///< Type of its packets.
    std::vector<uint8_t> packets; ///< Bytes of its packets.
    std::vector<uint8_t> body;    ///< The message.
    std::size_t count{0};         ///< Packets.
    uint32_t port{0};             ///< Port of the client.
};

/// What came of a direction of a connection.
struct Direction
{
    std::vector<uint8_t> bytes; ///< Bytes of a packet that is not whole.
    Captured message;           ///< Message under way.
};

/**
 * @param file a capture of TDS on port 1433
 * @return its messages, in the order in which they ended
 */
std::vector<Captured>
ReadMessages(const std::filesystem::path& file)
{
    std::map<uint32_t, Direction> directions;
    std::vector<Captured> messages;
    for (const auto& frame : FrameFile::Read(file))
    {
        const auto ip = std::span(frame.bytes).subspan(14);
        const auto tcp = ip.first(FrameFile::Short(ip, 2)).subspan((ip[0] & 0x0fU) * 4U);
        const auto payload = tcp.subspan((tcp[12] >> 4U) * 4U);
        const uint32_t from = FrameFile::Short(tcp, 0);
        const uint32_t to = FrameFile::Short(tcp, 2);
        auto& direction = directions[from << 16 | to];
        direction.bytes.insert(direction.bytes.end(), payload.begin(), payload.end());
        while (const auto header = TdsPacketHeader::Decode(direction.bytes))
        {
            if (header->length > direction.bytes.size())
            {
                break;
            }
            const auto end = direction.bytes.begin() + header->length;
            auto& message = direction.message;
            message.type = header->type;
            message.port = from == 1433 ? to : from;
            ++message.count;
            EXPECT_TRUE(
                std::ranges::equal(header->Encode(),
                                   std::span(direction.bytes).first(TdsPacketHeader::SIZE)));
            message.packets.insert(message.packets.end(), direction.bytes.begin(), end);
            message.body.insert(message.body.end(),
                                direction.bytes.begin() + TdsPacketHeader::SIZE,
                                end);
            direction.bytes.erase(direction.bytes.begin(), end);
            if (header->IsLast())
            {
                messages.push_back(std::exchange(message, {}));
            }
        }
    }
    for (const auto& [ports, direction] : directions)
    {
        EXPECT_TRUE(direction.bytes.empty() && direction.message.count == 0) << ports;
    }
    return messages;
}

/**
 * @tparam MESSAGE its kind
 * @param bytes a message
 * @param layout layout of the session
 * @return it, read and written
 */
template <class MESSAGE>
std::vector<uint8_t>
WriteAgain(const std::vector<uint8_t>& bytes, const TdsLayout& layout)
{
    const auto message = MESSAGE::Decode(bytes, layout);
    EXPECT_TRUE(message);
    EXPECT_EQ(message ? message->Size(layout) : 0, bytes.size());
    return message ? message->Encode(layout) : std::vector<uint8_t>{};
}

} // namespace

TEST(TdsCapture, MessagesOfRealSessionsAreWrittenAgain)
{
    const auto folder = FrameFile::GetFolder();
    if (!folder)
    {
        GTEST_SKIP() << "no captures of transports; NET8_SHARED names the folder above them";
    }
    const auto messages = ReadMessages(*folder / "ndpi_mssql_tds.pcap");
    std::map<uint8_t, int> kinds;
    std::map<uint32_t, TdsLayout> layouts;
    std::size_t packets = 0;
    for (const auto& message : messages)
    {
        ++kinds[message.type];
        packets += message.count;
        auto& layout = layouts[message.port];
        switch (static_cast<TdsPacketType>(message.type))
        {
        case TdsPacketType::BATCH:
            layout.wide = TdsHeaders::Lead(message.body);
            EXPECT_EQ(WriteAgain<TdsBatch>(message.body, layout), message.body);
            break;
        case TdsPacketType::CALL:
            layout.wide = TdsHeaders::Lead(message.body);
            EXPECT_EQ(WriteAgain<TdsCalls>(message.body, layout), message.body);
            break;
        case TdsPacketType::REPLY:
            EXPECT_EQ(WriteAgain<TdsReply>(message.body, layout), message.body);
            break;
        default:
            ADD_FAILURE() << "type " << int{message.type};
        }
    }
    // tshark: 34 frames with TDS, of which five carry parts of a packet of 8000 bytes; frames 31
    // and 32 are one message of two packets.
    EXPECT_EQ(packets, 30U);
    EXPECT_EQ(messages.size(), 29U);
    EXPECT_EQ(kinds, (std::map<uint8_t, int>{{1, 3}, {3, 16}, {4, 10}}));
}

TEST(TdsCapture, ResultOfFrame19HasThreeColumnsAndThreeRows)
{
    const auto folder = FrameFile::GetFolder();
    if (!folder)
    {
        GTEST_SKIP() << "no captures of transports; NET8_SHARED names the folder above them";
    }
    const auto messages = ReadMessages(*folder / "ndpi_mssql_tds.pcap");
    const auto result = std::ranges::find_if(messages, [](const auto& message) {
        return message.type == 4 && message.packets.size() == 438;
    });
    ASSERT_NE(result, messages.end());
    const auto reply = TdsReply::Decode(result->body, {.wide = true});
    ASSERT_TRUE(reply);
    const auto* const columns = reply->Find<TdsColumns>();
    ASSERT_NE(columns, nullptr);
    ASSERT_EQ(columns->columns.size(), 3U);
    EXPECT_EQ(TdsText::Narrow(columns->columns[0].name), "column1");
    EXPECT_EQ(columns->columns[0].type.size, 30U); // char(30)
    std::vector<std::string> firsts;
    for (const auto& token : reply->tokens)
    {
        if (const auto* row = std::get_if<TdsRow>(&token))
        {
            firsts.push_back(row->values.at(0).bytes.substr(0, 6));
        }
    }
    EXPECT_EQ(firsts, (std::vector<std::string>{"first ", "first ", "first "}));
    const auto* const end = reply->GetEnd();
    ASSERT_NE(end, nullptr);
    EXPECT_EQ(end->token, 0xfe);
    EXPECT_EQ(reply->Find<TdsDone>()->rows, 3U);
}
