// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Connect descriptors and Easy Connect strings: grammar and examples of section 2 of the fact sheet
 * on Oracle Net's behaviour, and of the seed experiment E30.
 */
#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-easy-connect.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/**
 * @param text a descriptor that is right
 * @return it parsed
 */
ConnectDescriptor
Parsed(const std::string& text)
{
    ConnectDescriptor descriptor;
    const TextError error = ConnectDescriptor::Parse(text, descriptor);
    EXPECT_FALSE(error.IsError()) << error.GetSentence();
    return descriptor;
}

/**
 * @param text an Easy Connect string that is right
 * @return canonical text of its descriptor
 */
std::string
Easy(const std::string& text)
{
    ConnectDescriptor descriptor;
    const TextError error = EasyConnect::Parse(text, descriptor);
    return error.IsError() ? error.GetSentence() : descriptor.Print();
}

/**
 * @param text a connect string that is wrong
 * @return what is said about it
 */
std::string
Complaint(const std::string& text)
{
    ConnectDescriptor descriptor;
    return ConnectDescriptor::Parse(text, descriptor).GetSentence();
}

TEST(ConnectDescriptor, PrintsTheCanonicalForm)
{
    const std::string canonical =
        "(DESCRIPTION=(SDU=2048)(TDU=1024)(ADDRESS=(PROTOCOL=tcp)(HOST=db1)(PORT=4446))"
        "(CONNECT_DATA=(SID=V7321)))";
    const std::string written = "( description = # old spelling\n"
                                "   (connect_data=\n\t(Sid = V7321 ) )\n"
                                "   (TDU=1024) (sdu = 2048)\r\n"
                                "   (Address=(PORT=4446)(Host= db1)(protocol=TCP))\n)\n";
    EXPECT_EQ(Parsed(written).Print(), canonical);
    EXPECT_EQ(Parsed(canonical).Print(), canonical);
}

TEST(ConnectDescriptor, ReadsAllOptionsOfADescription)
{
    const auto text = "(DESCRIPTION=(ENABLE=broken)(SDU=8192)(TDU=32767)(SEND_BUF_SIZE=100)"
                      "(RECV_BUF_SIZE=200)(RETRY_COUNT=3)(RETRY_DELAY=2)(CONNECT_TIMEOUT=60)"
                      "(TRANSPORT_CONNECT_TIMEOUT=300ms)(EXPIRE_TIME=10)(COMPRESSION=on)"
                      "(ADDRESS=(HOST=h))(CONNECT_DATA=(SERVICE_NAME=s)))";
    const ConnectDescription description = Parsed(text).descriptions.at(0);
    EXPECT_EQ(description.enable, "broken");
    EXPECT_EQ(description.sdu, 8192U);
    EXPECT_EQ(description.tdu, 32767U);
    EXPECT_EQ(description.sendBufferSize, 100U);
    EXPECT_EQ(description.recvBufferSize, 200U);
    EXPECT_EQ(description.retryCount, 3U);
    EXPECT_EQ(description.retryDelay->milliseconds, 2000U);
    EXPECT_EQ(description.connectTimeout->milliseconds, 60000U);
    EXPECT_EQ(description.transportConnectTimeout->milliseconds, 300U);
    EXPECT_EQ(description.expireTimeMin, 10U);
    EXPECT_EQ(description.compression, "on");
}

