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
 * What a server knows about a client when it answers its logon, which determines sizes.
 */
struct LogonPeer
{
    bool thin{false};        ///< It is a thin driver.
    uint16_t version{0};     ///< The agreed TNS version.
    uint16_t client{0};      ///< TNS version of the client.
    bool samePlatform{true}; ///< Both ends run on the same platform.
    bool nts{false};         ///< It uses Windows authentication.

    /** @return the two ends, which determine the format of replies */
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
    uint32_t auth1Bytes{0};       ///< First authentication; to OCI without the end of call.
    uint32_t auth2Bytes{0};       ///< Second authentication; to OCI without the end of call.
    uint32_t conversionsBytes{0}; ///< Added to the protocol reply by a multibyte character set.
    uint32_t statusBytes{0}; ///< Status message to OCI: the reply to a logoff, a commit, or closing
                             ///< a cursor.
};

/**
 * @ingroup net8
 * The server-side properties of an Oracle release: the content of its file in `releases`. Sizes and
 * times come from captures where available (10.2, 11.1, 11.2, 12.1, 23ai, 26ai); the releases in
 * between use the nearest captured one, as listed in doc/net8.rst.
 */
struct ReleaseProfile
{
    std::string name;            ///< "10.2", "19c" ...
    uint16_t version{0};         ///< TNS version.
    uint32_t sdu{8192};          ///< Default SDU, bytes.
    uint32_t maximumSdu{0};      ///< Maximum SDU that can be configured, bytes.
    uint32_t tdu{0};             ///< TDU it answers with, bytes.
    bool resend{false};          ///< The dedicated server requests the CONNECT again.
    bool marksRedirected{false}; ///< All its packets in a redirected session are marked.
    uint16_t serviceOptions{0};  ///< Service options kept in the ACCEPT.
    uint8_t acceptFlags0{0};     ///< ACCEPT, offset 22.
    uint8_t acceptFlags1{0};     ///< ACCEPT, offset 23.
    uint32_t acceptFlags2{0};    ///< ACCEPT, offset 41 (318+).
    uint32_t challengeBytes{0};  ///< TTC bytes of the challenge in Windows authentication.
    uint32_t protocolBytes{0};   ///< TTC bytes of the protocol reply without the name of the
                                 ///< platform and the addition of a multibyte character set.
    uint32_t dataTypesBytes{0};  ///< TTC bytes of the data types reply between different platforms.
    uint32_t sameTypesBytes{0};  ///< The same between equal platforms, if both ends are 10.2 or
                                 ///< later.
    uint32_t dataTypesPacketBytes{0};         ///< Maximum TTC bytes of its packets; 0: as agreed.
    uint32_t versionText{0};                  ///< Length of the text in the version reply,
                                              ///< characters.
    std::vector<std::string> encryptionTypes; ///< Encryption algorithms, in order of preference.
    std::vector<std::string> checksumTypes;   ///< Checksum algorithms, in order of preference.
    Platform platform{Platform::LINUX};       ///< Operating system it runs on.
    bool verifier11g{false};                  ///< The users have 11g verifiers.
    bool haReadiness{false};                  ///< It takes key values for high availability.
    bool multibyte{true};                     ///< Its character set is multibyte (AL32UTF8).

    /**
     * Get the size of a logon reply.
     *
     * @param request prefix of the request
     * @param peer the client
     * @return TTC bytes of the reply; 0 if it is not a logon request or has no reply
     */
    uint32_t GetLogonReply(const TtcPrefix& request, const LogonPeer& peer) const;

    /**
     * Get the size of a status message.
     *
     * @param peer a client
     * @return TTC bytes of the message: the reply to a logoff, a commit, or closing a cursor
     */
    uint32_t GetStatusLength(const LogonPeer& peer) const;

    /**
     * Read a release's profile.
     *
     * @param name name of a release, or "file:" and the path of its file
     * @param[out] out receives the profile
     * @return the error: unknown release, or an error in the file
     */
    static TextError Read(std::string_view name, ReleaseProfile& out);

    /**
     * Find a release's profile.
     *
     * @param name name of a release, or "file:" and the path of its file
     * @return the profile, or nothing
     */
    static std::optional<ReleaseProfile> Find(std::string_view name);

    /**
     * @return the built-in releases, oldest first
     */
    static std::vector<std::string> GetNames();

  private:
    /**
     * Get the sizes of the logon replies to a client.
     *
     * @param peer a client
     * @return the sizes
     */
    const LogonReplies& GetReplies(const LogonPeer& peer) const;

    /**
     * Get the size of the reply to a logon function.
     *
     * @param function the function
     * @param peer the client
     * @return TTC bytes of the reply; 0 if the function does not belong to a logon
     */
    uint32_t GetFunctionReply(TtcFunction function, const LogonPeer& peer) const;

    /// Values that depend on the client, in order; each keeps its file alive.
    std::vector<std::shared_ptr<const ProfileLayer>> m_conditional;
    /// Cached sizes of replies: by thin driver or not, client version, agreed version, and 12c
    /// verifiers.
    mutable std::map<std::tuple<bool, uint16_t, uint16_t, bool>, LogonReplies> m_replies;
};

} // namespace ns3::net8

#endif /* NET8_RELEASE_H */
