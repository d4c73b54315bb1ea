// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests both ends of a named pipe without a simulator: messages and bytes are counted in the tests.
 * Sizes of SMB are those of a public capture for opening the pipe (Samba, 2007) and of MS-CIFS for
 * its use: write 64 and 47, peek 84 and 64, read 55 and 60, close 41 and 35 bytes, without the data
 * written or read.
 */
#include "ns3/net8-pipe-client.h"
#include "ns3/net8-pipe-server.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

using Sizes = std::vector<std::size_t>;

/// A client and a server of a pipe that exchange messages one by one.
class Pipe
{
  public:
    PipeSettings settings;      ///< Settings of the pipe.
    TdsConnection ofClient;     ///< Data sent by the client.
    TdsConnection ofServer{51}; ///< Data sent by the server.
    Sizes asked;                ///< Sizes of the client's messages, bytes.
    Sizes answered;             ///< Sizes of the server's messages, bytes.
    std::size_t received{0};    ///< Bytes read by the client.
    std::size_t written{0};     ///< Bytes written to the server.
    bool open{false};           ///< Whether the pipe is open.

    /**
     * Create both ends and open the pipe.
     */
    void Open()
    {
        client = std::make_unique<PipeClient>(
            settings,
            ofClient,
            [this](auto) { open = true; },
            [this](ByteSource& bytes, auto) { Count(bytes, received); });
        server = std::make_unique<PipeServer>(settings, ofServer, [this](ByteSource& bytes, auto) {
            Count(bytes, written);
        });
        client->Begin();
        Exchange();
    }

    /**
     * Exchange messages until none is left.
     */
    void Exchange()
    {
        while (Move(*client, *server, asked) || Move(*server, *client, answered))
        {
        }
    }

    /**
     * Read a number of bytes.
     *
     * @param bytes number of bytes
     */
    void Read(std::size_t bytes)
    {
        for (int step = 0; step < 10000 && received < bytes; ++step)
        {
            client->Proceed(true);
            Exchange();
        }
    }

    std::unique_ptr<PipeClient> client; ///< The client.
    std::unique_ptr<PipeServer> server; ///< The server.

  private:
    /**
     * Count received bytes.
     *
     * @param bytes received bytes
     * @param[in,out] sum total to which they are added
     */
    static void Count(ByteSource& bytes, std::size_t& sum)
    {
        sum += bytes.GetSize();
        bytes.Skip(bytes.GetSize());
    }

    /**
     * Move a message.
     *
     * @param from the sending end
     * @param to the receiving end
     * @param sizes receives the size of the message
     * @return whether there was one
     */
    static bool Move(PipeEnd& from, PipeEnd& to, Sizes& sizes)
    {
        const auto bytes = from.Take(100000);
        if (bytes.empty())
        {
            return false;
        }
        sizes.push_back(bytes.size());
        // Split into two segments, as TCP may do.
        const auto middle = bytes.size() / 2;
        for (const auto part : {std::span(bytes).first(middle), std::span(bytes).subspan(middle)})
        {
            SpanSource segment(part);
            to.HandleBytes(segment, 0ns);
        }
        return true;
    }
};

} // namespace

TEST(Pipe, TheWayThereHasTheMessagesOfTheCapture)
{
    Pipe pipe;
    pipe.Open();
    EXPECT_TRUE(pipe.open);
    // Session request 72, positive response 4; NEGOTIATE as in the capture, 190; the others have
    // fixed parts of 61, 43 and 83 bytes plus names: password 1, scott 6, DOMAIN 7, Windows NT 11,
    // Windows NT 4.0 15; password 1, \\SERVER\IPC$ 14, IPC 4; \sql\query 11. 4 bytes before each.
    EXPECT_EQ(pipe.asked, (Sizes{72, 194, 4 + 61 + 40, 4 + 43 + 19, 4 + 83 + 11}));
    // 69 + 8 + DOMAIN 7; 41 + 15 + NT LAN Manager 4.0 19 + 7; 41 + IPC 4 + 1; 103 as in the
    // capture.
    EXPECT_EQ(pipe.answered, (Sizes{4, 4 + 84, 4 + 82, 4 + 46, 4 + 103}));
}

