// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RECEIVE_WINDOW_H
#define NET8_TCP_RECEIVE_WINDOW_H

#include "net8-tcp-receive-queue.h"
#include "net8-tcp-settings.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The window that is offered, and the receive buffer behind it.
 *
 * The buffer counts memory; the window is the part of it that payload makes up, by a ratio that is
 * learnt from full segments (tcp_measure_rcv_mss), at first a half. The window opens by two
 * segments for each full one received (tcp_grow_window), is rounded so that no silly one is offered
 * (RFC 9293, section 3.8.6.2.2), never moves its right edge back, and the buffer grows when the
 * reader takes more in a round trip than before (tcp_rcv_space_adjust).
 *
 * Where buffers count payload (TcpRules::Buffers) the window is what is free of the buffer, and the
 * right edge moves by a segment or half of the buffer (RFC 9293, section 3.8.6.2.2).
 */
class TcpReceiveWindow
{
  public:
    /**
     * Begin.
     *
     * @param settings the host
     * @param buffer SO_RCVBUF as given, 0 when not set, bytes
     */
    void Open(const TcpSettings& settings, uint32_t buffer);

    /**
     * SO_RCVBUF was set.
     *
     * @param settings the host
     * @param buffer as given, bytes
     */
    void SetBuffer(const TcpSettings& settings, uint32_t buffer);

    /**
     * Work out the first window and the shift count (tcp_select_initial_window).
     *
     * @param settings the host
     * @param mss segment size, bytes
     * @param scaling whether windows are scaled
     */
    void SelectInitial(const TcpSettings& settings, uint32_t mss, bool scaling);

    /**
     * The connection is established (tcp_init_buffer_space).
     *
     * @param next next sequence number expected
     * @param advMss segment size offered to the peer less options, bytes
     * @param nowUs the time, us
     */
    void Establish(uint32_t next, uint32_t advMss, int64_t nowUs);

    /**
     * @param queue what is queued
     * @param rcvMss segment size that the peer sends, bytes
     * @param quick number of quick ACKs left; none when memory runs short
     * @return the window to offer, bytes (__tcp_select_window)
     */
    uint32_t Compute(const TcpReceiveQueue& queue, uint32_t rcvMss, uint8_t& quick) const;

    /**
     * Choose the window for a segment that leaves (tcp_select_window).
     *
     * @param queue what is queued
     * @param rcvMss segment size that the peer sends, bytes
     * @param quick number of quick ACKs left
     * @param noMemory whether a segment was dropped for want of memory
     * @return the window field
     */
    uint16_t Offer(const TcpReceiveQueue& queue, uint32_t rcvMss, uint8_t& quick, bool noMemory);

    /**
     * @param next next sequence number expected
     * @return what is left of the window that was offered, bytes
     */
    uint32_t GetLeft(uint32_t next) const
    {
        const auto left = static_cast<int32_t>(m_offeredAt + m_offered - next);
        return left > 0 ? static_cast<uint32_t>(left) : 0;
    }

    /**
     * A segment of a new size came in: learn what part of memory is payload.
     *
     * @param bytes its payload, bytes
     * @param memory its memory, bytes
     */
    void LearnRatio(uint32_t bytes, uint32_t memory);

    /**
     * A segment came in: open the window if memory allows (tcp_grow_window).
     *
     * @param settings the host
     * @param queue what is queued
     * @param bytes its payload, bytes
     * @param memory its memory, bytes
     * @param rcvMss segment size that the peer sends, bytes
     * @param uncounted what of the queued memory does not count yet, bytes
     * @return whether it was opened
     */
    bool Grow(const TcpSettings& settings,
              const TcpReceiveQueue& queue,
              uint32_t bytes,
              uint32_t memory,
              uint32_t rcvMss,
              uint32_t uncounted);

    /**
     * The reader took bytes: let the buffer follow what it takes in a round trip
     * (tcp_rcv_space_adjust). Linux looks when the first buffer of a read was taken.
     *
     * @param settings the host
     * @param queue what is queued
     * @param beyond how many of the bytes were behind the first buffer
     * @param nowUs the time, us
     */
    void AdjustToReader(const TcpSettings& settings,
                        const TcpReceiveQueue& queue,
                        uint32_t beyond,
                        int64_t nowUs);

    /**
     * Let the buffer grow to hold what comes beyond a gap, too (tcp_rcvbuf_grow).
     *
     * @param settings the host
     * @param queue what is queued
     * @param space bytes that the reader takes in a round trip
     */
    void GrowBuffer(const TcpSettings& settings, const TcpReceiveQueue& queue, uint32_t space);

    /// @return bytes that the reader took in a round trip
    uint32_t GetReaderSpace() const
    {
        return m_space;
    }

    /**
     * Measure the round-trip time: a window's worth came in (tcp_rcv_rtt_measure).
     *
     * @param next next sequence number expected
     * @param nowUs the time, us
     */
    void MeasureRtt(uint32_t next, int64_t nowUs);

    /**
     * Take a round-trip time from a timestamp echoed. A longer one does not count while data wait
     * for the reader (tcp_rcv_rtt_update).
     *
     * @param us it, us
     * @param queue what is queued
     */
    void SampleRtt(int64_t us, const TcpReceiveQueue& queue)
    {
        UpdateRtt(us, queue.GetReadable() > 0);
    }

