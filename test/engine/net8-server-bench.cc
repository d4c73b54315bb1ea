// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-bench.h"

#include "ns3/net8-marker-packet.h"

#include <utility>

namespace ns3::net8
{

void
TestScript::Accept(const ConnectPacket& /* connect */)
{
    ++accepted;
}

bool
TestScript::IsOfStatement(const TtcPrefix& request) const
{
    return request.function == TtcFunction::FETCH;
}

ServerAnswer
TestScript::Answer(const TtcPrefix& request)
{
    if (!answers.empty())
    {
        auto answer = std::move(answers.front());
        answers.pop_front();
        return answer;
    }
    ServerAnswer answer;
    answer.reply = {.message = TtcMessage::STATUS, .sequence = request.sequence, .length = 20};
    return answer;
}

uint32_t
TestScript::GetErrorLength(const std::string& text) const
{
    return 50 + static_cast<uint32_t>(text.size());
}

ServerBench::ServerBench()
    : dialogue(connection, settings, script)
{
    settings.limits = {.version = 312, .sdu = 2048, .tdu = 32767};
}

void
ServerBench::GoTo(ServerState state)
{
    settings.resend = state == ServerState::WAIT_REPEAT || state == ServerState::WAIT_DATA;
    dialogue.Start(MakeConnect(), now);
    if (state == ServerState::HANDING_OVER)
    {
        return;
    }
    dialogue.FinishHandover(now);
    auto connect = MakeConnect();
    connect.SetConnectData(std::string(300, 'x'));
    if (state == ServerState::WAIT_DATA)
    {
        Feed(connect.Encode());
    }
    Take();
    if (state == ServerState::SERVING || state == ServerState::RESETTING)
    {
        Call(TtcFunction::VERSION);
    }
    if (state == ServerState::RESETTING)
    {
        Mark(MarkerPacket::INTERRUPT);
    }
    if (state == ServerState::CLOSED)
    {
        dialogue.HandleClosed(now);
    }
    Take();
    TakeEvents();
}

ConnectPacket
ServerBench::MakeConnect()
{
    ConnectPacket connect(312);
    connect.SetSdu(2048);
    connect.SetTdu(32767);
    connect.SetConnectData("(DESCRIPTION=)");
    return connect;
}

void
ServerBench::Feed(const std::vector<uint8_t>& bytes)
{
    SpanSource segment(bytes);
    while (const auto arrival = connection.Receive(segment, now))
    {
        dialogue.HandleArrival(*arrival, now);
    }
    if (const auto error = connection.GetStreamError())
    {
        connection.Fail(*error);
        dialogue.HandleFailed(*error, now);
    }
}

void
ServerBench::Call(TtcFunction function)
{
    m_client.SendMessage({.function = function, .sequence = 7, .length = 20}, 0);
    auto bytes = m_client.Take(1000).bytes;
    bytes.real.resize(bytes.GetSize());
    Feed(bytes.real);
}

void
ServerBench::Mark(uint8_t data)
{
    MarkerPacket marker;
    marker.data = data;
    Feed(marker.Encode(LengthForm::SHORT_16));
}

std::vector<ServerBench::Seen>
ServerBench::Take()
{
    std::vector<Seen> seen;
    while (!connection.IsDrained())
    {
        auto [bytes, endsMessage, urgent] = connection.Take(100000);
        const uint32_t length = bytes.GetSize();
        bytes.real.resize(length);
        seen.push_back({static_cast<PacketType>(bytes.real.at(4)), length, bytes.real});
        if (endsMessage)
        {
            dialogue.HandleTaken(now);
        }
    }
    return seen;
}

ServerBench::Kinds
ServerBench::TakeEvents()
{
    Kinds kinds;
    while (const auto event = dialogue.NextEvent())
    {
        kinds.push_back(event->kind);
        effort = event->kind == ServerDialogue::Event::Kind::WORK ? event->effort : effort;
    }
    return kinds;
}

uint64_t
ServerBench::Count(SessionError error) const
{
    return connection.GetCounters().Get(error);
}

} // namespace ns3::net8
