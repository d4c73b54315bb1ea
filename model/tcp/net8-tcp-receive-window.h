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
 * The advertised window, and the receive buffer behind it.
 *
 * The buffer counts memory; the window is the payload that fits into it, by a ratio measured on
 * full segments (tcp_measure_rcv_mss), initially one half. The window opens by two segments for
 * each full one received (tcp_grow_window), is rounded to avoid silly windows (RFC 9293, section
 * 3.8.6.2.2), and never moves its right edge back. The buffer grows if the application reads more
 * per round trip than before (tcp_rcv_space_adjust).
 *
 * If buffers count payload (TcpRules::Buffers), the window is the free space of the buffer, and the
 * right edge moves by a segment or half of the buffer (RFC 9293, section 3.8.6.2.2).
 */
class TcpReceiveWindow
{
  public:
    /**
     * Initialize the window and the buffer.
     *
     * @param settings settings of the host
     * @param buffer SO_RCVBUF as given, bytes; 0: not set
     */
    void Open(const TcpSettings& settings, uint32_t buffer);

    /**
     * Set SO_RCVBUF.
     *
     * @param settings settings of the host
     * @param buffer the value as given, bytes
     */
    void SetBuffer(const TcpSettings& settings, uint32_t buffer);

    /**
     * Compute the initial window and the shift count (tcp_select_initial_window).
     *
     * @param settings settings of the host
     * @param mss segment size, bytes
     * @param scaling whether windows are scaled
     */
    void SelectInitial(const TcpSettings& settings, uint32_t mss, bool scaling);

    /**
     * Start the established connection (tcp_init_buffer_space).
     *
     * @param next next expected sequence number
     * @param advMss advertised segment size less options, bytes
     * @param nowUs current time, us
     */
    void Establish(uint32_t next, uint32_t advMss, int64_t nowUs);

    /**
     * Compute the window to advertise (__tcp_select_window).
     *
     * @param queue the received data
     * @param rcvMss segment size of the peer, bytes
     * @param quick number of quick ACKs left; set to 0 if memory is short
     * @return window to advertise, bytes
     */
    uint32_t Compute(const TcpReceiveQueue& queue, uint32_t rcvMss, uint8_t& quick) const;

    /**
     * Select the window of a segment to be sent (tcp_select_window).
     *
     * @param queue the received data
     * @param rcvMss segment size of the peer, bytes
     * @param quick number of quick ACKs left
     * @param noMemory whether a segment was dropped for lack of memory
     * @return window field of the segment
     */
    uint16_t Offer(const TcpReceiveQueue& queue, uint32_t rcvMss, uint8_t& quick, bool noMemory);

    /**
     * Get the rest of the advertised window.
     *
     * @param next next expected sequence number
     * @return its remaining size, bytes
     */
    uint32_t GetLeft(uint32_t next) const
    {
        const auto left = static_cast<int32_t>(m_offeredAt + m_offered - next);
        return left > 0 ? static_cast<uint32_t>(left) : 0;
    }

    /**
     * Measure the ratio of payload to memory on a segment of a new size.
     *
     * @param bytes payload of the segment, bytes
     * @param memory memory of the segment, bytes
     */
    void LearnRatio(uint32_t bytes, uint32_t memory);

    /**
     * Open the window after a received segment if memory allows (tcp_grow_window).
     *
     * @param settings settings of the host
     * @param queue the received data
     * @param bytes payload of the segment, bytes
     * @param memory memory of the segment, bytes
     * @param rcvMss segment size of the peer, bytes
     * @param uncounted queued memory that does not count yet, bytes
     * @return whether it was opened
     */
    bool Grow(const TcpSettings& settings,
              const TcpReceiveQueue& queue,
              uint32_t bytes,
              uint32_t memory,
              uint32_t rcvMss,
              uint32_t uncounted);

    /**
     * Adapt the buffer after a read to the amount read per round trip (tcp_rcv_space_adjust). Linux
     * checks this when the first buffer of a read has been taken.
     *
     * @param settings settings of the host
     * @param queue the received data
     * @param beyond number of bytes read from beyond the first buffer
     * @param nowUs current time, us
     */
    void AdjustToReader(const TcpSettings& settings,
                        const TcpReceiveQueue& queue,
                        uint32_t beyond,
                        int64_t nowUs);

    /**
     * Let the buffer grow so that it also holds the data beyond a gap (tcp_rcvbuf_grow).
     *
     * @param settings settings of the host
     * @param queue the received data
     * @param space bytes read by the application per round trip
     */
    void GrowBuffer(const TcpSettings& settings, const TcpReceiveQueue& queue, uint32_t space);

    /// @return number of bytes read by the application in one round trip
    uint32_t GetReaderSpace() const
    {
        return m_space;
    }

    /**
     * Measure the round-trip time as the time to receive one window (tcp_rcv_rtt_measure).
     *
     * @param next next expected sequence number
     * @param nowUs current time, us
     */
    void MeasureRtt(uint32_t next, int64_t nowUs);

    /**
     * Process a round-trip time sample from an echoed timestamp. A longer one is ignored while data
     * is waiting for the reader (tcp_rcv_rtt_update).
     *
     * @param us the sample, us
     * @param queue the received data
     */
    void SampleRtt(int64_t us, const TcpReceiveQueue& queue)
    {
        UpdateRtt(us, queue.GetReadable() > 0);
    }