    /**
     * Memory ran out (tcp_clamp_window).
     *
     * @param settings the host
     * @param queue what is queued
     */
    void Clamp(const TcpSettings& settings, const TcpReceiveQueue& queue);

    /// @return size of the buffer, bytes of memory
    uint32_t GetBuffer() const
    {
        return m_buffer;
    }

    /// @return largest window, bytes
    uint32_t GetClamp() const
    {
        return m_clamp;
    }

    /// @return the window offered last, bytes
    uint32_t GetOffered() const
    {
        return m_offered;
    }

    /// @return sequence number expected when it was offered
    uint32_t GetOfferedAt() const
    {
        return m_offeredAt;
    }

    /// @return limit of the window, bytes
    uint32_t GetSsthresh() const
    {
        return m_ssthresh;
    }

    /// @return shift count
    uint8_t GetScale() const
    {
        return m_scale;
    }

    /// The peer does not scale windows.
    void DropScale()
    {
        m_scale = 0;
        m_clamp = std::min(m_clamp, 65535U);
    }

    /// @param seq next sequence number expected when the window is first counted
    void SetStart(uint32_t seq)
    {
        m_offeredAt = seq;
    }

    /**
     * @param settings the host
     * @return whether the device's buffers are fragments of pages, so that those of segments that
     * follow one another hang together (skb_head_is_locked)
     */
    static bool BuffersHang(const TcpSettings& settings)
    {
        return settings.receiveTruesize == TcpReceiveMemory::ALIGNED &&
               settings.rules.buffers == TcpRules::Buffers::MEMORY;
    }

    /**
     * @param settings the host
     * @param bytes payload of a segment, bytes
     * @param optionBytes its TCP options, bytes
     * @return memory of the device's buffer for it, bytes (skb->truesize)
     */
    static uint32_t MemoryOf(const TcpSettings& settings, uint32_t bytes, uint32_t optionBytes);

    /**
     * @param settings the host
     * @param bytes payload of a segment, bytes
     * @param optionBytes its TCP options, bytes
     * @return room behind it in that buffer, bytes (skb_tailroom)
     */
    static uint32_t RoomOf(const TcpSettings& settings, uint32_t bytes, uint32_t optionBytes);

    /// @return eight times the round-trip time as the receiver sees it, us
    uint32_t GetRtt8() const
    {
        return m_rtt8;
    }

    /// @return payload in 256 bytes of memory, as the segments that came in had it
    uint32_t GetRatio() const
    {
        return m_ratio;
    }

  private:
    /**
     * @param packet a packet of IP, bytes
     * @return what an allocated head for it takes, bytes
     */
    static uint32_t HeadOf(uint32_t packet);

    /**
     * @param memory memory, bytes
     * @return payload that it holds, bytes (tcp_win_from_space)
     */
    uint32_t PayloadOf(uint64_t memory) const
    {
        return static_cast<uint32_t>(memory * m_ratio >> 8);
    }

    /**
     * @param queue what is queued
     * @param uncounted what of its memory does not count yet, bytes
     * @return payload that still finds room, bytes; negative when it is overdrawn (tcp_space)
     */
    int64_t GetSpace(const TcpReceiveQueue& queue, uint32_t uncounted = 0) const
    {
        const int64_t left = static_cast<int64_t>(m_buffer) - queue.GetMemory() + uncounted;
        return left * m_ratio >> 8;
    }

    /**
     * @param queue what is queued
     * @return the window to offer of a buffer that counts payload, bytes
     */
    uint32_t ComputePlain(const TcpReceiveQueue& queue) const;

    /// @param clamp largest window, bytes
    void SetClamp(uint32_t clamp);

    /**
     * @param us a round-trip time, us
     * @param onlyShorter whether it counts only if it is shorter
     */
    void UpdateRtt(int64_t us, bool onlyShorter);

    uint32_t m_buffer{0};      ///< Size of the buffer, bytes of memory.
    uint32_t m_ratio{128};     ///< Payload in 256 bytes of memory.
    uint32_t m_clamp{0};       ///< Largest window, bytes.
    uint32_t m_ssthresh{0};    ///< Limit of the window for now, bytes.
    uint32_t m_offered{0};     ///< Window offered last, bytes.
    uint32_t m_offeredAt{0};   ///< Sequence number expected then.
    uint32_t m_advMss{536};    ///< Segment size offered to the peer, bytes.
    uint32_t m_rtt8{0};        ///< Eight times the round-trip time, us.
    uint32_t m_rttSeq{0};      ///< End of the window's worth that is measured.
    uint8_t m_scale{0};        ///< Shift count.
    bool m_locked{false};      ///< The buffer does not tune itself.
    bool m_plain{false};       ///< It counts payload.
    bool m_rounded{false};     ///< It is rounded up to whole segments.
    int64_t m_rttStartUs{-1};  ///< When it began, us; -1: not measured.
    uint32_t m_space{0};       ///< Bytes the reader took in a round trip.
    uint32_t m_spaceSeq{0};    ///< Where the reader was when the round trip began.
    int64_t m_spaceStartUs{0}; ///< When it began, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_RECEIVE_WINDOW_H
