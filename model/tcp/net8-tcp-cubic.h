// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CUBIC_H
#define NET8_TCP_CUBIC_H

#include "net8-tcp-congestion-control.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * CUBIC (RFC 9438) with HyStart, as net/ipv4/tcp_cubic.c has it.
 *
 * Where Linux differs from the RFC: beta is 717/1024, the window grows by at most one segment for
 * two acknowledged, and by one for 20 at least while no loss was seen; time counts in 1/1024 s, and
 * the shortest round-trip time is added to it. HyStart ends slow start by the train of ACKs (half
 * the shortest round-trip time, all of it when paced) or by delay.
 */
class TcpCubic : public TcpCongestionControl
{
  public:
    const char* GetName() const override
    {
        return "cubic";
    }

    void Start(TcpSendState& state) override;
    uint32_t GetSsthresh(TcpSendState& state) override;
    void Grow(TcpSendState& state, uint32_t acked) override;
    void OnAcked(TcpSendState& state, int64_t rttUs) override;
    void OnState(TcpSendState& state, TcpCaState next) override;
    void OnTransmitStart(TcpSendState& state) override;

  private:
    /**
     * Work out after how many segments acknowledged the window grows by one (bictcp_update).
     *
     * @param state the sender
     * @param acked segments acknowledged
     */
    void Update(TcpSendState& state, uint32_t acked);

    /**
     * Start the curve at the window of now.
     *
     * @param state the sender
     * @param acked segments acknowledged
     */
    void StartEpoch(const TcpSendState& state, uint32_t acked);

    /**
     * @param state the sender
     * @return the window that the curve gives one round-trip time ahead
     */
    uint32_t GetTarget(const TcpSendState& state) const;

    /**
     * Grow no slower than Reno with the same reduction would (RFC 9438, section 4.3).
     *
     * @param cwnd the window
     */
    void KeepUpWithReno(uint32_t cwnd);

    /**
     * Begin a round of HyStart.
     *
     * @param state the sender
     */
    void StartRound(const TcpSendState& state);

    /**
     * Look whether slow start should end (RFC 9406 is the same idea; this is hystart_update).
     *
     * @param state the sender
     * @param delayUs round-trip time of this ACK, us
     */
    void LookForExit(TcpSendState& state, uint32_t delayUs);

    /**
     * @param state the sender
     * @return whether ACKs came in one train for half the shortest round-trip time
     */
    bool TrainIsLong(const TcpSendState& state);

    uint32_t m_per{0};                 ///< Segments acknowledged for one more.
    uint32_t m_lastMaxCwnd{0};         ///< Window before the last cut; 0: no loss yet.
    uint32_t m_lastCwnd{0};            ///< Window at the last update.
    uint32_t m_lastTick{0};            ///< Time of the last update.
    uint32_t m_origin{0};              ///< Window at the flat part of the curve.
    uint32_t m_k{0};                   ///< Time to it from the start of the curve, 1/1024 s.
    uint32_t m_delayMinUs{0};          ///< Shortest round-trip time, us.
    uint32_t m_epochTick{0};           ///< Start of the curve.
    bool m_epochRuns{false};           ///< Whether the curve has a start.
    bool m_found{false};               ///< HyStart ended slow start.
    uint8_t m_samples{0};              ///< Samples of this round.
    uint32_t m_ackCount{0};            ///< Segments acknowledged that Reno has not taken yet.
    uint32_t m_renoCwnd{0};            ///< Window that Reno would have.
    uint32_t m_roundEnd{0};            ///< The round ends when this is acknowledged.
    uint32_t m_roundRttUs{UINT32_MAX}; ///< Shortest round-trip time of the round, us.
    int64_t m_roundStartUs{0};         ///< Start of the round, us.
    int64_t m_lastAckUs{0};            ///< Last ACK of the train, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_CUBIC_H
