// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Files of drivers and of server releases: what they give, and what is said of wrong ones.
 */
#include "ns3/net8-driver.h"
#include "ns3/net8-release.h"
#include "ns3/net8-ttc-logon.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

using namespace ns3::net8;

namespace
{

/// A file that goes when the test is over.
class TemporaryFile
{
  public:
    /**
     * @param text what is in it
     */
    explicit TemporaryFile(const std::string& text)
        : m_path(std::filesystem::path(testing::TempDir()) / "net8-my.toml")
    {
        std::ofstream(m_path) << text;
    }

    ~TemporaryFile()
    {
        std::filesystem::remove(m_path);
    }

    /**
     * @return its name in a plan
     */
    std::string GetName() const
    {
        return "file:" + m_path.string();
    }

    /**
     * @param sentence a sentence
     * @return it without the path of the file
     */
    std::string WithoutPath(std::string sentence) const
    {
        const auto at = sentence.find(m_path.string());
        return at == std::string::npos ? sentence : sentence.erase(at, m_path.string().size());
    }

  private:
    std::filesystem::path m_path; ///< Where it is.
};

/**
 * @param text text of a driver's file
 * @param release wanted release
 * @return what is said of it, without the path
 */
std::string
GetError(const std::string& text, const std::string& release = "")
{
    const TemporaryFile file(text);
    DriverProfile driver;
    const auto error = DriverProfile::Read(file.GetName(), release, driver);
    return error.IsError() ? file.WithoutPath(error.GetSentence()) : "";
}

TEST(DriverFile, AllThatAreBuiltInCanBeReadInAllTheirReleases)
{
    EXPECT_GE(DriverProfile::GetNames().size(), 6U);
    for (const auto& name : DriverProfile::GetNames())
    {
        DriverProfile driver;
        EXPECT_EQ(DriverProfile::Read(name, "", driver).message, "") << name;
        EXPECT_GE(DriverProfile::GetReleases(name).size(), 13U) << name;
        for (const auto& release : DriverProfile::GetReleases(name))
        {
            EXPECT_EQ(DriverProfile::Read(name, release, driver).message, "") << name << release;
            EXPECT_GE(driver.version, 310) << name << release;
        }
    }
    for (const auto& name : ReleaseProfile::GetNames())
    {
        ReleaseProfile release;
        EXPECT_EQ(ReleaseProfile::Read(name, release).message, "") << name;
    }
}

TEST(DriverFile, OneFileIsANewDriver)
{
    const TemporaryFile file(R"(name = "mine"
like = "python-thin"
array_size = 7
logon = ["protocol", "data types", "authentication 1", "authentication 2", "version"]
version_bytes = 9

[[release]]
name = "0.9"
like = "23ai"
fetch_habit = "rounded"
fast_logon = []
)");
    DriverProfile driver;
    EXPECT_EQ(DriverProfile::Read(file.GetName(), "0.9", driver).message, "");
    EXPECT_EQ(driver.name, "mine");
    EXPECT_EQ(driver.release, "0.9");
    EXPECT_EQ(driver.arraySize, 7U);
    EXPECT_EQ(driver.habit, FetchHabit::ROUNDED);
    EXPECT_EQ(driver.prefetchRows, 2U) << "of python-thin";
    EXPECT_EQ(driver.version, 319) << "of its release 23ai";
    // Five messages: fast authentication is gone.
    EXPECT_EQ(driver.GetLogon(319, true, true).size(), 5U);
    // Its releases are those of python-thin, and its own.
    EXPECT_EQ(DriverProfile::GetReleases(file.GetName()).back(), "0.9");
    EXPECT_EQ(DriverProfile::Read(file.GetName(), "19c", driver).message, "");
    EXPECT_EQ(driver.version, 318);
}

TEST(DriverFile, ValuesFollowTheOtherEndInTheOrderOfTheFile)
{
    const TemporaryFile file(R"(name = "mine"
version = 319
execute_bytes = 60
fetch_bytes = 7
[[with]]
server_from = 318
execute_bytes = 70
[[with]]
agreed_from = 319
execute_bytes = 71
token = true
[[release]]
name = "1"
)");
    for (const auto& [server, execute] : {std::pair{317, 60U}, {318, 70U}, {319, 71U}})
    {
        DriverProfile driver;
        EXPECT_EQ(DriverProfile::Read(file.GetName(), "1", driver).message, "");
        driver.SetServer(static_cast<uint16_t>(server), true);
        EXPECT_EQ(driver.executeBytes, execute) << server;
        EXPECT_EQ(driver.token, server == 319) << server;
    }
}

TEST(DriverFile, NamesTakeTheirPlacesInTheConnectData)
{
    // JDBC 12.2 (runs): it knows neither its host nor an id; the place of the address is first.
    const auto jdbc = *DriverProfile::Find("jdbc-thin", "12.2");
    const auto identity = ClientIdentity{}.Complete(jdbc);
    EXPECT_EQ(identity.GetConnectData(jdbc, "s", "h", 1521),
              "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=h)(PORT=1521))(CONNECT_DATA=(CID=(PROGRAM="
              "jdbc-thin)(HOST=__jdbc__)(USER=user))(SERVICE_NAME=s)))");
    EXPECT_EQ(identity.processId, "1234");
}

TEST(DriverFile, SizesOfALogonAreThoseOfTheCapture)
{
    // sqlplus-11-to-11.1: first authentication of OCI 11 on another platform. 3 + 4 pointers of 8 +
    // 3 integers of 4 + 1; 5 pairs of 14 with keys of 13 + 15 + 12 + 8 + 8 = 56; then the names.
    auto driver = *DriverProfile::Find("sqlplus", "11.1");
    TtcLogonSizes sizes{.version = 314, .samePlatform = false};
    sizes.identity = {"system", "p", "m", "t", "o", "1"};
    EXPECT_EQ(sizes.GetRequest(driver, TtcMessage::FUNCTION, TtcFunction::AUTH_1),
              3U + 32 + 12 + 1 + 70 + 56 + 6 + 5 + std::string(" (TNS V1-V3)").size());
}

TEST(DriverFile, WhatIsWrongIsToldInASentence)
{
    const std::string start = "name = \"mine\"\nlike = \"oci\"\n";
    EXPECT_EQ(GetError("like = \"oci\"\n"),
              ", line 1, column 1: there is no name; add a line such as name = \"my-driver\".");
    EXPECT_EQ(GetError(start + "array_size = 0\n"),
              ", line 3, column 14: array_size is 0; use a whole number from 1 to 1000000000.");
    EXPECT_EQ(GetError(start + "array_size = \"many\"\n"),
              ", line 3, column 14: array_size is 'many'; use a whole number from 1 to "
              "1000000000.");
    EXPECT_EQ(
        GetError(start + "fetch_habit = \"slow\"\n"),
        ", line 3, column 15: fetch_habit is 'slow'; use one of array, short_second, growing, "
        "rounded.");
    EXPECT_EQ(GetError(start + "thin = 1\n"),
              ", line 3, column 8: thin is 1; write true or false.");
    EXPECT_EQ(GetError(start + "logon = [\"hello\"]\n"),
              ", line 3, column 9: logon is [hello]; write a list of native services, protocol, "
              "data types, authentication 1, authentication 2, version.");
    EXPECT_EQ(GetError("name = \"mine\"\nlike = \"perl\"\n"),
              ": like is 'perl'; use the name of another built-in driver.");
    EXPECT_TRUE(
        GetError(start + "arraysize = 5\n")
            .starts_with(", line 3, column 13: there is no key 'arraysize'; use one of about,"));
    EXPECT_TRUE(GetError(start + "array_size = \n").starts_with(", line 3, column 14: no TOML: "));
    EXPECT_EQ(
        GetError(start + "[[with]]\nagreed_from = 319\narray_size = 5\n"),
        ", line 5, column 14: array_size cannot change with the other end; write it outside of "
        "[[with]].");
    EXPECT_EQ(GetError(start + "[with]\nagreed_from = 319\n"),
              ", line 3, column 1: with is a list; write [[with]] with two brackets.");
    EXPECT_EQ(
        GetError(start + "array_size = 1.5\n"),
        ", line 3, column 14: array_size is neither a whole number, true, false, a text nor a "
        "list of texts.");
    EXPECT_TRUE(
        GetError(start, "13.1").starts_with(": the driver has no release '13.1'; use one of "));
    EXPECT_EQ(GetError(start + "[[release]]\nname = \"a\"\nlike = \"b\"\n[[release]]\nname = "
                               "\"b\"\nlike = \"a\"\n",
                       "a"),
              ": the release 'a' is like itself; name another one.");
}

TEST(DriverFile, AFileThatIsNotThereIsNamed)
{
    DriverProfile driver;
    EXPECT_EQ(DriverProfile::Read("file:/no/such.toml", "", driver).GetSentence(),
              "/no/such.toml: this file cannot be read; use the path of a TOML file.");
    EXPECT_EQ(
        DriverProfile::Read("perl", "", driver).GetSentence(),
        "driver: there is no driver 'perl'; use one of dbd-oracle, dblink, jdbc-thin, node-thin, "
        "oci, odp-net, python-thin, sqlcl, sqlplus, or file: and the path of a file.");
}

TEST(ReleaseFile, OneFileIsANewRelease)
{
    const TemporaryFile file("name = \"19x\"\nlike = \"19c\"\nsdu = 32768\n[[with]]\nthin = "
                             "true\nauth_1_bytes = 400\n");
    ReleaseProfile release;
    EXPECT_EQ(ReleaseProfile::Read(file.GetName(), release).message, "");
    EXPECT_EQ(release.name, "19x");
    EXPECT_EQ(release.version, 318);
    EXPECT_EQ(release.sdu, 32768U);
    const TtcPrefix request{.message = TtcMessage::FUNCTION, .function = TtcFunction::AUTH_1};
    EXPECT_EQ(release.GetLogonReply(request, {.thin = true, .version = 318}), 400U);
}

TEST(ReleaseFile, WhatIsWrongIsToldInASentence)
{
    const TemporaryFile file("name = \"19x\"\nlike = \"19c\"\nsdu = 1\n");
    ReleaseProfile release;
    EXPECT_EQ(file.WithoutPath(ReleaseProfile::Read(file.GetName(), release).GetSentence()),
              ", line 3, column 7: sdu is 1; use a whole number from 512 to 2097152.");
}

TEST(ReleaseFile, NamesComeInTheOrderOfTheirYears)
{
    const std::vector<std::string> names{"7.3",
                                         "8.1",
                                         "9.2",
                                         "10.2",
                                         "11.1",
                                         "11.2",
                                         "12.1",
                                         "12.2",
                                         "18c",
                                         "19c",
                                         "21c",
                                         "23ai",
                                         "26ai"};
    EXPECT_EQ(ReleaseProfile::GetNames(), names);
}

} // namespace