TEST(ConnectDescriptor, ReadsAnAddressAndItsConnectData)
{
    const auto text = "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcps)(HOST=h)(PORT=65535)(SDU=4096)"
                      "(QUEUESIZE=20)(RATE_LIMIT=3)(SEND_BUF_SIZE=1)(RECV_BUF_SIZE=2)(IP=V6_ONLY))"
                      "(CONNECT_DATA=(SERVICE_NAME=s)(INSTANCE_NAME=i)(SERVER=POOLED)"
                      "(POOL_CONNECTION_CLASS=c)(POOL_PURITY=new)(COLOCATION_TAG=t)))";
    const auto descriptor = Parsed(text);
    const ConnectAddress address = *descriptor.GetFirstAddress();
    EXPECT_EQ(address.protocol, "tcps");
    EXPECT_EQ(address.port, 65535);
    EXPECT_EQ(address.sdu, 4096U);
    EXPECT_EQ(address.queueSize, 20U);
    EXPECT_EQ(address.rateLimit, "3");
    EXPECT_EQ(address.ip, "v6_only");
    EXPECT_TRUE(address.others.empty());
    const ConnectData data = *descriptor.descriptions.at(0).connectData;
    EXPECT_EQ(data.server, "pooled");
    EXPECT_EQ(data.poolConnectionClass, "c");
    EXPECT_EQ(data.poolPurity, "new");
    EXPECT_EQ(data.colocationTag, "t");
    EXPECT_EQ(ConnectDescriptor::PrintConnectData(descriptor.descriptions.at(0)),
              "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=s)(INSTANCE_NAME=i)(SERVER=pooled)"
              "(POOL_CONNECTION_CLASS=c)(POOL_PURITY=new)(COLOCATION_TAG=t)))");
}

TEST(ConnectDescriptor, ValuesThatNobodyModelsMayLookAsTheyLike)
{
    const std::pair<const char*, const char*> cases[] = {
        {"(A=LD_LIBRARY_PATH=/a:/b)", "(A=\"LD_LIBRARY_PATH=/a:/b\")"},
        {"(A=CN=adb, O=Example,\r\n\n  C=US)", "(A=\"CN=adb, O=Example, C=US\")"},
        {"(A=\"CN=adb,  \nC=US\")", "(A=\"CN=adb, C=US\")"},
        {"(A='two  blanks\n')", "(A=two  blanks)"},
        {"(A=b\n  # c\n )", "(A=b)"},
    };
    for (const auto& [written, printed] : cases)
    {
        const auto text = Parsed("(DESCRIPTION=(ADDRESS=(HOST=h))" + std::string{written} + ")");
        EXPECT_NE(text.Print().find(printed), std::string::npos) << text.Print();
        EXPECT_EQ(Parsed(text.Print()).Print(), text.Print());
        EXPECT_EQ(text.GetUnmodelled().at(0).name, "A");
    }
    // A line that is not indented begins something new, as does a parameter behind an open quote.
    EXPECT_NE(Complaint("(ADDRESS=(A=b\nc))").find("found 'c' where ')'"), std::string::npos);
    EXPECT_NE(Complaint("(ADDRESS=(A=\"b\nX = (Y=\"z\")))").find("found '\"b'"), std::string::npos);
}

TEST(ConnectDescriptor, ValuesMayStandInBrackets)
{
    const auto descriptor = Parsed("(DESCRIPTION=(SDU=(8192))(ADDRESS=(HOST=(h))(PORT=(\"1599\")))"
                                   "(CONNECT_DATA=(SERVICE_NAME=(s))))");
    EXPECT_EQ(descriptor.Print(),
              "(DESCRIPTION=(SDU=8192)(ADDRESS=(PROTOCOL=tcp)(HOST=h)(PORT=1599))"
              "(CONNECT_DATA=(SERVICE_NAME=s)))");
    EXPECT_NE(Complaint("(ADDRESS=(HOST=(h, i)))").find("found brackets for HOST"),
              std::string::npos);
    EXPECT_NE(Complaint("(ADDRESS=(PORT=(x)))").find("found 'x' for PORT"), std::string::npos);
}

