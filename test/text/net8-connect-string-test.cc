// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * What people write to reach a database. The forms are those of Oracle's Net Services guide
 * (Easy Connect Plus), of the documentation of its JDBC drivers (URL formats) and of ODP.NET, and
 * of the URLs of go-ora and SQLAlchemy.
 */
#include "ns3/net8-connect-files.h"
#include "ns3/net8-connect-string.h"
#include "ns3/net8-easy-connect.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/**
 * @param host the host
 * @param port the port
 * @param data nodes of the connect data
 * @param options nodes of the description
 * @return the descriptor of one address
 */
std::string
One(const std::string& host,
    const std::string& port,
    const std::string& data,
    const std::string& options = "")
{
    return "(DESCRIPTION=" + options + "(ADDRESS=(PROTOCOL=tcp)(HOST=" + host + ")(PORT=" + port +
           "))(CONNECT_DATA=" + data + "))";
}

/**
 * @param text what a user writes
 * @return the descriptor that it stands for, or the error
 */
std::string
Resolved(const std::string& text)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    const TextError error = files.Resolve(text, descriptor);
    return error.IsError() ? error.GetSentence() : descriptor.Print();
}

TEST(ConnectString, FormsLeadToOneDescriptor)
{
    const std::string service = One("db.example.com", "1521", "(SERVICE_NAME=orcl)");
    for (const char* text : {
             "db.example.com/orcl",
             "db.example.com:/orcl",
             "//db.example.com:1521/orcl",
             "scott/tiger@db.example.com/orcl",
             "scott/tiger@//db.example.com:1521/orcl",
             "scott@db.example.com/orcl",
             "/@db.example.com/orcl",
             "scott[app]/tiger@db.example.com/orcl",
             "scott/p@ss/w?rd;x@db.example.com/orcl",
             "scott/\"ti(g@er\"@db.example.com/orcl",
             "sys/oracle@db.example.com/orcl as sysdba",
             "sqlplus -L scott/tiger@db.example.com:1521/orcl",
             "jdbc:oracle:thin:@//db.example.com:1521/orcl",
             "jdbc:oracle:thin:@db.example.com/orcl",
             "jdbc:oracle:thin:@tcp://db.example.com:1521/orcl",
             "JDBC:Oracle:Thin:scott/tiger@//db.example.com:1521/orcl",
             "jdbc:oracle:oci:@db.example.com:1521/orcl",
             "jdbc:oracle:oci8:scott/tiger@//db.example.com/orcl",
             "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db.example.com)"
             "(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)))",
             "Data Source=db.example.com:1521/orcl;User Id=scott;Password=tiger",
             "User Id=scott;Password=\"a;b@c\";Data Source=//db.example.com/orcl;Pooling=true;",
             "Provider=OraOLEDB.Oracle;Data Source=db.example.com/orcl;User Id=s;Password=t;",
             "Driver={Oracle 21};Dbq=db.example.com:1521/orcl;Uid=scott;Pwd=tiger;",
             "data source=(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db.example.com)(PORT=1521))"
             "(CONNECT_DATA=(SERVICE_NAME=orcl)));user id=/",
             "oracle://scott:ti@ger@db.example.com:1521/orcl",
             "oracle+oracledb://scott:tiger@db.example.com/?service_name=orcl",
         })
    {
        EXPECT_EQ(Resolved(text), service) << text;
    }
    const std::string sid = One("h", "1522", "(SID=XE)");
    for (const char* text : {"jdbc:oracle:thin:@h:1522:XE",
                             "jdbc:oracle:thin:scott/tiger@h:1522:XE",
                             "h:1522:XE",
                             "oracle+cx_oracle://scott:tiger@h:1522/XE",
                             "oracle://u:p@h:1522?SID=XE"})
    {
        EXPECT_EQ(Resolved(text), sid) << text;
    }
    EXPECT_EQ(Resolved("jdbc:oracle:thin:@[2001:db8::1]:1522:XE"),
              One("2001:db8::1", "1522", "(SID=XE)"));
    EXPECT_EQ(Resolved("jdbc:oracle:thin:@tcps://h:2484/s"),
              "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcps)(HOST=h)(PORT=2484))"
              "(CONNECT_DATA=(SERVICE_NAME=s)))");
}

