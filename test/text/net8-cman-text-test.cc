// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Rules of Connection Manager by the words of the Net Services Reference, and its hops in connect
 * data.
 */
#include "ns3/net8-cman-rules.h"
#include "ns3/net8-source-route.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Hosts that rules may name.
const Net8NodeList::Hosts HOSTS{{"client1-pc", {IpAddress::Parse("192.0.2.40")}}};

/**
 * @param rules RULE_LIST
 * @param from address of a client
 * @param host host that it asks for, at 203.0.113.7
 * @param service service that it asks for
 * @return what becomes of it
 */
std::string
Decide(const std::string& rules,
       const std::string& from,
       const std::string& host,
       const std::string& service)
{
    CmanRules list;
    const auto error = list.Parse(rules, HOSTS);
    EXPECT_FALSE(error.IsError()) << error.GetSentence();
    const auto* rule = list.Find({.from = IpAddress::Parse(from),
                                  .host = host,
                                  .to = IpAddress::Parse("203.0.113.7"),
                                  .service = service});
    return rule ? CmanRules::GetName(rule->action) : "none";
}

TEST(CmanRules, TheFirstThatMatchesDecides)
{
    const std::string rules = "(RULE_LIST=\n"
                              "  (RULE=(SRC=192.0.2.32/27)(DST=sales-server)(SRV=*)(ACT=accept)\n"
                              "    (ACTION_LIST=(AUT=on)(MCT=120)(MIT=30)))\n"
                              "  (RULE=(SRC=192.0.2.*)(DST=203.0.113.0/24)(SRV=hr)(ACT=DROP))\n"
                              "  (RULE=(SRC=*)(DST=*)(SRV=hr)(ACT=reject)))";
    // 192.0.2.32/27 ends at 192.0.2.63.
    EXPECT_EQ(Decide(rules, "192.0.2.63", "Sales-Server", "any"), "accept");
    EXPECT_EQ(Decide(rules, "192.0.2.64", "sales-server", "any"), "none");
    EXPECT_EQ(Decide(rules, "192.0.2.64", "sales-server", "HR"), "drop");
    EXPECT_EQ(Decide(rules, "198.51.100.1", "sales-server", "hr"), "reject");
    EXPECT_EQ(Decide("", "192.0.2.63", "sales-server", "any"), "none");
    EXPECT_EQ(Decide("(RULE=(SRC=client1-pc)(DST=*)(SRV=*)(ACT=accept))", "192.0.2.40", "x", "y"),
              "accept");
    EXPECT_EQ(Decide("(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept))", "2001:db8::1", "x", "y"),
              "accept");
}

TEST(CmanRules, TimesOfAnActionListAreSeconds)
{
    CmanRules list;
    ASSERT_FALSE(list.Parse("(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept)(ACTION_LIST=(AUT=on)(MOCT=5)"
                            "(MCT=120)(MIT=30)))",
                            {})
                     .IsError());
    const auto& rule = list.Get().at(0);
    EXPECT_EQ(rule.outboundS, 5U);
    EXPECT_EQ(rule.sessionS, 120U);
    EXPECT_EQ(rule.idleS, 30U);
    EXPECT_EQ(rule.unmodelled, std::vector<std::string>{"AUT"});
}

TEST(CmanRules, WhatIsWrongIsTold)
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"(RULE=(SRC=*)(DST=*)(ACT=accept))", "a RULE has no SRV; write (RULE="},
        {"(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=allow))", "ACT is 'allow'; use accept, reject or drop"},
        {"(RULE=(SRC=10.0.0.1/8)(DST=*)(SRV=*)(ACT=accept))", "has bits set behind its prefix"},
        {"(RULE=(SRC=*)(DST=1.2.3)(SRV=*)(ACT=accept))", "'1.2.3' is not an IPv4 address"},
        {"(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept)(ACTION_LIST=(MIT=soon)))",
         "MIT is not a whole number of seconds"},
        {"(RULES=(SRC=*))", "'RULES' is not a RULE; write (RULE="},
        {"(RULE=(SRC=*)", "("}};
    for (const auto& [text, expected] : cases)
    {
        CmanRules list;
        const auto sentence = list.Parse(text, HOSTS).GetSentence();
        EXPECT_NE(sentence.find(expected), std::string::npos) << text << ": " << sentence;
    }
}

