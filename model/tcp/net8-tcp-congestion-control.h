// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONGESTION_CONTROL_H
#define NET8_TCP_CONGESTION_CONTROL_H

#include "net8-tcp-rate-sample.h"
#include "net8-tcp-send-state.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A congestion control: how the window grows, and what a loss makes of it. The calls are those of
 * Linux (struct tcp_congestion_ops); all windows are in segments.
 */
class TcpCongestionControl
{
  public:
    virtual ~TcpCongestionControl() = default;

    /// @return its name in Linux
    virtual const char* GetName() const = 0;

    /**
     * The connection is established.
     *
     * @param state the sender
     */
    virtual void Start(TcpSendState& state)
    {
        (void)state;
    }

    /**
     * A loss begins.
     *
     * @param state the sender
     * @return the new slow start threshold
     */
    virtual uint32_t GetSsthresh(TcpSendState& state) = 0;

    /**
     * Segments were acknowledged while nothing is dubious.
     *
     * @param state the sender; its window grows
     * @param acked how many
     */
    virtual void Grow(TcpSendState& state, uint32_t acked) = 0;

    /**
     * An ACK took segments off the queue.
     *
     * @param state the sender
     * @param rttUs round-trip time that it measured, us; negative when none
     */
    virtual void OnAcked(TcpSendState& state, int64_t rttUs)
    {
        (void)state;
        (void)rttUs;
    }

    /**
     * The state of congestion is about to change.
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
     * The first segment leaves with none in flight.
     *
     * @param state the sender
     */
    virtual void OnTransmitStart(TcpSendState& state)
    {
        (void)state;
    }

    /**
     * @param state the sender
     * @return the window when a cut turns out to have been needless
     */
    virtual uint32_t GetUndoCwnd(TcpSendState& state)
    {
        return std::max(state.cwnd, state.priorCwnd);
    }

    /// @return whether Control sets window and rate with each ACK, in place of Grow and the
    /// reduction
    virtual bool Controls() const
    {
        return false;
    }

    /**
     * Set window and rate; called with each ACK when Controls.
     *
     * @param state the sender
     * @param sample what the ACK tells
     */
    virtual void Control(TcpSendState& state, const TcpRateSample& sample)
    {
        (void)state;
        (void)sample;
    }

    /// @return how many windows the send buffer holds (sndbuf_expand)
    virtual uint32_t GetBufferWindows() const
    {
        return 2;
    }

    /**
     * @param state the sender
     * @return smallest number of segments in one buffer of the device
     */
    virtual uint32_t GetMinBurst(const TcpSendState& state) const
    {
        return state.settings->minBurstSegments;
    }

    /// @return whether the sender paces on its own
    virtual bool WantsPacing() const
    {
        return false;
    }

  protected:
    /**
     * Slow start: the window grows by what was acknowledged, up to the threshold (RFC 5681 with L
     * unlimited).
     *
     * @param state the sender
     * @param acked segments acknowledged
     * @return segments left over
     */
    static uint32_t SlowStart(TcpSendState& state, uint32_t acked);

    /**
     * Additive increase: one segment for each @p per acknowledged (tcp_cong_avoid_ai).
     *
     * @param state the sender
     * @param per segments to acknowledge for one more
     * @param acked segments acknowledged
     */
    static void Increase(TcpSendState& state, uint32_t per, uint32_t acked);
};

} // namespace ns3::net8

#endif // NET8_TCP_CONGESTION_CONTROL_H
