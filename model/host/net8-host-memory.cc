// SPDX-License-Identifier: GPL-2.0-only
#include "net8-host-memory.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8HostMemory");
NS_OBJECT_ENSURE_REGISTERED(Net8HostMemory);

TypeId
Net8HostMemory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8HostMemory")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8HostMemory>()
            .AddAttribute("Limit",
                          "Memory of the host in bytes; 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8HostMemory::m_limit),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 50))
            .AddTraceSource("Used",
                            "Bytes reserved.",
                            MakeTraceSourceAccessor(&Net8HostMemory::m_used),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Refused",
                            "A reservation did not fit.",
                            MakeTraceSourceAccessor(&Net8HostMemory::m_refusedTrace),
                            "ns3::net8::Net8HostMemory::RefusedTracedCallback");
    return tid;
}

Net8HostMemory::Net8HostMemory() = default;

Net8HostMemory::~Net8HostMemory() = default;

bool
Net8HostMemory::Reserve(const std::string& name, uint64_t bytes)
{
    NS_LOG_FUNCTION(this << name << bytes);
    auto& account = m_accounts[name];
    if (bytes > GetFree())
    {
        for (auto* counted : {&account, &m_total})
        {
            ++counted->refusals;
        }
        m_refusedTrace(name, bytes);
        return false;
    }
    for (auto* counted : {&account, &m_total})
    {
        counted->usedBytes += bytes;
        counted->peakBytes = std::max(counted->peakBytes, counted->usedBytes);
    }
    m_used = m_total.usedBytes;
    return true;
}

void
Net8HostMemory::Release(const std::string& name, uint64_t bytes)
{
    NS_LOG_FUNCTION(this << name << bytes);
    auto& account = m_accounts[name];
    if (bytes > account.usedBytes)
    {
        NS_FATAL_ERROR("The account " << name << " holds " << account.usedBytes << " bytes, and "
                                      << bytes << " were given back.");
    }
    account.usedBytes -= bytes;
    m_total.usedBytes -= bytes;
    m_used = m_total.usedBytes;
}

void
Net8HostMemory::Clear()
{
    NS_LOG_FUNCTION(this);
    for (auto& [name, account] : m_accounts)
    {
        account.usedBytes = 0;
    }
    m_total.usedBytes = 0;
    m_used = 0;
}

uint64_t
Net8HostMemory::GetUsed() const
{
    return m_total.usedBytes;
}

uint64_t
Net8HostMemory::GetPeak() const
{
    return m_total.peakBytes;
}

uint64_t
Net8HostMemory::GetRefusals() const
{
    return m_total.refusals;
}

uint64_t
Net8HostMemory::GetFree() const
{
    const auto limit = m_limit > 0 ? m_limit : std::numeric_limits<uint64_t>::max();
    return limit - std::min(limit, m_total.usedBytes);
}

const Net8HostMemory::Accounts&
Net8HostMemory::GetAccounts() const
{
    return m_accounts;
}

} // namespace ns3::net8
