// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-client-settings.h"

#include "ns3/net8-tds-text.h"

namespace ns3::net8
{

namespace
{

/**
 * @return the default driver
 */
const TdsDriverProfile&
GetDefaultDriver()
{
    static const TdsDriverProfile DRIVER = [] {
        TdsDriverProfile driver;
        TdsDriverProfile::Read(DEFAULT_TDS_DRIVER, driver);
        return driver;
    }();
    return DRIVER;
}

} // namespace

TdsClientSettings::TdsClientSettings()
    : TdsClientSettings(GetDefaultDriver())
{
}

TdsClientSettings::TdsClientSettings(const TdsDriverProfile& driver)
    : version(driver.version),
      packetSize(driver.packetSize),
      programVersion(driver.programVersion),
      instance(driver.instance),
      program(driver.program),
      library(driver.library),
      language(driver.language),
      flags{driver.flags1, driver.flags2, driver.typeFlags, driver.flags3},
      beginsTransaction(driver.beginsTransaction),
      request(driver.request)
{
}

TdsPrelogin
TdsClientSettings::MakePrelogin() const
{
    constexpr int SUB_BUILD = 2;
    std::string told;
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        told += static_cast<char>(programVersion >> static_cast<uint32_t>(shift) & 0xffU);
    }
    TdsPrelogin prelogin;
    prelogin.Add(TdsPrelogin::Option::VERSION, told + std::string(SUB_BUILD, '\0'));
    prelogin.Add(TdsPrelogin::Option::ENCRYPTION, std::string(1, static_cast<char>(encryption)));
    prelogin.Add(TdsPrelogin::Option::INSTANCE, instance + '\0');
    prelogin.Add(TdsPrelogin::Option::THREAD, std::string(4, '\0'));
    if (TdsLayout::Of(version).wide)
    {
        prelogin.Add(TdsPrelogin::Option::MARS, std::string(1, '\0'));
    }
    return prelogin;
}

TdsLogin
TdsClientSettings::MakeLogin() const
{
    TdsLogin login;
    login.version = version;
    login.packetSize = packetSize;
    login.programVersion = programVersion;
    login.flags = flags;
    const auto add = [&](TdsLogin::Item item, const std::string& text) {
        login.Add(item, TdsText::Widen(text));
    };
    add(TdsLogin::Item::HOST, host);
    add(TdsLogin::Item::USER, user);
    login.Add(TdsLogin::Item::PASSWORD, TdsLogin::Scramble(TdsText::Widen(password)));
    add(TdsLogin::Item::PROGRAM, program);
    add(TdsLogin::Item::SERVER, server);
    add(TdsLogin::Item::LIBRARY, library);
    add(TdsLogin::Item::LANGUAGE, language);
    add(TdsLogin::Item::DATABASE, database);
    return login;
}

} // namespace ns3::net8