TEST(ConnectDescriptor, OtherProtocolsThanTcpAreTold)
{
    const auto mixed = Parsed("(ADDRESS_LIST=(ADDRESS=(PROTOCOL=IPC)(KEY=k))"
                              "(ADDRESS=(PROTOCOL=TCPS)(HOST=[2001:db8::1])(PORT=2484)))");
    EXPECT_EQ(mixed.GetFirstAddress()->port, 2484);
    EXPECT_EQ(mixed.GetFirstAddress()->host, "2001:db8::1");
    ASSERT_EQ(mixed.GetUnmodelled().size(), 1U);
    EXPECT_EQ(mixed.GetUnmodelled()[0].name, "PROTOCOL=ipc");
    EXPECT_FALSE(mixed.CheckProtocols().IsError());
    for (const std::string protocol : {"ipc", "beq"})
    {
        const auto none = Parsed("(ADDRESS=(PROTOCOL=" + protocol + ")(KEY=k))");
        EXPECT_EQ(none.GetFirstAddress(), nullptr);
        EXPECT_EQ(none.CheckProtocols().message,
                  "found no address of protocol tcp, tcps, spx, decnet or nmp but " + protocol +
                      " where one was expected");
    }
    EXPECT_EQ(Parsed("(DESCRIPTION=(ADDRESS_LIST=(FAILOVER=on)))").CheckProtocols().message,
              "found no address where one was expected");
}

TEST(ConnectDescriptor, AddressesOnLansHaveNamesOfTheirOwn)
{
    // O7: SERVICE of SPX, NODE and OBJECT of DECnet; K: SERVER and PIPE of named pipes.
    const std::vector<std::pair<std::string, std::string>> written{
        {"(PROTOCOL=spx)(SERVICE=orasrv)", ""},
        {"(PROTOCOL=decnet)(NODE=vax1)(OBJECT=lsnr)", "vax1"},
        {"(PROTOCOL=nmp)(SERVER=nt1)(PIPE=ORAPIPE)", "nt1"}};
    for (const auto& [text, host] : written)
    {
        const auto found = Parsed("(ADDRESS=" + text + "(COMMUNITY=lan))");
        const auto& address = *found.GetFirstAddress();
        EXPECT_TRUE(address.IsOnLan());
        EXPECT_FALSE(address.IsOnTcp());
        EXPECT_EQ(address.GetHostName(), host);
        EXPECT_FALSE(found.CheckProtocols().IsError());
        ASSERT_EQ(found.GetUnmodelled().size(), 1U);
        EXPECT_EQ(found.GetUnmodelled()[0].name, "COMMUNITY");
        EXPECT_NE(found.Print().find(text + "(COMMUNITY=lan)"), std::string::npos);
    }
    // A name of another protocol is told, and stays where it was.
    const auto tcp = Parsed("(ADDRESS=(PIPE=p)(PROTOCOL=tcp)(HOST=h)(PORT=1))");
    EXPECT_EQ(tcp.GetUnmodelled()[0].name, "PIPE");
    EXPECT_NE(tcp.Print().find("(PIPE=p)"), std::string::npos);
    EXPECT_EQ(
        Parsed("(ADDRESS=(PROTOCOL=decnet)(NODE=vax1)(OBJECT=lsnr))").GetFirstAddress()->PrintLan(),
        "(ADDRESS=(PROTOCOL=DECNET)(NODE=vax1)(OBJECT=lsnr))");
    // A name with brackets or "=" is quoted.
    EXPECT_EQ(Parsed("(ADDRESS=(PROTOCOL=spx)(SERVICE='a=(b)'))").GetFirstAddress()->PrintLan(),
              R"x((ADDRESS=(PROTOCOL=SPX)(SERVICE="a=(b)")))x");
}

TEST(ConnectDescriptor, ListDefaultsDifferByLevel)
{
    // Fact sheet 1.2: LOAD_BALANCE on in a DESCRIPTION_LIST, off in an ADDRESS_LIST; FAILOVER on.
    const auto descriptor =
        Parsed("(DESCRIPTION_LIST=(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(HOST=a))(ADDRESS=(HOST=b)))"
               "(CONNECT_DATA=(SERVICE_NAME=s))))");
    const auto& list = descriptor.descriptions.at(0).addressLists.at(0);
    EXPECT_TRUE(descriptor.GetLoadBalance());
    EXPECT_FALSE(ConnectDescriptor::GetLoadBalance(list.options));
    EXPECT_TRUE(ConnectDescriptor::GetFailover(list.options));
    EXPECT_EQ(list.addresses.size(), 2U);
}