TEST(ConnectString, ValuesOfOptionsMayBeQuotedOrInBrackets)
{
    const std::string data = "(SERVICE_NAME=s)";
    const std::tuple<const char*, const char*, const char*> cases[] = {
        {"wallet_location=\"/a b\"", "(wallet_location=/a b)", ""},
        {"ssl_server_cert_dn=\"cn=a,o=b\"", "(ssl_server_cert_dn=\"cn=a,o=b\")", ""},
        {"ssl_server_cert_dn=\"cn=a, o=b&c\"", "(ssl_server_cert_dn=\"cn=a, o=b&c\")", ""},
        {"ssl_server_cert_dn=cn=a,o=b", "(ssl_server_cert_dn=\"cn=a,o=b\")", ""},
        {"wallet_location=\"/a@b\"", "(wallet_location=/a@b)", ""},
        {"compression_levels=(low,high)", "(compression_levels=(low,high))", ""},
        {"sdu = \"8192\" & pool_purity=self", "(SDU=8192)", "(POOL_PURITY=self)"},
        {"pool_connection_class=APP", "", "(POOL_CONNECTION_CLASS=APP)"},
    };
    for (const auto& [option, inDescription, inData] : cases)
    {
        // What the model reads comes before the addresses, the rest behind the connect data.
        const std::string text = Resolved("h/s?" + std::string{option});
        EXPECT_NE(text.find(inDescription), std::string::npos) << text;
        EXPECT_NE(text.find("(CONNECT_DATA=" + data + inData + ")"), std::string::npos) << text;
    }
}

TEST(ConnectString, CredentialsAreKeptNowhere)
{
    const std::pair<const char*, const char*> cases[] = {
        {"scott/tiger@h/s", "h/s"},
        {"scott/tiger@alias", "alias"},
        {"jdbc:oracle:thin:scott/tiger@h:1521:X", "jdbc:oracle:thin:@h:1521:X"},
        {"Data Source=h/s;Password=tiger;Pooling=no", "Data Source=h/s;Pooling=no"},
        {"Pwd=tiger;Dbq=h1;h2/s;Uid=scott", "Dbq=\"h1;h2/s\""},
        {"oracle://scott:tiger@h/s?TRACE=on", "oracle://h/s?TRACE=on"},
        {"h/s?user=scott&password=tiger&sdu=512", "h/s?sdu=512"},
        {"h/s?sdu=512?password=tiger", "h/s?sdu=512"},
        {"h/s?sdu=512;password=tiger", "h/s?sdu=512"},
        {"h/s?javax.net.ssl.trustStorePassword=\"tiger\"", "h/s"},
        {"jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)) ( PassWord = \"ti)ger\" )(X=y))",
         "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)) (X=y))"},
    };
    for (const auto& [text, kept] : cases)
    {
        ConnectString parts;
        ASSERT_FALSE(ConnectString::Split(text, parts).IsError()) << text;
        EXPECT_EQ(parts.kept, kept);
        EXPECT_FALSE(parts.secrets.empty()) << text;
        ConnectString again;
        ASSERT_FALSE(ConnectString::Split(parts.kept, again).IsError()) << kept;
        EXPECT_EQ(again.kept, kept);
        EXPECT_EQ(again.target, parts.target);
        EXPECT_TRUE(again.secrets.empty());
    }
}

TEST(ConnectString, SecretsAreWholeSoThatMessagesCanLeaveThemOut)
{
    const std::pair<const char*, std::vector<std::string>> cases[] = {
        {"scott/tiger@h/s", {"scott/tiger", "tiger"}},
        {"scott/\"ti(g@er\"@h/s", {"scott/\"ti(g@er\"", "ti(g@er"}},
        {"scott@h/s", {"scott"}},
        {"h/s?user=scott&password=tiger", {"scott", "tiger"}},
    };
    for (const auto& [text, secrets] : cases)
    {
        ConnectString parts;
        ASSERT_FALSE(ConnectString::Split(text, parts).IsError()) << text;
        EXPECT_EQ(parts.secrets, secrets) << text;
    }
}

