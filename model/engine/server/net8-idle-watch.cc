// SPDX-License-Identifier: GPL-2.0-only
#include "net8-idle-watch.h"

namespace ns3::net8
{

IdleWatch::Nanoseconds
IdleWatch::Probe(TnsConnection& connection, const ServerSettings& settings, Nanoseconds idle)
{
    if (idle < settings.timeouts.expireTime)
    {
        return settings.timeouts.expireTime - idle;
    }
    ++m_probes;
    connection.SetHeaderFlags(header_flag::PROBE);
    connection.SendData({}, 0, 0);
    connection.SetHeaderFlags(0);
    return settings.timeouts.expireTime;
}

std::optional<IdleWatch::Nanoseconds>
IdleWatch::CheckIdle(const ServerSettings& settings, Nanoseconds idle)
{
    return idle < settings.timeouts.recvTimeout
               ? std::optional(settings.timeouts.recvTimeout - idle)
               : std::nullopt;
}

bool
IdleWatch::IsDead(const ServerSettings& settings, SessionError error, Nanoseconds idle)
{
    // TCP reports a peer's RST as a close: this is a peer that does not answer.
    const bool probed = settings.timeouts.expireTime > Nanoseconds(0);
    return probed && error == SessionError::RESET && idle >= settings.timeouts.expireTime;
}

uint32_t
IdleWatch::GetProbes() const
{
    return m_probes;
}

} // namespace ns3::net8
