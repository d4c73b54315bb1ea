// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RELEASE_H
#define NET8_RELEASE_H

#include "net8-ttc-prefix.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What one Oracle release does on the server's side. Sizes and times come from captures where there
 * are any (10.2, 11.1, 11.2, 12.1, 23ai, 26ai); the releases between take the nearest captured one,
 * as doc/net8.rst tabulates.
 */
struct ReleaseProfile
{
    std::string name;        ///< "10.2", "19c" ...
    uint16_t version;        ///< TNS version.
    uint32_t sdu;            ///< Default SDU, bytes.
    uint32_t maximumSdu;     ///< Largest SDU it can be given, bytes.
    uint32_t tdu;            ///< TDU it answers with, bytes.
    bool resend;             ///< The dedicated server asks for the CONNECT once more.
    uint16_t serviceOptions; ///< Options it leaves in the ACCEPT.
    uint8_t acceptFlags0;    ///< ACCEPT, offset 22.
    uint8_t acceptFlags1;    ///< ACCEPT, offset 23.
    uint32_t acceptFlags2;   ///< ACCEPT, offset 41 (318+).
    uint32_t nativeBytes;    ///< TTC bytes of the native services reply.
    uint32_t protocolBytes;  ///< TTC bytes of the protocol reply.
    uint32_t dataTypesBytes; ///< TTC bytes of the data types reply between different platforms.
    uint32_t sameTypesBytes; ///< TTC bytes of the data types reply between equal platforms.
    uint32_t auth1Bytes;     ///< TTC bytes of the first authentication reply.
    uint32_t auth2Bytes;     ///< TTC bytes of the second authentication reply.
    uint32_t fastAuthBytes;  ///< TTC bytes of the reply to protocol, data types and first
                             ///< authentication in one.
    uint32_t versionBytes;   ///< TTC bytes of the version reply.
    uint32_t logoffBytes;    ///< TTC bytes of the logoff reply.

    /**
     * @param request prefix of a logon request
     * @param agreedVersion the agreed TNS version: the sizes depend on the client too
     * @return TTC bytes of the reply, 0 if the request is no logon request
     */
    uint32_t GetLogonReply(const TtcPrefix& request, uint16_t agreedVersion) const;

    /**
     * @param name a release
     * @return its profile, or nothing
     */
    static std::optional<ReleaseProfile> Find(std::string_view name);

    /**
     * @return the known releases, oldest first
     */
    static std::vector<std::string> GetNames();
};

} // namespace ns3::net8

#endif /* NET8_RELEASE_H */