    /**
     * Limit the window because memory ran out (tcp_clamp_window).
     *
     * @param settings settings of the host
     * @param queue the received data
     */
    void Clamp(const TcpSettings& settings, const TcpReceiveQueue& queue);

    /// @return size of the buffer, bytes of memory
    uint32_t GetBuffer() const
    {
        return m_buffer;
    }

    /// @return maximum window, bytes
    uint32_t GetClamp() const
    {
        return m_clamp;
    }

    /// @return the last advertised window, bytes
    uint32_t GetOffered() const
    {
        return m_offered;
    }

    /// @return next expected sequence number when it was advertised
    uint32_t GetOfferedAt() const
    {
        return m_offeredAt;
    }

    /// @return limit of the window, bytes
    uint32_t GetSsthresh() const
    {
        return m_ssthresh;
    }

    /// @return shift count of the window
    uint8_t GetScale() const
    {
        return m_scale;
    }

    /// Disable scaling because the peer does not scale windows.
    void DropScale()
    {
        m_scale = 0;
        m_clamp = std::min(m_clamp, 65535U);
    }

    /// @param seq next expected sequence number when the window starts to count
    void SetStart(uint32_t seq)
    {
        m_offeredAt = seq;
    }

    /**
     * @param settings settings of the host
     * Check whether the device's buffers are page fragments.
     *
     * @return whether they are, so that the buffers of consecutive segments can be attached to each
     * other (skb_head_is_locked)
     */
    static bool BuffersHang(const TcpSettings& settings)
    {
        return settings.receiveTruesize == TcpReceiveMemory::ALIGNED &&
               settings.rules.buffers == TcpRules::Buffers::MEMORY;
    }

    /**
     * @param settings settings of the host
     * Compute the memory of a segment.
     *
     * @param bytes payload of a segment, bytes
     * @param optionBytes its TCP options, bytes
     * @return memory of the device's buffer, bytes (skb->truesize)
     */
    static uint32_t MemoryOf(const TcpSettings& settings, uint32_t bytes, uint32_t optionBytes);

    /**
     * @param settings settings of the host
     * Compute the free space in the buffer of a segment.
     *
     * @param bytes payload of a segment, bytes
     * @param optionBytes its TCP options, bytes
     * @return free space after the segment, bytes (skb_tailroom)
     */
    static uint32_t RoomOf(const TcpSettings& settings, uint32_t bytes, uint32_t optionBytes);

    /// @return eight times the round-trip time measured by the receiver, us
    uint32_t GetRtt8() const
    {
        return m_rtt8;
    }

    /// @return payload in 256 bytes of memory, measured on the received segments
    uint32_t GetRatio() const
    {
        return m_ratio;
    }

  private:
    /**
     * Compute the size of an allocated head.
     *
     * @param packet size of an IP packet, bytes
     * @return memory of the head for it, bytes
     */
    static uint32_t HeadOf(uint32_t packet);

    /**
     * Convert memory to payload (tcp_win_from_space).
     *
     * @param memory memory, bytes
     * @return payload that fits into it, bytes
     */
    uint32_t PayloadOf(uint64_t memory) const
    {
        return static_cast<uint32_t>(memory * m_ratio >> 8);
    }

    /**
     * Get the free space (tcp_space).
     *
     * @param queue the received data
     * @param uncounted part of its memory that does not count yet, bytes
     * @return payload for which there is still space, bytes; negative if the buffer is exceeded
     */
    int64_t GetSpace(const TcpReceiveQueue& queue, uint32_t uncounted = 0) const
    {
        const int64_t left = static_cast<int64_t>(m_buffer) - queue.GetMemory() + uncounted;
        return left * m_ratio >> 8;
    }

    /**
     * Compute the window of a buffer that counts payload.
     *
     * @param queue the received data
     * @return window to advertise, bytes
     */
    uint32_t ComputePlain(const TcpReceiveQueue& queue) const;

    /// @param clamp maximum window, bytes
    void SetClamp(uint32_t clamp);

    /**
     * Update the round-trip time.
     *
     * @param us a round-trip time, us
     * @param onlyShorter whether to ignore the sample unless it is shorter
     */
    void UpdateRtt(int64_t us, bool onlyShorter);

    uint32_t m_buffer{0};      ///< Size of the buffer, bytes of memory.
    uint32_t m_ratio{128};     ///< Payload in 256 bytes of memory.
    uint32_t m_clamp{0};       ///< Maximum window, bytes.
    uint32_t m_ssthresh{0};    ///< Current limit of the window, bytes.
    uint32_t m_offered{0};     ///< Last advertised window, bytes.
    uint32_t m_offeredAt{0};   ///< Next expected sequence number at that time.
    uint32_t m_advMss{536};    ///< Advertised segment size, bytes.
    uint32_t m_rtt8{0};        ///< Eight times the round-trip time, us.
    uint32_t m_rttSeq{0};      ///< End of the window's worth of data being measured.
    uint8_t m_scale{0};        ///< Shift count of the window.
    bool m_locked{false};      ///< The buffer size is not adapted automatically.
    bool m_plain{false};       ///< The buffer counts payload.
    bool m_rounded{false};     ///< The buffer size is rounded up to whole segments.
    int64_t m_rttStartUs{-1};  ///< Start of the round-trip time measurement, us; -1: none.
    uint32_t m_space{0};       ///< Bytes read by the application in one round trip.
    uint32_t m_spaceSeq{0};    ///< Reader position at the start of the round trip.
    int64_t m_spaceStartUs{0}; ///< Start of that round trip, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_RECEIVE_WINDOW_H
