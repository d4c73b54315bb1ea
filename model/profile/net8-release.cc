// SPDX-License-Identifier: GPL-2.0-only
#include "net8-release.h"

#include "net8-driver.h"
#include "net8-negotiation.h"
#include "net8-profile-fields.h"

#include "ns3/net8-native-algorithm.h"
#include "ns3/net8-native-negotiation.h"
#include "ns3/net8-ttc-status.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

namespace
{

/// Size of the lengths before the text in the version reply, bytes.
constexpr uint32_t VERSION_HEAD = 8;

/**
 * @return the keys of a release's file that do not depend on the client
 */
const ProfileFields<ReleaseProfile>&
GetReleaseFields()
{
    using R = ReleaseProfile;
    using Member = ProfileFields<R>::Member;
    constexpr int64_t U8 = std::numeric_limits<uint8_t>::max();
    constexpr int64_t U16 = std::numeric_limits<uint16_t>::max();
    constexpr int64_t U32 = std::numeric_limits<uint32_t>::max();
    static const ProfileFields<R> FIELDS({
        {"version", Member(&R::version), 300, 400},
        {"sdu", Member(&R::sdu), SDU_MIN, SDU_MAX},
        {"maximum_sdu", Member(&R::maximumSdu), SDU_MIN, SDU_MAX},
        {"tdu", Member(&R::tdu), TDU_MIN, SDU_MAX},
        {"resend", Member(&R::resend)},
        {"marks_redirected", Member(&R::marksRedirected)},
        {"service_options", Member(&R::serviceOptions), 0, U16},
        {"accept_flags_0", Member(&R::acceptFlags0), 0, U8},
        {"accept_flags_1", Member(&R::acceptFlags1), 0, U8},
        {"accept_flags_2", Member(&R::acceptFlags2), 0, U32},
        {"challenge_bytes", Member(&R::challengeBytes), 0, U16},
        {"protocol_bytes", Member(&R::protocolBytes), 0, U16},
        {"data_types_bytes", Member(&R::dataTypesBytes), 0, U16},
        {"data_types_same_bytes", Member(&R::sameTypesBytes), 0, U16},
        {"data_types_packet_bytes", Member(&R::dataTypesPacketBytes), 0, U16},
        {"version_text_bytes", Member(&R::versionText), 0, U16},
        {"encryption_types",
         Member(&R::encryptionTypes),
         0,
         0,
         NativeAlgorithm::GetNames(NativeAlgorithm::GetEncryption())},
        {"checksum_types",
         Member(&R::checksumTypes),
         0,
         0,
         NativeAlgorithm::GetNames(NativeAlgorithm::GetChecksums())},
    });
    return FIELDS;
}

/**
 * @return the keys that may depend on the client
 */
const ProfileFields<LogonReplies>&
GetReplyFields()
{
    using R = LogonReplies;
    using Member = ProfileFields<R>::Member;
    constexpr int64_t U16 = std::numeric_limits<uint16_t>::max();
    static const ProfileFields<R> FIELDS({
        {"thin_types_bytes", Member(&R::thinTypesBytes), 0, U16},
        {"fast_auth_bytes", Member(&R::fastAuthBytes), 0, U16},
        {"auth_1_bytes", Member(&R::auth1Bytes), 0, U16},
        {"auth_2_bytes", Member(&R::auth2Bytes), 0, U16},
        {"conversions_bytes", Member(&R::conversionsBytes), 0, U16},
        {"status_bytes", Member(&R::statusBytes), 0, U16},
    });
    return FIELDS;
}

/**
 * Check a release's file.
 *
 * @param file the file
 * @return the error, if any
 */
TextError
CheckRelease(const ProfileFile& file)
{
    TextError error = GetReleaseFields().Check(file, file.own);
    for (const auto& layer : file.conditional)
    {
        error = error.IsError() ? error : GetReplyFields().Check(file, layer);
        if (layer.platform && !error.IsError())
        {
            error.file = file.source;
            error.message = "a server release has no table [linux] or [windows]; set "
                            "server.platform";
        }
    }
    if (!file.releases.empty() && !error.IsError())
    {
        error.file = file.source;
        error.line = file.releases.front().line;
        error.message = "a server release has no table [[release]]; write a file for each";
    }
    return error;
}

/**
 * Get the size of the first native services reply.
 *
 * @param nts whether Windows authentication is used
 * @return size of the reply, bytes
 */
uint32_t
GetNativeReply(bool nts)
{
    NativeAnswer answer;
    answer.method = nts ? NativeRequest::WINDOWS : "";
    return answer.Print().Size();
}

/**
 * @return the releases
 */
const ProfileLibrary&
GetReleaseLibrary()
{
    static const ProfileLibrary LIBRARY(GetReleaseTexts(), CheckRelease, "release");
    return LIBRARY;
}

} // namespace

