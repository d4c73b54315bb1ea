// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONGESTION_CONTROL_H
#define NET8_TCP_CONGESTION_CONTROL_H

#include "net8-tcp-ack.h"
#include "net8-tcp-image.h"
#include "net8-tcp-send-state.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Congestion control: how the window grows, and how it reacts to loss. The functions are those of
 * Linux (struct tcp_congestion_ops); all windows are in segments.
 */
class TcpCongestionControl
{
  public:
    virtual ~TcpCongestionControl() = default;

    /// @return its name in Linux
    virtual const char* GetName() const = 0;

    /// @return a copy of it
    virtual std::unique_ptr<TcpCongestionControl> Copy() const = 0;

    /// @param image receives all variables
    virtual void Put(TcpImage& image) const = 0;

    /// @param image contains all variables
    virtual void Take(TcpImage& image) = 0;

    /**
     * Start when the connection is established.
     *
     * @param state state of the sender
     */
    virtual void Start(TcpSendState& state)
    {
        (void)state;
    }

    /**
     * Get the slow start threshold at the start of a loss episode.
     *
     * @param state state of the sender
     * @return new slow start threshold, segments
     */
    virtual uint32_t GetSsthresh(TcpSendState& state) = 0;

    /**
     * Grow the window after segments were acknowledged without signs of trouble.
     *
     * @param state the sender; its window is updated
     * @param acked number of acknowledged segments
     */
    virtual void Grow(TcpSendState& state, uint32_t acked) = 0;

    /**
     * Handle an ACK that removed segments from the queue.
     *
     * @param state state of the sender
     * @param rttUs round-trip time measured by the ACK, us; negative: none
     */
    virtual void OnAcked(TcpSendState& state, int64_t rttUs)
    {
        (void)state;
        (void)rttUs;
    }

    /**
     * Handle a change of the congestion state.
     *
     * @param state the sender, still in the old state
     * @param next the new state
     */
    virtual void OnState(TcpSendState& state, TcpCaState next)
    {
        (void)state;
        (void)next;
    }

    /**
     * Handle an ACK before the window is changed (in_ack_event).
     *
     * @param state state of the sender
     */
    virtual void OnAckEvent(TcpSendState& state)
    {
        (void)state;
    }

    /**
     * Handle a timeout, after the threshold was set (CA_EVENT_LOSS).
     *
     * @param state state of the sender
     */
    virtual void OnTimeout(TcpSendState& state)
    {
        (void)state;
    }

    /**
     * Handle the first segment sent with none in flight.
     *
     * @param state state of the sender
     */
    virtual void OnTransmitStart(TcpSendState& state)
    {
        (void)state;
    }

    /**
     * Undo a window reduction that was not necessary.
     *
     * @param state state of the sender
     * @return the window to restore, segments
     */
    virtual uint32_t GetUndoCwnd(TcpSendState& state)
    {
        return std::max(state.cwnd, state.priorCwnd);
    }

    /// @return whether Control sets window and rate with each ACK, instead of Grow and the
    /// reduction
    virtual bool Controls() const
    {
        return false;
    }

    /**
     * Set window and rate; called with each ACK if Controls returns true.
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     */
    virtual void Control(TcpSendState& state, const TcpRateSample& sample)
    {
        (void)state;
        (void)sample;
    }

    /// @return number of windows that the send buffer holds (sndbuf_expand)
    virtual uint32_t GetBufferWindows() const
    {
        return 2;
    }

    /**
     * @param state state of the sender
     * @return minimum number of segments in one buffer of the device
     */
    virtual uint32_t GetMinBurst(const TcpSendState& state) const
    {
        return state.settings->minBurstSegments;
    }

    /// @return whether the sender paces without being asked to
    virtual bool WantsPacing() const
    {
        return false;
    }

  protected:
    /**
     * Slow start: grow the window by the number of acknowledged segments, up to the threshold (RFC
     * 5681 with L unlimited).
     *
     * @param state state of the sender
     * @param acked number of acknowledged segments
     * @return number of segments left over
     */
    static uint32_t SlowStart(TcpSendState& state, uint32_t acked);

    /**
     * Additive increase: one segment for each @p per acknowledged (tcp_cong_avoid_ai).
     *
     * @param state state of the sender
     * @param per segments to acknowledge for one more
     * @param acked segments acknowledged
     */
    static void Increase(TcpSendState& state, uint32_t per, uint32_t acked);
};

/**
 * @ingroup net8
 * Reno (RFC 5681) in segments, as in net/ipv4/tcp_cong.c: the window grows only if it was used.
 * Older systems count ACKs, grow up to the limit of the peer's window, and halve the smaller of
 * both windows (RFC 2001).
 */
class TcpReno : public TcpCongestionControl
{
  public:
    const char* GetName() const override
    {
        return "reno";
    }

    std::unique_ptr<TcpCongestionControl> Copy() const override
    {
        return std::make_unique<TcpReno>(*this);
    }

    void Put(TcpImage& /* image */) const override
    {
    }

    void Take(TcpImage& /* image */) override
    {
    }

    uint32_t GetSsthresh(TcpSendState& state) override
    {
        // Use the smaller window: with a peer's window of six segments, the congestion window
        // grows unused.
        const bool bounded = state.IsReno() && state.mss > 0;
        const uint32_t window =
            bounded ? std::min(state.cwnd, state.window / state.mss) : state.cwnd;
        return std::max(window >> 1, 2U);
    }

    void Grow(TcpSendState& state, uint32_t acked) override
    {
        const TcpRules& rules = state.settings->rules;
        constexpr uint32_t LARGEST = 65535; // TCP_MAXWIN
        if (rules.growsWhenUsed ? !state.IsCwndLimited()
                                : state.cwnd > std::max(state.maxWindow, LARGEST) / state.mss)
        {
            return;
        }
        acked = rules.countsSegments ? acked : std::min(acked, 1U);
        if (state.InSlowStart())
        {
            acked = SlowStart(state, acked);
            if (acked == 0)
            {
                return;
            }
        }
        Increase(state, state.cwnd, acked);
    }
};

/// @ingroup net8
/// @name How the congestion window is used, and the reduction of one that is not (RFC 2861,
/// net/ipv4/tcp_output.c)
/// @{

/**
 * @ingroup net8
 * Record how the window was used (tcp_cwnd_validate).
 *
 * @param state state of the sender
 * @param control its congestion control
 * @param limited whether the window was full
 * @param writerWaits whether a write found no space
 * @return whether the window is the only limit on sending
 */
bool NoteCwndUse(TcpSendState& state,
                 const TcpCongestionControl& control,
                 bool limited,
                 bool writerWaits);

/**
 * @ingroup net8
 * Reduce the window after idle (tcp_slow_start_after_idle_check).
 *
 * @param state state of the sender
 * @param control its congestion control
 */
void CheckIdleCwnd(TcpSendState& state, const TcpCongestionControl& control);

/// @}

} // namespace ns3::net8

#endif // NET8_TCP_CONGESTION_CONTROL_H
