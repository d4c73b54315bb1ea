// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests what a client sends up to the ACCEPT, and how it handles wrong answers.
 */
#include "net8-client-case.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-body-packet.h"
#include "ns3/net8-data-packet.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::net8;
using std::chrono::seconds;

namespace
{

/**
 * Make a DATA packet.
 *
 * @param text a text
 * @return a DATA packet with the text
 */
std::vector<uint8_t>
MakeData(const std::string& text)
{
    DataPacket data;
    data.payload.assign(text.begin(), text.end());
    return data.Encode(LengthForm::SHORT_16);
}

/**
 * Make a packet whose text follows.
 *
 * @tparam PACKET a REFUSE or a REDIRECT
 * @param text text of the packet
 * @return the packet, which announces that the text follows it
 */
template <class PACKET>
std::vector<uint8_t>
MakeFollowed(const std::string& text)
{
    PACKET packet;
    packet.textLength = static_cast<uint16_t>(text.size());
    return packet.Encode();
}

/**
 * Get the connect data of a client.
 *
 * @param client a client that has sent its CONNECT
 * @return the connect data it sent
 */
std::string
GetConnectData(ClientCase& client)
{
    const auto sent = client.Sent();
    const std::string text(sent.begin(), sent.end());
    const auto start = text.find("(DESCRIPTION=");
    return start == std::string::npos ? "" : text.substr(start);
}

/**
 * Get the error of a client.
 *
 * @param client a client whose attempt has failed
 * @return the error and its number
 */
std::pair<SessionError, uint32_t>
GetFailure(const ClientCase& client)
{
    const auto failed = client.Get<client_event::AttemptFailed>();
    return {failed.error, failed.code};
}

} // namespace

TEST(ClientNegotiation, AsksForWhatTheApplicationChooses)
{
    // Net Services Reference, connect data: SERVER, POOL_CONNECTION_CLASS, POOL_PURITY
    for (const auto& [server, text] : {std::pair(ServerChoice::DEDICATED, "(SERVER=dedicated)"),
                                       std::pair(ServerChoice::SHARED, "(SERVER=shared)"),
                                       std::pair(ServerChoice::POOLED, "(SERVER=pooled)"),
                                       std::pair(ServerChoice::EMON, "(SERVER=emon)")})
    {
        ClientCase client;
        client.settings.request.server = server;
        client.Try();
        const auto data = GetConnectData(client);
        EXPECT_NE(data.find("(CONNECT_DATA=" + std::string(text)), std::string::npos) << data;
    }
    for (const auto& [purity, text] : {std::pair(PurityChoice::SELF, "(POOL_PURITY=self)"),
                                       std::pair(PurityChoice::NEW, "(POOL_PURITY=new)")})
    {
        ClientCase client;
        client.settings.request.poolPurity = purity;
        client.settings.request.poolConnectionClass = "REPORTS";
        client.Try();
        const auto data = GetConnectData(client);
        EXPECT_NE(data.find(text), std::string::npos) << data;
        EXPECT_NE(data.find("(POOL_CONNECTION_CLASS=REPORTS)"), std::string::npos) << data;
    }
    ClientCase client;
    client.Try();
    const auto data = GetConnectData(client);
    EXPECT_EQ(data.find("(SERVER="), std::string::npos) << data;
    EXPECT_EQ(data.find("POOL_"), std::string::npos) << data;
}

TEST(ClientNegotiation, LetsTheDescriptorSayItFirst)
{
    ClientCase client;
    client.settings.request.server = ServerChoice::SHARED;
    ClientTarget target{.host = "db", .port = 1521};
    target.wanted.sid = "orcl1";
    target.wanted.server = "dedicated";
    target.wanted.others.emplace_back("CID", "");
    client.Try(target);
    const auto data = GetConnectData(client);
    EXPECT_NE(data.find("(SID=orcl1)"), std::string::npos) << data;
    EXPECT_NE(data.find("(SERVER=dedicated)"), std::string::npos) << data;
    EXPECT_EQ(data.find("shared"), std::string::npos) << data;
    EXPECT_EQ(data.find("SERVICE_NAME"), std::string::npos) << data;
    // The CID is the driver's own, and appears once.
    const auto cid = data.find("(CID=");
    EXPECT_NE(cid, std::string::npos) << data;
    EXPECT_EQ(data.find("(CID=", cid + 1), std::string::npos) << data;
}

TEST(ClientNegotiation, SendsConnectDataAsTheyAreGiven)
{
    ClientCase client;
    client.settings.request.connectData = "(DESCRIPTION=(CONNECT_DATA=(SID=x)))";
    client.Try();
    EXPECT_EQ(GetConnectData(client), client.settings.request.connectData);
}

TEST(ClientNegotiation, ReadsTheTextOfARefuseBehindIt)
{
    const std::string text = "(DESCRIPTION=(ERR=12516))";
    ClientCase client;
    client.Try();
    client.Arrive(MakeFollowed<RefusePacket>(text));
    EXPECT_FALSE(client.GetTns().IsClosing());
    client.Arrive(MakeData(text));
    EXPECT_EQ(GetFailure(client), std::pair(SessionError::REFUSED, 12516U));
}

TEST(ClientNegotiation, TakesARefuseWhoseTextNeverComes)
{
    ClientCase client;
    client.Try();
    client.Arrive(MakeFollowed<RefusePacket>("(DESCRIPTION=(ERR=12516))"));
    client.Close();
    EXPECT_EQ(GetFailure(client), std::pair(SessionError::REFUSED, 12564U));
}

