// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CHRONO_H
#define NET8_TCP_CHRONO_H

#include "net8-tcp-info.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How long the sender was busy, and what it waited for meanwhile (tcp_chrono_start and
 * tcp_chrono_stop of Linux).
 */
class TcpChrono
{
  public:
    /// What the sender does.
    enum class Kind : uint8_t
    {
        IDLE,           ///< Nothing is in the send queue.
        BUSY,           ///< Data are sent as congestion and the network allow.
        WINDOW_LIMITED, ///< The peer's window holds data back.
        BUFFER_LIMITED  ///< The send buffer holds the writer back.
    };

    /**
     * Begin with something, unless something worse goes on.
     *
     * @param kind what begins
     * @param nowUs the time, us
     */
    void Start(Kind kind, int64_t nowUs)
    {
        if (kind > m_kind)
        {
            Set(kind, nowUs);
        }
    }

    /**
     * End something.
     *
     * @param kind what ends; all ends with BUSY
     * @param isEmpty whether nothing is in the send queue
     * @param nowUs the time, us
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
     * @param info where the times go
     * @param nowUs the time, us
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
     * @param kind what goes on from now
     * @param nowUs the time, us
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

    Kind m_kind{Kind::IDLE};          ///< What goes on.
    int64_t m_sinceUs{0};             ///< Since when, us.
    std::array<uint64_t, 3> m_sums{}; ///< Time by kind but IDLE, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_CHRONO_H
