// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests TLS below TNS connections, without a simulator: round trips up to the ACCEPT, bytes,
 * records in pieces, incompatible ends.
 */
#include "ns3/net8-body-packet.h"
#include "ns3/net8-byte-source.h"
#include "ns3/net8-tns-connection.h"

#include <array>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Size of a packet that represents a CONNECT, bytes.
constexpr uint32_t CONNECT = 200;

/**
 * Client and server of a connection over TLS.
 */
class TlsPair
{
  public:
    /**
     * Create both ends.
     *
     * @param client offer of the client
     * @param server offer of the server
     */
    TlsPair(const TlsParameters& client, const TlsParameters& server)
    {
        m_client.BeginTls(TlsEnd::Role::CLIENT,
                          client,
                          {.handshake = UnitTime(std::chrono::microseconds(400))});
        m_server.BeginTls(TlsEnd::Role::SERVER,
                          server,
                          {.handshake = UnitTime(std::chrono::microseconds(500))});
    }

    /**
     * Connect as the client of a listener whose server renews TLS unless the service was named.
     *
     * @param piece maximum bytes delivered at once
     */
    void Run(uint32_t piece = 100000)
    {
        SendConnect();
        for (m_roundTrips = 0; m_roundTrips < 20 && !m_accepted && !m_failed; ++m_roundTrips)
        {
            Carry(m_client, m_server, piece, m_sent);
            Carry(m_server, m_client, piece, m_received);
        }
    }

    /** @return TLS of the client */
    const TlsEnd& GetClient() const
    {
        return *m_client.GetTls();
    }

    uint32_t m_roundTrips{0}; ///< Round trips up to the ACCEPT.
    uint64_t m_sent{0};       ///< Bytes sent by the client.
    uint64_t m_received{0};   ///< Bytes sent by the server.
    bool m_accepted{false};   ///< Whether the ACCEPT was received.
    bool m_failed{false};     ///< Whether an end has failed.
    uint32_t m_connects{0};   ///< Number of received CONNECTs.

  private:
    /// Send a NULL packet that represents a CONNECT.
    void SendConnect()
    {
        NullPacket packet;
        packet.body.resize(CONNECT - PacketHeader::SIZE);
        m_client.SendPacket(packet.Encode(LengthForm::SHORT_16));
    }

    /**
     * Deliver bytes.
     *
     * @param from the sending end
     * @param to the receiving end
     * @param piece maximum bytes at once
     * @param count counter of the bytes
     */
    void Carry(TnsConnection& from, TnsConnection& to, uint32_t piece, uint64_t& count)
    {
        for (auto taken = from.Take(piece); taken.bytes.GetSize() > 0; taken = from.Take(piece))
        {
            count += taken.bytes.GetSize();
            auto bytes = taken.bytes.real;
            bytes.resize(taken.bytes.GetSize());
            SpanSource source(bytes);
            while (const auto arrival = to.Receive(source, {}))
            {
                Handle(to, arrival->packet);
            }
            m_failed = m_failed || to.GetStreamError();
        }
        if (to.GetTlsDeadline() != NEVER)
        {
            to.FinishTlsWork();
            m_failed = m_failed || to.GetStreamError();
        }
    }

    /**
     * Handle a packet.
     *
     * @param end the receiving end
     * @param packet the packet
     */
    void Handle(TnsConnection& end, const StreamReader::Received& packet)
    {
        const bool renews = (packet.header.flags & header_flag::RENEW_TLS) != 0;
        if (&end == &m_client)
        {
            m_accepted = !renews;
            if (renews)
            {
                m_client.RenewTls();
                SendConnect();
            }
            return;
        }
        ++m_connects;
        ResendPacket resend;
        const bool first = m_connects == 1 && !m_server.GetTls()->IsNamed();
        resend.header.flags = first ? header_flag::RENEW_TLS : uint8_t{0};
        m_server.SendPacket(resend.Encode(LengthForm::SHORT_16));
        if (first)
        {
            m_server.RenewTls();
        }
    }

    TnsConnection m_client; ///< The client.
    TnsConnection m_server; ///< The server.
};

/**
 * Make an offer.
 *
 * @param version newest version of the end
 * @param certificates its certificates
 * @return its offer
 */
TlsParameters
Offer(TlsVersion version, const std::vector<uint32_t>& certificates = {})
{
    return {.offer = {.newest = version}, .server = {.certificates = certificates}};
}

