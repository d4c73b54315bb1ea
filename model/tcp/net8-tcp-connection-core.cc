// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-connection-core.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{

TcpConnectionCore::TcpConnectionCore(const TcpSettings& host,
                                     const TcpSocketOptions& set,
                                     TcpOutput& way)
    : settings(host),
      output(way),
      options(set),
      sender(host, *this)
{
    window.Open(settings, options.receiveBuffer);
    if (options.sendBuffer > 0)
    {
        sender.SetBuffer(options.sendBuffer);
    }
}

void
TcpConnectionCore::SetNow(TcpTime time)
{
    now = time;
    tick = TcpClock::TickOf(settings, time);
    sender.SetNow(time);
}

TcpSegment
TcpConnectionCore::MakeSegment(uint32_t seq) const
{
    TcpSegment segment;
    segment.seq = seq;
    segment.ack = received.GetNext();
    if (timestamps)
    {
        segment.options.hasTimestamps = true;
        segment.options.timestampValue = GetTimestampMs();
        segment.options.timestampEcho = recentTimestamp;
    }
    return segment;
}

void
TcpConnectionCore::SendEarlierAck(uint32_t acknowledged)
{
    TcpSegment segment = MakeSegment(sender.GetAcceptableSeq());
    segment.ack = acknowledged;
    segment.flags = TcpSegment::ACK;
    segment.window = GetWindowField();
    FillSackOptions(segment.options);
    sender.GetEcn().Mark(segment, false);
    timers.Stop(TcpTimer::SACK);
    compressed = 0;
    output.Transmit(segment);
}

bool
TcpConnectionCore::SendSegment(uint32_t seq, uint32_t length, uint32_t segmentBytes, uint8_t flags)
{
    TcpSegment segment = MakeSegment(seq);
    segment.length = length;
    segment.segmentBytes = segmentBytes;
    segment.flags = flags;
    TcpEcn& ecn = sender.GetEcn();
    if (flags & TcpSegment::SYN)
    {
        FillSynOptions(segment.options);
        segment.window = static_cast<uint16_t>(std::min(window.GetOffered(), 65535U));
        segment.ecn = ecn.IsNeeded() ? TcpSegment::ECT_0 : TcpSegment::NOT_ECT;
        if (state != TcpState::SYN_SENT)
        {
            segment.flags |= TcpSegment::ACK;
            segment.flags |= ecn.IsAgreed() ? TcpSegment::ECE : 0;
            return output.Transmit(segment);
        }
        segment.ack = 0;
        segment.flags |= ecn.GetSynFlags(settings, sender.GetState().totalRetrans > 0);
        return output.Transmit(segment);
    }
    segment.flags |= TcpSegment::ACK;
    MarkUrgent(segment);
    segment.window = GetWindowField();
    FillSackOptions(segment.options);
    ecn.Mark(segment, length > 0 && !SeqBefore(seq, sender.GetState().nxt));
    NoteAckSent();
    if (length > 0)
    {
        sender.NoteDataSent();
        acks.OnDataSent(tick);
    }
    return output.Transmit(segment);
}

void
TcpConnectionCore::MarkUrgent(TcpSegment& segment) const
{
    const TcpSendState& sent = sender.GetState();
    if (sent.urgentEnd == sent.una || !SeqBefore(segment.seq, sent.urgentEnd))
    {
        return;
    }
    const uint32_t distance = sent.urgentEnd - segment.seq;
    if (distance <= UINT16_MAX || SeqAfter(segment.seq + UINT16_MAX, sent.nxt))
    {
        segment.flags |= TcpSegment::URG;
        segment.urgent = static_cast<uint16_t>(std::min<uint32_t>(distance, UINT16_MAX));
    }
}

uint32_t
TcpConnectionCore::GetOptionBytes() const
{
    const uint32_t stamps = timestamps ? 12 : 0;
    const uint32_t blocks = received.GetBlocks();
    if (blocks == 0)
    {
        return stamps;
    }
    return stamps + 4 + 8 * std::min(blocks, (40 - stamps - 4) / 8);
}

uint32_t
TcpConnectionCore::GetTimestampMs() const
{
    return static_cast<uint32_t>(now / 1000000) + settings.timestampOffsetMs;
}

uint32_t
TcpConnectionCore::GetSilenceMs() const
{
    const uint32_t ticks = std::min(tick - acks.GetReceivedTick(), tick - ackTick);
    return static_cast<uint32_t>(TcpClock::UsOf(settings, ticks) / 1000);
}

void
TcpConnectionCore::Fail(TcpError why)
{
    if (why == TcpError::TIMED_OUT && state != TcpState::SYN_SENT)
    {
        givenUp = sender.GetGivenUp();
    }
    Reset(why);
}

TcpState
TcpConnectionCore::GetState() const
{
    if (timeWait)
    {
        return timeWait->halfClosed ? TcpState::FIN_WAIT_2 : TcpState::TIME_WAIT;
    }
    return state;
}

void
TcpConnectionCore::FillSynOptions(TcpSegmentOptions& syn) const
{
    syn.hasMss = true;
    syn.mss = static_cast<uint16_t>(advMss);
    syn.sackPermitted = passive ? sender.GetState().sack : settings.sack;
    syn.hasWindowScale = passive ? scaling : settings.windowScaling;
    syn.windowScale = window.GetScale();
}

void
TcpConnectionCore::FillSackOptions(TcpSegmentOptions& filled)
{
    if (sender.GetState().sack && received.GetBlocks() > 0)
    {
        const uint32_t room = 40 - (timestamps ? 12 : 0) - 4;
        received.FillSack(filled, static_cast<uint8_t>(std::min(room / 8, 4U)));
    }
}

uint16_t
TcpConnectionCore::GetWindowField()
{
    const bool noMemory = acks.Is(TcpAckPolicy::NO_MEMORY);
    return window.Offer(received, acks.GetRcvMss(), acks.GetQuick(), noMemory);
}

void
TcpConnectionCore::NoteAckSent()
{
    acks.OnAckSent(settings);
    timers.Stop(TcpTimer::DELAYED_ACK);
    timers.Stop(TcpTimer::SACK);
    compressed = 0;
}

void
TcpConnectionCore::Finish()
{
    state = TcpState::CLOSED;
    readShut = writeShut = true;
    sender.Clear();
    timers.StopAll();
    received.DropRanges();
}

void
TcpConnectionCore::Reset(TcpError why)
{
    error = orphan ? TcpError::NONE : why;
    Finish();
}

void
TcpConnectionCore::SendReset()
{
    TcpSegment reset = MakeSegment(sender.GetAcceptableSeq());
    reset.flags = TcpSegment::RST | TcpSegment::ACK;
    reset.window = GetWindowField();
    FillSackOptions(reset.options);
    output.Transmit(reset);
}

std::optional<TcpSegment>
TcpConnectionCore::ResetFor(const TcpSegment& segment)
{
    if (segment.Has(TcpSegment::RST))
    {
        return std::nullopt;
    }
    TcpSegment reset;
    reset.flags = TcpSegment::RST;
    if (segment.Has(TcpSegment::ACK))
    {
        reset.seq = segment.ack;
    }
    else
    {
        reset.flags |= TcpSegment::ACK;
        reset.ack = segment.GetEnd();
    }
    return reset;
}

} // namespace ns3::net8
