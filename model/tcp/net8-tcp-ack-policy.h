// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACK_POLICY_H
#define NET8_TCP_ACK_POLICY_H

#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * When an ACK leaves: quick ACKs, interactive (pingpong) mode, and the time of the delayed ACK,
 * which adapts (struct icsk_ack of Linux; inet_csk_*, tcp_event_data_recv, tcp_send_delayed_ack).
 * Systems that count segments (TcpRules::Acks) have nothing of it but what is pending.
 */
class TcpAckPolicy
{
  public:
    static constexpr uint8_t MOST_QUICK = 16;  ///< Quick ACKs granted at once (TCP_MAX_QUICKACKS).
    static constexpr uint8_t SCHEDULED = 1;    ///< An ACK is due.
    static constexpr uint8_t TIMER = 2;        ///< The timer of the delayed ACK runs.
    static constexpr uint8_t PUSHED = 4;       ///< A short segment, or one with PSH, came in.
    static constexpr uint8_t PUSHED_TWICE = 8; ///< Another one.
    static constexpr uint8_t NOW = 16;         ///< The next ACK is not delayed.
    static constexpr uint8_t NO_MEMORY = 32;   ///< A segment was dropped for want of memory.

    /**
     * @param settings the host
     * @return ticks of the shortest delayed ACK: 40 ms (TCP_ATO_MIN)
     */
    static uint32_t LeastTicks(const TcpSettings& settings)
    {
        return static_cast<uint32_t>(40000000 / settings.tick);
    }

    /**
     * Begin.
     *
     * @param tick the time in ticks
     */
    void Open(uint32_t tick)
    {
        m_receivedTick = tick;
    }

    /// @return segments since the last ACK, where they are counted
    uint8_t GetUnacknowledged() const
    {
        return m_segments;
    }

    /**
     * Data came in.
     *
     * @param settings the host
     * @param tick the time in ticks
     * @param rtoTicks retransmission timeout, ticks
     * @param window window offered, bytes
     */
    void OnData(const TcpSettings& settings, uint32_t tick, uint32_t rtoTicks, uint32_t window);

    /**
     * Learn the segment size of the peer (tcp_measure_rcv_mss).
     *
     * @param bytes payload of a segment, bytes
     * @param wireBytes payload and TCP header, bytes
     * @param headerBytes TCP header without SACK, bytes
     * @param advMss segment size offered, bytes
     * @param flags its control bits
     * @return whether it is of a new size that is at least the one known
     */
    bool MeasureMss(uint32_t bytes,
                    uint32_t wireBytes,
                    uint32_t headerBytes,
                    uint32_t advMss,
                    uint8_t flags);

    /**
     * Grant quick ACKs: half a window's worth, at most @p most.
     *
     * @param window window offered, bytes
     * @param most how many at most
     */
    void Grant(uint32_t window, uint8_t most);

    /**
     * Grant quick ACKs and leave interactive mode.
     *
     * @param settings the host
     * @param window window offered, bytes
     */
    void EnterQuick(const TcpSettings& settings, uint32_t window);

    /// The window opened: one more quick ACK.
    void GrantOne()
    {
        m_quick |= 1;
    }

    /// @return whether each segment is acknowledged at once
    /// @param settings the host
    bool IsQuick(const TcpSettings& settings) const
    {
        return m_quick > 0 && !IsInteractive(settings);
    }

    /**
     * @param settings the host
     * @return whether ACKs wait for a reply
     */
    bool IsInteractive(const TcpSettings& settings) const
    {
        return m_interactive >= settings.interactiveThreshold;
    }

    /**
     * Enter or leave interactive mode.
     *
     * @param settings the host
     * @param on whether to enter
     */
    void SetInteractive(const TcpSettings& settings, bool on)
    {
        m_interactive = on ? settings.interactiveThreshold : 0;
    }

    /**
     * Data left: a quick answer makes the session interactive.
     *
     * @param tick the time in ticks
     */
    void OnDataSent(uint32_t tick)
    {
        if (tick - m_receivedTick < m_delayTicks && m_interactive < UINT8_MAX)
        {
            ++m_interactive;
        }
    }

    /**
     * A segment with an ACK left.
     *
     * @param settings the host
     */
    void OnAckSent(const TcpSettings& settings);

    /**
     * The timer of the delayed ACK fired.
     *
     * @param settings the host
     * @param rtoTicks retransmission timeout, ticks
     */
    void OnTimer(const TcpSettings& settings, uint32_t rtoTicks);

    /**
     * How long the delayed ACK waits (tcp_send_delayed_ack).
     *
     * @param settings the host
     * @param srtt8 eight times the round-trip time, us
     * @return ticks
     */
    uint32_t GetDelayTicks(const TcpSettings& settings, uint32_t srtt8) const;

    /// @return the time of the delayed ACK before limits, ticks
    uint32_t GetAtoTicks() const
    {
        return m_delayTicks;
    }

    /// @return when data came in last, ticks
    uint32_t GetReceivedTick() const
    {
        return m_receivedTick;
    }

    /// @return segment size of the peer, bytes
    uint32_t GetRcvMss() const
    {
        return m_rcvMss;
    }

    /// @param mss first guess of the segment size of the peer, bytes
    void SetRcvMss(uint32_t mss)
    {
        m_rcvMss = mss;
    }

    /// @return quick ACKs left, to be taken away
    uint8_t& GetQuick()
    {
        return m_quick;
    }

    /**
     * @param flags what is pending
     */
    void Set(uint8_t flags)
    {
        m_pending |= flags;
    }

    /**
     * @param flags what is no longer pending
     */
    void Unset(uint8_t flags)
    {
        m_pending &= static_cast<uint8_t>(~flags);
    }

    /**
     * @param flags some of what can be pending
     * @return whether any of it is
     */
    bool Is(uint8_t flags) const
    {
        return (m_pending & flags) != 0;
    }

    /// @return when the delayed ACK is due, ticks
    uint32_t GetDueTick() const
    {
        return m_dueTick;
    }

    /// @param tick when the delayed ACK is due, ticks
    void SetDueTick(uint32_t tick)
    {
        m_dueTick = tick;
    }

  private:
    uint32_t m_delayTicks{0};   ///< Time of the delayed ACK, ticks; 0 before the first data.
    uint32_t m_receivedTick{0}; ///< When data came in last, ticks.
    uint32_t m_dueTick{0};      ///< When the delayed ACK is due, ticks.
    uint32_t m_rcvMss{536};     ///< Segment size of the peer, bytes.
    uint32_t m_lastBytes{0};    ///< Size of the last short segment, bytes.
    uint8_t m_quick{0};         ///< Quick ACKs left.
    uint8_t m_interactive{0};   ///< Quick answers in a row.
    uint8_t m_pending{0};       ///< What is pending.
    uint8_t m_segments{0};      ///< Segments since the last ACK, where they are counted.
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_POLICY_H
