// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-tape.h"

#include "net8-tcp-pieces.h"

#include "ns3/net8-deadline.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Turns that are played between two copies of the machines: a turn that differs is played again
/// from the last copy up to its beginning.
constexpr uint64_t TURNS_TO_COPY = 32;

} // namespace

bool
Net8TcpTape::IsSame(const TcpSegment& sent, const TcpSegment& came)
{
    const auto& a = sent.options;
    const auto& b = came.options;
    return sent.seq == came.seq && sent.ack == came.ack && sent.length == came.length &&
           sent.window == came.window && sent.flags == came.flags && sent.ecn == came.ecn &&
           sent.urgent == came.urgent && a.hasTimestamps == b.hasTimestamps &&
           a.timestampValue == b.timestampValue && a.timestampEcho == b.timestampEcho &&
           a.blocks == 0 && b.blocks == 0 && !a.hasMss && !b.hasMss;
}

TcpSegment
Net8TcpTape::Wire::Pop()
{
    const auto segment = m_segments[m_first++];
    if (m_first == m_segments.size())
    {
        Clear();
    }
    return segment;
}

bool
Net8TcpTape::Output::Transmit(const TcpSegment& segment)
{
    auto& tape = m_tape;
    ForEachPiece(segment, [&](const TcpSegment& piece) {
        tape.m_pieces.push_back(Describe(m_end, piece, tape.m_played.base[m_end]));
        tape.m_played.wires[GetPeer(m_end)].Push(piece);
    });
    return true;
}

Net8TcpTape::Net8TcpTape(const std::vector<Pair>& connections, std::function<void()> turned)
    : m_turned(std::move(turned)),
      m_wires(2 * connections.size())
{
    for (const auto& [client, server] : connections)
    {
        m_sockets.insert(m_sockets.end(), {&client, &server});
    }
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        m_ends[m_sockets[end]] = end;
        m_outputs.emplace_back(*this, end);
        m_sockets[end]->SetTape(this);
    }
    BeginTurn();
    m_turn.broken = {.what = "was listened to from the middle of it"};
}

Net8TcpTape::~Net8TcpTape()
{
    for (auto* const socket : m_sockets)
    {
        socket->SetTape(nullptr);
    }
}

void
Net8TcpTape::BeginTurn()
{
    m_turn = {};
    m_turn.begin = Net8Deadline::Now();
    m_turn.written.resize(m_sockets.size());
    m_turn.read.resize(m_sockets.size());
    for (const auto* const socket : m_sockets)
    {
        m_turn.base.push_back(socket->GetMachine()->GetSender().GetState().writeSeq);
    }
}

void
Net8TcpTape::EndTurn()
{
    m_turn.length = Net8Deadline::Now() - m_turn.begin;
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        const auto& state = m_sockets[end]->GetMachine()->GetSender().GetState();
        m_turn.left.push_back(state.writeSeq - state.una);
        m_turn.flying.push_back(m_wires[end].GetAll().size());
    }
    m_difference = FindDifference();
    m_last = std::move(m_turn);
    BeginTurn();
}

Net8TcpTape::Difference
Net8TcpTape::FindDifference() const
{
    for (const auto* const turn : {&m_turn, &m_last})
    {
        if (!turn->broken.what.empty())
        {
            return turn->broken;
        }
    }
    // The last step is at the end of the turn, so that turns with the same steps are as long.
    const auto [step, before] = std::ranges::mismatch(m_turn.steps, m_last.steps);
    if (step != m_turn.steps.end() && before != m_last.steps.end())
    {
        return {.end = step->end,
                .what = step->at == before->at ? "did something else"
                                               : "did something at another time"};
    }
    const auto [piece, sent] = std::ranges::mismatch(m_turn.pieces, m_last.pieces);
    if (piece != m_turn.pieces.end() && sent != m_last.pieces.end())
    {
        return {.end = piece->end, .what = "sent another segment"};
    }
    if (m_turn.steps.size() != m_last.steps.size() || m_turn.pieces.size() != m_last.pieces.size())
    {
        return {.end = m_turn.steps.back().end, .what = "ended the turn earlier or later"};
    }
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        if (m_turn.left[end] != m_last.left[end] || m_turn.flying[end] != m_last.flying[end])
        {
            return {.end = end, .what = "left other segments on their way"};
        }
    }
    return {};
}

