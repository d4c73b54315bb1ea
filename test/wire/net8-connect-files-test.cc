// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * tnsnames.ora, listener.ora and sqlnet.ora as people write them; samples of the seed experiment
 * E40 among them. The files are held in memory.
 */
#include "net8-connect-files.h"

#include <gtest/gtest.h>
#include <map>

using namespace ns3::net8;

namespace
{

using Files = std::map<std::string, std::string>; ///< content by path

/**
 * @param files content by path
 * @return a reader of them
 */
OraFile::Reader
ReaderOf(const Files& files)
{
    return [files](const std::string& path) -> std::optional<std::string> {
        const auto found = files.find(path);
        return found == files.end() ? std::nullopt : std::optional{found->second};
    };
}

/// The tnsnames entry of E40, S1: sizes at DESCRIPTION, port 4446, SID V7321.
const char* const TNSNAMES =
    "# tnsnames.ora of the benchmark\n"
    "V7321, v7321.example.com =\n"
    "  (DESCRIPTION =\n"
    "    (SDU=2048)\n"
    "    (TDU=1024) # half\n"
    "    (ADDRESS = (PROTOCOL = TCP)(HOST = sun1)(PORT = 4446))\n"
    "    (CONNECT_DATA =\n"
    "      (SID = V7321)\n"
    "    )\n"
    "  )\n"
    "\n"
    "Other=(description=(address=(host=b))(connect_data=(service_name=o)))\n";

/// The listener of E40, S1: SDU inside SID_DESC, and two parameters of its time.
const char* const LISTENER =
    "LISTENER =\n"
    " (ADDRESS_LIST=\n"
    "  (ADDRESS=(PROTOCOL=ipc)(KEY=V7321))\n"
    "  (ADDRESS=(PROTOCOL=tcp)(HOST=sun1)(PORT=4446)(RATE_LIMIT=3)(QUEUESIZE=17)))\n"
    "SID_LIST_LISTENER=(SID_LIST=\n"
    " (SID_DESC=(SDU=8192)(SID_NAME=V7321)(ORACLE_HOME=/u01/oracle)))\n"
    "CONNECT_TIMEOUT_LISTENER=10\n"
    "STARTUP_WAIT_TIME_LISTENER=0\n";

TEST(Tnsnames, EntryOfE40)
{
    ConnectFiles files;
    ASSERT_FALSE(files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", TNSNAMES}})).IsError());
    for (const char* alias : {"v7321", "V7321.EXAMPLE.COM", " V7321 "})
    {
        ConnectDescriptor descriptor;
        ASSERT_FALSE(files.Resolve(alias, descriptor).IsError()) << alias;
        EXPECT_EQ(descriptor.descriptions.at(0).sdu, 2048U);
        EXPECT_EQ(descriptor.descriptions.at(0).tdu, 1024U);
        EXPECT_EQ(descriptor.GetFirstAddress()->port, 4446);
        EXPECT_EQ(descriptor.descriptions.at(0).connectData->sid, "V7321");
    }
}

TEST(Tnsnames, MissingLastBracketIsReportedWhereTheNextEntryBegins)
{
    const std::string text = "a =\n (DESCRIPTION=(ADDRESS=(HOST=h))\n  (CONNECT_DATA=(SID=x))\n\n"
                             "b = (DESCRIPTION=(ADDRESS=(HOST=h)))\n";
    ConnectFiles files;
    EXPECT_EQ(files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", text}})).GetSentence(),
              "t.ora, line 5, column 1: found 'b' where ')' was expected to close the '(' of line "
              "2, column 2.");
    EXPECT_EQ(files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", "a = (B=c"}})).GetSentence(),
              "t.ora, line 1, column 9: found the end of the text where ')' was expected to close "
              "the '(' of line 1, column 5.");
}

TEST(Tnsnames, LaterEntryOfTheSameNameCounts)
{
    const std::string text = "a=(ADDRESS=(HOST=first))\nA=(ADDRESS=(HOST=second))\n";
    ConnectFiles files;
    ConnectDescriptor descriptor;
    files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", text}}));
    ASSERT_FALSE(files.Resolve("a", descriptor).IsError());
    EXPECT_EQ(descriptor.GetFirstAddress()->host, "second");
}

TEST(Tnsnames, DefaultDomainIsPutBehindAShortName)
{
    const Files texts = {{"t.ora", "s.example.com=(ADDRESS=(HOST=h))\n"},
                         {"s.ora", "names.default_domain = Example.COM\n"}};
    ConnectFiles files;
    ConnectDescriptor descriptor;
    files.ReadTnsnames("t.ora", ReaderOf(texts));
    EXPECT_EQ(files.Resolve("s", descriptor).GetSentence(),
              "t.ora: found no alias 's' where one was expected.");
    files.ReadSqlnet("s.ora", ReaderOf(texts));
    EXPECT_FALSE(files.Resolve("s", descriptor).IsError());
    EXPECT_EQ(files.Resolve("x", descriptor).GetSentence(),
              "t.ora: found no alias 'x' nor 'x.Example.COM' where one was expected.");
}

TEST(Tnsnames, ErrorInAnEntryNamesFileLineAndValue)
{
    const std::string text = "a=(DESCRIPTION=\n (SDU=big)(ADDRESS=(HOST=h)))\n";
    ConnectFiles files;
    ConnectDescriptor descriptor;
    files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", text}}));
    EXPECT_EQ(files.Resolve("a", descriptor).GetSentence(),
              "t.ora, line 2, column 3: found 'big' for SDU where a whole number from 1 to "
              "2147483647 (bytes) was expected.");
}

TEST(Tnsnames, WithoutAliasTheTextIsEasyConnectOrADescriptor)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", TNSNAMES}}));
    ASSERT_FALSE(files.Resolve("db:1600/s", descriptor).IsError());
    EXPECT_EQ(descriptor.GetFirstAddress()->port, 1600);
    ASSERT_FALSE(files.Resolve(" (ADDRESS=(HOST=q)(X=y))", descriptor).IsError());
    EXPECT_EQ(descriptor.GetFirstAddress()->host, "q");
    EXPECT_EQ(files.GetUnmodelled().at(0).name, "X");
}

TEST(Ifile, IsReadFromTheFolderOfItsFile)
{
    const Files texts = {{"net/t.ora", "ifile = more/x.ora\n"},
                         {"net/more/x.ora", "IFILE=y.ora\n"},
                         {"net/more/y.ora", "deep=(ADDRESS=(HOST=h)\n"},
                         {"net/u.ora", "IFILE=v.ora\n"},
                         {"net/v.ora", "ok=(ADDRESS=(HOST=h))\n"}};
    ConnectFiles files;
    ConnectDescriptor descriptor;
    EXPECT_TRUE(files.ReadTnsnames("net/t.ora", ReaderOf(texts))
                    .GetSentence()
                    .starts_with("net/more/y.ora, line 2, column 1: found the end"));
    EXPECT_FALSE(files.ReadTnsnames("net/u.ora", ReaderOf(texts)).IsError());
    EXPECT_FALSE(files.Resolve("ok", descriptor).IsError());
}

TEST(Ifile, CyclesDepthAndMissingFilesAreNamed)
{
    const Files texts = {{"a.ora", "\nIFILE=b.ora\n"},
                         {"b.ora", "IFILE=./a.ora\n"},
                         {"c.ora", "IFILE=none.ora\n"}};
    OraFile file;
    EXPECT_EQ(OraFile::Read("a.ora", ReaderOf(texts), file).GetSentence(),
              "b.ora, line 1, column 1: found IFILE './a.ora', which includes itself, where "
              "another file was expected.");
    EXPECT_EQ(OraFile::Read("c.ora", ReaderOf(texts), file).GetSentence(),
              "c.ora, line 1, column 1: found IFILE 'none.ora', which cannot be read, where the "
              "name of a readable file was expected.");
    EXPECT_EQ(OraFile::Read("none.ora", ReaderOf(texts), file).GetSentence(),
              "none.ora: the file cannot be read.");
    const OraFile::Reader endless = [](const std::string& path) {
        return std::optional{"IFILE=x" + path + "\n"};
    };
    EXPECT_NE(OraFile::Read("e", endless, file).message.find("below 8 others"), std::string::npos);
}

TEST(Sqlnet, ReadsWhatIsModelledAndListsTheRest)
{
    const std::string text =
        "\xef\xbb\xbf# client\r\n"
        "NAMES.DIRECTORY_PATH= (TNSNAMES,\r\n   EZCONNECT)\r\n"
        "Default_SDU_Size=8192\r\n"
        "tcp.nodelay = Yes\r\n"
        "SQLNET.AUTHENTICATION_SERVICES = (NTS)\r\n"
        "disable_oob_auto=on\r\n"
        "use_ns_probes_for_dcd=yes\r\n"
        "SEND_BUF_SIZE=131072\r\nRECV_BUF_SIZE = 174700 # bytes\r\n"
        "TCP.CONNECT_TIMEOUT=20\r\n"
        "SQLNET.OUTBOUND_CONNECT_TIMEOUT = 300 ms\r\n"
        "SQLNET.INBOUND_CONNECT_TIMEOUT=\r\n  2 min\r\n"
        "SQLNET.EXPIRE_TIME=10\r\n"
        "TRACE_DIRECTORY_CLIENT = C:\\Program Files (x86)\\trace\r\n"
        "WALLET_LOCATION=(SOURCE=(METHOD=FILE)(METHOD_DATA=(DIRECTORY=/w)))\r\n";
    ConnectFiles files;
    const TextError error = files.ReadSqlnet("s.ora", ReaderOf({{"s.ora", text}}));
    ASSERT_FALSE(error.IsError()) << error.GetSentence();
    const SqlnetSettings& sqlnet = files.GetSqlnet();
    EXPECT_EQ(sqlnet.directoryPath, (std::vector<std::string>{"TNSNAMES", "EZCONNECT"}));
    EXPECT_EQ(sqlnet.defaultSdu, 8192U);
    EXPECT_EQ(sqlnet.tcpNodelay, true);
    EXPECT_EQ(sqlnet.authenticationServices, std::vector<std::string>{"NTS"});
    EXPECT_EQ(sqlnet.disableOobAuto, true);
    EXPECT_EQ(sqlnet.nsProbes, true);
    EXPECT_EQ(sqlnet.sendBufferSize, 131072U);
    EXPECT_EQ(sqlnet.recvBufferSize, 174700U);
    EXPECT_EQ(sqlnet.tcpConnectTimeout->milliseconds, 20000U);
    EXPECT_EQ(sqlnet.outboundConnectTimeout->milliseconds, 300U);
    EXPECT_EQ(sqlnet.inboundConnectTimeout->milliseconds, 120000U);
    EXPECT_EQ(sqlnet.expireTimeMin, 10U);
    ASSERT_EQ(files.GetUnmodelled().size(), 2U);
    EXPECT_EQ(files.GetUnmodelled()[0].name, "TRACE_DIRECTORY_CLIENT");
    EXPECT_EQ(files.GetUnmodelled()[0].line, 16U);
    EXPECT_EQ(files.GetUnmodelled()[1].file, "s.ora");
}

TEST(Sqlnet, WrongValueGetsOneSentence)
{
    ConnectFiles files;
    EXPECT_EQ(
        files.ReadSqlnet("s.ora", ReaderOf({{"s.ora", "\nTCP.NODELAY=perhaps\n"}})).GetSentence(),
        "s.ora, line 2, column 1: found 'perhaps' for TCP.NODELAY where one of "
        "on,yes,true,off,no,false was expected.");
}

TEST(Listener, SampleOfE40)
{
    ConnectFiles files;
    const auto reader = ReaderOf({{"l.ora", LISTENER}});
    const TextError error = files.ReadListener("l.ora", "listener", reader);
    ASSERT_FALSE(error.IsError()) << error.GetSentence();
    const ListenerSettings& listener = *files.GetListener();
    const auto& addresses = listener.endPoints.descriptions.at(0).addressLists.at(0).addresses;
    ASSERT_EQ(addresses.size(), 2U);
    EXPECT_EQ(addresses[0].key, "V7321");
    EXPECT_EQ(addresses[1].port, 4446);
    EXPECT_EQ(addresses[1].queueSize, 17U);
    EXPECT_EQ(addresses[1].rateLimit, "3");
    ASSERT_EQ(listener.services.size(), 1U);
    EXPECT_EQ(listener.services[0].sdu, 8192U);
    EXPECT_EQ(listener.services[0].sid, "V7321");
    EXPECT_EQ(listener.inboundConnectTimeout->milliseconds, 10000U);
    ASSERT_EQ(files.GetUnmodelled().size(), 2U);
    EXPECT_EQ(files.GetUnmodelled()[0].name, "ORACLE_HOME");
    EXPECT_EQ(files.GetUnmodelled()[1].name, "STARTUP_WAIT_TIME_LISTENER");
    EXPECT_EQ(files.GetUnmodelled()[1].line, 8U);
}

TEST(Listener, EndPointsComeInFourForms)
{
    for (const char* text : {"L=(ADDRESS=(HOST=h)(PORT=1600))",
                             "L=(ADDRESS_LIST=(ADDRESS=(HOST=h)(PORT=1600)))",
                             "L=(DESCRIPTION=(SDU=9)(ADDRESS=(HOST=h)(PORT=1600)))",
                             "L=(DESCRIPTION_LIST=(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1600))))",
                             "L=(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1600)))"
                             "(DESCRIPTION=(ADDRESS=(HOST=i)))"})
    {
        ConnectFiles files;
        const TextError error = files.ReadListener("l.ora", "L", ReaderOf({{"l.ora", text}}));
        ASSERT_FALSE(error.IsError()) << text << ": " << error.GetSentence();
        EXPECT_EQ(files.GetListener()->endPoints.GetFirstAddress()->port, 1600) << text;
    }
}

TEST(Listener, MissingListenerIsNamed)
{
    ConnectFiles files;
    EXPECT_EQ(files.ReadListener("l.ora", "L9", ReaderOf({{"l.ora", LISTENER}})).GetSentence(),
              "l.ora: found no listener L9 where one was expected.");
}

} // namespace
