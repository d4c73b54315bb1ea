// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RELEASE_H
#define NET8_RELEASE_H

#include "net8-platform.h"
#include "net8-profile-library.h"

#include "ns3/net8-ttc-prefix.h"
#include "ns3/net8-ttc-reply.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
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
    uint16_t client{0};      ///< TNS version of its own.
    bool samePlatform{true}; ///< Both ends run on the same platform.
    bool nts{false};         ///< It lets Windows authenticate.

    /** @return what the form of replies to it depends on */
    TtcEnds GetEnds() const
    {
        return {.thin = thin, .client = client, .version = version, .samePlatform = samePlatform};
    }
};

/**
 * @ingroup net8
 * Sizes of the replies to a logon, TTC bytes.
 */
struct LogonReplies
{
    uint32_t thinTypesBytes{0};   ///< Data types to a thin driver.
    uint32_t fastAuthBytes{0};    ///< Protocol, data types and first authentication in one.
    uint32_t auth1Bytes{0};       ///< First authentication; to OCI beside the end of call.
    uint32_t auth2Bytes{0};       ///< Second authentication; to OCI beside the end of call.
    uint32_t conversionsBytes{0}; ///< What a multibyte character set adds to the protocol.
    uint32_t statusBytes{0}; ///< Status message to OCI: the reply to a logoff, a commit, a cursor's
                             ///< end.
};

/**
 * @ingroup net8
 * What one Oracle release does on the server's side, as its file in `releases` says. Sizes and
 * times come from captures where there are any (10.2, 11.1, 11.2, 12.1, 23ai, 26ai); the releases
 * between take the nearest captured one, as doc/net8.rst tabulates.
 */
struct ReleaseProfile
{
    std::string name;            ///< "10.2", "19c" ...
    uint16_t version{0};         ///< TNS version.
    uint32_t sdu{8192};          ///< Default SDU, bytes.
    uint32_t maximumSdu{0};      ///< Largest SDU it can be given, bytes.
    uint32_t tdu{0};             ///< TDU it answers with, bytes.
    bool resend{false};          ///< The dedicated server asks for the CONNECT once more.
    bool marksRedirected{false}; ///< All its packets of a redirected session are marked so.
    uint16_t serviceOptions{0};  ///< Options it leaves in the ACCEPT.
    uint8_t acceptFlags0{0};     ///< ACCEPT, offset 22.
    uint8_t acceptFlags1{0};     ///< ACCEPT, offset 23.
    uint32_t acceptFlags2{0};    ///< ACCEPT, offset 41 (318+).
    uint32_t challengeBytes{0};  ///< TTC bytes of the challenge in Windows authentication.
    uint32_t protocolBytes{0};  ///< TTC bytes of the protocol reply beside the name of the platform
                                ///< and what a multibyte character set adds.
    uint32_t dataTypesBytes{0}; ///< TTC bytes of the data types reply between different platforms.
    uint32_t sameTypesBytes{0}; ///< The same between equal platforms, if both are of 10.2 or later.
    uint32_t dataTypesPacketBytes{0};         ///< Most TTC bytes of a packet of it; 0: as agreed.
    uint32_t versionText{0};                  ///< Characters of the text in the version reply.
    std::vector<std::string> encryptionTypes; ///< Algorithms of encryption, in its order.
    std::vector<std::string> checksumTypes;   ///< Checksums, in its order.
    Platform platform{Platform::LINUX};       ///< Operating system it runs on.
    bool verifier11g{false};                  ///< The users' verifiers are those of 11g.
    bool multibyte{true};                     ///< Its character set has several bytes (AL32UTF8).

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
    uint32_t GetStatusLength(const LogonPeer& peer) const;

    /**
     * @param name a release, or "file:" and the path of its file
     * @param[out] out its profile
     * @return what is wrong: no such release, or something in the file
     */
    static TextError Read(std::string_view name, ReleaseProfile& out);

    /**
     * @param name as above
     * @return its profile, or nothing
     */
    static std::optional<ReleaseProfile> Find(std::string_view name);

    /**
     * @return the releases that are built in, oldest first
     */
    static std::vector<std::string> GetNames();

  private:
    /**
     * @param peer a client
     * @return sizes of the replies to it
     */
    const LogonReplies& GetReplies(const LogonPeer& peer) const;

    /**
     * @param function a function of a logon
     * @param peer who logs on
     * @return TTC bytes of the reply, 0 if the function is of no logon
     */
    uint32_t GetFunctionReply(TtcFunction function, const LogonPeer& peer) const;

    /// What depends on the client, in order; each keeps its file.
    std::vector<std::shared_ptr<const ProfileLayer>> m_conditional;
    /// Sizes of replies so far: to thin drivers or not, by the client's version and the agreed one,
    /// with verifiers of 12c.
    mutable std::map<std::tuple<bool, uint16_t, uint16_t, bool>, LogonReplies> m_replies;
};

} // namespace ns3::net8

#endif /* NET8_RELEASE_H */