// What sockets tell

Net8TcpTape::Piece
Net8TcpTape::Describe(std::size_t end, const TcpSegment& piece, uint32_t base)
{
    return {.end = end,
            .seq = piece.seq - base,
            .length = piece.length,
            .options = piece.options.GetBytes(),
            .flags = piece.flags,
            .ecn = piece.ecn,
            .urgent = piece.urgent};
}

void
Net8TcpTape::Look(const TcpConnection& machine, uint32_t base, Step& step)
{
    const auto& state = machine.GetSender().GetState();
    step.readable = machine.GetReadable();
    step.written = state.writeSeq - base;
    step.sent = state.nxt - base;
    step.writable = machine.IsWritable();
}

void
Net8TcpTape::Receive(const Net8TcpTaped& socket, const TcpSegment& segment)
{
    auto& wire = m_wires[GetEnd(socket)];
    if (wire.IsEmpty() || !IsSame(wire.Peek(), segment))
    {
        // It was sent before the tape was there, or the network has lost or changed one. From here
        // on, what arrives without being known breaks its turn again, until all is known.
        Break(socket, "missed a segment, or got another one than was sent");
        wire.Clear();
        return;
    }
    wire.Pop();
}

void
Net8TcpTape::Break(const Net8TcpTaped& socket, std::string_view what)
{
    m_turn.broken = {.end = GetEnd(socket), .what = what};
}

void
Net8TcpTape::Begin(const Net8TcpTaped& socket,
                   Kind kind,
                   uint32_t bytes,
                   TcpSender::WriteFlags flags)
{
    m_step = {.at = Net8Deadline::Now() - m_turn.begin,
              .end = GetEnd(socket),
              .kind = kind,
              .bytes = bytes,
              .flags = flags};
}

void
Net8TcpTape::Send(const Net8TcpTaped& socket, const TcpSegment& piece)
{
    const auto end = GetEnd(socket);
    m_turn.pieces.push_back(Describe(end, piece, m_turn.base[end]));
    m_wires[GetPeer(end)].Push(piece);
}

void
Net8TcpTape::End(const Net8TcpTaped& socket, uint64_t bytes)
{
    const auto& machine = *socket.GetMachine();
    const auto end = m_step.end;
    m_step.result = bytes;
    Look(machine, m_turn.base[end], m_step);
    m_step.pieces = static_cast<uint32_t>(m_turn.pieces.size());
    if (machine.GetState() != TcpState::ESTABLISHED)
    {
        Break(socket, "opened or closed its connection");
    }
    m_turn.steps.push_back(m_step);
    m_turn.written[end] += m_step.kind == Kind::WRITE ? bytes : 0;
    m_turn.read[end] += m_step.kind == Kind::READ ? bytes : 0;
    const bool asked = end == 1 && m_step.kind == Kind::RECEIVE && m_step.readable > 0;
    if (asked && m_wires[1].IsEmpty() && ++m_turn.requests == m_requests)
    {
        m_turned();
    }
}

// Playing

Net8TcpTape::Played
Net8TcpTape::CopyPlayed()
{
    Played to{.machines = {},
              .events = m_played.events,
              .soonest = m_played.soonest,
              .wires = m_played.wires,
              .base = m_played.base,
              .turns = m_played.turns,
              .early = m_played.early};
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        to.machines.push_back(
            std::make_unique<TcpConnection>(*m_played.machines[end], m_outputs[end]));
    }
    return to;
}

void
Net8TcpTape::BeginPlaying()
{
    m_played = {};
    m_played.wires = m_wires;
    m_played.base = m_turn.base;
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        m_played.machines.push_back(
            std::make_unique<TcpConnection>(*m_sockets[end]->GetMachine(), m_outputs[end]));
        m_played.events.push_back({.at = m_sockets[end]->GetDeadlineEvent()});
    }
}

