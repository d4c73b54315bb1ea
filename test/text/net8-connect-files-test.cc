// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * tnsnames.ora, listener.ora and sqlnet.ora as people write them; samples of the seed experiment
 * E40 among them. The files are held in memory.
 */
#include "ns3/net8-connect-files.h"

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

/**
 * @param text content of a tnsnames.ora
 * @param alias one of its names
 * @return what is said when it is asked for; empty if nothing is wrong
 */
std::string
Complaint(const std::string& text, const std::string& alias)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    TextError error = files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", text}}));
    error = error.IsError() ? error : files.Resolve(alias, descriptor);
    return error.IsError() ? error.GetSentence() : "";
}

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
    EXPECT_EQ(Complaint(text, "a"),
              "t.ora, line 5, column 1: the entry a of line 1 is broken: found 'b' where ')' was "
              "expected to close the '(' of line 2, column 2.");
    EXPECT_EQ(Complaint(text, "b"), "");
    EXPECT_EQ(Complaint("a = (B=c", "A"),
              "t.ora, line 1, column 9: the entry a of line 1 is broken: found the end of the text "
              "where ')' was expected to close the '(' of line 1, column 5.");
}

TEST(Tnsnames, EachEntryStandsAlone)
{
    const std::string good = "(ADDRESS=(HOST=h))";
    // What stands behind an entry and begins in no column 1 belongs to it.
    EXPECT_EQ(Complaint("a = " + good + "\n )\nb = " + good, "a"),
              "t.ora, line 2, column 2: the entry a of line 1 is broken: found ')' where the name "
              "of the next parameter was expected.");
    EXPECT_EQ(Complaint("a = " + good + "\n of 2019\nb = " + good, "a"),
              "t.ora, line 2, column 2: the entry a of line 1 is broken: found 'of' where the name "
              "of the next parameter was expected.");
    EXPECT_EQ(Complaint("a, c " + good + "\nb = " + good, "c"),
              "t.ora, line 1, column 6: the entry a of line 1 is broken: found '(' where '=' was "
              "expected.");
    EXPECT_EQ(Complaint("a = (X=\"y)\nb = " + good + "\nc = (X=\"y\")", "a"),
              "t.ora, line 1, column 8: the entry a of line 1 is broken: found '\"y' where ')' was "
              "expected to close the '(' of line 1, column 5.");
    EXPECT_EQ(Complaint("a = (X=y\x7f)\nb = " + good, "a"),
              "t.ora, line 1, column 9: the entry a of line 1 is broken: found the control "
              "character 0x7f where ')' was expected to close the '(' of line 1, column 5.");
    for (const auto* text : {")\n",
                             "a = (X=\"y)\n",
                             "a = (\n",
                             "\x01\n",
                             "= 3\n",
                             "a = "
                             "b, c = (d,\n"})
    {
        EXPECT_EQ(Complaint(text + std::string{"b = "} + good, "b"), "") << text;
        EXPECT_EQ(Complaint("b = " + good + "\nx=(\n" + text, "b"), "") << text;
    }
    // The later entry of a name counts, broken or not.
    EXPECT_EQ(Complaint("b = (\nb = " + good, "b"), "");
    EXPECT_NE(Complaint("b = " + good + "\nB = (\n", "b"), "");
}

TEST(Tnsnames, ManyBrokenEntriesAreReadInOnePass)
{
    std::string text;
    for (int i = 0; i < 20000; ++i)
    {
        text += "a = (B=\"(c\n";
    }
    EXPECT_EQ(Complaint(text + "b = (ADDRESS=(HOST=h))", "b"), "");
}

TEST(Tnsnames, OtherEncodingsAreNamed)
{
    for (const auto& text : {std::string{"\xff\xfe"
                                         "a\0",
                                         4},
                             std::string{"\xfe\xff\0a", 4},
                             std::string{"a\0=\0", 4},
                             std::string{"\0a\0=", 4}})
    {
        EXPECT_EQ(Complaint(text, "a"),
                  "t.ora: found UTF-16 where UTF-8 or an 8-bit character set was expected.");
    }
    EXPECT_EQ(Complaint("a = (ADDRESS=(HOST=h))\r\n\x1a", "a"), "");
}

TEST(Tnsnames, AnAliasWithoutTcpIsRefused)
{
    EXPECT_EQ(Complaint("\na = (ADDRESS=(PROTOCOL=BEQ)(PROGRAM=oracle))", "a"),
              "t.ora, line 2, column 1: found no address of protocol tcp, tcps, spx, decnet or nmp "
              "but beq where one "
              "was expected.");
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
              "t.ora: found no alias 's' where one was expected; there is s.example.com.");
    files.ReadSqlnet("s.ora", ReaderOf(texts));
    EXPECT_FALSE(files.Resolve("s", descriptor).IsError());
    EXPECT_EQ(files.Resolve("x", descriptor).GetSentence(),
              "t.ora: found no alias 'x' nor 'x.Example.COM' where one was expected; there is "
              "s.example.com.");
}

