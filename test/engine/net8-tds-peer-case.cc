// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-peer-case.h"

#include "ns3/net8-tds-client-engine.h"
#include "ns3/net8-tds-server-dialogue.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Executes two batches.
class TwoTasks : public TdsClientScript
{
  public:
    std::optional<Task> GetNext() override
    {
        return m_left-- > 0 ? std::optional(Task{.text = "select"}) : std::nullopt;
    }

  private:
    int m_left{2}; ///< Batches left.
};

/// Answers with only a DONE.
class Done : public TdsServerScript
{
  public:
    bool Admits(const std::string& /* user */, const std::string& /* password */) override
    {
        return true;
    }

    Answer GetAnswer(const std::string& /* text */, const TdsLayout& /* layout */) override
    {
        return {.time = std::chrono::nanoseconds(0), .reply = {.tokens = {TdsDone{}}}};
    }
};

/**
 * Check the packets of a connection.
 *
 * @param connection a connection
 * @return whether everything it holds consists of whole packets
 */
bool
HasWholePackets(TdsConnection& connection)
{
    std::vector<uint8_t> sent;
    while (!connection.IsDrained())
    {
        const auto bytes = connection.Take(TdsPacketHeader::MOST);
        sent.insert(sent.end(), bytes.begin(), bytes.end());
    }
    std::span<const uint8_t> left(sent);
    while (const auto header = TdsPacketHeader::Decode(left))
    {
        if (header->length > left.size())
        {
            return false;
        }
        left = left.subspan(header->length);
    }
    return left.empty();
}

} // namespace

bool
CheckTdsPeer(std::span<const uint8_t> bytes)
{
    if (bytes.empty())
    {
        return true;
    }
    const std::size_t most = bytes[0] == 0 ? bytes.size() : bytes[0];
    const TdsServerSettings server;
    const TdsClientSettings settings;
    TwoTasks tasks;
    Done done;
    TdsConnection ofServer(1);
    TdsConnection ofClient;
    TdsServerDialogue dialogue(server, done, ofServer);
    TdsClientEngine client(settings, tasks, ofClient);
    std::chrono::nanoseconds now(0);
    client.HandleConnected(now);
    for (auto left = bytes.subspan(1); !left.empty();)
    {
        const auto part = left.first(std::min(most, left.size()));
        left = left.subspan(part.size());
        SpanSource toServer(part);
        SpanSource toClient(part);
        ++now;
        dialogue.HandleBytes(toServer, now);
        client.HandleBytes(toClient, now);
        client.HandleDeadline(now);
    }
    client.HandleClosed();
    return HasWholePackets(ofServer) && HasWholePackets(ofClient);
}

} // namespace ns3::net8