TEST(ConnectDescriptor, RacWithDataGuardOfE30)
{
    const std::string text =
        "(DESCRIPTION_LIST=(LOAD_BALANCE=off)(FAILOVER=on)"
        "(DESCRIPTION=(LOAD_BALANCE=on)(ADDRESS=(PROTOCOL=tcp)(HOST=scan1)(PORT=1521))"
        "(CONNECT_DATA=(SERVICE_NAME=s)))"
        "(DESCRIPTION=(LOAD_BALANCE=on)(ADDRESS=(PROTOCOL=tcp)(HOST=scan2)(PORT=1521))"
        "(CONNECT_DATA=(SERVICE_NAME=s))))";
    const auto descriptor = Parsed(text);
    EXPECT_EQ(descriptor.Print(), text);
    EXPECT_FALSE(descriptor.GetLoadBalance());
    ASSERT_EQ(descriptor.descriptions.size(), 2U);
    EXPECT_TRUE(ConnectDescriptor::GetLoadBalance(descriptor.descriptions[0].options));
    EXPECT_EQ(descriptor.GetFirstAddress()->host, "scan1");
}

TEST(ConnectDescriptor, SwitchesTakeSixWords)
{
    for (const auto& [word, expected] : {std::pair{"on", true},
                                         {"YES", true},
                                         {"True", true},
                                         {"off", false},
                                         {"No", false},
                                         {"FALSE", false}})
    {
        const auto descriptor =
            Parsed("(DESCRIPTION=(LOAD_BALANCE=" + std::string{word} + ")(ADDRESS=(HOST=h)))");
        EXPECT_EQ(descriptor.descriptions.at(0).options.loadBalance, expected) << word;
    }
}

TEST(ConnectDescriptor, OneAndZeroAreNoWordsOfASwitch)
{
    const auto descriptor = Parsed("(DESCRIPTION_LIST=(FAILOVER=0)(DESCRIPTION=(LOAD_BALANCE=1)"
                                   "(ADDRESS_LIST=(SOURCE_ROUTE=1)(ADDRESS=(HOST=h)))))");
    EXPECT_FALSE(descriptor.options.failover || descriptor.descriptions[0].options.loadBalance);
    std::string names;
    for (const auto& node : descriptor.GetUnmodelled())
    {
        names += node.name + " ";
    }
    EXPECT_EQ(names, "FAILOVER=0 SOURCE_ROUTE=1 LOAD_BALANCE=1 ");
    EXPECT_EQ(Parsed(descriptor.Print()).Print(), descriptor.Print());
}

TEST(ConnectDescriptor, UnknownKeysAreKeptAndReported)
{
    const auto descriptor =
        Parsed("(DESCRIPTION=\n (ADDRESS=(HOST=h)(COLOUR=blue))\n"
               " (CONNECT_DATA=(SID=x)(CID=(PROGRAM=p))\n  (HS=ok))(SECURITY=(A=\"b c=d\")))");
    const auto unmodelled = descriptor.GetUnmodelled();
    ASSERT_EQ(unmodelled.size(), 3U);
    EXPECT_EQ(unmodelled[0].name, "COLOUR");
    EXPECT_EQ(unmodelled[1].name, "HS");
    EXPECT_EQ(unmodelled[1].line, 4U);
    EXPECT_EQ(unmodelled[2].name, "SECURITY");
    EXPECT_NE(descriptor.Print().find("(SECURITY=(A=\"b c=d\"))"), std::string::npos);
    EXPECT_NE(descriptor.Print().find("(CID=(PROGRAM=p))"), std::string::npos);
}