TEST(Pipe, APacketIsLookedForAndRead)
{
    Pipe pipe;
    pipe.settings.framed = false;
    pipe.Open();
    EXPECT_TRUE(pipe.open);
    pipe.asked.clear();
    pipe.answered.clear();
    pipe.ofClient.Send(TdsPacketType::BATCH, std::vector<uint8_t>(92));
    pipe.client->Proceed(true);
    pipe.Exchange();
    EXPECT_EQ(pipe.written, 100);
    pipe.ofServer.Send(TdsPacketType::REPLY, std::vector<uint8_t>(5000));
    pipe.Read(5016);
    // 4096 + 920 bytes: two packets, with a peek and a read for each.
    EXPECT_EQ(pipe.asked, (Sizes{164, 84, 55, 84, 55}));
    EXPECT_EQ(pipe.answered, (Sizes{47, 64, 60 + 4096, 64, 60 + 920}));
    pipe.client->Finish();
    EXPECT_FALSE(pipe.client->IsDrained());
    pipe.Exchange();
    EXPECT_TRUE(pipe.client->IsDrained());
    EXPECT_EQ(pipe.asked.back(), 41);
    EXPECT_EQ(pipe.answered.back(), 35);
}

TEST(Pipe, AReadWithALimitLeavesTheRest)
{
    Pipe pipe;
    pipe.settings.framed = false;
    pipe.settings.peeks = false;
    pipe.settings.readLimit = 3000;
    pipe.Open();
    pipe.asked.clear();
    pipe.answered.clear();
    pipe.ofServer.Send(TdsPacketType::REPLY, std::vector<uint8_t>(4088));
    pipe.Read(4096);
    EXPECT_EQ(pipe.asked, (Sizes{55, 55}));
    EXPECT_EQ(pipe.answered, (Sizes{60 + 3000, 60 + 1096}));
}

TEST(Pipe, AReadWaitsAndALookComesAgain)
{
    Pipe reads;
    reads.settings.peeks = false;
    reads.Open();
    const auto answers = reads.answered.size();
    reads.client->Proceed(true);
    reads.Exchange();
    EXPECT_EQ(reads.answered.size(), answers); // the read waits
    reads.ofServer.Send(TdsPacketType::REPLY, std::vector<uint8_t>(10));
    reads.Exchange();
    EXPECT_EQ(reads.received, 18);

    Pipe looks;
    looks.settings.peekInterval = 10ms;
    looks.Open();
    const auto before = looks.asked.size();
    looks.client->Proceed(true);
    looks.Exchange();
    EXPECT_EQ(looks.client->GetDeadline(), 10ms);
    looks.client->Proceed(true);
    looks.Exchange();
    EXPECT_EQ(looks.asked.size(), before + 1); // not earlier
    looks.client->HandleDeadline(10ms);
    looks.client->Proceed(true);
    looks.Exchange();
    EXPECT_EQ(looks.asked.size(), before + 2);
}

TEST(Pipe, WhatHasNoPlaceEndsIt)
{
    Pipe pipe;
    pipe.settings.asksSession = false;
    pipe.Open();
    EXPECT_TRUE(pipe.open);
    const std::vector<uint8_t> garbage{0, 0, 0, 4, 1, 2, 3, 4};
    SpanSource segment(garbage);
    pipe.server->HandleBytes(segment, 0ns);
    EXPECT_EQ(pipe.server->GetError(), SessionError::MALFORMED_PACKET);
    EXPECT_TRUE(pipe.server->IsDrained());

    Pipe early;
    early.Open();
    const auto peek = SmbCall{.kind = SmbCall::Kind::NEGOTIATE}.Make().Encode();
    NbtSession packet;
    packet.body.assign(peek.begin(), peek.end());
    const auto bytes = packet.Encode();
    SpanSource again(bytes);
    early.server->HandleBytes(again, 0ns);
    EXPECT_EQ(early.server->GetError(), SessionError::UNEXPECTED_PACKET);
}