const LogonReplies&
ReleaseProfile::GetReplies(const LogonPeer& peer) const
{
    const bool verifier12c = peer.version >= VERSION_LONG_SIZES && !verifier11g;
    auto [entry, isNew] =
        m_replies.try_emplace({peer.thin, peer.client, peer.version, verifier12c});
    if (isNew)
    {
        const ProfileLayer::Situation situation{.agreed = peer.version,
                                                .server = version,
                                                .client = peer.client,
                                                .thin = peer.thin,
                                                .verifier12c = verifier12c};
        for (const auto& layer : m_conditional)
        {
            if (layer->Holds(situation))
            {
                GetReplyFields().Apply(*layer, entry->second);
            }
        }
    }
    return entry->second;
}

uint32_t
ReleaseProfile::GetLogonReply(const TtcPrefix& request, const LogonPeer& peer) const
{
    const auto& sizes = GetReplies(peer);
    switch (request.message)
    {
    case TtcMessage::NATIVE:
        return GetNativeReply(peer.nts);
    case TtcMessage::PROTOCOL:
        return protocolBytes + GetPlatformNameLength(platform, version) +
               (multibyte ? sizes.conversionsBytes : 0);
    case TtcMessage::DATA_TYPES:
        return peer.thin                                          ? sizes.thinTypesBytes
               : peer.samePlatform && peer.version >= VERSION_10G ? sameTypesBytes
                                                                  : dataTypesBytes;
    case TtcMessage::FAST_AUTH:
        return sizes.fastAuthBytes;
    default:
        return GetFunctionReply(request.function, peer);
    }
}

uint32_t
ReleaseProfile::GetFunctionReply(TtcFunction function, const LogonPeer& peer) const
{
    const auto& sizes = GetReplies(peer);
    const uint32_t end = peer.thin ? 0 : TtcReplySizes::Find(peer.GetEnds()).endOfCall;
    switch (function)
    {
    case TtcFunction::AUTH_1:
        return sizes.auth1Bytes + end;
    case TtcFunction::AUTH_2:
        return sizes.auth2Bytes + end;
    case TtcFunction::VERSION:
        return VERSION_HEAD + versionText + GetStatusLength(peer);
    default:
        return 0;
    }
}

uint32_t
ReleaseProfile::GetStatusLength(const LogonPeer& peer) const
{
    return peer.thin ? TtcStatus().Size() : GetReplies(peer).statusBytes;
}

TextError
ReleaseProfile::Read(std::string_view name, ReleaseProfile& out)
{
    ProfileLibrary::Chain chain;
    if (auto error = GetReleaseLibrary().Open(name, chain); error.IsError())
    {
        return error;
    }
    out = {};
    for (const auto& file : chain)
    {
        GetReleaseFields().Apply(file->own, out);
        for (const auto& layer : file->conditional)
        {
            out.m_conditional.emplace_back(file, &layer);
        }
    }
    out.name = chain.back()->name;
    return {};
}

std::optional<ReleaseProfile>
ReleaseProfile::Find(std::string_view name)
{
    ReleaseProfile release;
    return Read(name, release).IsError() ? std::nullopt : std::optional(std::move(release));
}

std::vector<std::string>
ReleaseProfile::GetNames()
{
    return GetReleaseLibrary().GetNames();
}

} // namespace ns3::net8