TEST(ConnectDescriptor, PaddingOfBase64EndsAValueWithoutQuotes)
{
    // As in the CONNECT of python-oracledb 26.1.
    const std::string id = "(CONNECTION_ID=7Yv3CCKjM+OTKcUpR+e70A==)";
    const std::string text = "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=h)(PORT=1521))"
                             "(CONNECT_DATA=(SERVICE_NAME=s)" +
                             id + "))";
    EXPECT_NE(Parsed(text).Print().find(id), std::string::npos);
    EXPECT_NE(Parsed("(ADDRESS=(HOST=h)(KEY=\"==\"))").Print().find("(KEY=\"==\")"),
              std::string::npos);
    EXPECT_EQ(
        Complaint("(ADDRESS=(HOST=h PORT=1521))"),
        "connect string, line 1, column 11: found 'h PORT=1521' for HOST where a single value "
        "was expected.");
}

TEST(ConnectDescriptor, WrongTextGetsOneSentence)
{
    const std::pair<const char*, const char*> cases[] = {
        {"", "line 1, column 1: found the end of the text where '(' was expected."},
        {"(DESCRIPTION=(ADDRESS=(HOST=h))",
         "line 1, column 32: found the end of the text where ')' was expected to close the '(' of "
         "line 1, column 1."},
        {"(DESCRIPTION=(ADDRESS=(HOST=h)))\n)",
         "line 2, column 1: found ')' where '(' was expected."},
        {"(ADDRESS=(HOST=h)(PORT=70000))",
         "line 1, column 19: found '70000' for PORT where a whole number from 1 to 65535 (TCP "
         "port) was expected."},
        {"(DESCRIPTION=(SDU=2K)(ADDRESS=(HOST=h)))",
         "line 1, column 15: found '2K' for SDU where a whole number from 1 to 2147483647 (bytes) "
         "was expected."},
        {"(DESCRIPTION=(FAILOVER=maybe)(ADDRESS=(HOST=h)))",
         "line 1, column 15: found 'maybe' for FAILOVER where one of on,yes,true,off,no,false was "
         "expected."},
        {"(DESCRIPTION=(CONNECT_TIMEOUT=soon)(ADDRESS=(HOST=h)))",
         "line 1, column 15: found 'soon' for CONNECT_TIMEOUT where a duration such as 3, 3 sec, "
         "300ms or 2 min was expected."},
        {"(DESCRIPTION=(CONNECT_DATA=(SID=x)))",
         "line 1, column 2: found a DESCRIPTION without an ADDRESS where one was expected."},
        {"(DESKRIPTION=(ADDRESS=(HOST=h)))",
         "line 1, column 2: found 'DESKRIPTION' where DESCRIPTION, DESCRIPTION_LIST, ADDRESS_LIST "
         "or ADDRESS was expected."},
    };
    for (const auto& [text, sentence] : cases)
    {
        EXPECT_EQ(Complaint(text), std::string{"connect string, "} + sentence) << text;
    }
}

TEST(ConnectDescriptor, BracketsGo64DeepAndNoFurther)
{
    std::string deep;
    for (int i = 0; i < 100000; ++i)
    {
        deep += "(A=";
    }
    std::vector<NameValue> nodes;
    EXPECT_NE(NameValue::ParseNodes(deep, nodes).message.find("more than 64 brackets"),
              std::string::npos);
    std::string allowed;
    for (int i = 0; i < 64; ++i)
    {
        allowed = "(A=" + allowed + ")";
    }
    EXPECT_FALSE(NameValue::ParseNodes(allowed, nodes).IsError());
    EXPECT_TRUE(NameValue::ParseNodes("(A=" + allowed + ")", nodes).IsError());
}

