// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Sizes that the simulator gives the messages of OCI, beside those of the messages.
 */
#include "net8-oci-close-cursor.h"
#include "net8-oci-session-switch.h"
#include "net8-oci-status.h"
#include "net8-oci-version-reply.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-oci-auth-request.h"
#include "ns3/net8-oci-close-cursors.h"
#include "ns3/net8-oci-end-of-call.h"
#include "ns3/net8-oci-execute.h"
#include "ns3/net8-oci-fetch.h"
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

/**
 * Releases of OCI and of servers that captures show.
 */
struct Pair
{
    std::string_view client; ///< Release of OCI.
    uint16_t version;        ///< Its TNS version.
    std::string_view server; ///< Release of the server.
    uint16_t agreed;         ///< The agreed TNS version.
};

/// Each with its own, and 12.1 with the servers of the captures of 2016.
constexpr std::array<Pair, 6> PAIRS{{{"9.2", 312, "9.2", 312},
                                     {"10.2", 313, "10.2", 313},
                                     {"11.2", 314, "11.2", 314},
                                     {"12.1", 315, "10.2", 313},
                                     {"12.1", 315, "11.2", 314},
                                     {"12.1", 315, "12.1", 315}}};
/// Lengths of statements, around those at which texts get another form.
constexpr std::array<uint32_t, 9> OCI_LENGTHS{1, 21, 63, 64, 65, 128, 129, 252, 1000};

/**
 * An end that talks to another.
 */
struct Case
{
    DriverProfile driver; ///< The driver, which knows its server.
    Pair pair;            ///< Both ends.
    OciLayout layout;     ///< Layout of their messages.
    bool same{false};     ///< Both ends run on the same platform.
};

/**
 * @return each pair, between different platforms and between equal ones
 */