TEST(Tnsnames, ByteOrderMarkBelongsToNoAlias)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    const auto reader = ReaderOf({{"t.ora",
                                   "\xef\xbb\xbf"
                                   "first=(ADDRESS=(HOST=h))\n"}});
    ASSERT_FALSE(files.ReadTnsnames("t.ora", reader).IsError());
    EXPECT_FALSE(files.Resolve("first", descriptor).IsError());
}

TEST(Tnsnames, EightAliasesAreNamedWhereNoneIsMeant)
{
    std::string text;
    for (char name = 'a'; name <= 'i'; ++name)
    {
        text += std::string{name} + "=(ADDRESS=(HOST=h))\n";
    }
    ConnectFiles files;
    ConnectDescriptor descriptor;
    files.ReadTnsnames("t.ora", ReaderOf({{"t.ora", text}}));
    EXPECT_NE(files.Resolve("other", descriptor).message.find("a, b, c, d, e, f, g, h and 1 more"),
              std::string::npos);
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
    EXPECT_FALSE(files.ReadTnsnames("net/t.ora", ReaderOf(texts)).IsError());
    EXPECT_EQ(files.Resolve("deep", descriptor).GetSentence(),
              "net/more/y.ora, line 2, column 1: the entry deep of line 1 is broken: found the end "
              "of the text where ')' was expected to close the '(' of line 1, column 6.");
    EXPECT_FALSE(files.ReadTnsnames("net/u.ora", ReaderOf(texts)).IsError());
    EXPECT_FALSE(files.Resolve("ok", descriptor).IsError());
}

TEST(Ifile, CyclesDepthAndMissingFilesAreNamed)
{
    const Files texts = {{"a.ora", "\nIFILE=b.ora\n"},
                         {"b.ora", "IFILE=./a.ora\n"},
                         {"c.ora", "IFILE=none.ora\n"}};
    OraFile file;
    const auto complaint = [&file](const std::string& path, const OraFile::Reader& reader) {
        const TextError error = OraFile::Read(path, reader, file);
        return error.IsError() ? error.GetSentence() : file.Find("IFILE")->error.GetSentence();
    };
    EXPECT_EQ(complaint("a.ora", ReaderOf(texts)),
              "b.ora, line 1, column 1: found IFILE './a.ora', which includes itself, where "
              "another file was expected.");
    EXPECT_EQ(complaint("c.ora", ReaderOf(texts)),
              "c.ora, line 1, column 1: found IFILE 'none.ora', which cannot be read, where the "
              "name of a readable file was expected.");
    EXPECT_EQ(complaint("none.ora", ReaderOf(texts)), "none.ora: the file cannot be read.");
    const OraFile::Reader endless = [](const std::string& path) {
        return std::optional{"IFILE=x" + path + "\n"};
    };
    // Eight may stand below the first, so the ninth is one too many.
    EXPECT_NE(complaint("e", endless).find("IFILE 'xxxxxxxxxe' below 8 others"), std::string::npos);
}

TEST(Ifile, FilesThatNameManyOthersEndSoon)
{
    // Each file names four others: 87,381 files down to the eighth level.
    size_t reads = 0;
    const OraFile::Reader tree = [&reads](const std::string& path) {
        ++reads;
        std::string text;
        for (const char letter : {'a', 'b', 'c', 'd'})
        {
            text += "IFILE=" + path + letter + "\n";
        }
        return std::optional{text};
    };
    OraFile file;
    EXPECT_FALSE(OraFile::Read("e", tree, file).IsError());
    EXPECT_LE(reads, 1 + 2 * OraFile::MAX_FILES); // each is looked for, then read
    EXPECT_NE(file.parameters.back().error.message.find("behind 100 others"), std::string::npos);
}

TEST(Ifile, CountsWhereSettingsComeFromIt)
{
    const std::string text = "IFILE=none.ora\nL=(ADDRESS=(HOST=h))\n";
    const auto reader = ReaderOf({{"a.ora", text}});
    ConnectFiles files;
    ConnectDescriptor descriptor;
    // An alias that is in the file itself needs no other file.
    EXPECT_FALSE(files.ReadTnsnames("a.ora", reader).IsError());
    EXPECT_FALSE(files.Resolve("L", descriptor).IsError());
    EXPECT_NE(files.Resolve("M", descriptor).message.find("IFILE of line 1 cannot be read"),
              std::string::npos);
    EXPECT_NE(files.ReadSqlnet("a.ora", reader).message.find("'none.ora'"), std::string::npos);
    EXPECT_NE(files.ReadListener("a.ora", "L", reader).message.find("'none.ora'"),
              std::string::npos);
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
        "use_enhanced_poll=off\r\n"
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
    EXPECT_EQ(sqlnet.enhancedPoll, false);
    EXPECT_EQ(sqlnet.sendBufferSize, 131072U);
    EXPECT_EQ(sqlnet.recvBufferSize, 174700U);
    EXPECT_EQ(sqlnet.tcpConnectTimeout->milliseconds, 20000U);
    EXPECT_EQ(sqlnet.outboundConnectTimeout->milliseconds, 300U);
    EXPECT_EQ(sqlnet.inboundConnectTimeout->milliseconds, 120000U);
    EXPECT_EQ(sqlnet.expireTimeMin, 10U);
    ASSERT_EQ(files.GetUnmodelled().size(), 2U);
    EXPECT_EQ(files.GetUnmodelled()[0].name, "TRACE_DIRECTORY_CLIENT");
    EXPECT_EQ(files.GetUnmodelled()[0].line, 17U);
    EXPECT_EQ(files.GetUnmodelled()[1].file, "s.ora");
}

