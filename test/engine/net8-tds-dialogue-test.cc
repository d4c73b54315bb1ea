// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests whole TDS sessions of both engines without a simulator. Numbers of packets are calculated
 * in the tests: a packet of size P carries P - 8 bytes, and all but the last are full.
 */
#include "ns3/net8-tds-client-engine.h"
#include "ns3/net8-tds-server-dialogue.h"

#include <gtest/gtest.h>
#include <memory>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/// Executes a list of tasks.
class FixedTasks : public TdsClientScript
{
  public:
    std::vector<Task> tasks; ///< The tasks.

    std::optional<Task> GetNext() override
    {
        return m_next < tasks.size() ? std::optional(tasks[m_next++]) : std::nullopt;
    }

  private:
    std::size_t m_next{0}; ///< Index of the next task.
};

/// Answers with rows of one varchar(100) column.
class FixedRows : public TdsServerScript
{
  public:
    uint32_t rows{0};                 ///< Number of rows of an answer.
    std::chrono::nanoseconds time{0}; ///< Duration of an answer.
    std::vector<std::string> asked;   ///< Received batches.

    bool Admits(const std::string& user, const std::string& password) override
    {
        return user == "scott" && password == "tiger";
    }

    Answer GetAnswer(const std::string& text, const TdsLayout& /* layout */) override
    {
        asked.push_back(text);
        TdsColumns columns;
        columns.columns.resize(1);
        auto& column = columns.columns.front();
        column.type.type = TdsType::VARCHAR;
        column.type.size = 100;
        column.type.collation = std::string("\x09\x04\xd0\x00\x34", 5);
        column.name = TdsText::Widen("TXT");
        Answer answer{.time = time, .reply = {}};
        answer.reply.tokens.emplace_back(columns);
        TdsRow row;
        row.values = columns.MakeRow();
        row.values[0].bytes = std::string(100, 'x');
        answer.reply.tokens.insert(answer.reply.tokens.end(), rows, row);
        TdsDone done;
        done.status = TdsDone::COUNT;
        done.command = 0xc1;
        done.rows = rows;
        answer.reply.tokens.emplace_back(done);
        return answer;
    }
};

/// A client and a server that exchange bytes, with a one-way delay of 10 ms.
class Pair
{
  public:
    TdsClientSettings settings;                  ///< Settings of the client.
    TdsServerSettings server;                    ///< Settings of the server.
    FixedTasks tasks;                            ///< Tasks of the client.
    FixedRows answers;                           ///< Answers of the server.
    std::vector<TdsPacketHeader> ofClient;       ///< Packets of the client.
    std::vector<TdsPacketHeader> ofServer;       ///< Packets of the server.
    uint32_t room{100000};                       ///< Bytes the server can send at once.
    std::unique_ptr<TdsClientEngine> client;     ///< The client's engine.
    std::unique_ptr<TdsServerDialogue> dialogue; ///< The server's dialogue.

    Pair()
        : m_ofClient(0, [this](const TdsPacketHeader& header) { ofClient.push_back(header); }),
          m_ofServer(51, [this](const TdsPacketHeader& header) { ofServer.push_back(header); })
    {
    }

    /**
     * Log on and run until the client ends, or nothing happens any more.
     */
    void Run()
    {
        client = std::make_unique<TdsClientEngine>(settings, tasks, m_ofClient);
        dialogue = std::make_unique<TdsServerDialogue>(server, answers, m_ofServer);
        client->HandleConnected(m_now);
        for (int step = 0; step < 10000 && client->GetState() != TdsClientState::ENDED; ++step)
        {
            const bool moved = Move();
            const auto next = std::min(client->GetDeadline(), dialogue->GetDeadline());
            if (!moved && next == NEVER)
            {
                return;
            }
            // Sent data arrives after 10 ms; a deadline may be earlier.
            m_now = moved ? m_now + 10ms : std::max(m_now, next);
            client->HandleDeadline(m_now);
            dialogue->HandleDeadline(m_now);
        }
    }

  private:
    /**
     * Take data to send.
     *
     * @param from the sending end
     * @param most maximum bytes to send at once
     * @return the bytes sent
     */
    static std::vector<uint8_t> Send(TdsConnection& from, std::size_t most)
    {
        std::vector<uint8_t> sent;
        while (!from.IsDrained() && sent.size() < most)
        {
            const auto bytes = from.Take(static_cast<uint32_t>(most - sent.size()));
            sent.insert(sent.end(), bytes.begin(), bytes.end());
        }
        return sent;
    }

    /**
     * Deliver what both ends have written.
     *
     * @return whether there was anything
     */
    bool Move()
    {
        const auto asked = Send(m_ofClient, 100000);
        const auto answered = Send(m_ofServer, room);
        SpanSource toServer(asked);
        SpanSource toClient(answered);
        dialogue->HandleBytes(toServer, m_now + 10ms);
        client->HandleBytes(toClient, m_now + 10ms);
        return !asked.empty() || !answered.empty();
    }

