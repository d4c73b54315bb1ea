// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-logon.h"

#include "net8-driver.h"
#include "net8-negotiation.h"

namespace ns3::net8
{

namespace
{

/**
 * Get the size of a later native services request with Windows authentication: an NTLM message with
 * the framing of the captures of 9.2 and 10.2. NEGOTIATE has domain and host in bytes, AUTHENTICATE
 * two answers of 24 bytes and, in UTF-16, the host as domain, the user and the host.
 *
 * @param step index of the request, 1 or 2
 * @param identity names of the client
 * @return TTC bytes
 */
uint32_t
CountNtlm(uint32_t step, const ClientIdentity& identity)
{
    constexpr uint32_t AROUND_NEGOTIATE = 89;
    constexpr uint32_t AROUND_AUTHENTICATE = 33;
    constexpr uint32_t NEGOTIATE = 32 + 8; // fields and version
    constexpr uint32_t AUTHENTICATE = 64 + 8 + 2 * 24;
    const auto host = static_cast<uint32_t>(identity.GetHost().size());
    const auto machine = static_cast<uint32_t>(identity.machine.size());
    if (step == 1)
    {
        const uint32_t domain = machine > host ? machine - host - 1 : 0;
        return AROUND_NEGOTIATE + NEGOTIATE + domain + host;
    }
    const auto user = static_cast<uint32_t>(identity.osUser.size());
    return AROUND_AUTHENTICATE + AUTHENTICATE + 2 * (host + user + host);
}

} // namespace

uint32_t
TtcLogonSizes::GetRequest(const DriverProfile& driver,
                          TtcMessage message,
                          TtcFunction function) const
{
    switch (message)
    {
    case TtcMessage::NATIVE:
        return nativeSteps > 0 ? CountNtlm(nativeSteps, identity)
                               : driver.GetNativeRequest().Print().Size();
    case TtcMessage::PROTOCOL:
        return driver.protocolBytes +
               (driver.namesPlatform ? GetPlatformNameLength(driver.platform, driver.version) : 0);
    case TtcMessage::DATA_TYPES:
        return samePlatform && driver.dataTypesSameBytes != 0 ? driver.dataTypesSameBytes
                                                              : driver.dataTypesBytes;
    case TtcMessage::FAST_AUTH:
        return driver.fastAuthBytes + GetNames(driver);
    default:
        return GetFunction(driver, function);
    }
}

uint32_t
TtcLogonSizes::GetFunction(const DriverProfile& driver, TtcFunction function) const
{
    const uint32_t alignment = samePlatform ? driver.alignmentBytes : 0;
    const uint32_t token = driver.token ? 1 : 0;
    switch (function)
    {
    case TtcFunction::AUTH_1:
        return driver.auth1Bytes + alignment + token + GetNames(driver);
    case TtcFunction::AUTH_2:
        break;
    default:
        return driver.versionBytes + alignment;
    }
    const auto user = static_cast<uint32_t>(identity.userName.size());
    const auto osUser = static_cast<uint32_t>(identity.osUser.size());
    const uint32_t names = driver.auth2Names == NamesTold::NONE  ? user
                           : driver.auth2Names == NamesTold::ALL ? GetNames(driver)
                                                                 : GetNames(driver) - osUser;
    const bool is12c = version >= VERSION_LONG_SIZES && !verifier11g;
    return driver.auth2Bytes + alignment + token + names + connectString +
           (is12c ? driver.verifier12cBytes : 0);
}

uint32_t
TtcLogonSizes::GetNames(const DriverProfile& driver) const
{
    return static_cast<uint32_t>(identity.userName.size()) + identity.GetNamesLength(driver);
}

} // namespace ns3::net8