TEST(Sqlnet, ExpireTimeOfZeroIsOff)
{
    ConnectFiles files;
    const auto reader = ReaderOf({{"s.ora", "SQLNET.EXPIRE_TIME=0\n"}});
    ASSERT_FALSE(files.ReadSqlnet("s.ora", reader).IsError());
    EXPECT_EQ(files.GetSqlnet().expireTimeMin, 0U);
}

TEST(Sqlnet, WrongValueGetsOneSentence)
{
    ConnectFiles files;
    EXPECT_EQ(
        files.ReadSqlnet("s.ora", ReaderOf({{"s.ora", "\nTCP.NODELAY=perhaps\n"}})).GetSentence(),
        "s.ora, line 2, column 1: found 'perhaps' for TCP.NODELAY where one of "
        "on,yes,true,off,no,false was expected.");
}

TEST(Sqlnet, SwitchesOfOneAndZeroAndOutOfBandBreaks)
{
    const auto read = [](const std::string& text) {
        ConnectFiles files;
        EXPECT_FALSE(files.ReadSqlnet("s.ora", ReaderOf({{"s.ora", text}})).IsError()) << text;
        return files;
    };
    const auto numbers = read("TCP.NODELAY=1\nUSE_NS_PROBES_FOR_DCD=(0)\n");
    EXPECT_FALSE(numbers.GetSqlnet().tcpNodelay || numbers.GetSqlnet().nsProbes);
    EXPECT_EQ(numbers.GetUnmodelled().at(0).name, "TCP.NODELAY=1");
    EXPECT_EQ(numbers.GetUnmodelled().at(1).name, "USE_NS_PROBES_FOR_DCD=0");
    const auto disabled = read("DISABLE_OOB=on\n");
    EXPECT_EQ(disabled.GetSqlnet().disableOob, true);
    EXPECT_FALSE(disabled.GetSqlnet().disableOobAuto);
    EXPECT_TRUE(disabled.GetUnmodelled().empty());
    const auto enabled = read("DISABLE_OOB=off\n");
    EXPECT_EQ(enabled.GetSqlnet().disableOob, false);
    EXPECT_TRUE(enabled.GetUnmodelled().empty());
}

TEST(Sqlnet, ListsHaveCommasBlanksOrBrackets)
{
    for (const char* value : {"A, B", "(A, B)", "(A)(B)", "A B", "A,\n  B", "(A,\nB)"})
    {
        ConnectFiles files;
        const std::string text = std::string{"NAMES.DIRECTORY_PATH="} + value + "\nX = y\n";
        ASSERT_FALSE(files.ReadSqlnet("s.ora", ReaderOf({{"s.ora", text}})).IsError()) << value;
        EXPECT_EQ(files.GetSqlnet().directoryPath, (std::vector<std::string>{"A", "B"})) << value;
        EXPECT_EQ(files.GetUnmodelled().back().name, "X") << value;
    }
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
    ASSERT_EQ(files.GetUnmodelled().size(), 3U);
    EXPECT_EQ(files.GetUnmodelled()[0].name, "PROTOCOL=ipc");
    EXPECT_EQ(files.GetUnmodelled()[0].line, 3U);
    EXPECT_EQ(files.GetUnmodelled()[1].name, "ORACLE_HOME");
    EXPECT_EQ(files.GetUnmodelled()[2].name, "STARTUP_WAIT_TIME_LISTENER");
    EXPECT_EQ(files.GetUnmodelled()[2].line, 8U);
}

TEST(Listener, WhatIsBrokenCountsWhereItIsUsed)
{
    const std::string good = "L=(ADDRESS=(HOST=h)(PORT=1600))\n";
    for (const auto& [text, used] : {std::pair{"SID_LIST_L=(SID_LIST=\n", true},
                                     {"L=(ADDRESS=\n", true},
                                     {"CONNECTION_RATE_L 3\n", true},
                                     {"SID_LIST_M=(SID_LIST=\n", false},
                                     {"ADR_BASE_L=(a\n", false}})
    {
        ConnectFiles files;
        const auto error = files.ReadListener("l.ora", "L", ReaderOf({{"l.ora", good + text}}));
        EXPECT_EQ(error.IsError(), used) << text;
        ASSERT_EQ(files.GetUnmodelled().size(), 1U) << text;
        EXPECT_EQ(files.GetUnmodelled()[0].line, 2U);
    }
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
              "l.ora: found no listener L9 where one was expected; there is LISTENER.");
}

} // namespace