TEST(ClientNegotiation, WaitsForAcceptDataThatComeBehindTheAccept)
{
    ClientCase client("sqlplus"); // which takes version 314
    client.Try();
    client.Sent();
    AcceptPacket accept(314);
    accept.SetSdu(8192);
    accept.SetTdu(32767);
    accept.followingLength = 5;
    client.Arrive(accept.Encode());
    EXPECT_TRUE(client.Sent().empty());
    client.Arrive(MakeData("(A=b)"));
    EXPECT_FALSE(client.Sent().empty()); // the logon begins
}

TEST(ClientNegotiation, FollowsARedirectWhoseTextComesBehindIt)
{
    const std::string wanted = "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=of_listener)))";
    const std::string text =
        "(ADDRESS=(PROTOCOL=tcp)(HOST=node2)(PORT=1523))" + std::string(1, '\0') + wanted;
    ClientCase client;
    client.Try();
    client.Arrive(MakeFollowed<RedirectPacket>(text));
    client.Arrive(MakeData(text));
    const auto target = client.Get<client_event::Redirected>();
    EXPECT_EQ(target.host, "node2");
    EXPECT_EQ(target.port, 1523);
    client.Follow();
    EXPECT_EQ(GetConnectData(client), wanted);
}

TEST(ClientNegotiation, EndsWithWhatHasNoPlace)
{
    const auto text = std::string("(DESCRIPTION=(ERR=12516))");
    // 12592, a bad packet: each of these contradicts itself or an earlier message.
    const std::vector<std::vector<std::vector<uint8_t>>> wrong{
        {MakeData("hello")}, // nothing was announced
        {MakeFollowed<RefusePacket>(text), ResendPacket().Encode(LengthForm::SHORT_16)},
        {{0, 9, 0, 0, static_cast<uint8_t>(PacketType::ACCEPT), 0, 0, 0, 0}},   // cut short
        {{0, 9, 0, 0, static_cast<uint8_t>(PacketType::REFUSE), 0, 0, 0, 0}},   // likewise
        {{0, 9, 0, 0, static_cast<uint8_t>(PacketType::REDIRECT), 0, 0, 0, 0}}, // likewise
        {{0, 8, 0, 0, static_cast<uint8_t>(PacketType::CONNECT), 0, 0, 0}},     // one from a client
    };
    for (const auto& packets : wrong)
    {
        ClientCase client;
        client.Try();
        for (const auto& packet : packets)
        {
            client.Arrive(packet);
        }
        EXPECT_EQ(GetFailure(client).second, 12592U);
        EXPECT_TRUE(client.GetTns().IsClosing());
    }
}

TEST(ClientNegotiation, EndsWithARedirectToNowhere)
{
    for (const auto* const text : {"", "(ADDRESS=", "(DESCRIPTION=(CONNECT_DATA=(SID=x)))"})
    {
        RedirectPacket redirect;
        redirect.SetTarget(text);
        redirect.textLength = std::max<uint16_t>(redirect.textLength, 1);
        ClientCase client;
        client.Try();
        client.Arrive(redirect.Encode());
        if (redirect.text.empty())
        {
            client.Arrive(MakeData(text));
        }
        EXPECT_EQ(GetFailure(client), std::pair(SessionError::MALFORMED_PACKET, 12592U)) << text;
    }
}

TEST(ClientNegotiation, TakesNoVersionBelowItsLowest)
{
    // python-oracledb, DPY-3010: servers before 12.1, TNS version 315, are not supported.
    for (const uint16_t version : {314, 315})
    {
        AcceptPacket accept;
        accept.version = version;
        accept.SetSdu(8192);
        accept.SetTdu(32767);
        ClientCase client("python-thin");
        client.Try();
        client.Arrive(accept.Encode());
        EXPECT_EQ(client.GetTns().IsClosing(), version < 315) << version;
        if (version < 315)
        {
            EXPECT_EQ(GetFailure(client), std::pair(SessionError::VERSION_NOT_SUPPORTED, 12618U));
        }
    }
}

TEST(ClientNegotiation, OfAnAttackerSaysWhatNoClientSays)
{
    ClientCase silent;
    silent.settings.behaviour = ClientBehaviour::SILENT;
    silent.Try();
    EXPECT_TRUE(silent.Sent().empty());
    silent.Arrive(ResendPacket().Encode(LengthForm::SHORT_16));
    EXPECT_TRUE(silent.Sent().empty());

    ClientCase garbage;
    garbage.settings.behaviour = ClientBehaviour::GARBAGE;
    garbage.Try();
    const auto sent = garbage.Sent();
    ASSERT_GT(sent.size(), PacketHeader::SIZE);
    PacketHeader header;
    EXPECT_NE(PacketHeader::Decode(sent, LengthForm::SHORT_16, header), WireError::NONE);
}

TEST(ClientNegotiation, OfAnAttackerDripsAByteASecond)
{
    ClientCase normal;
    normal.Try();
    const auto whole = normal.Sent();

    ClientCase drip;
    drip.settings.behaviour = ClientBehaviour::DRIP;
    drip.Try();
    auto sent = drip.Sent();
    EXPECT_EQ(sent.size(), 1U);
    while (drip.GetEngine().GetDeadline() != NEVER)
    {
        EXPECT_EQ(drip.Expire(), seconds(1));
        const auto more = drip.Sent();
        EXPECT_EQ(more.size(), 1U);
        sent.insert(sent.end(), more.begin(), more.end());
        ASSERT_LE(sent.size(), whole.size());
    }
    EXPECT_EQ(sent, whole);
}

TEST(ClientNegotiation, TellsWhatTcpDidNot)
{
    // fact sheet on Oracle Net, section 6: 12537 closed during set-up
    ClientCase client;
    client.Try();
    client.Close();
    EXPECT_EQ(GetFailure(client), std::pair(SessionError::CLOSED_IN_SETUP, 12537U));
}
