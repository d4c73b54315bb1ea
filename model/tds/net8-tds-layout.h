// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_LAYOUT_H
#define NET8_TDS_LAYOUT_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the layout of TDS messages depends on: from 7.2 (SQL Server 2005) on requests begin with
 * headers, user types and row counts are twice as long, and values may come in chunks. What is
 * older than 7.1 is not read.
 */
struct TdsLayout
{
    bool wide{true}; ///< The session speaks 7.2 or later.

    /// Bytes of the headers in front of a request, as most drivers send them.
    static constexpr uint32_t HEADERS = 22;

    /**
     * @param version version as a login asks for it, such as 0x74000004
     * @return its layout
     */
    static TdsLayout Of(uint32_t version)
    {
        return {.wide = version >> 24U >= 0x72};
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_LAYOUT_H */
