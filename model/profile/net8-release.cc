// SPDX-License-Identifier: GPL-2.0-only
#include "net8-release.h"

#include "net8-driver.h"
#include "net8-negotiation.h"

#include "ns3/net8-ttc-reply.h"
#include "ns3/net8-ttc-status.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// What all releases of one TNS generation share; sizes are TNS sizes of the captures less 10.
// clang-format off
const std::array<ReleaseProfile, 13> RELEASES{{
    // name   version  sdu   max sdu  tdu  resend options flags0 flags1 flags2  PRO  DTY  same  text
    // 7.3, 8.1: no capture; sizes of 10.2, SDU of the Net8 guides (2048, at most 32767)
    {"7.3",  310,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          151,  947, 947, 116},
    {"8.1",  310,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          151,  947, 947, 116},
    {"9.2",  312,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          151,  947, 947, 116},
    // 10.2: captures of 10.2.0.1 with a 9.2 client (different platforms) and a 10.2 client (same)
    {"10.2", 313,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          151,  947, 12, 116},
    // 11.1, 11.2: captures of 11.1.0.7 and 11.2 on Windows
    {"11.1", 314,  8192,   32767,   32767, true,  0x0841, 0x61, 0x41, 0,          157, 2478, 12,  57},
    {"11.2", 314,  8192,   65535,   32767, true,  0x0841, 0x61, 0x01, 0,          159, 2506, 12,  57},
    // 12.1: capture of 12.1 on Linux up to the first authentication; the rest as 11.2
    {"12.1", 315,  8192, SDU_MAX, SDU_MAX, true,  0x0c41, 0x41, 0x41, 0,          160, 2506, 16,  57},
    // 12.2: no capture; the version that its JDBC asks for, all else of 12.1
    {"12.2", 316,  8192, SDU_MAX, SDU_MAX, true,  0x0c41, 0x41, 0x41, 0,          160, 2506, 16,  57},
    // 18c, 19c: no capture; version and flags of 21c XE, sizes of 12.1; the text of the version
    // is the first line of the banner of XE 21c
    {"18c",  318,  8192, SDU_MAX, SDU_MAX, true,  0x0c01, 0xc1, 0x01, 0x00000001, 160, 2506, 16,  67},
    {"19c",  318,  8192, SDU_MAX, SDU_MAX, true,  0x0c01, 0xc1, 0x01, 0x00000001, 160, 2506, 16,  67},
    {"21c",  318,  8192, SDU_MAX, SDU_MAX, true,  0x0c01, 0xc1, 0x01, 0x00000001, 160, 2506, 16,  67},
    // 23ai, 26ai: captures with JDBC 23; default SDU of the server from the 23ai Net Services guide
    {"23ai", 319, 65536, SDU_MAX, SDU_MAX, false, 0x0c41, 0xc1, 0x01, 0x12000001, 160, 2506, 16,  67},
    {"26ai", 319, 65536, SDU_MAX, SDU_MAX, false, 0x0c41, 0xc1, 0x01, 0x1a000001, 160, 2506, 16,  67},
}};
// clang-format on

/// Native services replies: without NTS (9.2 to 26ai), with it (10.2).
constexpr uint32_t NATIVE = 117;
constexpr uint32_t NATIVE_NTS = 153;
/// What ten conversions of a multibyte character set add to the protocol reply.
constexpr uint32_t CONVERSIONS = 50;
/// Data types reply to a thin driver (driver runs; 26ai has it inside FAST_AUTH).
constexpr uint32_t THIN_TYPES = 2579;
/// Reply to protocol, data types and first authentication in one (26ai).
constexpr uint32_t FAST_AUTH = 3391;
/// Replies to the authentications of a thin driver. Up to 11.2 and with its verifiers: runs, and
/// the 39 pairs of 11.1 with 7 instead of 14 bytes of lengths and flags each, and the end of call
/// of 12.1 in the thin form, 1621 - 39 * 7 + 36 (SQL Developer with 11.2: 256, 1381). With
/// verifiers of 12c: SQL Developer with 12.1, JDBC with 26ai.
constexpr uint32_t THIN_AUTH_1_11G = 258;
constexpr uint32_t THIN_AUTH_1 = 360;
constexpr uint32_t THIN_AUTH_2_11G = 1384;
constexpr uint32_t THIN_AUTH_2 = 1950;
constexpr uint32_t THIN_AUTH_2_23AI = 2379;
/// Lengths in front of the text of the version reply.
constexpr uint32_t VERSION_HEAD = 8;

