// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fetch-rows.h"

namespace ns3::net8
{
namespace
{

/// Fetches before JDBC increases its default fetch size (driver captures).
constexpr uint32_t FETCHES_BEFORE_GROWTH = 2;

} // namespace

FetchRows::FetchRows(const DriverProfile& driver,
                     const DriverOptions& options,
                     const ClientQuery& query)
    : m_driver(driver),
      m_options(options),
      m_query(query)
{
}

uint32_t
FetchRows::GetArraySize() const
{
    if (m_driver.lobRows == LobRows::ONE && HasOwnWay())
    {
        return 1;
    }
    return m_query.arraySize == 0 ? m_driver.arraySize : m_query.arraySize;
}

bool
FetchRows::HasOwnWay() const
{
    return !m_query.lobs.empty() && m_driver.lobRows != LobRows::AS_OTHERS;
}

bool
FetchRows::IsDefinedLater() const
{
    // JDBC without LOB prefetch has nothing to define, and fetches instead.
    const bool wants = m_driver.lobsInline || (HasOwnWay() && m_query.lobs.front().sized);
    return HasOwnWay() && (m_driver.lobRows == LobRows::DEFINED_APART ||
                           (m_driver.lobRows == LobRows::DEFINED && wants));
}

uint32_t
FetchRows::GetWithDefine() const
{
    return m_driver.lobRows == LobRows::DEFINED ? GetFirst() : 0;
}

uint32_t
FetchRows::GetPrefetch(bool piping) const
{
    if (piping)
    {
        return GetArraySize(); // The array size of fetchall() or fetchAll() in a pipeline.
    }
    // OCI_ATTR_PREFETCH_ROWS has no effect on a query with LOBs.
    return HasOwnWay() ? 0 : GetFirst();
}

uint32_t
FetchRows::GetFirst() const
{
    if (m_query.prefetchRows)
    {
        return *m_query.prefetchRows;
    }
    // A driver that prefetches an array uses the array size of the statement.
    const bool array = m_driver.prefetchRows == m_driver.arraySize;
    return array ? GetArraySize() : m_driver.prefetchRows;
}

uint32_t
FetchRows::GetNext(uint32_t fetches, uint32_t executeRows) const
{
    const uint32_t array = GetArraySize();
    if (m_driver.habit == FetchHabit::SHORT_SECOND && fetches == 0)
    {
        return array - executeRows % array;
    }
    if (m_driver.habit == FetchHabit::GROWING && m_query.arraySize == 0 &&
        fetches >= FETCHES_BEFORE_GROWTH)
    {
        return m_options.grownArraySize;
    }
    if (m_driver.habit == FetchHabit::ROUNDED || m_driver.prefetchAddsArrays)
    {
        const uint32_t asked = IsDefinedLater() ? GetWithDefine() : GetPrefetch(false);
        const uint32_t prefetch = m_options.prefetchMemory == 0 ? asked : executeRows;
        const uint32_t rest = array - prefetch % array;
        const bool adds = m_driver.prefetchAddsArrays || prefetch > array;
        return adds ? rest + prefetch : fetches == 0 ? rest : array;
    }
    return array;
}

} // namespace ns3::net8
