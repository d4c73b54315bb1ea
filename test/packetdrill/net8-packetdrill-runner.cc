// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-runner.h"

#include <algorithm>
#include <cstdio>
#include <regex>

namespace ns3::net8::packetdrill
{
namespace
{

/**
 * Format a time.
 *
 * @param time a time, ns
 * @return the time in seconds
 */
std::string
Seconds(TcpTime time)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.6f", static_cast<double>(time) / 1e9);
    return text;
}

} // namespace

Runner::Runner(std::filesystem::path folder,
               std::optional<int64_t> toleranceUs,
               const HostMaker& makeHost)
    : m_shell(m_settings, std::move(folder)),
      m_host(makeHost(m_settings)),
      m_givenToleranceUs(toleranceUs)
{
    // A tun device: buffers of the allocator's sizes, and bursts cut by the kernel.
    m_settings.receiveTruesize = TcpReceiveMemory::ALLOCATED;
    m_settings.maxBurstSegments = 65535;
}

Outcome
Runner::Run(const Script& script)
{
    Outcome outcome;
    try
    {
        for (const std::string& option : script.options)
        {
            std::smatch match;
            if (std::regex_match(option, match, std::regex(R"(--tolerance_usecs=(\d+))")))
            {
                m_toleranceUs = std::stoll(match[1]);
            }
            else if (std::regex_match(option,
                                      match,
                                      std::regex(R"(--tolerance_percent=(\d+(\.\d*)?))")))
            {
                m_tolerancePercent = std::stod(match[1]);
            }
            else if (std::regex_match(option, match, std::regex(R"(--tcp_ts_tick_usecs=(\d+))")))
            {
                m_stampTickUs = std::stoll(match[1]);
            }
            else if (std::regex_match(option, match, std::regex(R"(--mss=(\d+))")))
            {
                m_joinedBytes = static_cast<uint32_t>(std::stoul(match[1]));
            }
            else if (option == "--strict_segments")
            {
                m_strict = true;
            }
            else if (option == "--ip_version=ipv6")
            {
                constexpr uint32_t IPV6_MSS = 1440; // The rest is as with IPv4.
                m_settings.mss = IPV6_MSS;
            }
            else if (option.find("ip_version") != std::string::npos)
            {
                throw ScriptError(1, "option " + option + " is not modelled", false);
            }
        }
        // As in packetdrill, the command line takes precedence.
        m_toleranceUs = m_givenToleranceUs.value_or(m_toleranceUs);
        for (const ScriptEvent& event : script.events)
        {
            outcome.line = event.line;
            RunEvent(event);
        }
        if (m_pending)
        {
            RunTo(m_pending->doneAt + ToleranceFor(m_pending->doneAt - m_pending->startedAt));
            if (m_pending)
            {
                outcome.line = m_pending->event->line;
                throw ScriptError(outcome.line,
                                  m_pending->event->call.name + " does not end",
                                  true);
            }
        }
    }
    catch (const ScriptError& error)
    {
        outcome.kind = error.applies ? Outcome::Kind::FAIL : Outcome::Kind::NOT_APPLICABLE;
        outcome.line = error.line;
        outcome.reason = error.what();
    }
    catch (const NotThere& missing)
    {
        outcome.kind = Outcome::Kind::NOT_APPLICABLE;
        outcome.reason = missing.what();
    }
    catch (const std::exception& error)
    {
        outcome.kind = Outcome::Kind::FAIL;
        outcome.reason = error.what();
    }
    outcome.trace.assign(m_trace.end() -
                             static_cast<ptrdiff_t>(std::min<size_t>(m_trace.size(), 12)),
                         m_trace.end());
    return outcome;
}

void
Runner::Note(const std::string& text, TcpTime at)
{
    m_trace.push_back(Seconds(at) + " " + text);
}

TcpTime
Runner::StartOf(const ScriptEvent& event) const
{
    if (event.when.any)
    {
        return m_host->GetNow();
    }
    return (event.when.relative ? m_base : 0) + event.when.startUs * US_PER;
}

TcpTime
Runner::ToleranceFor(TcpTime span) const
{
    const auto part = static_cast<TcpTime>(static_cast<double>(span) * m_tolerancePercent / 100);
    return std::max(m_toleranceUs * US_PER, part);
}

void
Runner::RunTo(TcpTime time)
{
    if (m_pending && m_pending->deadline > 0 && m_pending->deadline <= time)
    {
        while (m_pending && m_host->RunOneTimer(m_pending->deadline))
        {
            ResumeCall();
        }
        ResumeCall();
    }
    while (m_host->RunOneTimer(time))
    {
        ResumeCall();
    }
}

