// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RELEASE_H
#define NET8_RELEASE_H

#include "net8-client-identity.h"

#include "ns3/net8-ttc-prefix.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a server knows of a client when it answers its logon: the sizes depend on it.
 */
struct LogonPeer
{
    bool thin{false};        ///< A thin driver.
    uint16_t version{0};     ///< The agreed TNS version.
    bool samePlatform{true}; ///< Both ends run on the same platform.
    bool nts{false};         ///< It lets Windows authenticate.
};

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
    uint32_t protocolBytes;  ///< TTC bytes of the protocol reply beside the name of the platform
                             ///< and what a multibyte character set adds.
    uint32_t dataTypesBytes; ///< TTC bytes of the data types reply between different platforms.
    uint32_t sameTypesBytes; ///< TTC bytes of the data types reply between equal platforms.
    uint32_t versionText;    ///< Characters of the text in the version reply.
    Platform platform{Platform::LINUX}; ///< Operating system it runs on.
    bool verifier11g{false};            ///< The users' verifiers are those of 11g.
    bool multibyte{true};               ///< Its character set has several bytes (AL32UTF8).

    /**
     * @param request prefix of a logon request
     * @param peer who logs on
     * @return TTC bytes of the reply; 0 if the request is no logon request or has no reply
     */
    uint32_t GetLogonReply(const TtcPrefix& request, const LogonPeer& peer) const;

    /**
     * @param peer a client
     * @return TTC bytes of a status message: the reply to a logoff, a commit, a cursor's end
     */
    static uint32_t GetStatusLength(const LogonPeer& peer);

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
