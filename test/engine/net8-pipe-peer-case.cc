// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pipe-peer-case.h"

#include "ns3/net8-pipe-client.h"
#include "ns3/net8-pipe-server.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * Check the messages of an end.
 *
 * @param end an end
 * @param framed whether it runs over NetBIOS sessions over TCP
 * @return whether everything it wrote consists of whole messages
 */
bool
HasWholeMessages(PipeEnd& end, bool framed)
{
    PipeStream stream(framed);
    for (auto bytes = end.Take(SmbCall::MOST); !bytes.empty(); bytes = end.Take(SmbCall::MOST))
    {
        SpanSource segment(bytes);
        while (segment.GetSize() > 0)
        {
            if (!stream.Next(segment))
            {
                return false;
            }
        }
    }
    return true;
}

} // namespace

bool
CheckPipePeer(std::span<const uint8_t> bytes)
{
    if (bytes.size() < 2)
    {
        return true;
    }
    const std::size_t most = bytes[0] == 0 ? bytes.size() : bytes[0];
    PipeSettings settings;
    settings.framed = (bytes[1] & 1U) != 0;
    settings.asksSession = (bytes[1] & 2U) != 0;
    settings.peeks = (bytes[1] & 4U) != 0;
    std::size_t read = 0;
    const auto count = [&read](ByteSource& arrived, std::chrono::nanoseconds) {
        read += arrived.GetSize();
        arrived.Skip(arrived.GetSize());
    };
    TdsConnection ofServer(1);
    TdsConnection ofClient;
    PipeServer server(settings, ofServer, count);
    PipeClient client(settings, ofClient, [](auto) {}, count);
    client.Begin();
    const std::vector<uint8_t> asked(100, 'x');
    ofClient.Send(TdsPacketType::BATCH, asked);
    ofServer.Send(TdsPacketType::REPLY, asked);
    bool whole = true;
    std::chrono::nanoseconds now(0);
    for (auto left = bytes.subspan(2); !left.empty();)
    {
        const auto part = left.first(std::min(most, left.size()));
        left = left.subspan(part.size());
        SpanSource toServer(part);
        SpanSource toClient(part);
        now += std::chrono::milliseconds(1);
        server.HandleBytes(toServer, now);
        client.HandleBytes(toClient, now);
        client.HandleDeadline(now);
        client.Proceed(true);
        whole = whole && HasWholeMessages(server, settings.framed) &&
                HasWholeMessages(client, settings.framed);
    }
    client.Finish();
    return whole && HasWholeMessages(client, settings.framed) && read <= 2 * bytes.size();
}

} // namespace ns3::net8