void
Runner::RunEvent(const ScriptEvent& event)
{
    const TcpTime start = StartOf(event);
    const bool outbound = event.kind == ScriptEvent::Kind::PACKET && !event.packet.inbound;
    if (outbound)
    {
        const TcpTime width = (event.when.endUs - event.when.startUs) * US_PER;
        const TcpTime slack = ToleranceFor(start - m_eventTime);
        m_eventTime = start;
        const TcpTime never = TcpTimers::NEVER / 2;
        event.when.any ? ExpectOutbound(event, 0, never)
                       : ExpectOutbound(event, start - slack, start + width + slack);
        return;
    }
    RunTo(start);
    m_base = m_eventTime = start;
    m_strict = m_strict || m_settings.maxBurstSegments == 1;
    switch (event.kind)
    {
    case ScriptEvent::Kind::PACKET:
        SendInbound(event);
        break;
    case ScriptEvent::Kind::CALL:
        StartCall(event);
        break;
    case ScriptEvent::Kind::CODE:
        CheckCode(event);
        break;
    case ScriptEvent::Kind::SHELL:
        m_shell.Run(event.text, event.line);
        m_host->SetDeviceOpen(m_shell.IsDeviceOpen());
        if (m_shell.TakeRouteChange())
        {
            m_host->NoteRoute();
        }
        break;
    }
    ResumeCall();
}

TcpSegment
Runner::ToReal(const TcpSegment& segment) const
{
    TcpSegment real = segment;
    real.seq += Host::PEER_ISN;
    real.ack += segment.Has(TcpSegment::ACK) ? m_host->GetIsn() : 0;
    for (uint8_t i = 0; i < real.options.blocks; ++i)
    {
        real.options.sack[i].start += m_host->GetIsn();
        real.options.sack[i].end += m_host->GetIsn();
    }
    if (real.options.hasTimestamps)
    {
        const auto stamp = m_stamps.find(real.options.timestampEcho);
        if (stamp != m_stamps.end())
        {
            real.options.timestampEcho = stamp->second;
        }
    }
    return real;
}

TcpSegment
Runner::ToScript(const TcpSegment& segment) const
{
    TcpSegment shown = segment;
    // A RST that answers an ACK has the peer's number; all others are relative to ours.
    shown.seq -= m_host->GetIsn();
    shown.ack -= segment.Has(TcpSegment::ACK) ? Host::PEER_ISN : 0;
    for (uint8_t i = 0; i < shown.options.blocks; ++i)
    {
        shown.options.sack[i].start -= Host::PEER_ISN;
        shown.options.sack[i].end -= Host::PEER_ISN;
    }
    return shown;
}

void
Runner::SendInbound(const ScriptEvent& event)
{
    Note("< " + event.packet.segment.ToString(), m_host->GetNow());
    TcpSegment segment = ToReal(event.packet.segment);
    segment.segmentBytes = segment.length > m_joinedBytes ? m_joinedBytes : 0;
    m_host->Receive(segment);
}

Departure
Runner::TakeDeparture(const ScriptEvent& event, TcpTime latest)
{
    while (!m_host->RunUntilSegment(m_pending ? std::min(latest, m_host->GetNow()) : latest))
    {
        ResumeCall();
        if (!m_host->GetDepartures().empty())
        {
            break;
        }
        if (!m_host->RunOneTimer(latest))
        {
            throw ScriptError(event.line,
                              "no segment by " + Seconds(latest) + ", expected " +
                                  event.packet.text,
                              true);
        }
        ResumeCall();
    }
    const Departure departure = m_host->GetDepartures().front();
    m_host->GetDepartures().pop_front();
    Note("> " + ToScript(departure.segment).ToString(), departure.time);
    return departure;
}

