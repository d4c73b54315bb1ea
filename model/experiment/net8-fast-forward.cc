// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fast-forward.h"

#include "net8-cluster.h"

#include "ns3/net8-deadline.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-plain-segment.h"
#include "ns3/net8-stage-clock.h"
#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <span>

namespace ns3::net8
{

namespace
{

/// Most fetches that are skipped at once, if a turn has no more. One turn is simulated in between.
constexpr uint64_t MOST = 4096;
/// Most fetches of a turn.
constexpr std::size_t MOST_OF_TURN = 1024;
/// Most turns that are not looked at after one that could not be skipped.
constexpr uint32_t MOST_REST = 64;
/// Turns in a row that differ before it listens no more for as many fetches, and then for twice as
/// many: to listen costs a run in which nothing repeats up to a fifth.
constexpr uint32_t PATIENCE = 16;

/// Orders events by their numbers.
const auto BY_NUMBER = [](const auto& one, const auto& other) { return one.uid < other.uid; };

/**
 * Find the frames of segments.
 *
 * @param sent the segments under way to an end, the next one to arrive first
 * @param frames frames under way to it, in any order
 * @return the frame of each segment, in the same order; empty: they are not the same
 */
std::vector<Net8PlainSegment*>
FindFrames(std::span<const TcpSegment> sent, std::vector<Net8PlainSegment*> frames)
{
    if (frames.size() != sent.size())
    {
        return {};
    }
    for (std::size_t i = 0; i < sent.size(); ++i)
    {
        const auto isFrame = [&](const auto* frame) {
            return Net8TcpTape::IsSame(sent[i], frame->GetSegment());
        };
        const auto found = std::ranges::find_if(frames.begin() + i, frames.end(), isFrame);
        // Of two that are equal nobody knows which one comes first.
        if (found == frames.end() || std::any_of(found + 1, frames.end(), isFrame))
        {
            return {};
        }
        std::iter_swap(frames.begin() + i, found);
    }
    return frames;
}

} // namespace

Net8FastForward::Net8FastForward(const std::vector<Ptr<Net8Client>>& clients,
                                 const Net8Cluster& cluster,
                                 const Net8DrawCount& draws)
    : m_clients(clients),
      m_cluster(cluster),
      m_draws(draws)
{
    Net8EventHeap::Install();
    m_heap = Net8EventHeap::Get();
    m_skipped.why = "no loop of fetches was long enough";
    for (const auto& client : m_clients)
    {
        client->TraceConnectWithoutContext("CallDone",
                                           MakeCallback(&Net8FastForward::HandleCall, this));
        client->TraceConnectWithoutContext("SessionDone",
                                           MakeCallback(&Net8FastForward::HandleSession, this));
    }
}

Net8FastForward::~Net8FastForward()
{
    Leave();
}

Skipped
Net8FastForward::End()
{
    Leave();
    if (m_skipped.calls > 0)
    {
        m_skipped.why.clear();
    }
    return m_skipped;
}

void
Net8FastForward::HandleCall(const CallRecord& record)
{
    if (m_tells)
    {
        return;
    }
    if (record.kind != CallKind::FETCH)
    {
        Leave();
        m_away = 0;
        m_nextAway = PATIENCE;
    }
    if (m_deaf > 0)
    {
        --m_deaf;
    }
    else if (record.kind != CallKind::FETCH)
    {
        return;
    }
    else if (m_away > 0)
    {
        --m_away;
    }
    else if (!m_tape)
    {
        Listen();
    }
    else
    {
        m_loops[m_places.at(record.session)].NoteCall(record);
        m_calls.push_back(record);
    }
}

void
Net8FastForward::HandleSession(const SessionRecord& /* record */)
{
    Leave();
}

std::string
Net8FastForward::FindLoops()
{
    if (!m_draws.Get())
    {
        return "random numbers cannot be counted";
    }
    std::map<Net8TcpFlow, Ptr<Net8ServerSession>> servers;
    for (const auto& instance : m_cluster.GetInstances())
    {
        for (const auto& session : instance->GetSessions())
        {
            if (const auto socket = Net8FetchLoop::FindMachine(session->GetConnection()))
            {
                servers[socket->GetFlow()] = session;
            }
        }
    }
    const auto sessions = FindSessions();
    if (!sessions)
    {
        return "a client has another kind of session, a pool of users, or one that lingers";
    }
    m_deaf = sessions->size();
    for (auto* const session : *sessions)
    {
        const auto socket = Net8FetchLoop::FindMachine(session->GetConnection());
        const auto server = socket ? servers.find(socket->GetFlow().GetReverse()) : servers.end();
        if (server == servers.end())
        {
            return "a connection is not one of net8's own TCP, or not there yet";
        }
        m_places[session->GetRecord().session] = m_loops.size();
        m_loops.emplace_back(*session, server->second);
    }
    m_deaf = 0;
    return "";
}

std::optional<std::vector<Net8ClientSession*>>
Net8FastForward::FindSessions() const
{
    std::vector<Net8ClientSession*> all;
    for (const auto& client : m_clients)
    {
        const auto sessions = client->GetSessions();
        if (!sessions)
        {
            return std::nullopt;
        }
        all.insert(all.end(), sessions->begin(), sessions->end());
    }
    return all;
}

void
Net8FastForward::Listen()
{
    if (const auto why = FindLoops(); !why.empty())
    {
        m_skipped.why = why;
        Leave();
        return;
    }
    std::vector<Net8TcpTape::Pair> pairs;
    for (const auto& loop : m_loops)
    {
        for (std::size_t end = 0; end < 2; ++end)
        {
            m_ends[loop.GetSocket(end).GetFlow()] = 2 * pairs.size() + end;
        }
        pairs.push_back(loop.GetPair());
    }
    m_tape = std::make_unique<Net8TcpTape>(pairs, [this] { m_heap->SetPause([this] { Look(); }); });
    m_drawn.reset();
    m_turnKnown = false;
    m_misses = 0;
    m_allMisses = 0;
    m_most = 1;
    m_rests = 0;
    m_rest = 1;
}

void
Net8FastForward::Leave()
{
    m_deaf = std::max<uint64_t>(m_deaf, m_loops.size());
    m_tape.reset();
    m_mark.reset();
    m_ends.clear();
    m_places.clear();
    m_loops.clear();
    m_calls.clear();
    m_last.clear();
}

Net8FastForward::Mark
Net8FastForward::TakeMark() const
{
    std::vector<const EventImpl*> timers;
    for (const auto& loop : m_loops)
    {
        for (std::size_t end = 0; end < 2; ++end)
        {
            timers.push_back(PeekPointer(loop.GetSocket(end).PeekDeadlineEvent()));
        }
    }
    std::ranges::sort(timers);
    Mark mark{.events = Simulator::GetEventCount(), .waiting = {}, .rest = {}};
    for (const auto& event : m_heap->GetPending())
    {
        if (!std::ranges::binary_search(timers, event.impl))
        {
            mark.waiting.push_back(
                {.uid = event.uid, .after = event.at - Net8Deadline::Now(), .impl = event.impl});
        }
    }
    std::ranges::sort(mark.waiting, BY_NUMBER);
    mark.rest = m_heap->DescribeMovers();
    return mark;
}

Net8FastForward::Sorted
Net8FastForward::Sort(const Mark& mark, const Mark& other)
{
    Sorted sorted{.own = {}, .ownTimes = {}, .until = TcpTimers::NEVER};
    for (const auto& event : mark.waiting)
    {
        if (std::ranges::binary_search(other.waiting, event, BY_NUMBER))
        {
            sorted.until = std::min<TcpTime>(sorted.until, Net8Deadline::Now() + event.after);
            continue;
        }
        sorted.own.push_back(event);
        sorted.ownTimes.push_back(event.after);
    }
    std::ranges::sort(sorted.ownTimes);
    return sorted;
}

std::string
Net8FastForward::FindObstacle(const Mark& now) const
{
    const auto sessions = FindSessions();
    if (!sessions || sessions->size() != m_loops.size())
    {
        return "a session begins or ends";
    }
    for (const auto& loop : m_loops)
    {
        if (const auto why = loop.FindObstacle(); !why.empty())
        {
            return why;
        }
    }
    if (now.rest != m_mark->rest)
    {
        return "a queue was not the same at the end of two turns";
    }
    return Sort(*m_mark, now).ownTimes != Sort(now, *m_mark).ownTimes
               ? "an event of another part of the simulation is pending"
               : "";
}

void
Net8FastForward::Look()
{
    m_tape->EndTurn();
    const auto drawn = std::exchange(m_drawn, m_draws.Get());
    const bool draws = drawn != m_drawn;
    if (!m_turnKnown && !draws)
    {
        FindTurn();
    }
    m_last = std::exchange(m_calls, {});
    const bool repeats = m_tape->Repeats() && !draws;
    m_misses = repeats ? 0 : m_misses + 1;
    m_allMisses += repeats ? 0 : 1;
    // The first turn was not heard from its beginning: it is not the reason.
    if (!repeats && m_allMisses > 2)
    {
        m_skipped.why = m_tape->Repeats() ? "random numbers are drawn" : TellDifference();
    }
    if (m_misses >= PATIENCE)
    {
        m_away = m_nextAway * static_cast<uint32_t>(m_loops.size());
        m_nextAway *= 2;
        Leave();
        return;
    }
    if (!repeats || m_rests > 0)
    {
        m_rests -= m_rests > 0 ? 1 : 0;
        m_mark.reset();
        std::ranges::for_each(m_loops, &Net8FetchLoop::Forget);
        return;
    }
    std::ranges::for_each(m_loops, &Net8FetchLoop::BeginTurn);
    auto now = TakeMark();
    if (m_mark && TrySkip(now))
    {
        now = TakeMark();
    }
    m_mark = std::move(now);
}

std::string
Net8FastForward::TellDifference() const
{
    const auto& [end, what] = m_tape->GetDifference();
    return std::string("TCP did not do the same in two turns: the ") +
           (end % 2 == 0 ? "client" : "server") + " of session " +
           std::to_string(m_loops[end / 2].GetSession()) + " " + std::string(what);
}

void
Net8FastForward::FindTurn()
{
    const auto period = m_loops.front().FindPeriod(MOST_OF_TURN);
    m_turnKnown = period.has_value();
    if (period.value_or(0) > 1)
    {
        m_tape->SetRequests(*period);
    }
}

std::optional<Net8FastForward::Segments>
Net8FastForward::FindSegments(const std::vector<Waiting>& own) const
{
    std::vector<const EventImpl*> steps;
    for (const auto& loop : m_loops)
    {
        loop.ListEvents(steps);
    }
    std::ranges::sort(steps);
    Segments segments(2 * m_loops.size());
    for (const auto& event : own)
    {
        const auto* const frame = Net8StageClock::FindFrame(event.impl);
        auto* const plain = frame ? static_cast<Net8PlainSegment*>(frame->GetPlain()) : nullptr;
        const auto end = plain ? m_ends.find(plain->GetReceiver()) : m_ends.end();
        if (end != m_ends.end())
        {
            segments[end->second].push_back(plain);
        }
        else if (!std::ranges::binary_search(steps, event.impl))
        {
            return std::nullopt;
        }
    }
    for (std::size_t end = 0; end < segments.size(); ++end)
    {
        const auto sent = m_tape->GetWire(end);
        segments[end] = FindFrames(sent, std::move(segments[end]));
        if (segments[end].size() != sent.size())
        {
            return std::nullopt;
        }
    }
    return segments;
}

bool
Net8FastForward::TrySkip(const Mark& now)
{
    m_skipped.why = FindObstacle(now);
    if (!m_skipped.why.empty())
    {
        return false;
    }
    const auto sorted = Sort(now, *m_mark);
    const auto segments = FindSegments(sorted.own);
    uint64_t alike = segments ? m_most : 0;
    for (const auto& loop : m_loops)
    {
        alike = loop.CountAlike(alike);
    }
    // What each turn prolongs, as what a switch knows, must not end before the next one does so.
    const auto end = m_heap->GetEnd().count() - m_tape->GetLength();
    const auto count = m_tape->Play(alike, std::min<TcpTime>(sorted.until, end));
    if (count == 0)
    {
        m_skipped.why = !segments    ? "something else is under way"
                        : alike == 0 ? "replies do not repeat"
                                     : "TCP does something else each turn";
        m_rests = m_rest;
        m_rest = std::min(2 * m_rest, MOST_REST);
        m_most = 1;
        return false;
    }
    m_rest = 1;
    m_most = count == m_most
                 ? std::min(2 * m_most, std::max<uint64_t>(MOST / m_tape->GetRequests(), 1))
                 : count;
    Skip(count, now, sorted.own, *segments);
    return true;
}

void
Net8FastForward::Skip(uint64_t count,
                      const Mark& now,
                      const std::vector<Waiting>& own,
                      const Segments& segments)
{
    const Time length = NanoSeconds(m_tape->GetLength());
    const Time by = length * static_cast<int64_t>(count);
    m_skipped.calls += count * m_last.size();
    m_skipped.time += by;
    m_skipped.events += count * (now.events - m_mark->events - m_tape->GetEarly());
    m_skipped.events += m_tape->GetEarlyPlayed();
    m_tells = true;
    for (uint64_t turn = 1; turn <= count; ++turn)
    {
        for (const auto& call : m_last)
        {
            m_loops[m_places.at(call.session)].TellCall(call, turn, length);
        }
    }
    m_tells = false;
    for (auto& loop : m_loops)
    {
        loop.Skip(count, by);
    }
    for (std::size_t end = 0; end < segments.size(); ++end)
    {
        const auto played = m_tape->GetPlayedWire(end);
        for (std::size_t i = 0; i < played.size(); ++i)
        {
            segments[end][i]->Replace(played[i]);
        }
    }
    m_tape->Take();
    std::vector<uint32_t> fixed;
    for (const auto& event : m_heap->GetPending())
    {
        if (!std::ranges::binary_search(own, event, BY_NUMBER))
        {
            fixed.push_back(event.uid); // Timers of TCP are where they belong already.
        }
    }
    std::ranges::sort(fixed);
    m_heap->Move(std::chrono::nanoseconds(by.GetNanoSeconds()), fixed);
}

} // namespace ns3::net8