    TdsConnection m_ofClient;             ///< The client's end.
    TdsConnection m_ofServer;             ///< The server's end.
    std::chrono::nanoseconds m_now{1000}; ///< Current time.
};

/**
 * Get the lengths of packets.
 *
 * @param headers packets
 * @return their lengths
 */
std::vector<uint32_t>
Lengths(const std::vector<TdsPacketHeader>& headers)
{
    std::vector<uint32_t> lengths;
    for (const auto& header : headers)
    {
        lengths.push_back(header.length);
    }
    return lengths;
}

class TdsDialogue : public testing::TestWithParam<uint32_t>
{
};

TEST_P(TdsDialogue, ResultFillsPacketsOfTheAgreedSize)
{
    Pair pair;
    pair.settings.packetSize = GetParam();
    pair.tasks.tasks = {{.text = "select TXT from T"}};
    pair.answers.rows = 500;
    pair.Run();
    EXPECT_EQ(pair.client->GetState(), TdsClientState::ENDED);
    EXPECT_FALSE(pair.client->GetError());
    EXPECT_FALSE(pair.dialogue->GetError());
    EXPECT_EQ(pair.answers.asked, (std::vector<std::string>{"select TXT from T"}));
    // PRELOGIN, LOGIN7, start of a transaction, batch: each fits into a packet. A batch has 22
    // bytes of headers and two for each of 17 characters.
    ASSERT_EQ(pair.ofClient.size(), 4U);
    EXPECT_EQ(pair.ofClient[3].length, 8 + 22 + 2 * 17);
    EXPECT_EQ(pair.ofClient[3].type, 1);
    const auto& calls = pair.client->GetCalls();
    ASSERT_EQ(calls.size(), 4U);
    EXPECT_EQ(calls[3].rows, 500U);
    // 81, count 2; column: user type 4, flags 2, type 1 + 2 + 5, name 1 + 6; rows: d1, length 2,
    // 100; done 13.
    const uint32_t bytes = 3 + 21 + 500 * 103 + 13;
    const uint32_t size = GetParam();
    const uint32_t count = (bytes + size - 9) / (size - 8);
    EXPECT_EQ(calls[3].replyPackets, count);
    EXPECT_EQ(calls[3].replyBytes, bytes + 8 * count);
    auto lengths = Lengths(pair.ofServer);
    lengths.erase(lengths.begin(), lengths.begin() + 3);
    ASSERT_EQ(lengths.size(), count);
    for (uint32_t at = 0; at + 1 < count; ++at)
    {
        EXPECT_EQ(lengths[at], size);
        EXPECT_EQ(pair.ofServer[3 + at].number, (at + 1) % 256);
        EXPECT_FALSE(pair.ofServer[3 + at].IsLast());
    }
    EXPECT_EQ(lengths.back(), 8 + bytes - (count - 1) * (size - 8));
    EXPECT_TRUE(pair.ofServer.back().IsLast());
    EXPECT_EQ(pair.ofServer.back().process, 51);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TdsDialogue, testing::Values(512, 4096, 8000, 32767));

TEST(TdsDialogueEnds, SizesOutsideOfTheBoundsAreTheBound)
{
    for (const auto& [asked, granted] :
         std::vector<std::pair<uint32_t, uint32_t>>{{0, 4096}, {100, 512}, {40000, 32767}})
    {
        Pair pair;
        pair.settings.packetSize = asked;
        pair.tasks.tasks = {{.text = "x"}};
        pair.answers.rows = 2000;
        pair.Run();
        EXPECT_FALSE(pair.client->GetError());
        EXPECT_EQ(pair.ofServer[3].length, granted) << asked;
    }
}

TEST(TdsDialogueEnds, WrongPasswordEndsTheSession)
{
    Pair pair;
    pair.settings.password = "lion";
    pair.Run();
    EXPECT_EQ(pair.client->GetError(), SessionError::LOGON_DENIED);
    EXPECT_EQ(pair.dialogue->GetError(), SessionError::LOGON_DENIED);
    EXPECT_EQ(pair.client->GetCalls().back().error, 18456U);
}

TEST(TdsDialogueEnds, ServerThatWantsTlsIsNotFollowed)
{
    Pair pair;
    pair.settings.encryption = TdsPrelogin::Encryption::REQUIRED;
    pair.Run();
    EXPECT_EQ(pair.dialogue->GetError(), SessionError::TLS_FAILED);
}

