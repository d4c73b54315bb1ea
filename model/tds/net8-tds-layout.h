// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_LAYOUT_H
#define NET8_TDS_LAYOUT_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the layout of TDS messages depends on: from 7.2 (SQL Server 2005) on, requests start with
 * headers, user types and row counts are twice as long, and values may come in chunks. Versions
 * older than 7.1 are not supported.
 */
struct TdsLayout
{
    bool wide{true}; ///< The session uses 7.2 or later.

    /// Size of the headers before a request, as sent by most drivers, bytes.
    static constexpr uint32_t HEADERS = 22;

    /**
     * Get the layout of a version.
     * @param version version as requested by a login, such as 0x74000004
     * @return its layout
     */
    static TdsLayout Of(uint32_t version)
    {
        return {.wide = version >> 24U >= 0x72};
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_LAYOUT_H */
