// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CHRONO_H
#define NET8_TCP_CHRONO_H

#include "net8-tcp-state.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Measures how long the sender was busy, and what it was waiting for (tcp_chrono_start and
 * tcp_chrono_stop of Linux).
 */
class TcpChrono
{
  public:
    /// Activity of the sender.
    enum class Kind : uint8_t
    {
        IDLE,           ///< The send queue is empty.
        BUSY,           ///< Data is sent as congestion control and the network allow.
        WINDOW_LIMITED, ///< The peer's window limits sending.
        BUFFER_LIMITED  ///< The send buffer limits the writer.
    };

    /**
     * Start an activity, unless a more restrictive one is in progress.
     *
     * @param kind the activity that starts
     * @param nowUs current time, us
     */
    void Start(Kind kind, int64_t nowUs)
    {
        if (kind > m_kind)
        {
            Set(kind, nowUs);
        }
    }

    /**
     * End an activity.
     *
     * @param kind the activity that ends; BUSY ends all
     * @param isEmpty whether the send queue is empty
     * @param nowUs current time, us
     */
    void Stop(Kind kind, bool isEmpty, int64_t nowUs)
    {
        if (isEmpty)
        {
            Set(Kind::IDLE, nowUs);
        }
        else if (kind == m_kind && kind != Kind::BUSY)
        {
            Set(Kind::BUSY, nowUs);
        }
    }

    /**
     * Write the accumulated times.
     *
     * @param info receives the times
     * @param nowUs current time, us
     */
    void Fill(TcpInfo& info, int64_t nowUs) const
    {
        TcpChrono now = *this;
        now.Set(m_kind, nowUs);
        info.rwndLimitedUs = now.m_sums[1];
        info.sndbufLimitedUs = now.m_sums[2];
        info.busyTimeUs = now.m_sums[0] + now.m_sums[1] + now.m_sums[2];
    }

  private:
    /**
     * Switch to another activity.
     *
     * @param kind the activity from now on
     * @param nowUs current time, us
     */
    void Set(Kind kind, int64_t nowUs)
    {
        if (m_kind != Kind::IDLE)
        {
            m_sums[static_cast<size_t>(m_kind) - 1] += static_cast<uint64_t>(nowUs - m_sinceUs);
        }
        m_kind = kind;
        m_sinceUs = nowUs;
    }

    Kind m_kind{Kind::IDLE};          ///< Current activity.
    int64_t m_sinceUs{0};             ///< Its start, us.
    std::array<uint64_t, 3> m_sums{}; ///< Accumulated time by kind, except IDLE, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_CHRONO_H
