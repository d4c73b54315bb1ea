// SPDX-License-Identifier: GPL-2.0-only
#include "net8-process-gate.h"

namespace ns3::net8
{

void
Net8ProcessGate::Configure(const Settings& settings)
{
    m_settings = settings;
}

bool
Net8ProcessGate::Open(uint32_t servers)
{
    while (m_reserved < servers)
    {
        if (!Reserve())
        {
            return false;
        }
    }
    return true;
}

bool
Net8ProcessGate::Admit()
{
    return (!m_settings.hasProcess || m_settings.hasProcess()) && Reserve();
}

bool
Net8ProcessGate::Reserve()
{
    const auto& memory = m_settings.memory;
    if (memory && !memory->Reserve("process", m_settings.processMemory))
    {
        return false;
    }
    if (memory && !memory->Reserve("session", m_settings.sessionMemory))
    {
        memory->Release("process", m_settings.processMemory);
        return false;
    }
    ++m_reserved;
    return true;
}

void
Net8ProcessGate::HandleServers(uint32_t /* before */, uint32_t now)
{
    for (; m_reserved > now; --m_reserved)
    {
        if (m_settings.memory)
        {
            m_settings.memory->Release("process", m_settings.processMemory);
            m_settings.memory->Release("session", m_settings.sessionMemory);
        }
    }
}

} // namespace ns3::net8
