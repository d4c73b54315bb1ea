// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Both ends of a named pipe without a simulator: messages and bytes are counted beside the tests.
 * Sizes of SMB are those of a public capture on the way to the pipe (Samba, 2007) and of MS-CIFS
 * at the pipe: write 64 and 47, peek 84 and 64, read 55 and 60, close 41 and 35 bytes, without what
 * is written or read.
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

/// A client and a server of a pipe whose messages go to one another one by one.
class Pipe
{
  public:
    PipeSettings settings;      ///< How they go through it.
    TdsConnection ofClient;     ///< What the client sends.
    TdsConnection ofServer{51}; ///< What the server sends.
    Sizes asked;                ///< Bytes of the client's messages.
    Sizes answered;             ///< Bytes of the server's messages.
    std::size_t received{0};    ///< Bytes that the client read.
    std::size_t written{0};     ///< Bytes that the server was written.
    bool open{false};           ///< The pipe is open.

    /**
     * Make both ends, and open the pipe.
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
     * Let messages go to one another until none waits.
     */
    void Exchange()
    {
        while (Move(*client, *server, asked) || Move(*server, *client, answered))
        {
        }
    }

    /**
     * Read until so many bytes were read.
     *
     * @param bytes how many
     */
    void Read(std::size_t bytes)
    {
        for (int step = 0; step < 10000 && received < bytes; ++step)
        {
            client->Proceed(true);
            Exchange();
        }
    }

    std::unique_ptr<PipeClient> client; ///< The client's end.
    std::unique_ptr<PipeServer> server; ///< The server's end.

  private:
    /**
     * @param bytes bytes that arrived
     * @param[in,out] sum counts them
     */
    static void Count(ByteSource& bytes, std::size_t& sum)
    {
        sum += bytes.GetSize();
        bytes.Skip(bytes.GetSize());
    }

    /**
     * @param from an end
     * @param to the other one
     * @param sizes receives the bytes of the message
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
        // In two segments, as TCP may cut them.
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
    // Request of a session 72, positive 4; NEGOTIATE as in the capture, 190; the others have
    // fixed parts of 61, 43 and 83 bytes and names: password 1, scott 6, DOMAIN 7, Windows NT 11,
    // Windows NT 4.0 15; password 1, \\SERVER\IPC$ 14, IPC 4; \sql\query 11. 4 bytes in front.
    EXPECT_EQ(pipe.asked, (Sizes{72, 194, 4 + 61 + 40, 4 + 43 + 19, 4 + 83 + 11}));
    // 69 + 8 + DOMAIN 7; 41 + 15 + NT LAN Manager 4.0 19 + 7; 41 + IPC 4 + 1; 103, the capture's.
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
    // 4096 + 920 bytes: two packets, each looked for and read.
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
    EXPECT_EQ(looks.asked.size(), before + 1); // not before its time
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