TEST(EasyConnect, ConversionsOfE30)
{
    EXPECT_EQ(Easy("sales-server/sales"),
              "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=sales-server)(PORT=1521))"
              "(CONNECT_DATA=(SERVICE_NAME=sales)))");
    EXPECT_EQ(Easy("[2001:fe8::12]:1522/sales.us.example.com:dedicated/inst1"),
              "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=2001:fe8::12)(PORT=1522))"
              "(CONNECT_DATA=(SERVICE_NAME=sales.us.example.com)(INSTANCE_NAME=inst1)"
              "(SERVER=dedicated)))");
}

TEST(EasyConnect, OldFormHasOptionalParts)
{
    EXPECT_EQ(Easy("//db:1600"),
              "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1600))(CONNECT_DATA=))");
    EXPECT_EQ(Easy("db/:POOLED"),
              "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1521))"
              "(CONNECT_DATA=(SERVER=pooled)))");
    EXPECT_EQ(Easy("db//i1"),
              "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1521))"
              "(CONNECT_DATA=(INSTANCE_NAME=i1)))");
}

TEST(EasyConnect, PlusTakesListsAndParameters)
{
    // A port counts for the hosts in front of it without one; ";" begins the next list.
    EXPECT_EQ(Easy("tcps://h1,h2:1600,h3;h4/svc?sdu=16384&retry_count=3&connect_timeout=300ms"),
              "(DESCRIPTION=(SDU=16384)(RETRY_COUNT=3)(CONNECT_TIMEOUT=300ms)"
              "(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcps)(HOST=h1)(PORT=1600))"
              "(ADDRESS=(PROTOCOL=tcps)(HOST=h2)(PORT=1600))"
              "(ADDRESS=(PROTOCOL=tcps)(HOST=h3)(PORT=1521)))"
              "(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcps)(HOST=h4)(PORT=1521)))"
              "(CONNECT_DATA=(SERVICE_NAME=svc)))");
}

TEST(EasyConnect, WrongTextGetsOneSentence)
{
    const std::pair<const char*, const char*> cases[] = {
        {"",
         "column 1: found the end of the text where [protocol://]host[:port][/service] was "
         "expected."},
        {"h:x/s", "column 3: found 'x/s' where a port number was expected."},
        {"h:0/s",
         "column 1: found '0' for PORT where a whole number from 1 to 65535 (TCP port) was "
         "expected."},
        {"h s", "column 2: found ' s' where ':', '/', '?', ',' or the end was expected."},
        {"h;",
         "column 3: found the end of the text where a host name or an address in [] was "
         "expected."},
        {"h/s\x02", "column 4: found '\x02' where ':', '/', '?', ',' or the end was expected."},
        {"h/s:fast",
         "column 1: found 'fast' for SERVER where one of dedicated,shared,pooled was expected."},
    };
    for (const auto& [text, sentence] : cases)
    {
        EXPECT_EQ(Easy(text), std::string{"connect string, line 1, "} + sentence) << text;
    }
}

TEST(Duration, ReadsUnitsInAnyCase)
{
    const std::pair<const char*, uint64_t> cases[] = {
        {"3", 3000},
        {"0", 0},
        {"3 sec", 3000},
        {"300ms", 300},
        {"300 MS", 300},
        {"2 min", 120000},
        {"1hr", 3600000},
        {"8784 hr", 31622400000}, // 366 days of 24 h, the longest
    };
    for (const auto& [text, milliseconds] : cases)
    {
        ASSERT_TRUE(Duration::Parse(text)) << text;
        EXPECT_EQ(Duration::Parse(text)->milliseconds, milliseconds) << text;
        EXPECT_EQ(Duration::Parse(Duration::Parse(text)->Print())->milliseconds, milliseconds);
    }
    for (const char* text : {"", "-1", "3 fortnights", "1.5", "99999999999999999999", "8785 hr"})
    {
        EXPECT_FALSE(Duration::Parse(text)) << text;
    }
}

} // namespace