/**
 * @param function AUTH_1 or AUTH_2
 * @param version the agreed TNS version
 * @return TTC bytes of the reply to OCI beside its end of call: 9.2, 10.2 and 11.1 have session
 * keys of 32, 64 and 96 characters, and tell more from release to release
 */
uint32_t
GetOciAuthentication(TtcFunction function, uint16_t version)
{
    const bool first = function == TtcFunction::AUTH_1;
    return version < VERSION_10G   ? (first ? 61 : 348)
           : version < VERSION_11G ? (first ? 119 : 875)
                                   : (first ? 244 : 1621);
}

/**
 * @param function a function of a logon
 * @param release the server's release
 * @param peer who logs on
 * @return TTC bytes of the reply, 0 if the function is of no logon
 */
uint32_t
GetFunctionReply(TtcFunction function, const ReleaseProfile& release, const LogonPeer& peer)
{
    const bool is12c = peer.version >= VERSION_LONG_SIZES && !release.verifier11g;
    switch (function)
    {
    case TtcFunction::AUTH_1:
        if (peer.thin)
        {
            return is12c ? THIN_AUTH_1 : THIN_AUTH_1_11G;
        }
        break;
    case TtcFunction::AUTH_2:
        if (peer.thin)
        {
            return peer.version >= VERSION_CONNECTION_ID ? THIN_AUTH_2_23AI
                   : is12c                               ? THIN_AUTH_2
                                                         : THIN_AUTH_2_11G;
        }
        break;
    case TtcFunction::VERSION:
        return VERSION_HEAD + release.versionText + ReleaseProfile::GetStatusLength(peer);
    default:
        return 0;
    }
    // Taken to be those of 11 also later.
    const uint16_t version = std::min(peer.version, VERSION_11G);
    return GetOciAuthentication(function, version) +
           TtcReplySizes::Find(false, version, peer.samePlatform).endOfCall;
}

} // namespace

uint32_t
ReleaseProfile::GetLogonReply(const TtcPrefix& request, const LogonPeer& peer) const
{
    switch (request.message)
    {
    case TtcMessage::NATIVE:
        return peer.nts ? NATIVE_NTS : NATIVE;
    case TtcMessage::PROTOCOL:
        return protocolBytes + GetPlatformNameLength(platform, version) +
               (multibyte ? CONVERSIONS : 0);
    case TtcMessage::DATA_TYPES:
        return peer.thin                                          ? THIN_TYPES
               : peer.samePlatform && peer.version >= VERSION_10G ? sameTypesBytes
                                                                  : dataTypesBytes;
    case TtcMessage::FAST_AUTH:
        return FAST_AUTH;
    default:
        return GetFunctionReply(request.function, *this, peer);
    }
}

uint32_t
ReleaseProfile::GetStatusLength(const LogonPeer& peer)
{
    return peer.thin ? TtcStatus().Size() : peer.version < VERSION_10G ? 5 : 7;
}

std::optional<ReleaseProfile>
ReleaseProfile::Find(std::string_view name)
{
    const auto found = std::ranges::find(RELEASES, name, &ReleaseProfile::name);
    return found == RELEASES.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string>
ReleaseProfile::GetNames()
{
    std::vector<std::string> names;
    for (const auto& release : RELEASES)
    {
        names.push_back(release.name);
    }
    return names;
}

} // namespace ns3::net8
