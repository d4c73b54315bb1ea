// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests the defaults of a release, and the settings chosen instead.
 */
#include "ns3/net8-packet-type.h"
#include "ns3/net8-server-choices.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/**
 * Apply choices.
 *
 * @param choices chosen settings
 * @return resulting settings of the sessions
 */
ServerSettings
Apply(const ServerChoices& choices)
{
    ServerSettings settings;
    const auto error = choices.ApplyTo(settings);
    EXPECT_FALSE(error.IsError()) << error.GetSentence();
    return settings;
}

} // namespace

TEST(ServerChoices, AreThoseOfTheRelease)
{
    // Net Services Reference: DEFAULT_SDU_SIZE is 2048 up to 10.2 and 8192 from 11.1 on, at most
    // 32767 up to 11.1, 65535 in 11.2, 2097152 from 12.1 on; the TDU applies up to 10.2.
    ServerChoices choices;
    choices.release = "10.2";
    auto settings = Apply(choices);
    EXPECT_EQ(settings.limits.version, 313);
    EXPECT_EQ(settings.limits.sdu, 2048U);
    EXPECT_EQ(settings.tduRule, TduRule::MIN);
    EXPECT_TRUE(settings.resend);
    choices.release = "19c";
    settings = Apply(choices);
    EXPECT_EQ(settings.limits.version, 318);
    EXPECT_EQ(settings.limits.sdu, 8192U);
    EXPECT_EQ(settings.tduRule, TduRule::IGNORE);
}

TEST(ServerChoices, CountInItsPlace)
{
    ServerChoices choices;
    choices.release = "11.2";
    choices.sdu = 1'000'000;
    choices.tdu = 4096;
    choices.tduRule = TduChoice::MIN;
    choices.sduReserve = 10;
    choices.resend = ReleaseChoice::NO;
    choices.verifier11g = true;
    choices.platform = Platform::WINDOWS;
    choices.characterSet = "we8iso8859p1";
    choices.versionText = "Oracle Database";
    auto settings = Apply(choices);
    EXPECT_EQ(settings.limits.sdu, 65535U); // the maximum of 11.2
    EXPECT_EQ(settings.limits.tdu, 4096U);
    EXPECT_EQ(settings.tduRule, TduRule::MIN);
    EXPECT_EQ(settings.sduReserve, 10U);
    EXPECT_FALSE(settings.resend);
    EXPECT_TRUE(settings.release.verifier11g);
    EXPECT_EQ(settings.release.platform, Platform::WINDOWS);
    EXPECT_FALSE(settings.release.multibyte);
    EXPECT_EQ(settings.release.versionText, 15U);

    choices.resend = ReleaseChoice::YES;
    choices.characterSet = "al32utf8";
    settings = Apply(choices);
    EXPECT_TRUE(settings.resend);
    EXPECT_TRUE(settings.release.multibyte);
}

TEST(ServerChoices, TakeOffersOutOfTheAccept)
{
    // Flags of the fact sheet on TNS, section 4: 0x04 in both bytes disables native services.
    ServerChoices choices;
    choices.release = "23ai";
    const auto all = Apply(choices).release;
    choices.nativeServices = false;
    choices.disableOobAuto = true;
    const auto less = Apply(choices).release;
    EXPECT_EQ(less.acceptFlags0, 0x04);
    EXPECT_EQ(less.acceptFlags1, 0x04);
    EXPECT_NE(all.acceptFlags2 & accept_flag2::OOB_CHECK, 0U);
    EXPECT_EQ(less.acceptFlags2, all.acceptFlags2 & ~accept_flag2::OOB_CHECK);
}

TEST(ServerChoices, SayWhatIsWrongWithARelease)
{
    ServerChoices choices;
    choices.release = "6.0";
    ServerSettings settings;
    EXPECT_TRUE(choices.ApplyTo(settings).IsError());
    choices.release = "file:/no/such/file.toml";
    EXPECT_NE(choices.ApplyTo(settings).GetSentence().find("/no/such/file.toml"),
              std::string::npos);
}
