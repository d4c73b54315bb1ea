// SPDX-License-Identifier: GPL-2.0-only
#include "net8-idle-watch.h"

namespace ns3::net8
{

IdleWatch::IdleWatch(TnsConnection& connection, const ServerSetting& setting)
    : m_connection(connection),
      m_setting(setting)
{
}

IdleWatch::Nanoseconds
IdleWatch::Probe(Nanoseconds idle)
{
    if (idle < m_setting.expireTime)
    {
        return m_setting.expireTime - idle;
    }
    ++m_probes;
    m_connection.SetHeaderFlags(header_flag::PROBE);
    m_connection.SendData({}, 0, 0);
    m_connection.SetHeaderFlags(0);
    return m_setting.expireTime;
}

std::optional<IdleWatch::Nanoseconds>
IdleWatch::CheckIdle(Nanoseconds idle) const
{
    return idle < m_setting.recvTimeout ? std::optional(m_setting.recvTimeout - idle)
                                        : std::nullopt;
}

bool
IdleWatch::IsDead(SessionError error, Nanoseconds idle) const
{
    // TCP tells a peer's RST as a close: this is one that does not answer.
    const bool probed = m_setting.expireTime > Nanoseconds(0);
    return probed && error == SessionError::RESET && idle >= m_setting.expireTime;
}

uint32_t
IdleWatch::GetProbes() const
{
    return m_probes;
}

} // namespace ns3::net8