const std::vector<uint32_t> CHAIN{1232, 1115};

} // namespace

// python-oracledb, node-oracledb and go-ora: TCP, handshake, CONNECT and RESEND, handshake, CONNECT
// and ACCEPT take 7 round trips with 1.2 and 5 with 1.3; with the service named 4 and 3.
TEST(TlsEnd, RoundTripsUpToTheAccept)
{
    using Row = std::tuple<TlsVersion, bool, uint32_t>;
    for (const auto& [version, named, roundTrips] :
         std::array<Row, 4>{{{TlsVersion::TLS_1_2, false, 7},
                             {TlsVersion::TLS_1_3, false, 5},
                             {TlsVersion::TLS_1_2, true, 4},
                             {TlsVersion::TLS_1_3, true, 3}}})
    {
        auto client = Offer(version);
        client.serverName = named ? "S4.orcl.V3.319" : "";
        TlsPair pair(client, Offer(version, CHAIN));
        pair.Run();
        EXPECT_TRUE(pair.m_accepted);
        EXPECT_EQ(pair.m_connects, named ? 1U : 2U);
        EXPECT_EQ(1 + pair.m_roundTrips, roundTrips);
    }
}

// Two handshakes of 255 + 2991 bytes with 1.2, 29 for each packet.
TEST(TlsEnd, BytesUpToTheAccept)
{
    TlsPair pair(Offer(TlsVersion::TLS_1_2), Offer(TlsVersion::TLS_1_2, CHAIN));
    pair.Run();
    EXPECT_EQ(pair.m_sent, 2 * 255 + 2 * (CONNECT + 29));
    EXPECT_EQ(pair.m_received, 2 * 2991 + 2 * (8 + 29));
}

TEST(TlsEnd, TheOlderVersionHolds)
{
    for (const auto& [client, server] : std::array<std::pair<TlsVersion, TlsVersion>, 2>{
             {{TlsVersion::TLS_1_2, TlsVersion::TLS_1_3},
              {TlsVersion::TLS_1_3, TlsVersion::TLS_1_2}}})
    {
        TlsPair pair(Offer(client), Offer(server, CHAIN));
        pair.Run();
        EXPECT_TRUE(pair.m_accepted);
        EXPECT_EQ(1 + pair.m_roundTrips, 7U);
    }
}

TEST(TlsEnd, RecordsInPieces)
{
    for (const auto cipher : {TlsCipher::AES_256_GCM,
                              TlsCipher::CHACHA20,
                              TlsCipher::AES_CBC_SHA1,
                              TlsCipher::AES_CBC_SHA384})
    {
        auto server = Offer(TlsVersion::TLS_1_2, CHAIN);
        server.offer.ciphers = {cipher};
        for (const uint32_t piece : {1U, 3U, 1460U})
        {
            TlsPair pair(Offer(TlsVersion::TLS_1_3), server);
            pair.Run(piece);
            EXPECT_TRUE(pair.m_accepted) << piece;
        }
    }
}

TEST(TlsEnd, AClientWithoutTheCertificateThatIsAskedFor)
{
    for (const auto version : {TlsVersion::TLS_1_2, TlsVersion::TLS_1_3})
    {
        auto server = Offer(version, CHAIN);
        server.mutual = true;
        TlsPair without(Offer(version), server);
        without.Run();
        EXPECT_TRUE(without.m_failed);
        EXPECT_FALSE(without.m_accepted);
        auto client = Offer(version);
        client.client.certificates = {949, 1115};
        TlsPair with(client, server);
        with.Run();
        EXPECT_TRUE(with.m_accepted);
    }
}

TEST(TlsEnd, WhatIsNoTlsFails)
{
    TnsConnection server;
    server.BeginTls(TlsEnd::Role::SERVER, Offer(TlsVersion::TLS_1_3, CHAIN), {});
    NullPacket packet;
    packet.body.resize(CONNECT);
    const auto bytes = packet.Encode(LengthForm::SHORT_16);
    SpanSource source(bytes);
    EXPECT_FALSE(server.Receive(source, {}));
    EXPECT_EQ(server.GetStreamError(), SessionError::TLS_FAILED);
}

