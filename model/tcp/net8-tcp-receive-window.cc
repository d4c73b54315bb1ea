// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-receive-window.h"

#include "net8-tcp-segment.h"

#include <algorithm>
#include <bit>

namespace ns3::net8
{
namespace
{

constexpr uint32_t HEADROOM = 64; // NET_SKB_PAD
constexpr uint32_t SHARED = 320;  // skb_shared_info
constexpr uint32_t HEADERS = 40;  // of IPv4 and TCP, without options

/**
 * Round a size up to cache lines.
 *
 * @param size a size, bytes
 * @return the size in whole cache lines, bytes
 */
constexpr uint32_t
Align(uint32_t size)
{
    constexpr uint32_t LINE = 64;
    return (size + LINE - 1) / LINE * LINE;
}

} // namespace

void
TcpReceiveWindow::SetBuffer(const TcpSettings& settings, uint32_t buffer)
{
    constexpr uint32_t SMALLEST = 2304; // SOCK_MIN_RCVBUF
    m_locked = true;
    if (m_plain)
    {
        m_buffer = std::min(buffer, settings.maxReceiveBuffer);
        return;
    }
    m_buffer = std::max(2 * std::min(buffer, settings.maxReceiveBuffer), SMALLEST);
}

void
TcpReceiveWindow::Open(const TcpSettings& settings, uint32_t buffer)
{
    m_buffer = settings.receiveMemory[1];
    m_plain = settings.rules.buffers == TcpRules::Buffers::PAYLOAD;
    m_locked = m_plain;
    m_rounded = settings.wholeSegments && buffer == 0;
    m_ratio = m_plain ? 256 : m_ratio;
    if (buffer > 0)
    {
        SetBuffer(settings, buffer);
    }
}

void
TcpReceiveWindow::SelectInitial(const TcpSettings& settings, uint32_t mss, bool scaling)
{
    constexpr uint32_t LARGEST = 65535;
    constexpr int MOST_SCALE = 14;
    constexpr uint32_t FEWEST = 4; // tcp_recv_hiwat_minmss
    if (m_rounded)
    {
        m_buffer = std::min(std::max(FEWEST, (m_buffer + mss - 1) / mss) * mss, LARGEST);
    }
    uint32_t space = PayloadOf(m_buffer);
    uint32_t clamp = m_locked ? space : LARGEST << MOST_SCALE;
    space = std::min(space, clamp);
    m_offered = space > mss && !m_plain ? space / mss * mss : space;
    m_scale = 0;
    if (scaling)
    {
        uint32_t most = std::max({space, settings.receiveMemory[2], settings.maxReceiveBuffer});
        most = std::min(most, clamp);
        m_scale = static_cast<uint8_t>(
            std::clamp(static_cast<int>(std::bit_width(most)) - 1 - 15, 0, MOST_SCALE));
    }
    m_clamp = std::min(LARGEST << m_scale, clamp);
    if (m_plain)
    {
        m_offered = std::min(m_offered, LARGEST << m_scale);
    }
    m_ssthresh = m_offered;
}

void
TcpReceiveWindow::Establish(uint32_t next, uint32_t advMss, int64_t nowUs)
{
    constexpr uint32_t INITIAL_WINDOW = 10;
    m_advMss = advMss;
    m_spaceSeq = next;
    m_spaceStartUs = nowUs;
    if (m_plain)
    {
        return;
    }
    const uint32_t most = PayloadOf(m_buffer);
    m_clamp = std::min(m_clamp, most);
    if (m_clamp > 2 * advMss && m_clamp + advMss > most)
    {
        m_clamp = std::max(2 * advMss, most - advMss); // One segment is kept in reserve.
    }
    m_ssthresh = std::min(m_ssthresh, m_clamp);
    m_space = std::min({m_ssthresh, m_offered, INITIAL_WINDOW * advMss});
}

uint32_t
TcpReceiveWindow::ComputePlain(const TcpReceiveQueue& queue) const
{
    const uint32_t unit = 1U << m_scale;
    const uint32_t left = GetLeft(queue.GetNext());
    // Data beyond a gap does not reduce the window: it lies inside it.
    const uint32_t unread = std::min(queue.GetReadable(), m_clamp);
    const uint32_t space = std::min(m_clamp, m_buffer) - unread;
    if (space < left + std::min(m_buffer / 2, m_advMss))
    {
        return (left + unit - 1) / unit * unit;
    }
    return space / unit * unit;
}

uint32_t
TcpReceiveWindow::Compute(const TcpReceiveQueue& queue, uint32_t rcvMss, uint8_t& quick) const
{
    if (m_plain)
    {
        return ComputePlain(queue);
    }
    int64_t space = GetSpace(queue);
    const auto allowed = static_cast<int64_t>(PayloadOf(m_buffer));
    const auto full = std::min<int64_t>(m_clamp, allowed);
    int64_t mss = rcvMss;
    if (mss > full)
    {
        mss = full;
        if (mss <= 0)
        {
            return 0;
        }
    }
    const int64_t unit = 1LL << m_scale;
    if (space < full >> 1)
    {
        quick = 0;
        space = space / unit * unit;
        // Less than a segment, or little compared with the buffer: close the window, so that
        // nothing must be dropped.
        if (space < allowed >> 4 || space < mss)
        {
            return 0;
        }
    }
    space = std::min<int64_t>(space, m_ssthresh);
    if (m_scale > 0)
    {
        return static_cast<uint32_t>((space + unit - 1) / unit * unit);
    }
    int64_t window = m_offered;
    if (window <= space - mss || window > space)
    {
        window = space / mss * mss;
    }
    else if (mss == full && space > window + (full >> 1))
    {
        window = space;
    }
    return static_cast<uint32_t>(window);
}

uint16_t
TcpReceiveWindow::Offer(const TcpReceiveQueue& queue,
                        uint32_t rcvMss,
                        uint8_t& quick,
                        bool noMemory)
{
    constexpr uint32_t LARGEST = 65535;
    const uint32_t next = queue.GetNext();
    if (noMemory)
    {
        m_offered = 0;
        m_offeredAt = next;
        return 0;
    }
    const uint32_t left = GetLeft(next);
    uint32_t window = Compute(queue, rcvMss, quick);
    if (window < left)
    {
        // The right edge never moves back (RFC 9293, section 3.8.6).
        const uint32_t unit = 1U << m_scale;
        window = (left + unit - 1) / unit * unit;
    }
    // Linux stores the window it would offer, even if the field cannot express it
    // (tcp_select_window).
    const uint32_t most = LARGEST << m_scale;
    m_offered = m_plain ? std::min(window, most) : window;
    m_offeredAt = next;
    return static_cast<uint16_t>(std::min(window, most) >> m_scale);
}

void
TcpReceiveWindow::SetClamp(uint32_t clamp)
{
    const uint32_t old = m_clamp;
    m_clamp = std::max(clamp, 1152U); // Half of SOCK_MIN_RCVBUF.
    if (m_clamp < old)
    {
        m_ssthresh = std::min(m_ssthresh, m_clamp);
    }
    else
    {
        m_ssthresh = std::max(m_ssthresh, std::min(m_offered, m_clamp));
    }
}

void
TcpReceiveWindow::LearnRatio(uint32_t bytes, uint32_t memory)
{
    if (m_plain)
    {
        return;
    }
    const uint32_t old = m_ratio;
    m_ratio = static_cast<uint32_t>(
        std::clamp<uint64_t>((static_cast<uint64_t>(bytes) << 8) / memory, 1, 255));
    if (m_ratio != old)
    {
        SetClamp(PayloadOf(m_buffer));
        m_space = std::min(m_space, m_clamp);
    }
}

bool
TcpReceiveWindow::Grow(const TcpSettings& settings,
                       const TcpReceiveQueue& queue,
                       uint32_t bytes,
                       uint32_t memory,
                       uint32_t rcvMss,
                       uint32_t uncounted)
{
    const int64_t room = std::min<int64_t>(m_clamp, GetSpace(queue, uncounted)) - m_ssthresh;
    if (room <= 0)
    {
        return false;
    }
    uint32_t more = 0;
    if (PayloadOf(memory) <= bytes)
    {
        more = 2 * m_advMss;
    }
    else
    {
        // A small segment wastes memory: it opens the window only as long as the buffer is far from
        // its limit.
        uint32_t size = PayloadOf(memory) >> 1;
        uint32_t window = PayloadOf(settings.receiveMemory[2]) >> 1;
        while (m_ssthresh <= window && more == 0)
        {
            if (size <= bytes)
            {
                more = 2 * rcvMss;
            }
            size >>= 1;
            window >>= 1;
        }
    }
    if (more == 0)
    {
        return false;
    }
    more = std::max(more, 2 * bytes);
    m_ssthresh += static_cast<uint32_t>(std::min<int64_t>(room, more));
    return true;
}

void
TcpReceiveWindow::GrowBuffer(const TcpSettings& settings,
                             const TcpReceiveQueue& queue,
                             uint32_t space)
{
    const uint32_t old = m_space;
    m_space = space;
    if (!settings.moderateReceiveBuffer || m_locked || old == 0)
    {
        return;
    }
    // Twice the amount read, as it is known one round trip late, plus what the sender may add in
    // slow start.
    uint64_t window = 2ULL * space;
    window += 2 * (window * (space - old) / old);
    if (queue.HasGap())
    {
        window += queue.GetHighestEnd() - queue.GetNext();
    }
    const uint64_t memory = std::min<uint64_t>((window << 8) / m_ratio, settings.receiveMemory[2]);
    if (memory > m_buffer)
    {
        m_buffer = static_cast<uint32_t>(memory);
        m_clamp = PayloadOf(m_buffer);
    }
}

void
TcpReceiveWindow::AdjustToReader(const TcpSettings& settings,
                                 const TcpReceiveQueue& queue,
                                 uint32_t beyond,
                                 int64_t nowUs)
{
    if (m_rtt8 == 0 || nowUs - m_spaceStartUs < m_rtt8 >> 3)
    {
        return;
    }
    // A read is measured after the first buffer was taken: the others are still in the queue.
    const uint32_t readSeq = queue.GetReadSeq() - beyond;
    uint32_t copied = readSeq - m_spaceSeq;
    copied -= std::min(copied, queue.GetReadable() + beyond);
    if (copied > m_space)
    {
        GrowBuffer(settings, queue, copied);
    }
    m_spaceSeq = readSeq;
    m_spaceStartUs = nowUs;
}

void
TcpReceiveWindow::UpdateRtt(int64_t us, bool onlyShorter)
{
    const auto sample = static_cast<uint32_t>(std::max<int64_t>(us, 1));
    if (m_rtt8 == 0 || sample << 3 < m_rtt8)
    {
        m_rtt8 = sample << 3;
    }
    else if (!onlyShorter)
    {
        m_rtt8 += sample - (m_rtt8 >> 3);
    }
}

void
TcpReceiveWindow::MeasureRtt(uint32_t next, int64_t nowUs)
{
    if (m_rttStartUs >= 0)
    {
        if (SeqBefore(next, m_rttSeq))
        {
            return;
        }
        UpdateRtt(nowUs - m_rttStartUs, true);
    }
    m_rttSeq = next + m_offered;
    m_rttStartUs = nowUs;
}

uint32_t
TcpReceiveWindow::HeadOf(uint32_t packet)
{
    constexpr uint32_t SMALL = 576;    // small heads have a separate cache
    constexpr uint32_t LARGEST = 8192; // above it whole pages are allocated
    constexpr uint32_t PAGE = 4096;
    const uint32_t head = Align(packet + HEADROOM) + SHARED;
    if (head > LARGEST)
    {
        return (head + PAGE - 1) / PAGE * PAGE;
    }
    return head <= SMALL ? SMALL : std::bit_ceil(head);
}

uint32_t
TcpReceiveWindow::MemoryOf(const TcpSettings& settings, uint32_t bytes, uint32_t optionBytes)
{
    constexpr uint32_t BUFFER = 256; // sk_buff
    constexpr uint32_t ETHERNET = 14;
    if (settings.rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        return bytes;
    }
    const uint32_t packet = bytes + optionBytes + HEADERS;
    if (settings.receiveTruesize == TcpReceiveMemory::ALIGNED)
    {
        return Align(packet + ETHERNET + HEADROOM) + SHARED + BUFFER;
    }
    return HeadOf(packet) + BUFFER;
}

uint32_t
TcpReceiveWindow::RoomOf(const TcpSettings& settings, uint32_t bytes, uint32_t optionBytes)
{
    if (settings.rules.buffers == TcpRules::Buffers::PAYLOAD ||
        settings.receiveTruesize == TcpReceiveMemory::ALIGNED)
    {
        return 0; // Less than a cache line.
    }
    const uint32_t packet = bytes + optionBytes + HEADERS;
    return HeadOf(packet) - SHARED - HEADROOM - packet;
}

void
TcpReceiveWindow::Clamp(const TcpSettings& settings, const TcpReceiveQueue& queue)
{
    if (m_buffer < settings.receiveMemory[2] && !m_locked)
    {
        m_buffer = std::min(queue.GetMemory(), settings.receiveMemory[2]);
    }
    if (queue.GetMemory() > m_buffer)
    {
        m_ssthresh = std::min(m_clamp, 2 * m_advMss);
    }
}

} // namespace ns3::net8
