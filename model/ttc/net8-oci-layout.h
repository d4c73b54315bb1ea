// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_LAYOUT_H
#define NET8_OCI_LAYOUT_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the layout of TTC messages between OCI and a server depends on. There are captures of 9.2
 * (other platform), 10.2 (same), 11 (both) and 12.1 (same).
 */
struct OciLayout
{
    static constexpr uint16_t VERSION_10G = 313; ///< TNS version of 10.2.
    static constexpr uint16_t VERSION_11G = 314; ///< TNS version of 11.1 and 11.2.
    static constexpr uint16_t VERSION_12C = 315; ///< TNS version of 12.1.

    uint16_t version{VERSION_11G}; ///< The agreed TNS version.
    /// TNS version of the client's release, which determines the size of pointers: OCI 12.1 has
    /// 8-byte pointers also with a 10.2 server. 0: the agreed version.
    uint16_t client{0};
    /// Both ends run on the same platform: structures are sent as they are in memory, with fields
    /// at multiples of their sizes.
    bool samePlatform{false};
    /// From 11g on: the client has 4-byte pointers and the server 8-byte pointers, so that one byte
    /// tells whether a pointer is set (capture of OCI 11.2 on 32-bit Linux).
    bool narrow{false};
    /// Maximum size of a chunk of a long text, bytes: 64 in captures of 9.2 and 11, 255 in that of
    /// 10.2.
    uint8_t chunk{64};

    /** @return size of a pointer, bytes */
    uint32_t GetPointerBytes() const
    {
        const bool wide = (client == 0 ? version : client) >= VERSION_11G;
        return !wide ? 4 : narrow ? 1 : 8;
    }

    /** @return whether replies contain the number of their call */
    bool HasSequence() const
    {
        return version >= VERSION_10G;
    }

    /** @return whether a description contains the key of a query cache */
    bool HasQueryCache() const
    {
        return version >= VERSION_11G;
    }

    /**
     * @return whether a described column has the flags of later releases: captures of OCI 12.1 have
     * them with servers of 11.2 and 12.1, not with 10.2, and one of 11.2 with 11.1 does not have
     * them
     */
    bool HasUserFlags() const
    {
        return version >= VERSION_11G && (client == 0 ? version : client) >= VERSION_12C;
    }

    /**
     * @return whether the end of a call repeats its row count, and parameters of an execute are a
     * structure
     */
    bool IsOf12c() const
    {
        return version >= VERSION_12C;
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_LAYOUT_H */
