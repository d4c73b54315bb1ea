// SPDX-License-Identifier: GPL-2.0-only
#include "net8-process-gate.h"

namespace ns3::net8
{

void
Net8ProcessGate::Configure(const Setting& setting)
{
    m_setting = setting;
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
    return (!m_setting.hasProcess || m_setting.hasProcess()) && Reserve();
}

bool
Net8ProcessGate::Reserve()
{
    const auto& memory = m_setting.memory;
    if (memory && !memory->Reserve("process", m_setting.processMemory))
    {
        return false;
    }
    if (memory && !memory->Reserve("session", m_setting.sessionMemory))
    {
        memory->Release("process", m_setting.processMemory);
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
        if (m_setting.memory)
        {
            m_setting.memory->Release("process", m_setting.processMemory);
            m_setting.memory->Release("session", m_setting.sessionMemory);
        }
    }
}

} // namespace ns3::net8
