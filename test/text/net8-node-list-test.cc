// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Lists of nodes as sqlnet.ora has them, by the words of the Net Services Reference.
 */
#include "ns3/net8-node-filter.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::net8;

namespace
{

/**
 * @param entry the only entry of a list
 * @param address an IPv4 or IPv6 address
 * @param expected whether the entry stands for it
 */
void
Expect(const std::string& entry, const std::string& address, bool expected)
{
    const Net8NodeList::Hosts hosts{
        {"sales.example.com", {IpAddress::Parse("10.1.1.1"), IpAddress::Parse("2001:db8::1")}}};
    Net8NodeList list;
    const TextError error = list.Parse(entry, hosts, "LIST");
    EXPECT_FALSE(error.IsError()) << error.message;
    EXPECT_EQ(list.Contains(IpAddress::Parse(address)), expected) << entry << " and " << address;
}

TEST(NodeList, HoldsNamesAddressesWildcardsAndNetworks)
{
    Expect("192.168.2.25", "192.168.2.25", true);
    Expect("192.168.2.25", "192.168.2.26", false);
    Expect("172.30.*", "172.30.255.1", true);
    Expect("172.30.*", "172.31.0.1", false);
    Expect("172.30.*.*", "172.30.0.1", true);
    Expect("*", "1.2.3.4", true);
    Expect("*", "2001:db8::1", false);
    Expect("10.0.0.0/8", "10.255.255.255", true);
    Expect("10.0.0.0/8", "11.0.0.0", false);
    // 192.168.4.0 to 192.168.7.255: 22 bits leave two of the third byte free.
    Expect("192.168.4.0/22", "192.168.7.255", true);
    Expect("192.168.4.0/22", "192.168.8.0", false);
    Expect("0.0.0.0/0", "203.0.113.9", true);
    Expect("::/0", "203.0.113.9", false);
    Expect("2001:db8::/32", "2001:db8:ffff::1", true);
    Expect("2001:db8::/32", "2001:db9::1", false);
    Expect("2001:DB8::1", "2001:db8:0:0:0:0:0:1", true);
    Expect("Sales.Example.COM", "10.1.1.1", true);
    Expect("sales.example.com", "2001:db8::1", true);
    Expect("sales.example.com", "10.1.1.2", false);
    Expect("sales", "10.1.1.1", false);
    Expect("(10.1.1.2, 10.1.1.3 ,sales.example.com)", "10.1.1.3", true);
    Expect("10.0.0.0/8", "::ffff:10.1.2.3", true);
}

/**
 * @param list a list with one wrong entry
 * @param expected what is said of it
 */
void
ExpectError(const std::string& list, const std::string& expected)
{
    Net8NodeFilter filter;
    const auto error = filter.SetLists("", list, {});
    EXPECT_EQ(error.GetSentence(), "EXCLUDED_NODES: " + expected) << list;
    EXPECT_TRUE(filter.Admits(IpAddress::Parse("10.0.0.1"))) << "nothing was set";
}

TEST(NodeList, TellsWhatIsNoNodeAndWhatWouldBeRight)
{
    ExpectError("10.0.0.1, 10.1.2.3/8",
                "'10.1.2.3/8' has bits set behind its prefix; use 10.0.0.0/8.");
    ExpectError("2001:db8:1::/32",
                "'2001:db8:1::/32' has bits set behind its prefix; use 2001:db8::/32.");
    ExpectError("10.0.0.0/33", "'10.0.0.0/33' has the prefix length '33'; with IPv4 use 0 to 32.");
    ExpectError("::/129", "'::/129' has the prefix length '129'; with IPv6 use 0 to 128.");
    ExpectError("10.0.0.0/", "'10.0.0.0/' has the prefix length ''; with IPv4 use 0 to 32.");
    ExpectError(
        "10.0.0/8",
        "'10.0.0/8' is not a network; write an IPv4 or IPv6 address, a slash and a prefix length, "
        "such as 10.0.0.0/8 or 2001:db8::/32.");
    for (const std::string wildcard : {"10.*.1", "10.1*", "1.2.3.4.*", "256.*"})
    {
        ExpectError(wildcard,
                    "'" + wildcard +
                        "' is not an IPv4 address with * for its last parts, such as "
                        "192.168.*.");
    }
    ExpectError("10.0.0.256",
                "'10.0.0.256' is not an IPv4 address; write four numbers up to 255 with points "
                "between them.");
    ExpectError(
        "2001:db8",
        "'2001:db8' is not an IPv6 address; write eight groups of hexadecimal digits with colons "
        "between them, or fewer and one ::.");
    for (const std::string name : {"", "sales!"})
    {
        ExpectError("10.0.0.9," + name,
                    "'" + name +
                        "' is neither a host name nor an address, a network or an address "
                        "that ends with *.");
    }
}

TEST(NodeFilter, InvitedNodesGoBeforeExcludedOnes)
{
    const auto inside = IpAddress::Parse("192.168.2.25");
    const auto other = IpAddress::Parse("192.168.2.26");
    const auto ipv6 = IpAddress::Parse("2001:db8::1");
    Net8NodeFilter filter;
    EXPECT_TRUE(filter.Admits(inside) && filter.Admits(ipv6)) << "no lists";
    filter.SetLists("", "192.168.2.25", {});
    EXPECT_FALSE(filter.Admits(inside)) << "excluded";
    EXPECT_TRUE(filter.Admits(other) && filter.Admits(ipv6)) << "not excluded";
    filter.SetLists("192.168.2.25, nowhere", "192.168.*", {});
    EXPECT_TRUE(filter.Admits(inside)) << "both: invited wins";
    EXPECT_FALSE(filter.Admits(other) || filter.Admits(ipv6)) << "not invited";
    EXPECT_EQ(filter.GetUnknownNames(), std::vector<std::string>{"nowhere"});
}

} // namespace