void
Runner::ExpectOutbound(const ScriptEvent& event, TcpTime earliest, TcpTime latest)
{
    Departure departure = TakeDeparture(event, latest);
    const TcpTime time = departure.time;
    // If the kernel's bursts are cut, a line may represent several segments.
    auto& rest = m_host->GetDepartures();
    while (!m_strict && departure.segment.length < event.packet.segment.length && !rest.empty() &&
           departure.segment.length > 0 &&
           rest.front().segment.seq == departure.segment.seq + departure.segment.length)
    {
        const Departure next = rest.front();
        rest.pop_front();
        Note("> " + ToScript(next.segment).ToString(), next.time);
        departure.segment.length += next.segment.length;
        departure.segment.flags = next.segment.flags;
    }
    const TcpSegment shown = ToScript(departure.segment);
    std::string wrong = Compare(event.packet, shown);
    if (wrong.empty() && (time < earliest || time > latest))
    {
        wrong = time < earliest ? "too early" : "too late";
    }
    if (!wrong.empty())
    {
        throw ScriptError(event.line,
                          wrong + ": expected " + event.packet.text + " at " + Seconds(earliest) +
                              " to " + Seconds(latest) + ", got " + shown.ToString() + " at " +
                              Seconds(time),
                          true);
    }
    // Relative times count from when the segment was seen, early or late.
    m_base = m_host->GetNow();
}

std::string
Runner::Compare(const ScriptPacket& packet, const TcpSegment& segment)
{
    const TcpSegment& wanted = packet.segment;
    if (wanted.flags != segment.flags)
    {
        return "flags differ";
    }
    if (packet.hasEcn && wanted.ecn != segment.ecn)
    {
        return "the ECN codepoint differs";
    }
    if (wanted.seq != segment.seq)
    {
        return "sequence number differs";
    }
    if (wanted.length != segment.length)
    {
        return "length differs";
    }
    if (wanted.Has(TcpSegment::ACK) && wanted.ack != segment.ack)
    {
        return "acknowledgment differs";
    }
    if (m_ignoresOptions)
    {
        return "";
    }
    if (packet.hasWindow && wanted.window != segment.window)
    {
        return "window differs";
    }
    return packet.anyOptions ? "" : CompareOptions(packet, segment);
}

std::string
Runner::CompareOptions(const ScriptPacket& packet, const TcpSegment& segment)
{
    const TcpSegmentOptions& wanted = packet.segment.options;
    const TcpSegmentOptions& given = segment.options;
    if (wanted.hasMss != given.hasMss || wanted.mss != given.mss)
    {
        return "MSS option differs";
    }
    if (wanted.hasWindowScale != given.hasWindowScale ||
        (wanted.hasWindowScale && wanted.windowScale != given.windowScale))
    {
        return "window scale option differs";
    }
    if (wanted.sackPermitted != given.sackPermitted)
    {
        return "SACK-permitted option differs";
    }
    if (wanted.blocks != given.blocks ||
        !std::equal(wanted.sack.begin(), wanted.sack.begin() + wanted.blocks, given.sack.begin()))
    {
        return "SACK option differs";
    }
    if (wanted.hasTimestamps != given.hasTimestamps)
    {
        return "timestamps option differs";
    }
    if (wanted.hasTimestamps)
    {
        if (wanted.timestampEcho != given.timestampEcho)
        {
            return "timestamp echo differs";
        }
        if (m_stampTickUs > 0 && !m_stamps.empty())
        {
            const auto& [script, real] = *m_stamps.begin();
            const auto expected = static_cast<int64_t>(wanted.timestampValue - script);
            const auto passed = static_cast<int64_t>(given.timestampValue - real);
            const TcpTime off = std::abs(expected - passed) * m_stampTickUs * US_PER;
            if (off > ToleranceFor(m_eventTime))
            {
                return "timestamp differs";
            }
        }
        m_stamps.emplace(wanted.timestampValue, given.timestampValue);
    }
    return "";
}

std::optional<int64_t>
Runner::LookUp(const std::string& name) const
{
    static const std::map<std::string, int64_t> CONSTANTS = {{"TCP_CA_Open", 0},
                                                             {"TCP_CA_Disorder", 1},
                                                             {"TCP_CA_CWR", 2},
                                                             {"TCP_CA_Recovery", 3},
                                                             {"TCP_CA_Loss", 4},
                                                             {"True", 1},
                                                             {"False", 0}};
    const auto constant = CONSTANTS.find(name);
    if (constant != CONSTANTS.end())
    {
        return constant->second;
    }
    return m_tested != nullptr ? m_tested->GetInfo(name) : std::nullopt;
}

void
Runner::CheckCode(const ScriptEvent& event)
{
    const std::string wrong =
        m_expressions.Run(event.text, [this](const std::string& name) { return LookUp(name); });
    if (!wrong.empty())
    {
        throw ScriptError(event.line, wrong + " at " + Seconds(m_host->GetNow()), true);
    }
}

} // namespace ns3::net8::packetdrill
