// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-retransmission.h"

#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-send-timers.h"
#include "net8-tcp-transmission.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpRetransmission::CollapseBehind(size_t place, uint32_t space)
{
    if (!m_state.settings->retransmitCollapse || (m_queue.At(place).flags & TcpSegment::SYN))
    {
        return;
    }
    while (place + 1 < m_queue.GetSentRuns())
    {
        if (m_queue.At(place + 1).count > 1)
        {
            m_queue.SplitRun(place + 1, 1);
        }
        TcpSendRun& front = m_queue.At(place);
        const TcpSendRun& next = m_queue.At(place + 1);
        if (front.GetSegments() > 1 || next.GetSegments() > 1 || next.Is(TcpSendRun::SACKED) ||
            front.endOfRecord || front.bytes + next.bytes > space ||
            SeqAfter(next.GetEnd(), m_state.WindowEnd()))
        {
            return;
        }
        TcpScoreboard::Uncount(m_state, next, 1);
        m_queue.JoinBuffers(place);
    }
}

bool
TcpRetransmission::Repeat(size_t place, uint32_t segments)
{
    m_state.path.probe = 0; // Inconclusive.
    if (m_queue.At(place).count > 1)
    {
        m_queue.SplitRun(place, 1);
    }
    if (place == 0 && SeqAfter(m_state.una, m_queue.At(0).seq))
    {
        // A segment acknowledged in part stays in the queue as a whole (__tcp_retransmit_skb).
        m_queue.TrimFront(m_state.una - m_queue.At(0).seq);
    }
    const uint32_t mss = TcpSegmentSize::GetCurrent(m_state, m_host);
    uint32_t room = SeqAfter(m_state.WindowEnd(), m_queue.At(place).seq)
                        ? m_state.WindowEnd() - m_queue.At(place).seq
                        : 0;
    if (room == 0)
    {
        if (m_queue.At(place).seq != m_state.una)
        {
            return false;
        }
        room = mss; // The peer shrank its window; the oldest segment probes it.
    }
    uint32_t length = mss * segments;
    if (length > room)
    {
        length = room < mss ? room : room / mss * mss;
    }
    const uint32_t packetsBefore = m_state.packetsOut;
    TcpScoreboard::Uncount(m_state, m_queue.At(place), m_queue.At(place).GetPackets());
    if (m_queue.At(place).bytes > length)
    {
        m_queue.CutBuffer(place, length);
        TcpSendRun& rest = m_queue.At(place + 1);
        rest.mss = mss;
        TcpScoreboard::Count(m_state, rest, rest.GetPackets());
    }
    m_queue.At(place).mss = mss;
    TcpScoreboard::Count(m_state, m_queue.At(place), m_queue.At(place).GetPackets());
    if (m_queue.At(place).bytes < std::min(room, mss))
    {
        CollapseBehind(place, std::min(room, mss));
    }
    if (!m_state.sack && m_state.packetsOut < packetsBefore)
    {
        // Fewer segments are outstanding, so fewer can have caused duplicate ACKs
        // (tcp_adjust_pcount).
        m_state.sackedOut -= std::min(m_state.sackedOut, packetsBefore - m_state.packetsOut);
    }
    TcpSendRun& buffer = m_queue.At(place);
    m_state.totalRetrans += buffer.GetPackets();
    buffer.marks |=
        TcpSendRun::EVER_REPEATED; // Even if the device does not accept it: it gives no sample.
    return TcpTransmission(m_core).Send(buffer);
}

bool
TcpRetransmission::RepeatCounted(size_t place, uint32_t segments)
{
    const bool left = Repeat(place, segments);
    TcpSendRun& buffer = m_queue.At(place);
    if (left)
    {
        TcpScoreboard::Unrepeat(m_state, buffer);
        TcpScoreboard::Repeat(m_state, buffer);
    }
    if (!m_state.hasRetransStamp)
    {
        m_state.hasRetransStamp = true;
        m_state.retransStampMs = m_host.GetTimestampMs();
    }
    m_state.undoRetrans =
        std::max(0, m_state.undoRetrans) + static_cast<int32_t>(buffer.GetPackets());
    return left;
}

void
TcpRetransmission::RepeatLost()
{
    const uint32_t maxSegments = TcpTransmission(m_core).GetBurstSegments();
    bool rearm = false;
    for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
    {
        if (m_state.retransOut >= m_state.lostOut || m_state.InFlight() >= m_state.cwnd ||
            TcpTransmission(m_core).IsPaced())
        {
            break;
        }
        const TcpSendRun& run = m_queue.At(place);
        if (!run.Is(TcpSendRun::LOST) || run.Is(TcpSendRun::SACKED | TcpSendRun::REPEATED))
        {
            continue;
        }
        const uint32_t room = m_state.cwnd - m_state.InFlight();
        if (!RepeatCounted(place, std::min(room, maxSegments)))
        {
            break;
        }
        m_state.prrOut += m_state.InReduction() ? m_queue.At(place).GetPackets() : 0;
        rearm = rearm || (place == 0 && !m_host.GetTimers().Runs(TcpTimer::REORDER));
        if (m_queue.JoinWithPrevious(place))
        {
            --place;
        }
    }
    if (rearm)
    {
        TcpSendTimers(m_core).Start(TcpTimer::RETRANSMIT,
                                    m_state.rtt.GetRtoTicks(*m_state.settings));
    }
}

bool
TcpRetransmission::RepeatTail()
{
    size_t last = m_queue.GetSentRuns() - 1;
    if (m_queue.At(last).count > 1)
    {
        m_queue.SplitRun(last, m_queue.At(last).count - 1);
        ++last;
    }
    const TcpSendRun& tail = m_queue.At(last);
    const uint32_t front = (tail.GetSegments() - 1) * tail.mss;
    if (front > 0 && tail.bytes > front)
    {
        m_queue.CutBuffer(last, front);
        ++last;
    }
    return Repeat(last, 1);
}

} // namespace ns3::net8