/**
 * @param text a descriptor
 * @return the hops of its first address
 */
std::string
PrintHops(const std::string& text)
{
    ConnectDescriptor descriptor;
    const auto error = ConnectDescriptor::Parse(text, descriptor);
    EXPECT_FALSE(error.IsError()) << error.GetSentence();
    const auto& description = descriptor.descriptions.front();
    std::string hosts;
    for (const auto* hop :
         SourceRoute::FindHops(description, description.addressLists.front().addresses.front()))
    {
        hosts += hop->host + " ";
    }
    return hosts;
}

TEST(SourceRoute, HopsAreAddressesOrTheFirstOfEachList)
{
    const std::string two = "(ADDRESS=(HOST=a))(ADDRESS=(HOST=b))";
    EXPECT_EQ(PrintHops("(DESCRIPTION=(SOURCE_ROUTE=yes)" + two + ")"), "a b ");
    EXPECT_EQ(PrintHops("(DESCRIPTION=(ADDRESS_LIST=(SOURCE_ROUTE=on)" + two + "))"), "a b ");
    EXPECT_EQ(PrintHops("(DESCRIPTION=(SOURCE_ROUTE=yes)(ADDRESS_LIST=" + two +
                        ")(ADDRESS_LIST=(ADDRESS=(HOST=c))(ADDRESS=(HOST=d))))"),
              "a c ");
    EXPECT_EQ(PrintHops("(DESCRIPTION=" + two + ")"), "");
    EXPECT_EQ(PrintHops("(DESCRIPTION=(SOURCE_ROUTE=no)" + two + ")"), "");
}

TEST(SourceRoute, EachManagerTakesItselfOff)
{
    const std::string data = "(CONNECT_DATA=(SERVICE_NAME=orcl)(CID=(PROGRAM=p)(HOST=h)(USER=u)))";
    const std::string a = "(ADDRESS=(PROTOCOL=tcp)(HOST=cman1)(PORT=1630))";
    const std::string b = "(ADDRESS=(PROTOCOL=tcp)(HOST=cman2)(PORT=1521))";
    const std::string c = "(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1522))";
    const auto first =
        SourceRoute::Take("(DESCRIPTION=(SOURCE_ROUTE=yes)" + a + b + c + data + ")");
    ASSERT_TRUE(first);
    EXPECT_EQ(first->address.host, "cman2");
    EXPECT_EQ(first->connectData, "(DESCRIPTION=(SOURCE_ROUTE=yes)" + b + c + data + ")");
    const auto second = SourceRoute::Take(first->connectData);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->address.host, "db");
    EXPECT_EQ(second->address.port, 1522);
    EXPECT_EQ(second->connectData, "(DESCRIPTION=" + c + data + ")");
    EXPECT_FALSE(SourceRoute::Take(second->connectData));
    // SQL*Plus has the address behind its connect data.
    const auto behind =
        SourceRoute::Take("(DESCRIPTION=" + data + "(SOURCE_ROUTE=yes)" + a + c + ")");
    ASSERT_TRUE(behind);
    EXPECT_EQ(behind->connectData, "(DESCRIPTION=" + data + c + ")");
    for (const auto* text : {"", "(", "(DESCRIPTION=(SOURCE_ROUTE=yes))", "SELECT"})
    {
        EXPECT_FALSE(SourceRoute::Take(text)) << text;
    }
}

TEST(SourceRoute, HopsArePrintedAsConnectDataHaveThem)
{
    ConnectAddress address;
    address.host = "cman";
    address.port = 1630;
    EXPECT_EQ(SourceRoute::Print({&address, &address}),
              "(SOURCE_ROUTE=yes)(ADDRESS=(PROTOCOL=tcp)(HOST=cman)(PORT=1630))"
              "(ADDRESS=(PROTOCOL=tcp)(HOST=cman)(PORT=1630))");
}

} // namespace
