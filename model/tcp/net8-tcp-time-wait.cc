// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-time-wait.h"

#include "net8-tcp-segment.h"

namespace ns3::net8
{

void
TcpTimeWait::Answer(TcpTime now, TcpOutput& output) const
{
    TcpSegment ack;
    ack.seq = sendNext;
    ack.ack = receiveNext;
    ack.flags = TcpSegment::ACK;
    ack.window = windowField;
    if (timestamps)
    {
        ack.options.hasTimestamps = true;
        ack.options.timestampValue = static_cast<uint32_t>(now / 1000000) + timestampOffsetMs;
        ack.options.timestampEcho = recentTimestamp;
    }
    output.Transmit(ack);
}

void
TcpTimeWait::AnswerOld(const TcpSegment& segment,
                       const TcpSettings& settings,
                       TcpTime now,
                       TcpOutput& output)
{
    // Data and FIN cannot cause a loop of ACKs.
    if (segment.GetEnd() == segment.seq || segment.Has(TcpSegment::SYN))
    {
        const TcpTime limit = static_cast<TcpTime>(settings.invalidRateLimitMs) * 1000000;
        if (lastAnswer >= 0 && now - lastAnswer < limit)
        {
            return;
        }
        lastAnswer = now;
    }
    Answer(now, output);
}

TcpTimeWait::Verdict
TcpTimeWait::ReceiveHalfClosed(const TcpSegment& segment,
                               const TcpSettings& settings,
                               TcpTime now,
                               TcpOutput& output)
{
    const uint32_t end = segment.GetEnd();
    const bool inWindow =
        segment.seq == receiveNext ||
        (SeqAfter(end, receiveNext) && SeqBefore(segment.seq, receiveNext + receiveWindow)) ||
        (segment.seq == end && segment.seq == receiveNext + receiveWindow);
    if (!inWindow)
    {
        AnswerOld(segment, settings, now, output);
        return Verdict::STAYS;
    }
    if (segment.Has(TcpSegment::RST))
    {
        return Verdict::GONE;
    }
    if (segment.Has(TcpSegment::SYN) && !SeqBefore(segment.seq, receiveNext))
    {
        return Verdict::RESETS;
    }
    if (!segment.Has(TcpSegment::ACK) || !SeqAfter(end, receiveNext) || end == segment.seq)
    {
        return Verdict::STAYS;
    }
    if (!segment.Has(TcpSegment::FIN) || end != receiveNext + 1)
    {
        return Verdict::RESETS; // Data that would never be read.
    }
    halfClosed = false;
    receiveNext = end;
    if (segment.options.hasTimestamps)
    {
        recentTimestamp = segment.options.timestampValue;
    }
    deadline = now + static_cast<TcpTime>(settings.timeWaitMs) * 1000000;
    Answer(now, output);
    return Verdict::STAYS;
}

TcpTimeWait::Verdict
TcpTimeWait::Receive(const TcpSegment& segment,
                     const TcpSettings& settings,
                     TcpTime now,
                     TcpOutput& output)
{
    if (halfClosed)
    {
        return ReceiveHalfClosed(segment, settings, now, output);
    }
    const bool stamped = timestamps && segment.options.hasTimestamps;
    const bool old =
        stamped && static_cast<int32_t>(segment.options.timestampValue - recentTimestamp) < 0;
    const TcpTime again = now + static_cast<TcpTime>(settings.timeWaitMs) * 1000000;
    if (!old && segment.seq == receiveNext &&
        (segment.GetEnd() == segment.seq || segment.Has(TcpSegment::RST)))
    {
        if (segment.Has(TcpSegment::RST))
        {
            return Verdict::GONE; // tcp_rfc1337 is off.
        }
        deadline = again;
        return Verdict::STAYS;
    }
    // RFC 6191: a SYN that is certainly newer replaces the connection.
    const bool newer =
        SeqAfter(segment.seq, receiveNext) ||
        (stamped && static_cast<int32_t>(segment.options.timestampValue - recentTimestamp) > 0);
    if (segment.Has(TcpSegment::SYN) && !segment.Has(TcpSegment::RST | TcpSegment::ACK) && !old &&
        newer)
    {
        return Verdict::REUSED;
    }
    if (!segment.Has(TcpSegment::RST))
    {
        if (old || segment.Has(TcpSegment::ACK))
        {
            deadline = again;
        }
        AnswerOld(segment, settings, now, output);
    }
    return Verdict::STAYS;
}

} // namespace ns3::net8