TEST(TdsDialogueEnds, AttentionEndsWhatHasNotBegun)
{
    Pair pair;
    pair.tasks.tasks = {{.text = "slow", .wait = 0ns, .patience = 1s}, {.text = "next"}};
    pair.answers.time = 5s;
    pair.answers.rows = 1;
    pair.Run();
    // PRELOGIN, LOGIN7, start of the transaction, batch, attention of 8 bytes, next batch.
    ASSERT_EQ(pair.ofClient.size(), 6U);
    EXPECT_EQ(pair.ofClient[4].type, 6);
    EXPECT_EQ(pair.ofClient[4].length, 8);
    const auto& calls = pair.client->GetCalls();
    ASSERT_EQ(calls.size(), 5U);
    EXPECT_TRUE(calls[3].cancelled);
    EXPECT_EQ(calls[3].replyBytes, 8U + 13U);
    // The client's patience plus a round trip of 20 ms.
    EXPECT_EQ(calls[3].end - calls[3].start, 1s + 20ms);
    EXPECT_FALSE(calls[4].cancelled);
    EXPECT_EQ(calls[4].rows, 1U);
}

TEST(TdsDialogueEnds, AttentionEndsAResultBehindARow)
{
    Pair pair;
    pair.settings.packetSize = 512;
    pair.tasks.tasks = {{.text = "long", .wait = 0ns, .patience = 35ms}, {.text = "next"}};
    pair.answers.rows = 10000;
    pair.room = 700; // sent at once: a packet and part of another
    pair.Run();
    EXPECT_FALSE(pair.client->GetError());
    EXPECT_FALSE(pair.dialogue->GetError());
    const auto& calls = pair.client->GetCalls();
    ASSERT_GE(calls.size(), 4U);
    EXPECT_TRUE(calls[3].cancelled);
    EXPECT_LT(calls[3].replyPackets, 20U);
    EXPECT_GT(calls[3].replyPackets, 1U);
}

class TdsAttention : public testing::TestWithParam<uint32_t>
{
};

TEST_P(TdsAttention, EndsBehindARowHoweverManyPackets)
{
    // Packets are numbered modulo 256, so that the 256th has number 0 in its message.
    const uint32_t packets = GetParam();
    Pair pair;
    pair.settings.packetSize = 512;
    pair.room = 512; // one packet every 10 ms
    // The batch arrives after 10 ms; then a packet is sent every 10 ms until the attention, which
    // is sent at the same time as the last packet but one, and arrives after the last.
    pair.tasks.tasks = {{.text = "long", .wait = 0ns, .patience = packets * 10ms},
                        {.text = "next"}};
    pair.answers.rows = 10000;
    pair.Run();
    EXPECT_FALSE(pair.client->GetError());
    EXPECT_FALSE(pair.dialogue->GetError());
    const auto& calls = pair.client->GetCalls();
    ASSERT_GE(calls.size(), 4U);
    EXPECT_TRUE(calls[3].cancelled);
    // One message: full packets that were sent completely, and one with the rest of the row and
    // DONE.
    EXPECT_EQ(calls[3].replyPackets, packets + 1);
    const uint64_t bytes = calls[3].replyBytes - 8 * calls[3].replyPackets;
    EXPECT_EQ((bytes - 24 - 13) % 103, 0U) << "columns, whole rows, DONE";
    const uint64_t sent = packets * 504;
    EXPECT_EQ(bytes, 24 + (sent - 24 + 102) / 103 * 103 + 13);
}

INSTANTIATE_TEST_SUITE_P(Packets,
                         TdsAttention,
                         testing::Values(2, 254, 255, 256, 257, 511, 512, 513));

TEST(TdsDialogueEnds, WrongBytesAreCounted)
{
    const std::vector<std::pair<std::vector<uint8_t>, SessionError>> wrong{
        {{0x12, 1, 0, 7, 0, 0, 1, 0}, SessionError::LENGTH_BELOW_HEADER},
        {{0x12, 1, 0x10, 1, 0, 0, 1, 0}, SessionError::LENGTH_ABOVE_SDU},
        {{0x12, 1, 0, 9, 0, 0, 1, 0, 0}, SessionError::MALFORMED_PACKET},
        {{0x01, 1, 0, 8, 0, 0, 1, 0}, SessionError::UNEXPECTED_PACKET},
        {{0x10, 1, 0, 8, 0, 0, 1, 0}, SessionError::MALFORMED_PACKET},
        {{0x12, 0, 0, 8, 0, 0, 1, 0, 0x10, 1, 0, 8, 0, 0, 1, 0}, SessionError::UNEXPECTED_PACKET}};
    for (const auto& [bytes, error] : wrong)
    {
        const TdsServerSettings settings;
        FixedRows answers;
        TdsConnection connection;
        TdsServerDialogue dialogue(settings, answers, connection);
        for (const uint8_t byte : bytes)
        {
            const std::vector<uint8_t> one{byte};
            SpanSource source(one);
            dialogue.HandleBytes(source, 0ns);
        }
        EXPECT_EQ(dialogue.GetError(), error);
    }
}

} // namespace
