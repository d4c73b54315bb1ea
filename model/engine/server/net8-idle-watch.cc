// SPDX-License-Identifier: GPL-2.0-only
#include "net8-idle-watch.h"

namespace ns3::net8
{

IdleWatch::IdleWatch(TnsConnection& connection, const ServerSettings& settings)
    : m_connection(connection),
      m_settings(settings)
{
}

IdleWatch::Nanoseconds
IdleWatch::Probe(Nanoseconds idle)
{
    if (idle < m_settings.timeouts.expireTime)
    {
        return m_settings.timeouts.expireTime - idle;
    }
    ++m_probes;
    m_connection.SetHeaderFlags(header_flag::PROBE);
    m_connection.SendData({}, 0, 0);
    m_connection.SetHeaderFlags(0);
    return m_settings.timeouts.expireTime;
}

std::optional<IdleWatch::Nanoseconds>
IdleWatch::CheckIdle(Nanoseconds idle) const
{
    return idle < m_settings.timeouts.recvTimeout
               ? std::optional(m_settings.timeouts.recvTimeout - idle)
               : std::nullopt;
}

bool
IdleWatch::IsDead(SessionError error, Nanoseconds idle) const
{
    // TCP reports a peer's RST as a close: this is a peer that does not answer.
    const bool probed = m_settings.timeouts.expireTime > Nanoseconds(0);
    return probed && error == SessionError::RESET && idle >= m_settings.timeouts.expireTime;
}

uint32_t
IdleWatch::GetProbes() const
{
    return m_probes;
}

} // namespace ns3::net8
