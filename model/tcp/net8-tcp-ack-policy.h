// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACK_POLICY_H
#define NET8_TCP_ACK_POLICY_H

#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Decides when to send an ACK: quick ACKs, interactive (pingpong) mode, and the adaptive delay of
 * the delayed ACK (struct icsk_ack of Linux; inet_csk_*, tcp_event_data_recv,
 * tcp_send_delayed_ack). Systems that count segments (TcpRules::Acks) use only the pending flags.
 */
class TcpAckPolicy
{
  public:
    static constexpr uint8_t MOST_QUICK = 16;  ///< Quick ACKs granted at once (TCP_MAX_QUICKACKS).
    static constexpr uint8_t SCHEDULED = 1;    ///< An ACK is due.
    static constexpr uint8_t TIMER = 2;        ///< The delayed-ACK timer is running.
    static constexpr uint8_t PUSHED = 4;       ///< A short segment, or one with PSH, was received.
    static constexpr uint8_t PUSHED_TWICE = 8; ///< A second such segment was received.
    static constexpr uint8_t NOW = 16;         ///< The next ACK is not delayed.
    static constexpr uint8_t NO_MEMORY = 32;   ///< A segment was dropped for lack of memory.

    /**
     * Get the minimum delay of a delayed ACK.
     *
     * @param settings settings of the host
     * @return minimum delay, ticks: 40 ms (TCP_ATO_MIN)
     */
    static uint32_t LeastTicks(const TcpSettings& settings)
    {
        return static_cast<uint32_t>(40000000 / settings.tick);
    }

    /**
     * Initialize at the start of the connection.
     *
     * @param tick current time, ticks
     */
    void Open(uint32_t tick)
    {
        m_receivedTick = tick;
    }

    /// @return number of segments since the last ACK, if they are counted
    uint8_t GetUnacknowledged() const
    {
        return m_segments;
    }

    /**
     * Process received data.
     *
     * @param settings settings of the host
     * @param tick current time, ticks
     * @param rtoTicks retransmission timeout, ticks
     * @param window advertised window, bytes
     */
    void OnData(const TcpSettings& settings, uint32_t tick, uint32_t rtoTicks, uint32_t window);

    /**
     * Estimate the peer's segment size (tcp_measure_rcv_mss).
     *
     * @param bytes payload of a segment, bytes
     * @param wireBytes payload and TCP header, bytes
     * @param headerBytes TCP header without SACK, bytes
     * @param advMss advertised segment size, bytes
     * @param flags control bits of the segment
     * @return whether the size differs from the previous one and is at least the known segment size
     */
    bool MeasureMss(uint32_t bytes,
                    uint32_t wireBytes,
                    uint32_t headerBytes,
                    uint32_t advMss,
                    uint8_t flags);

    /**
     * Grant quick ACKs for half a window, but at most @p most.
     *
     * @param window advertised window, bytes
     * @param most maximum number of quick ACKs
     */
    void Grant(uint32_t window, uint8_t most);

    /**
     * Grant quick ACKs and leave interactive mode.
     *
     * @param settings settings of the host
     * @param window advertised window, bytes
     * @param most maximum number of quick ACKs
     */
    void EnterQuick(const TcpSettings& settings, uint32_t window, uint8_t most = MOST_QUICK);

    /// Grant one more quick ACK because the window opened.
    void GrantOne()
    {
        m_quick |= 1;
    }

    /// @return whether every segment is acknowledged immediately
    /// @param settings settings of the host
    bool IsQuick(const TcpSettings& settings) const
    {
        return m_quick > 0 && !IsInteractive(settings);
    }

    /**
     * @param settings settings of the host
     * @return whether ACKs wait for a reply
     */
    bool IsInteractive(const TcpSettings& settings) const
    {
        return m_interactive >= settings.interactiveThreshold;
    }

    /**
     * Enter or leave interactive mode.
     *
     * @param settings settings of the host
     * @param on true to enter it, false to leave it
     */
    void SetInteractive(const TcpSettings& settings, bool on)
    {
        m_interactive = on ? settings.interactiveThreshold : 0;
    }

    /**
     * Note that data was sent: a quick reply makes the session interactive.
     *
     * @param tick current time, ticks
     */
    void OnDataSent(uint32_t tick)
    {
        if (tick - m_receivedTick < m_delayTicks && m_interactive < UINT8_MAX)
        {
            ++m_interactive;
        }
    }

    /**
     * Note that a segment with an ACK was sent.
     *
     * @param settings settings of the host
     */
    void OnAckSent(const TcpSettings& settings);

    /**
     * Handle the expiry of the delayed-ACK timer.
     *
     * @param settings settings of the host
     * @param rtoTicks retransmission timeout, ticks
     */
    void OnTimer(const TcpSettings& settings, uint32_t rtoTicks);

    /**
     * Get the delay of the delayed ACK (tcp_send_delayed_ack).
     *
     * @param settings settings of the host
     * @param srtt8 eight times the smoothed round-trip time, us
     * @return the delay, ticks
     */
    uint32_t GetDelayTicks(const TcpSettings& settings, uint32_t srtt8) const;

    /// @return delay of the delayed ACK before limits are applied, ticks
    uint32_t GetAtoTicks() const
    {
        return m_delayTicks;
    }

    /// @return time when data was last received, ticks
    uint32_t GetReceivedTick() const
    {
        return m_receivedTick;
    }

    /// @return segment size of the peer, bytes
    uint32_t GetRcvMss() const
    {
        return m_rcvMss;
    }

    /// @param mss initial estimate of the peer's segment size, bytes
    void SetRcvMss(uint32_t mss)
    {
        m_rcvMss = mss;
    }

    /// @return number of quick ACKs left, for the caller to decrement
    uint8_t& GetQuick()
    {
        return m_quick;
    }

    /**
     * @param flags pending flags to set
     */
    void Set(uint8_t flags)
    {
        m_pending |= flags;
    }

    /**
     * @param flags pending flags to clear
     */
    void Unset(uint8_t flags)
    {
        m_pending &= static_cast<uint8_t>(~flags);
    }

    /**
     * @param flags pending flags to test
     * @return whether any of them is set
     */
    bool Is(uint8_t flags) const
    {
        return (m_pending & flags) != 0;
    }

    /// @return time when the delayed ACK is due, ticks
    uint32_t GetDueTick() const
    {
        return m_dueTick;
    }

    /// @param tick time when the delayed ACK is due, ticks
    void SetDueTick(uint32_t tick)
    {
        m_dueTick = tick;
    }

  private:
    uint32_t m_delayTicks{0};   ///< Delay of the delayed ACK, ticks; 0 before the first data.
    uint32_t m_receivedTick{0}; ///< Time when data was last received, ticks.
    uint32_t m_dueTick{0};      ///< Time when the delayed ACK is due, ticks.
    uint32_t m_rcvMss{536};     ///< Segment size of the peer, bytes.
    uint32_t m_lastBytes{0};    ///< Size of the last short segment, bytes.
    uint8_t m_quick{0};         ///< Quick ACKs left.
    uint8_t m_interactive{0};   ///< Consecutive quick replies.
    uint8_t m_pending{0};       ///< Pending flags.
    uint8_t m_segments{0};      ///< Segments since the last ACK, if they are counted.
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_POLICY_H