bool
Net8TcpTape::PassEvents(const Step& step, TcpTime at)
{
    auto* const own = step.kind == Kind::TIMER ? &m_played.events[step.end] : nullptr;
    if (at < m_played.soonest)
    {
        return own == nullptr;
    }
    m_played.soonest = TcpTimers::NEVER;
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        auto& event = m_played.events[end];
        if (event.at < at)
        {
            // Either it is early, and follows the deadline, or a timer is due here, and stays.
            event = {.at = m_played.machines[end]->GetDeadline(), .known = event.at, .moved = true};
            ++m_played.early;
        }
        // Which of two events of the same nanosecond comes first is left to the simulator.
        if (event.at < at || (event.at == at && &event != own))
        {
            return false;
        }
        m_played.soonest = std::min(m_played.soonest, event.at);
    }
    if (own == nullptr)
    {
        return true;
    }
    // Its event is there then, as it is never later than the deadline.
    const bool due = m_played.machines[step.end]->GetDeadline() == at;
    *own = {.at = TcpTimers::NEVER, .known = at, .moved = true};
    return due;
}

uint64_t
Net8TcpTape::Do(const Step& step, TcpTime at)
{
    auto& machine = *m_played.machines[step.end];
    switch (step.kind)
    {
    case Kind::RECEIVE:
        // There is one: up to here, both ends have sent as many pieces as in the last turn.
        machine.Receive(m_played.wires[step.end].Pop(), at);
        return 0;
    case Kind::WRITE:
        return machine.Write(step.bytes, step.flags, at).bytes;
    case Kind::READ:
        return machine.Read(step.bytes, at).bytes;
    case Kind::TIMER:
        machine.Advance(at);
        return 0;
    }
    return 0;
}

bool
Net8TcpTape::PlayTurn()
{
    const TcpTime begin = m_turn.begin + static_cast<TcpTime>(m_played.turns) * m_last.length;
    m_pieces.clear();
    for (const auto& step : m_last.steps)
    {
        const TcpTime at = begin + step.at;
        auto& event = m_played.events[step.end];
        if (!PassEvents(step, at))
        {
            return false;
        }
        const auto& machine = *m_played.machines[step.end];
        Step now{.at = step.at,
                 .end = step.end,
                 .kind = step.kind,
                 .bytes = step.bytes,
                 .flags = step.flags,
                 .result = Do(step, at)};
        Look(machine, m_played.base[step.end], now);
        now.pieces = static_cast<uint32_t>(m_pieces.size());
        if (now != step)
        {
            return false;
        }
        if (const auto deadline = machine.GetDeadline(); deadline < event.at)
        {
            event = {.at = deadline, .known = at, .moved = true};
            m_played.soonest = std::min(m_played.soonest, deadline);
        }
    }
    if (m_pieces != m_last.pieces)
    {
        return false;
    }
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        const auto& state = m_played.machines[end]->GetSender().GetState();
        if (state.writeSeq - state.una != m_last.left[end])
        {
            return false;
        }
        m_played.base[end] = state.writeSeq;
    }
    ++m_played.turns;
    return true;
}

uint64_t
Net8TcpTape::Play(uint64_t most, TcpTime until)
{
    BeginPlaying();
    const auto left = (until - 1 - m_turn.begin) / std::max<TcpTime>(m_last.length, 1);
    most = left <= 0 ? 0 : std::min(most, static_cast<uint64_t>(left));
    auto kept = CopyPlayed();
    while (m_played.turns < most)
    {
        if (m_played.turns == kept.turns + TURNS_TO_COPY)
        {
            kept = CopyPlayed();
        }
        if (!PlayTurn())
        {
            const auto again = m_played.turns - kept.turns;
            m_played = std::move(kept);
            for (uint64_t i = 0; i < again; ++i)
            {
                PlayTurn();
            }
            break;
        }
    }
    return m_played.turns;
}

void
Net8TcpTape::Take()
{
    const auto turns = m_played.turns;
    const TcpTime by = static_cast<TcpTime>(turns) * m_last.length;
    for (std::size_t end = 0; end < m_sockets.size(); ++end)
    {
        const auto& event = m_played.events[end];
        m_sockets[end]->Skip(*m_played.machines[end],
                             {.by = by,
                              .written = turns * m_last.written[end],
                              .read = turns * m_last.read[end],
                              .moved = event.moved,
                              .deadline = event.at,
                              .known = event.known});
    }
    m_turn.begin += by;
    m_turn.base = std::move(m_played.base);
    m_wires = std::move(m_played.wires);
    m_played.machines.clear();
}

} // namespace ns3::net8
