// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_DCTCP_H
#define NET8_TCP_DCTCP_H

#include "net8-tcp-congestion-control.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * DCTCP (RFC 8257; net/ipv4/tcp_dctcp.c of Linux 6.18): Reno whose window is reduced by the share
 * of marked segments. Where ECN was not agreed it is Reno.
 */
class TcpDctcp : public TcpReno
{
  public:
    const char* GetName() const override
    {
        return m_active ? "dctcp" : "dctcp-reno";
    }

    std::unique_ptr<TcpCongestionControl> Copy() const override
    {
        return std::make_unique<TcpDctcp>(*this);
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
    void OnAckEvent(TcpSendState& state) override;
    void OnTimeout(TcpSendState& state) override;
    void OnState(TcpSendState& state, TcpCaState next) override;
    uint32_t GetUndoCwnd(TcpSendState& state) override;

    /// @return estimate of the share of marked segments, in 1/1024
    uint32_t GetAlpha() const
    {
        return m_alpha;
    }

  private:
    /**
     * @param self the congestion control
     * @param archive called with all variables
     */
    template <typename SELF, typename ARCHIVE>
    static void Pass(SELF& self, ARCHIVE archive)
    {
        archive(self.m_alpha, self.m_windowEnd, self.m_delivered, self.m_marked, self.m_lossCwnd);
        archive(self.m_active);
    }

    static constexpr uint32_t MOST_ALPHA = 1024; ///< All segments are marked.

    /**
     * Begin to count a window of data.
     *
     * @param state state of the sender
     */
    void StartWindow(const TcpSendState& state);

    /**
     * Halve the window after a loss.
     *
     * @param state state of the sender
     */
    void ReactToLoss(TcpSendState& state);

    uint32_t m_alpha{MOST_ALPHA}; ///< Estimate of the share of marked segments, in 1/1024.
    uint32_t m_windowEnd{0};      ///< End of the window of data that is counted.
    uint32_t m_delivered{0};      ///< Delivered when it began.
    uint32_t m_marked{0};         ///< Delivered with an echo when it began.
    uint32_t m_lossCwnd{0};       ///< Window before the last reduction.
    bool m_active{false};         ///< ECN was agreed.
};

} // namespace ns3::net8

#endif // NET8_TCP_DCTCP_H
