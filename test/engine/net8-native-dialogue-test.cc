// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests sessions with native encryption and checksums against the same sessions without. Lengths
 * are those of go-ora's data_packet.go, messages of the negotiation those of a trace in its issue
 * 210.
 */
#include "net8-dialogue-pair.h"

#include "ns3/net8-native-algorithm.h"

#include <gtest/gtest.h>
#include <string_view>
#include <tuple>

using namespace ns3::net8;

namespace
{

/// Sizes of the packets of the answer with keys, whose vector has 16 bytes, and of the client's
/// key, bytes.
constexpr uint32_t ANSWER = 923 + 16;
constexpr uint32_t KEY = 291;
/// Length of the reply with rows, TTC bytes: several packets of 8192.
constexpr uint32_t REPLY = 30000;

/**
 * Make the offer of an end.
 *
 * @param kind algorithms of one kind
 * @param name one of these algorithms; empty: none
 * @return offer of an end that requires it
 */
NativeOffer
Require(std::span<const NativeAlgorithm> kind, std::string_view name)
{
    const auto* found = NativeAlgorithm::Find(kind, name);
    return found ? NativeOffer{.level = NativeLevel::REQUIRED, .types = {found->number}}
                 : NativeOffer{.level = NativeLevel::REJECTED};
}

/**
 * A session that fetches one row.
 */
class Session
{
  public:
    /**
     * Run the session.
     *
     * @param driver name of the driver
     * @param security security settings of the server
     * @param wanted security settings of the client
     */
    explicit Session(const std::string& driver,
                     const NativeSecurity& security = {},
                     const NativeSecurity& wanted = {})
        : pair(driver, "", "19c")
    {
        pair.server.security = security;
        pair.settings.security = wanted;
        pair.settings.identity = ClientIdentity().Complete(pair.settings.driver);
        pair.settings.request.serviceName = "orcl";
        pair.script.query.requestLength = pair.settings.driver.GetExecuteLength(31, 1);
        pair.rows.rows = 1;
        pair.rows.replies = {REPLY, 200};
        pair.Run({.host = "db", .port = 1521});
        ended = std::get<client_event::Ended>(pair.events.back());
    }

    DialoguePair pair;         ///< Both ends.
    client_event::Ended ended; ///< How it ended.
};

/**
 * List the packets of a session.
 *
 * @param session a session
 * @param from index of the first packet to list
 * @return for each packet whether the client sent it, and its length, bytes
 */
std::vector<std::tuple<bool, uint32_t>>
ListMessages(const Session& session, std::size_t from)
{
    std::vector<std::tuple<bool, uint32_t>> list;
    for (std::size_t i = from; i < session.pair.packets.size(); ++i)
    {
        const auto& packet = session.pair.packets[i];
        list.emplace_back(packet.ofClient, packet.header.length);
    }
    return list;
}

} // namespace

TEST(NativeDialogue, EachPacketIsSealed)
{
    for (const auto& [encryption, checksum] :
         std::array<std::pair<const char*, const char*>, 6>{{{"aes256", "sha256"},
                                                             {"rc4_128", "md5"},
                                                             {"", "sha1"},
                                                             {"3des168", ""},
                                                             {"aes128", "sha512"},
                                                             {"des40", "md5"}}})
    {
        const NativeOffer ciphers = Require(NativeAlgorithm::GetEncryption(), encryption);
        const NativeOffer checksums = Require(NativeAlgorithm::GetChecksums(), checksum);
        const NativeSealing sealing(ciphers.types.empty() ? 0 : ciphers.types[0],
                                    checksums.types.empty() ? 0 : checksums.types[0]);
        // The reply with rows takes as many packets as without: the plain one is cut again.
        const Session plain("sqlplus");
        const Session sealed("sqlplus", {.encryption = ciphers, .checksums = checksums});
        EXPECT_FALSE(sealed.ended.error) << encryption << checksum;
        const auto before = ListMessages(plain, 0);
        const auto after = ListMessages(sealed, 0);
        std::size_t place = 0;
        while (std::get<1>(before.at(place)) != 127) // reply of the native services
        {
            EXPECT_EQ(after.at(place), before.at(place)) << place;
            ++place;
        }
        EXPECT_EQ(std::get<1>(after.at(place)), ANSWER);
        EXPECT_EQ(after.at(place + 1), std::make_tuple(true, KEY));
        std::size_t other = place + 2;
        const uint32_t most = sealing.GetMost(8192 - HEAD);
        for (++place; place < before.size();)
        {
            // A message: packets of one sender, the plain ones full except the last.
            uint32_t bytes = 0;
            const auto [ofClient, first] = before[place];
            for (bool full = true; full; ++place)
            {
                bytes += std::get<1>(before.at(place)) - HEAD;
                full = std::get<1>(before[place]) == 8192;
            }
            do
            {
                const uint32_t part = std::min(bytes, most);
                EXPECT_EQ(after.at(other),
                          std::make_tuple(ofClient, HEAD + sealing.GetSealed(part)))
                    << encryption << " " << checksum << ", packet " << other;
                EXPECT_LE(std::get<1>(after[other]), 8192U);
                bytes -= part;
                ++other;
            } while (bytes > 0);
        }
        EXPECT_EQ(other, after.size());
    }
}

TEST(NativeDialogue, NoMessageCanBeReadBehindTheKey)
{
    const NativeOffer aes = Require(NativeAlgorithm::GetEncryption(), "aes256");
    const Session session("sqlplus", {.encryption = aes});
    bool behind = false;
    for (const auto& packet : session.pair.packets)
    {
        if (behind)
        {
            // TTC types are below 0x30, and 0xde is the type of native services.
            EXPECT_GE(packet.bytes.at(HEAD), 0x80);
            EXPECT_NE(packet.bytes.at(HEAD), 0xde);
        }
        behind = behind || packet.header.length == KEY;
    }
    EXPECT_TRUE(behind);
}

TEST(NativeDialogue, EndsThatDoNotAgreeEndWithOraclesNumber)
{
    const NativeOffer aes = Require(NativeAlgorithm::GetEncryption(), "aes256");
    const NativeOffer des = Require(NativeAlgorithm::GetEncryption(), "des");
    const NativeOffer never{.level = NativeLevel::REJECTED};
    using Row = std::tuple<const char*, NativeOffer, NativeOffer, uint32_t>;
    for (const auto& [driver, client, server, code] : std::array<Row, 5>{{
             {"sqlplus", never, aes, 12660},
             {"sqlplus", aes, never, 12660},
             {"sqlplus", des, aes, 12650},
             {"node-thin", {}, aes, 12660},   // it offers none
             {"python-thin", {}, aes, 12660}, // it negotiates none
         }})
    {
        const Session session(driver, {.encryption = server}, {.encryption = client});
        EXPECT_EQ(session.ended.error, SessionError::SECURITY_REFUSED) << driver;
        EXPECT_EQ(session.ended.code, code) << driver;
    }
}
