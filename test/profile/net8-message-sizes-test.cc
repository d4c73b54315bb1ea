// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Sizes that the simulator gives the messages of thin drivers, beside those of the messages.
 */
#include "net8-ttc-version.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-release.h"
#include "ns3/net8-ttc-auth-request.h"
#include "ns3/net8-ttc-close-cursors.h"
#include "ns3/net8-ttc-execute.h"
#include "ns3/net8-ttc-fetch.h"
#include "ns3/net8-ttc-logon.h"
#include "ns3/net8-ttc-prefix.h"
#include "ns3/net8-ttc-protocol-request.h"
#include "ns3/net8-ttc-status.h"

#include <array>
#include <gtest/gtest.h>
#include <tuple>

using namespace ns3::net8;

namespace
{

/// Drivers, and the name that each tells in the protocol negotiation (captures of drivers).
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> THIN{
    {{"python-thin", "python-oracledb"},
     {"node-thin", "node-oracledb"},
     {"jdbc-thin", "Java_TTC-8.2.0"}}};
/// Lengths of statements, around those at which lengths and strings get another form.
constexpr std::array<uint32_t, 9> LENGTHS{1, 21, 252, 253, 255, 256, 32767, 32768, 65534};
/// TNS versions of 21c and 23ai.
constexpr std::array<uint16_t, 2> SERVERS{318, 319};

/**
 * @param name a thin driver
 * @param server TNS version of the server
 * @return what the driver does there
 */
DriverProfile
FindDriver(std::string_view name, uint16_t server)
{
    auto driver = DriverProfile::Find(name).value();
    driver.SetServer(server, true);
    return driver;
}

/**
 * @param driver a thin driver that knows its server
 * @return the layout of their messages
 */
TtcLayout
GetLayout(const DriverProfile& driver)
{
    auto layout = TtcLayout::Simulated(driver.token);
    layout.textLengths = driver.name != "jdbc-thin";
    return layout;
}

} // namespace

TEST(MessageSizes, Executes)
{
    for (const auto& [name, program] : THIN)
    {
        for (const uint16_t server : SERVERS)
        {
            const auto driver = FindDriver(name, server);
            TtcExecute execute;
            execute.options = 0x8061;
            execute.rows = 2;
            execute.vector[0] = 1;
            execute.vector[7] = 1;
            execute.vector[9] = 0x8000;
            // JDBC asks for all rows that fit (its capture: 04 ffffffff).
            execute.prefetchBytes = driver.name == "jdbc-thin" ? 0xffffffff : 0;
            for (const uint32_t length : LENGTHS)
            {
                execute.statement.assign(length, 'x');
                EXPECT_EQ(driver.GetExecuteLength(length, 1), execute.Size(GetLayout(driver)))
                    << name << " " << server << " " << length;
            }
        }
    }
}

TEST(MessageSizes, ExecutesThatFetchFromACursor)
{
    for (const uint16_t server : SERVERS)
    {
        const auto driver = FindDriver("python-thin", server);
        TtcExecute execute;
        execute.options = 0x8040; // no PL/SQL, fetch
        execute.cursor = 1;
        execute.vector[7] = 1;
        for (const uint32_t rows : {1U, 100U, 255U, 256U, 65535U})
        {
            execute.rows = rows;
            execute.vector[1] = rows;
            EXPECT_EQ(driver.GetCursorLength(rows), execute.Size(GetLayout(driver))) << rows;
        }
    }
}

TEST(MessageSizes, CallsWithoutAStatement)
{
    for (const auto& [name, program] : THIN)
    {
        for (const uint16_t server : SERVERS)
        {
            const auto driver = FindDriver(name, server);
            const auto layout = GetLayout(driver);
            for (const uint32_t rows : {1U, 255U, 256U, 65535U, 65536U})
            {
                TtcFetch fetch;
                fetch.cursor = 1;
                fetch.rows = rows;
                const TtcPrefix prefix{.function = TtcFunction::FETCH,
                                       .rows = rows,
                                       .length = driver.fetchBytes,
                                       .token = driver.token};
                EXPECT_EQ(prefix.Encode(), fetch.Encode(layout)) << name << " " << rows;
            }
            TtcCloseCursors close;
            close.cursors = {3};
            EXPECT_EQ(driver.GetCloseCursor(), close.Size(layout));
            TtcProtocolRequest protocol;
            protocol.name = program;
            protocol.versions = driver.name == "jdbc-thin" ? "\6\5\4\3\2\1" : "\6";
            TtcLogonSizes sizes;
            EXPECT_EQ(sizes.GetRequest(driver, TtcMessage::PROTOCOL, TtcFunction::NONE),
                      protocol.Size());
        }
    }
}

TEST(MessageSizes, FirstAuthentications)
{
    for (const auto& [name, program] : THIN)
    {
        for (const uint16_t server : SERVERS)
        {
            const auto driver = FindDriver(name, server);
            TtcLogonSizes sizes;
            sizes.identity = ClientIdentity{.userName = "scott",
                                            .program = "app",
                                            .machine = "client",
                                            .terminal = "term",
                                            .osUser = "user",
                                            .processId = "12345"};
            TtcAuthRequest request;
            request.user = "scott";
            // Captures of drivers: node adds the mode of a logon with a password.
            request.mode = driver.name == "node-thin" ? 0x101 : 1;
            for (const auto& [key, value] :
                 std::array<std::pair<std::string_view, std::string_view>, 5>{
                     {{"AUTH_TERMINAL", "term"},
                      {"AUTH_PROGRAM_NM", "app"},
                      {"AUTH_MACHINE", "client"},
                      {"AUTH_PID", "12345"},
                      {"AUTH_SID", "user"}}})
            {
                request.pairs.emplace_back();
                request.pairs.back().key = key;
                request.pairs.back().value = value;
            }
            EXPECT_EQ(sizes.GetRequest(driver, TtcMessage::FUNCTION, TtcFunction::AUTH_1),
                      request.Size(GetLayout(driver)))
                << name << " " << server;
        }
    }
}

TEST(MessageSizes, Status)
{
    EXPECT_EQ(ReleaseProfile::Find("19c")->GetStatusLength({.thin = true, .version = 319}),
              TtcStatus().Size());
}

// JDBC 12.2 to 21.1 alone ask for the version.
TEST(MessageSizes, Version)
{
    TtcLogonSizes sizes;
    EXPECT_EQ(
        sizes.GetRequest(FindDriver("jdbc-thin", 318), TtcMessage::FUNCTION, TtcFunction::VERSION),
        TtcVersion().Size());
}