std::vector<Case>
GetCases()
{
    std::vector<Case> cases;
    for (const auto& pair : PAIRS)
    {
        for (const bool same : {false, true})
        {
            auto driver = DriverProfile::Find("sqlplus", pair.client).value();
            driver.SetServer(pair.agreed, same);
            // OCI 9.2 sends no structures, and 10.2 none in requests.
            const OciLayout layout{.version = pair.agreed,
                                   .client = pair.version,
                                   .samePlatform = same && pair.version >= OciLayout::VERSION_11G,
                                   .chunk = static_cast<uint8_t>(driver.textChunk)};
            cases.push_back({driver, pair, layout, same});
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
    for (const auto& [driver, pair, layout, same] : GetCases())
    {
        if (pair.agreed == OciLayout::VERSION_12C && !same)
        {
            continue; // taken to be the structure of equal platforms: no capture
        }
        OciExecute execute;
        for (const uint32_t length : OCI_LENGTHS)
        {
            // Up to 11 a zero stands behind it.
            execute.statement.assign(length + (driver.textZero ? 1 : 0), 'x');
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
    for (const uint32_t length : OCI_LENGTHS)
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
    for (const auto& [driver, pair, layout, same] : GetCases())
    {
        OciCloseCursors close;
        close.cursors = {1};
        EXPECT_EQ(driver.GetCloseCursors(same), close.Size(layout)) << driver.release;
        EXPECT_EQ(driver.fetchBytes, OciFetch().Size(layout));
        EXPECT_EQ(driver.logoffBytes, TtcHead(TtcFunction::LOGOFF).Size());
        const auto release = ReleaseProfile::Find(pair.server).value();
        const LogonPeer peer{.version = pair.agreed, .client = pair.version, .samePlatform = same};
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

TEST(OciSizes, Errors)
{
    for (const auto& [driver, pair, layout, same] : GetCases())
    {
        OciEndOfCall end;
        end.error = 942;
        end.text = "ORA-00942: table or view does not exist\n";
        auto form = layout;
        form.samePlatform = same && pair.agreed >= OciLayout::VERSION_10G;
        EXPECT_EQ(driver.reply.GetErrorLength("ORA-00942: table or view does not exist"),
                  end.Size(form))
            << driver.release << " with " << pair.server;
    }
}

// TTC bytes of captures, with the characters of their texts less the line feed: trex_cap2_Oracle,
// wireshark-wiki_TNS_Oracle1 and john-samples_11gR2-root-no-Nmap.
TEST(OciSizes, ErrorsOfCaptures)
{
    const auto count = [](const TtcEnds& ends, std::size_t characters) {
        return TtcReplySizes::Find(ends).GetErrorLength(std::string(characters, 'x'));
    };
    EXPECT_EQ(count({.client = 312, .version = 312, .samePlatform = false}, 39), 115 - 10);
    EXPECT_EQ(count({.client = 313, .version = 313, .samePlatform = true}, 50), 158 - 10);
    EXPECT_EQ(count({.client = 314, .version = 314, .samePlatform = false}, 50), 128 - 10);
}

// Frames 13 of wireshark-wiki_9_oracle12, _8_oracle11 and _7_oracle10_2016: user sys, five names of
// 42, 42 and 41 characters, connect strings of 92, 95 and 94.
TEST(OciSizes, SecondAuthenticationOf12_1)
{
    const auto count = [](uint16_t agreed, const std::string& process, uint32_t connectString) {
        auto driver = DriverProfile::Find("sqlplus", "12.1").value();
        driver.SetServer(agreed, true);
        TtcLogonSizes sizes;
        sizes.version = agreed;
        sizes.samePlatform = true;
        sizes.connectString = connectString;
        sizes.identity = ClientIdentity{.userName = "sys",
                                        .program = "sqlplus@kali",
                                        .machine = "kali",
                                        .terminal = "pts/0",
                                        .osUser = "root",
                                        .processId = process};
        return sizes.GetRequest(driver, TtcMessage::FUNCTION, TtcFunction::AUTH_2);
    };
    EXPECT_EQ(count(315, "19033", 92), 1190 - 10);
    EXPECT_EQ(count(314, "18949", 95), 1029 - 10);
    EXPECT_EQ(count(313, "1554", 94), 995 - 10);
}

// Frames 12 and 15 of the same, 14 and 12 of the last.
TEST(OciSizes, RepliesToAuthenticationsOf12_1)
{
    const auto count = [](std::string_view server, TtcFunction function) {
        const auto release = ReleaseProfile::Find(server).value();
        const LogonPeer peer{.version = release.version, .client = 315, .samePlatform = true};
        return release.GetLogonReply({.function = function}, peer);
    };
    EXPECT_EQ(count("12.1", TtcFunction::AUTH_1), 521 - 10);
    EXPECT_EQ(count("12.1", TtcFunction::AUTH_2), 2101 - 10);
    EXPECT_EQ(count("11.2", TtcFunction::AUTH_1), 390 - 10);
    EXPECT_EQ(count("11.2", TtcFunction::AUTH_2), 1802 - 10);
    EXPECT_EQ(count("10.2", TtcFunction::AUTH_1), 265 - 10);
    EXPECT_EQ(count("10.2", TtcFunction::AUTH_2), 1676 - 10);
}

TEST(OciSizes, PointersOf32BitsBefore64AreOneByte)
{
    // Capture TNS_Oracle5 of OCI 11.2 on 32-bit Linux; packets have a header of 10 bytes.
    auto driver = *DriverProfile::Find("oci", "11.2");
    driver.SetPlatform(Platform::LINUX_32);
    driver.SetServer(314, false);
    // Packet 19, 488 bytes: 70, the text of 348 characters in six chunks with the mark of a long
    // text, their lengths and a zero, and 13 numbers of 4. The model's text ends with a zero byte.
    EXPECT_EQ(driver.GetExecuteLength(347, 0), 70U + 2 + 6 + 348 + 13 * 4);
    // Packet 21, 477 bytes, has a text of 325 characters: what is left closes a cursor.
    EXPECT_EQ(driver.GetCloseCursors(false), 477U - 10 - (70 + 2 + 6 + 325 + 13 * 4));
    // Packet 15, 35 bytes: a session switch and the version call.
    TtcLogonSizes sizes{.version = 314, .samePlatform = false};
    sizes.identity = {"SIEM", "gsql@McAfee", "McAfee", "t", "root", "16267"};
    EXPECT_EQ(sizes.GetRequest(driver, TtcMessage::FUNCTION, TtcFunction::VERSION), 35U - 10);
    // Packet 11, 197 bytes, has no terminal: no length byte of it either.
    EXPECT_EQ(sizes.GetRequest(driver, TtcMessage::FUNCTION, TtcFunction::AUTH_1), 197U - 10 + 2);
    // Packet 7, 47 bytes, names the platform as 10.2 did.
    EXPECT_EQ(sizes.GetRequest(driver, TtcMessage::PROTOCOL, TtcFunction::NONE), 47U - 10);
}

TEST(OciSizes, MessagesOfNtlmFollowTheNames)
{
    // Captures TNS_Oracle1, 2 and 3, both later requests of native services; 10 bytes of header.
    const std::array<std::pair<ClientIdentity, std::array<uint32_t, 2>>, 3> captured{
        {{{"u", "p", "XX\\X", "t", "Yuri", "1"}, {142, 175}},
         {{"u", "p", "MSHOME\\FANGHONGZHAO", "t", "Administrator", "1"}, {157, 237}},
         {{"u", "p", "WORKGROUP\\HINGE-HANYF", "t", "hanyf", "1"}, {159, 217}}}};
    const auto driver = *DriverProfile::Find("sqlplus", "9.2");
    for (const auto& [identity, bytes] : captured)
    {
        TtcLogonSizes sizes{.version = 312, .identity = identity};
        for (const uint32_t expected : bytes)
        {
            ++sizes.nativeSteps;
            EXPECT_EQ(sizes.GetRequest(driver, TtcMessage::NATIVE, TtcFunction::NONE) + 10,
                      expected);
        }
    }
}
