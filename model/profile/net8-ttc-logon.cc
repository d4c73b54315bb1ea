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

/// Second and third request of native services, with the messages of NTLM (capture of 10.2).
constexpr std::array<uint32_t, 2> NTS_MESSAGES{132, 165};

} // namespace

uint32_t
TtcLogonSizes::GetRequest(const DriverProfile& driver,
                          TtcMessage message,
                          TtcFunction function) const
{
    switch (message)
    {
    case TtcMessage::NATIVE:
        return nativeSteps > 0 ? NTS_MESSAGES.at(std::min(nativeSteps, 2U) - 1)
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
