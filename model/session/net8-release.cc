// SPDX-License-Identifier: GPL-2.0-only
#include "net8-release.h"

#include "net8-negotiation.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Largest request of a data type negotiation between equal platforms, TTC bytes (captures: 59 to
/// 72; different platforms start at 1019).
constexpr uint32_t SAME_PLATFORM_TYPES = 100;

/// What all releases of one TNS generation share; the sizes of a reply are TNS sizes of the capture
/// less 10.
// clang-format off
const std::array<ReleaseProfile, 12> RELEASES{{
    // name   version  sdu   max sdu  tdu  resend options flags0 flags1 flags2  ANO  PRO  DTY  same  AUTH1 AUTH2  fast version logoff
    // 7.3, 8.1: no capture; sizes of 10.2, SDU of the Net8 guides (2048, at most 32767)
    {"7.3",  310,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          117, 229,  947, 12, 125,  412,    0, 129, 7},
    {"8.1",  310,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          117, 229,  947, 12, 125,  412,    0, 129, 7},
    {"9.2",  312,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          117, 229,  947, 12, 125,  412,    0, 129, 7},
    // 10.2: capture of 10.2.0.1 with a 9.2 client (different platforms); a 10.2 client (equal platforms): WithSizesFor
    {"10.2", 313,  2048,   32767,   32767, true,  0x0000, 0x41, 0x41, 0,          117, 229,  947, 12, 125,  412,    0, 129, 7},
    // 11.1, 11.2: captures of 11.1.0.7 and 11.2 on Windows
    {"11.1", 314,  8192,   32767,   32767, true,  0x0841, 0x61, 0x41, 0,          117, 177, 2478, 12, 310, 1687,    0,  72, 7},
    {"11.2", 314,  8192,   65535,   32767, true,  0x0841, 0x61, 0x01, 0,          117, 229, 2506, 12, 310, 1687,    0,  72, 7},
    // 12.1: capture of 12.1 on Linux up to the first authentication; the rest as 11.2
    {"12.1", 315,  8192, SDU_MAX, SDU_MAX, true,  0x0c41, 0x41, 0x41, 0,          117, 229, 2506, 16, 310, 1687,    0,  72, 7},
    // 18c, 19c: no capture; version and flags of 21c XE, sizes of 12.1
    {"18c",  318,  8192, SDU_MAX, SDU_MAX, true,  0x0c01, 0xc1, 0x01, 0x00000001, 117, 229, 2579, 16, 310, 1687,    0,  72, 4},
    {"19c",  318,  8192, SDU_MAX, SDU_MAX, true,  0x0c01, 0xc1, 0x01, 0x00000001, 117, 229, 2579, 16, 310, 1687,    0,  72, 4},
    {"21c",  318,  8192, SDU_MAX, SDU_MAX, true,  0x0c01, 0xc1, 0x01, 0x00000001, 117, 229, 2579, 16, 310, 1687,    0,  72, 4},
    // 23ai, 26ai: captures with JDBC 23; default SDU of the server from the 23ai Net Services guide
    {"23ai", 319, 65536, SDU_MAX, SDU_MAX, false, 0x0c41, 0xc1, 0x01, 0x12000001, 117, 229, 2579, 16, 310, 2379, 3391,  72, 4},
    {"26ai", 319, 65536, SDU_MAX, SDU_MAX, false, 0x0c41, 0xc1, 0x01, 0x1a000001, 117, 229, 2579, 16, 310, 2379, 3391,  72, 4},
}};
// clang-format on

/// TNS version of a client of release 10.2.
constexpr uint16_t VERSION_10G = 313;

/**
 * @param release a release
 * @param agreedVersion the agreed TNS version
 * @return the release with the sizes of the capture of 10.2 with a client of 10.2, where that holds
 */
ReleaseProfile
WithSizesFor(ReleaseProfile release, uint16_t agreedVersion)
{
    if (release.version == VERSION_10G && agreedVersion == VERSION_10G)
    {
        release.nativeBytes = 153;
        release.protocolBytes = 169;
        release.auth1Bytes = 215;
        release.auth2Bytes = 971;
        release.versionBytes = 137;
    }
    return release;
}

} // namespace

uint32_t
ReleaseProfile::GetLogonReply(const TtcPrefix& request, uint16_t agreedVersion) const
{
    const auto sizes = WithSizesFor(*this, agreedVersion);
    switch (request.message)
    {
    case TtcMessage::NATIVE:
        return sizes.nativeBytes;
    case TtcMessage::PROTOCOL:
        return sizes.protocolBytes;
    case TtcMessage::DATA_TYPES:
        return request.length <= SAME_PLATFORM_TYPES ? sizes.sameTypesBytes : sizes.dataTypesBytes;
    case TtcMessage::FAST_AUTH:
        return sizes.fastAuthBytes != 0
                   ? sizes.fastAuthBytes
                   : sizes.protocolBytes + sizes.dataTypesBytes + sizes.auth1Bytes;
    default:
        break;
    }
    switch (request.function)
    {
    case TtcFunction::AUTH_1:
        return sizes.auth1Bytes;
    case TtcFunction::AUTH_2:
        return sizes.auth2Bytes;
    case TtcFunction::VERSION:
        return sizes.versionBytes;
    default:
        return 0;
    }
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