TEST(ConnectString, WhatIsWrongIsSaidWithoutCredentials)
{
    const std::pair<const char*, const char*> cases[] = {
        {"scott/tiger@", "found nothing behind '@' where a connect string was expected."},
        {"scott/tiger@h:x/s", "line 1, column 3: found 'x/s' where a port number was expected."},
        {"jdbc:mysql://scott:tiger@h/s", "found 'jdbc:mysql' where jdbc:oracle:thin:@..."},
        {"jdbc:oracle:thin:h:1521/s", "found no '@' behind jdbc:oracle:thin: where one was"},
        {"User Id=scott;Password=tiger", "found settings without Data Source where one was"},
        {"jdbc:oracle:thin:@ldap://h:389/sales,cn=OracleContext,dc=example",
         "found ldap:// where a host was expected; descriptors of directories"},
        {"scott/tiger@config-https://h/p", "found config-https:// where a host was expected"},
        {"scott/tiger@h/s?sdu", "found the option sdu where name=value was expected."},
        {"h/s?", "found text behind '?' or '&' where name=value was expected."},
        {"h/s?a=\"b&password=tiger", "found a quote or a control character in the value of a"},
        {"h/s?compression_levels=(low", "found a value of compression_levels that cannot be read"},
        {"scott/ti?g=er@h/s", "found '@' both as the end of a password and in the value"},
    };
    for (const auto& [text, sentence] : cases)
    {
        const std::string said = Resolved(text);
        EXPECT_NE(said.find(sentence), std::string::npos) << said;
        EXPECT_EQ(said.find("tiger"), std::string::npos) << said;
        EXPECT_EQ(said.find("scott"), std::string::npos) << said;
    }
}

TEST(ConnectString, OptionsBehindAnAliasAreTold)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    const auto reader = [](const std::string& path) -> std::optional<std::string> {
        return path == "t.ora"
                   ? "XE=localhost:1521/XE\nP = tcps://h1,h2:2484/s\nQ=scott/tiger@h/s\n"
                     "DB=(DESCRIPTION=(ADDRESS=(HOST=h)))\n"
                   : "NAMES.DIRECTORY_PATH=(TNSNAMES, LDAP)\n";
    };
    ASSERT_FALSE(files.ReadTnsnames("t.ora", reader).IsError());
    ASSERT_FALSE(files.Resolve("jdbc:oracle:thin:@db?TNS_ADMIN=/w", descriptor).IsError());
    EXPECT_EQ(descriptor.GetFirstAddress()->host, "h");
    ASSERT_EQ(files.GetUnmodelled().size(), 1U);
    EXPECT_EQ(files.GetUnmodelled()[0].name, "TNS_ADMIN");
    // An alias may stand for an Easy Connect string.
    ASSERT_FALSE(files.Resolve("xe", descriptor).IsError());
    EXPECT_EQ(descriptor.Print(), One("localhost", "1521", "(SERVICE_NAME=XE)"));
    ASSERT_FALSE(files.Resolve("p", descriptor).IsError());
    EXPECT_EQ(descriptor.descriptions.at(0).addressLists.at(0).addresses.at(1).protocol, "tcps");
    ASSERT_FALSE(files.Resolve("q", descriptor).IsError());
    EXPECT_EQ(descriptor.Print(), One("h", "1521", "(SERVICE_NAME=s)"));
    // The naming methods act: without EZCONNECT only aliases are known.
    ASSERT_FALSE(files.Resolve("h2/s", descriptor).IsError());
    ASSERT_FALSE(files.ReadSqlnet("s.ora", reader).IsError());
    EXPECT_EQ(files.GetUnmodelled().back().name, "NAMES.DIRECTORY_PATH=LDAP");
    EXPECT_NE(files.Resolve("h2/s", descriptor)
                  .message.find("NAMES.DIRECTORY_PATH allows TNSNAMES, LDAP, and not EZCONNECT"),
              std::string::npos);
    EXPECT_FALSE(files.Resolve("xe", descriptor).IsError());
}

} // namespace
