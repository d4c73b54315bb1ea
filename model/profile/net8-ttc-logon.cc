// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-logon.h"

#include "net8-driver.h"
#include "net8-negotiation.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Bytes of the keys AUTH_TERMINAL, AUTH_PROGRAM_NM, AUTH_MACHINE and AUTH_PID.
constexpr uint32_t FOUR_KEYS = 13 + 15 + 12 + 8;
/// The same with AUTH_SID, the operating system user, which OCI 9.2 does not tell.
constexpr uint32_t FIVE_KEYS = FOUR_KEYS + 8;
/// Lengths and flags of a pair of key and value: OCI, thin.
constexpr uint32_t OCI_PAIR = 14;
constexpr uint32_t THIN_PAIR = 7;
/// Protocol request beside the name of the platform: type, versions, zero bytes.
constexpr uint32_t PROTOCOL = 9;
/// What the service "NTS" adds to a native services request: its number and its name.
constexpr uint32_t NTS = 12;
/// Second and third request of native services, with the messages of NTLM (capture of 10.2).
constexpr std::array<uint32_t, 2> NTS_MESSAGES{132, 165};
/// What the second authentication of a thin driver has more where the server knows verifiers of
/// 12c: AUTH_PBKDF2_SPEEDY_KEY (2 + 23 + 2 + 161 + 1), a session key of 64 instead of 96
/// characters (runs of all three; SQL Developer with 12.1 and JDBC with 26ai have the same pairs).
constexpr uint32_t VERIFIER_12C = 189 - 32;

/// One generation of OCI clients.
struct OciSizes
{
    uint16_t version;    ///< TNS version of the client.
    uint32_t pointer;    ///< Bytes of a pointer.
    uint32_t native;     ///< Native services.
    uint32_t otherTypes; ///< Data types between different platforms.
    uint32_t sameTypes;  ///< Data types between equal platforms.
    uint32_t auth2;      ///< Second authentication beside user and names.
};

// clang-format off
/// Captures of 9.2 (other platform), 10.2 (same), 11 (both), 12.1 (same, up to the first
/// authentication). A size without a capture is that of the next release that has one, data types of
/// 9.2 between equal platforms those between different ones.
constexpr std::array<OciSizes, 4> OCI_SIZES{{
    {312, 4, 146, 1019, 1019, 740},
    {313, 4, 146, 1019, 59, 1038},
    {314, 8, 151, 2657, 67,  847},
    {315, 8, 154, 2657, 72,  847},
}};
// clang-format on

/**
 * @param version TNS version of an OCI client
 * @return its sizes; the oldest take those of 9.2, the newest those of 12.1
 */
const OciSizes&
GetOciSizes(uint16_t version)
{
    const OciSizes* best = OCI_SIZES.data();
    for (const auto& sizes : OCI_SIZES)
    {
        best = sizes.version <= version ? &sizes : best;
    }
    return *best;
}

} // namespace

uint32_t
TtcLogonSizes::GetRequest(const DriverProfile& driver,
                          TtcMessage message,
                          TtcFunction function) const
{
    return driver.thin ? GetThinRequest(driver, message, function)
                       : GetOciRequest(driver, message, function);
}

uint32_t
TtcLogonSizes::GetOciRequest(const DriverProfile& driver,
                             TtcMessage message,
                             TtcFunction function) const
{
    const auto& sizes = GetOciSizes(driver.version);
    const bool oldest = driver.version < VERSION_10G;
    const auto user = static_cast<uint32_t>(identity.userName.size());
    const uint32_t names = identity.GetNamesLength(driver);
    // Between equal 64-bit platforms pointers are aligned to 8 bytes.
    const uint32_t padding = samePlatform && sizes.pointer == 8 ? 4 : 0;
    switch (message)
    {
    case TtcMessage::NATIVE:
        return nativeSteps > 0 ? NTS_MESSAGES.at(std::min(nativeSteps, 2U) - 1)
                               : sizes.native + (driver.osAuthentication ? NTS : 0);
    case TtcMessage::PROTOCOL:
        return PROTOCOL + GetPlatformNameLength(driver.platform, driver.version);
    case TtcMessage::DATA_TYPES:
        return samePlatform ? sizes.sameTypes : sizes.otherTypes;
    default:
        break;
    }
    switch (function)
    {
    case TtcFunction::AUTH_1:
        // Type, function, sequence; 4 pointers; 3 integers; length of the user's name.
        return 3 + 4 * sizes.pointer + 12 + 1 + padding + user +
               (oldest ? 4 * OCI_PAIR + FOUR_KEYS : 5 * OCI_PAIR + FIVE_KEYS) + names;
    case TtcFunction::AUTH_2:
        return sizes.auth2 + padding + user + names;
    default:
        // Version: a session switch in front from 10.2 on; 3 bytes, 3 pointers, a length.
        return driver.GetSessionSwitch() + 3 + 3 * sizes.pointer + 4 + padding;
    }
}

uint32_t
TtcLogonSizes::GetThinRequest(const DriverProfile& driver,
                              TtcMessage message,
                              TtcFunction function) const
{
    const auto& sizes = *driver.thinRelease;
    const auto user = static_cast<uint32_t>(identity.userName.size());
    const uint32_t names = identity.GetNamesLength(driver);
    const uint32_t token = driver.token ? 1 : 0;
    switch (message)
    {
    case TtcMessage::NATIVE:
        return sizes.native;
    case TtcMessage::PROTOCOL:
        return sizes.protocol;
    case TtcMessage::DATA_TYPES:
        return driver.dataTypesBytes;
    case TtcMessage::FAST_AUTH:
        return sizes.fastAuth + user + names;
    default:
        break;
    }
    switch (function)
    {
    case TtcFunction::AUTH_1:
        return sizes.auth1Head + token + user + 5 * THIN_PAIR + FIVE_KEYS + names;
    case TtcFunction::AUTH_2:
        break;
    default:
        return driver.versionBytes;
    }
    // JDBC repeats the names, without the operating system user.
    const auto sid = static_cast<uint32_t>(identity.osUser.size());
    const bool repeats = driver.kind == DriverKind::JDBC_THIN;
    return sizes.auth2 + token + user + (repeats ? names - sid : 0) + connectString +
           (version >= VERSION_LONG_SIZES && !verifier11g ? VERIFIER_12C : 0);
}

} // namespace ns3::net8
