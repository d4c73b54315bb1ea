// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CUBIC_H
#define NET8_TCP_CUBIC_H

#include "net8-tcp-congestion-control.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * CUBIC (RFC 9438) with HyStart, as in net/ipv4/tcp_cubic.c.
 *
 * Where Linux differs from the RFC: beta is 717/1024; the window grows by at most one segment for
 * two acknowledged, and by at least one for 20 while no loss has been seen; time is counted in
 * 1/1024 s, and the minimum round-trip time is added to it. HyStart ends slow start by the length
 * of an ACK train (half the minimum round-trip time, all of it if paced) or by delay.
 */
class TcpCubic : public TcpCongestionControl
{
  public:
    const char* GetName() const override
    {
        return "cubic";
    }

    std::unique_ptr<TcpCongestionControl> Copy() const override
    {
        return std::make_unique<TcpCubic>(*this);
    }

    void Put(TcpImage& image) const override
    {
        Pass(*this, [&image](const auto&... variables) { (image.Put(variables), ...); });
    }

    void Take(TcpImage& image) override
    {
        Pass(*this, [&image](auto&... variables) { (image.Take(variables), ...); });
    }

    void Start(TcpSendState& state) override;
    uint32_t GetSsthresh(TcpSendState& state) override;
    void Grow(TcpSendState& state, uint32_t acked) override;
    void OnAcked(TcpSendState& state, int64_t rttUs) override;
    void OnState(TcpSendState& state, TcpCaState next) override;
    void OnTransmitStart(TcpSendState& state) override;

  private:
    /**
     * @param self the congestion control
     * @param archive called with all variables
     */
    template <typename SELF, typename ARCHIVE>
    static void Pass(SELF& self, ARCHIVE archive)
    {
        archive(self.m_per, self.m_lastMaxCwnd, self.m_lastCwnd, self.m_lastTick, self.m_origin);
        archive(self.m_k, self.m_delayMinUs, self.m_epochTick, self.m_epochRuns, self.m_found);
        archive(self.m_samples,
                self.m_ackCount,
                self.m_renoCwnd,
                self.m_roundEnd,
                self.m_roundRttUs);
        archive(self.m_roundStartUs, self.m_lastAckUs);
    }

    /**
     * Compute after how many acknowledged segments the window grows by one (bictcp_update).
     *
     * @param state state of the sender
     * @param acked number of acknowledged segments
     */
    void Update(TcpSendState& state, uint32_t acked);

    /**
     * Start the curve at the current window.
     *
     * @param state state of the sender
     * @param acked number of acknowledged segments
     */
    void StartEpoch(const TcpSendState& state, uint32_t acked);

    /**
     * Evaluate the curve.
     *
     * @param state state of the sender
     * @return window of the curve one round-trip time ahead, segments
     */
    uint32_t GetTarget(const TcpSendState& state) const;

    /**
     * Grow at least as fast as Reno with the same reduction (RFC 9438, section 4.3).
     *
     * @param cwnd the window, segments
     */
    void KeepUpWithReno(uint32_t cwnd);

    /**
     * Start a HyStart round.
     *
     * @param state state of the sender
     */
    void StartRound(const TcpSendState& state);

    /**
     * Check whether slow start should end (RFC 9406 is the same idea; this is hystart_update).
     *
     * @param state state of the sender
     * @param delayUs round-trip time of this ACK, us
     */
    void LookForExit(TcpSendState& state, uint32_t delayUs);

    /**
     * @param state state of the sender
     * @return whether an ACK train has lasted half the minimum round-trip time
     */
    bool TrainIsLong(const TcpSendState& state);

    uint32_t m_per{0};                 ///< Acknowledged segments per increase by one.
    uint32_t m_lastMaxCwnd{0};         ///< Window before the last reduction; 0: no loss yet.
    uint32_t m_lastCwnd{0};            ///< Window at the last update.
    uint32_t m_lastTick{0};            ///< Time of the last update.
    uint32_t m_origin{0};              ///< Window at the flat part of the curve.
    uint32_t m_k{0};                   ///< Time to it from the start of the curve, 1/1024 s.
    uint32_t m_delayMinUs{0};          ///< Minimum round-trip time, us.
    uint32_t m_epochTick{0};           ///< Start of the curve.
    bool m_epochRuns{false};           ///< Whether the curve has been started.
    bool m_found{false};               ///< HyStart ended slow start.
    uint8_t m_samples{0};              ///< Number of samples in this round.
    uint32_t m_ackCount{0};            ///< Acknowledged segments not yet used for the Reno window.
    uint32_t m_renoCwnd{0};            ///< Window that Reno would have.
    uint32_t m_roundEnd{0};            ///< The round ends when this is acknowledged.
    uint32_t m_roundRttUs{UINT32_MAX}; ///< Minimum round-trip time of the round, us.
    int64_t m_roundStartUs{0};         ///< Start of the round, us.
    int64_t m_lastAckUs{0};            ///< Time of the last ACK of the train, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_CUBIC_H
