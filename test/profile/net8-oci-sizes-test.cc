// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Sizes that the simulator gives the messages of OCI, beside those of the messages.
 */
#include "ns3/net8-driver.h"
#include "ns3/net8-oci-auth-request.h"
#include "ns3/net8-oci-close-cursor.h"
#include "ns3/net8-oci-close-cursors.h"
#include "ns3/net8-oci-end-of-call.h"
#include "ns3/net8-oci-execute.h"
#include "ns3/net8-oci-fetch.h"
#include "ns3/net8-oci-session-switch.h"
#include "ns3/net8-oci-status.h"
#include "ns3/net8-oci-version-reply.h"
#include "ns3/net8-oci-version.h"
#include "ns3/net8-release.h"
#include "ns3/net8-ttc-logon.h"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Releases of OCI whose messages captures show, with their TNS versions.
constexpr std::array<std::pair<std::string_view, uint16_t>, 3> RELEASES{
    {{"9.2", 312}, {"10.2", 313}, {"11.2", 314}}};
/// Lengths of statements, around those at which texts get another form.
constexpr std::array<uint32_t, 9> LENGTHS{1, 21, 63, 64, 65, 128, 129, 252, 1000};

/**
 * An end that talks to one of its own release.
 */
struct Case
{
    DriverProfile driver; ///< The driver, which knows its server.
    OciLayout layout;     ///< Layout of their messages.
    bool same{false};     ///< Both ends run on the same platform.
};

/**
 * @return each release, between different platforms and between equal ones
 */
std::vector<Case>
GetCases()
{
    std::vector<Case> cases;
    for (const auto& [release, version] : RELEASES)
    {
        for (const bool same : {false, true})
        {
            auto driver = DriverProfile::Find("sqlplus", release).value();
            driver.SetServer(version, same);
            // OCI 9.2 sends no structures.
            const OciLayout layout{.version = version,
                                   .samePlatform = same && version >= OciLayout::VERSION_11G,
                                   .chunk = static_cast<uint8_t>(driver.textChunk)};
            cases.push_back({driver, layout, same});
        }
    }
    return cases;
}

/**
 * @param one who logs on
 * @param function a function
 * @return TTC bytes of its request
 */
uint32_t
CountLogon(const Case& one, TtcFunction function)
{
    TtcLogonSizes sizes;
    sizes.version = one.layout.version;
    sizes.samePlatform = one.same;
    sizes.identity = ClientIdentity{.userName = "scott",
                                    .program = "app",
                                    .machine = "client",
                                    .terminal = "term",
                                    .osUser = "user",
                                    .processId = "12345"};
    return sizes.GetRequest(one.driver, TtcMessage::FUNCTION, function);
}

} // namespace

TEST(OciSizes, Executes)
{
    for (const auto& [driver, layout, same] : GetCases())
    {
        OciExecute execute;
        for (const uint32_t length : LENGTHS)
        {
            execute.statement.assign(length + 1, 'x'); // a zero behind it
            EXPECT_EQ(driver.GetExecuteLength(length, 1), execute.Size(layout))
                << driver.release << " " << length;
        }
    }
}

// From 18c on executes are those of captures of 12.1: a structure, and no zero behind the text.
TEST(OciSizes, ExecutesOf18c)
{
    auto driver = DriverProfile::Find("sqlplus", "19c").value();
    driver.SetServer(OciLayout::VERSION_12C, true);
    OciExecute execute;
    for (const uint32_t length : LENGTHS)
    {
        execute.statement.assign(length, 'x');
        EXPECT_EQ(driver.GetExecuteLength(length, 1),
                  execute.Size({.version = OciLayout::VERSION_12C,
                                .samePlatform = true,
                                .chunk = static_cast<uint8_t>(driver.textChunk)}))
            << length;
    }
}

TEST(OciSizes, CallsWithoutAStatement)
{
    for (const auto& [driver, layout, same] : GetCases())
    {
        OciCloseCursors close;
        close.cursors = {1};
        EXPECT_EQ(driver.GetCloseCursors(same), close.Size(layout)) << driver.release;
        EXPECT_EQ(driver.fetchBytes, OciFetch().Size(layout));
        EXPECT_EQ(driver.logoffBytes, TtcHead(TtcFunction::LOGOFF).Size());
        const auto release = ReleaseProfile::Find(driver.release).value();
        const LogonPeer peer{.version = layout.version, .samePlatform = same};
        EXPECT_EQ(release.GetStatusLength(peer), OciStatus().Size(layout)) << driver.release;
        OciVersionReply reply;
        reply.text.assign(release.versionText, 'x');
        EXPECT_EQ(release.GetLogonReply({.function = TtcFunction::VERSION}, peer),
                  reply.Size(layout));
    }
}

TEST(OciSizes, Logon)
{
    for (const auto& one : GetCases())
    {
        OciAuthRequest request;
        request.user = "scott";
        std::vector<std::pair<std::string, std::string>> told{
            {"AUTH_TERMINAL", "term"},
            {"AUTH_PROGRAM_NM", "app (TNS V1-V3)"},
            {"AUTH_MACHINE", "client"},
            {"AUTH_PID", "12345"},
            {"AUTH_SID", "user"}};
        if (!one.driver.tellsOsUser)
        {
            told.pop_back();
            // Its capture has a zero byte behind the machine.
            told[2].second += '\0';
        }
        for (const auto& [key, value] : told)
        {
            request.pairs.emplace_back();
            request.pairs.back().key.text = key;
            request.pairs.back().value.text = value;
        }
        EXPECT_EQ(CountLogon(one, TtcFunction::AUTH_1), request.Size(one.layout))
            << one.driver.release;
        const uint32_t before =
            one.driver.sessionSwitchBytes > 0 ? OciSessionSwitch().Size(one.layout) : 0;
        EXPECT_EQ(CountLogon(one, TtcFunction::VERSION), before + OciVersion().Size(one.layout))
            << one.driver.release;
    }
}

// The files have the sizes of captures: 9.2 and 11 between different platforms, 10.2 on the same.
TEST(OciSizes, Errors)
{
    for (const auto& [driver, layout, same] : GetCases())
    {
        OciEndOfCall end;
        end.error = 942;
        auto form = layout;
        form.samePlatform = driver.release == "10.2";
        EXPECT_EQ(driver.errorBytes, end.Size(form)) << driver.release;
    }
}
