// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * LDAP messages against bytes written down from RFC 4511 and X.690, and bytes that are no messages.
 */
#include "ns3/net8-ldap-message.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::net8
{
namespace
{

using Bytes = std::vector<uint8_t>;

/**
 * @param head bytes
 * @param text text behind them
 * @return both
 */
Bytes
operator+(Bytes head, const std::string& text)
{
    head.insert(head.end(), text.begin(), text.end());
    return head;
}

/**
 * @param head bytes
 * @param more bytes behind them
 * @return both
 */
Bytes
operator+(Bytes head, const Bytes& more)
{
    head.insert(head.end(), more.begin(), more.end());
    return head;
}

TEST(LdapMessage, BindAnonymouslyOrByPassword)
{
    // SEQUENCE { 1, [APPLICATION 0] { version 3, name "", simple "" } }
    EXPECT_EQ(LdapMessage::MakeBindRequest(1, "", "").Encode(),
              (Bytes{0x30, 12, 2, 1, 1, 0x60, 7, 2, 1, 3, 4, 0, 0x80, 0}));
    const std::string user = "uid=jdoe,ou=People,dc=example,dc=com"; // 36 bytes
    EXPECT_EQ(LdapMessage::MakeBindRequest(1, user, "secret123").Encode(),
              Bytes({0x30, 57, 2, 1, 1, 0x60, 52, 2, 1, 3, 4, 36}) + user + Bytes({0x80, 9}) +
                  std::string("secret123"));
}

TEST(LdapMessage, ResultsAndUnbind)
{
    EXPECT_EQ(LdapMessage::MakeResult(1,
                                      LdapMessage::Operation::BIND_RESPONSE,
                                      LdapMessage::Result::SUCCESS)
                  .Encode(),
              (Bytes{0x30, 12, 2, 1, 1, 0x61, 7, 10, 1, 0, 4, 0, 4, 0}));
    EXPECT_EQ(LdapMessage::MakeResult(2,
                                      LdapMessage::Operation::SEARCH_DONE,
                                      LdapMessage::Result::NO_SUCH_OBJECT)
                  .Encode(),
              (Bytes{0x30, 12, 2, 1, 2, 0x65, 7, 10, 1, 32, 4, 0, 4, 0}));
    EXPECT_EQ(LdapMessage::MakeUnbindRequest(3).Encode(), (Bytes{0x30, 5, 2, 1, 3, 0x42, 0}));
}

TEST(LdapMessage, SearchOfAnObject)
{
    // baseObject, scope 0, derefAliases 0, limits 0 and 0, typesOnly false, (objectClass=*),
    // attributes: 8 + 3 + 3 + 3 + 3 + 3 + 13 + 5 = 41
    EXPECT_EQ(LdapMessage::MakeSearchRequest(2, "dc=abc", "x").Encode(),
              Bytes({0x30, 46, 2, 1, 2, 0x63, 41, 4, 6}) + std::string("dc=abc") +
                  Bytes({10, 1, 0, 10, 1, 0, 2, 1, 0, 2, 1, 0, 1, 1, 0, 0x87, 11}) +
                  std::string("objectClass") + Bytes({0x30, 3, 4, 1, 'x'}));
    // { objectName, { { type, { value } } } }: type 3, values 2 + 4, around them 9, 11, 8 + 13 and
    // 3 + 2 + 21
    EXPECT_EQ(LdapMessage::MakeSearchEntry(2, "dc=abc", "x", "yz").Encode(),
              Bytes({0x30, 26, 2, 1, 2, 0x64, 21, 4, 6}) + std::string("dc=abc") +
                  Bytes({0x30, 11, 0x30, 9, 4, 1, 'x', 0x31, 4, 4, 2, 'y', 'z'}));
}

TEST(LdapMessage, LengthsFrom128OnHaveBytesOfTheirOwn)
{
    // value 3 + 200, SET 3 + 203, attribute 3 + 2 + 206, list 3 + 211, body 2 + 214, operation 3 +
    // 216, id 3: 222.
    const auto entry = [](std::size_t size) {
        return LdapMessage::MakeSearchEntry(2, "", "", std::string(size, 'v')).Encode();
    };
    const auto middle = entry(200);
    EXPECT_EQ(Bytes(middle.begin(), middle.begin() + 3), (Bytes{0x30, 0x81, 222}));
    EXPECT_EQ(middle.size(), 3U + 222);
    // The same with 4 for each 3 from 300 bytes on: 304, 308, 4 + 2 + 308, 318, 320, 324, 327.
    const auto large = entry(300);
    EXPECT_EQ(Bytes(large.begin(), large.begin() + 4), (Bytes{0x30, 0x82, 0x01, 0x47}));
    EXPECT_EQ(large.size(), 4U + 0x147);
}

TEST(LdapReader, FindsMessagesByteByByte)
{
    const auto entry = LdapMessage::MakeSearchEntry(5, "cn=a", "x", std::string(1000, 'v'));
    const auto done = LdapMessage::MakeResult(5,
                                              LdapMessage::Operation::SEARCH_DONE,
                                              LdapMessage::Result::SUCCESS);
    LdapReader reader;
    std::vector<LdapMessage> found;
    for (const auto byte : entry.Encode() + done.Encode())
    {
        reader.Add({&byte, 1});
        while (auto message = reader.Take())
        {
            found.push_back(*message);
        }
    }
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].GetObject(), "cn=a");
    EXPECT_EQ(found[0].GetResult(), std::nullopt);
    EXPECT_EQ(found[0].Encode(), entry.Encode());
    EXPECT_EQ(found[1].GetResult(), 0);
    EXPECT_FALSE(reader.HasFailed());
}

TEST(LdapReader, RefusesWhatIsNoMessage)
{
    const std::vector<Bytes> wrong{
        {0x04, 1, 0},                // no SEQUENCE
        {0x30, 0x80, 0, 0},          // indefinite length
        {0x30, 0x85, 0, 0, 0, 0, 1}, // a length of 5 bytes
        {0x30, 0x84, 0x7f, 0, 0, 0}, // 2 GB
        {0x30, 5, 2, 1, 1, 0x70, 0}, // no operation of these
        {0x30, 5, 2, 1, 1, 0x60, 9}, // longer than what is around it
        {0x30, 3, 4, 1, 1},          // no messageID
        {0x30, 0},                   // nothing in it
    };
    for (const auto& bytes : wrong)
    {
        LdapReader reader;
        reader.Add(bytes);
        EXPECT_EQ(reader.Take().has_value(), false);
        EXPECT_TRUE(reader.HasFailed());
    }
    // A result without a code, and a name without an end.
    EXPECT_EQ((LdapMessage{1, LdapMessage::Operation::SEARCH_DONE, {}}).GetResult(), std::nullopt);
    EXPECT_EQ((LdapMessage{1, LdapMessage::Operation::SEARCH_REQUEST, {4, 9, 'a'}}).GetObject(),
              "");
}

} // namespace
} // namespace ns3::net8