// Security Guide: no connection is possible if a server accepts only 1.3 and a client only 1.2, or
// if they have no cipher suite in common. RFC 8446: alerts 70 and 40.
TEST(TlsEnd, WhatBothEndsDoNotShareEndsInAnAlert)
{
    constexpr auto V2 = TlsVersion::TLS_1_2;
    constexpr auto V3 = TlsVersion::TLS_1_3;
    const std::vector<TlsCipher> cbc{TlsCipher::AES_CBC_SHA1};
    const std::vector<TlsCipher> gcm{TlsCipher::AES_128_GCM};
    using Row = std::tuple<TlsOffer, TlsOffer, TlsAlert>;
    for (const auto& [client, server, alert] : std::array<Row, 5>{{
             {{V2, V2, {}}, {V3, V3, {}}, TlsAlert::PROTOCOL_VERSION},
             {{V3, V3, {}}, {V2, V2, {}}, TlsAlert::PROTOCOL_VERSION},
             {{V2, V3, cbc}, {V2, V3, gcm}, TlsAlert::HANDSHAKE_FAILURE},
             {{V2, V3, cbc}, {V3, V3, {}}, TlsAlert::HANDSHAKE_FAILURE}, // 1.3 has no CBC
             {{V2, V3, {}}, {V2, V3, {}}, TlsAlert::NONE},
         }})
    {
        TlsPair pair({.offer = client}, {.offer = server, .server = {.certificates = CHAIN}});
        pair.Run();
        EXPECT_EQ(pair.m_accepted, alert == TlsAlert::NONE);
        EXPECT_EQ(pair.GetClient().GetAlert(), alert);
    }
}

// The newest version for which both have a cipher: CBC exists only in 1.2.
TEST(TlsEnd, TheNewestVersionThatHasACipherHolds)
{
    TlsPair pair({.offer = {.ciphers = {TlsCipher::AES_CBC_SHA384, TlsCipher::AES_CBC_SHA1}}},
                 {.offer = {.ciphers = {TlsCipher::AES_CBC_SHA1, TlsCipher::AES_128_GCM}},
                  .server = {.certificates = CHAIN}});
    pair.Run();
    EXPECT_TRUE(pair.m_accepted);
    EXPECT_EQ(1 + pair.m_roundTrips, 7U);
    // 8 bytes of RESEND and CBC with SHA-1: 5 + 16 + 8 + 8 + 20.
    EXPECT_EQ(pair.GetClient().GetRecords().GetRecord(8), 57U);
}

// Work on keys: 0.4 ms in a client and 0.5 in a server are one part; with client certificates a
// client also signs (2 parts), and a server verifies in a fifth.
TEST(TlsEnd, HandshakesTakeWork)
{
    for (const bool mutual : {false, true})
    {
        TnsConnection client;
        TnsConnection server;
        TlsParameters asked{};
        asked.client.certificates = {949, 1115};
        TlsParameters offered{.server = {.certificates = CHAIN}, .mutual = mutual};
        client.BeginTls(TlsEnd::Role::CLIENT,
                        asked,
                        {.handshake = UnitTime(std::chrono::microseconds(400))});
        server.BeginTls(TlsEnd::Role::SERVER,
                        offered,
                        {.handshake = UnitTime(std::chrono::microseconds(500))});
        const auto carry = [](TnsConnection& from, TnsConnection& to) {
            const auto taken = from.Take(100000);
            SpanSource source(taken.bytes.real);
            EXPECT_FALSE(to.Receive(source, std::chrono::seconds(1)));
        };
        carry(client, server);
        EXPECT_EQ(server.GetTlsDeadline() - std::chrono::seconds(1),
                  std::chrono::microseconds(mutual ? 600 : 500));
        server.FinishTlsWork();
        carry(server, client);
        EXPECT_EQ(client.GetTlsDeadline() - std::chrono::seconds(1),
                  std::chrono::microseconds(mutual ? 800 : 400));
    }
}

// 6,163 MB/s with AES-256-GCM, or what a plan sets.
TEST(TlsEnd, RecordsTakeTime)
{
    for (const auto& [rate, time] :
         std::array<std::pair<double, int64_t>, 2>{{{0, 1'000'000}, {61.63e6, 100'000'000}}})
    {
        TnsConnection end;
        end.BeginTls(TlsEnd::Role::CLIENT, {}, {.cipherRate = rate});
        EXPECT_EQ(end.GetCipherTime(0, 6'163'000).count(), time);
    }
    EXPECT_EQ(TnsConnection().GetCipherTime(0, 6'163'000).count(), 0);
}
