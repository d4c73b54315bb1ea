// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Flights of TLS handshakes, as long as OpenSSL 3.0.19 wrote them in memory with a test chain: leaf
 * 1232, intermediate 1115 bytes, RSA 2048; client certificate 949 with the same intermediate;
 * X25519; no ALPN.
 */
#include "ns3/net8-tls-handshake.h"

#include <array>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::net8;

namespace
{

/// A handshake, and bytes of its four flights.
struct Row
{
    TlsVersion version;                 ///< Version.
    std::vector<uint32_t> certificates; ///< The server's.
    bool mutual;                        ///< The client shows its own.
    std::array<std::size_t, 4> flights; ///< Client, server, client, server.
};

constexpr auto V2 = TlsVersion::TLS_1_2;
constexpr auto V3 = TlsVersion::TLS_1_3;

} // namespace

TEST(TlsHandshake, FlightsAreAsLongAsThoseOfOpenSsl)
{
    for (const auto& [version, certificates, mutual, flights] : std::array<Row, 6>{{
             {V2, {791}, false, {162, 1190, 93, 242}},
             {V2, {1232, 1115}, false, {162, 2749, 93, 242}},
             {V2, {1232, 1115}, true, {162, 2806, 2444, 1186}},
             {V3, {791}, false, {225, 1347, 80, 510}},
             {V3, {1232, 1115}, false, {225, 2908, 80, 510}},
             {V3, {1232, 1115}, true, {225, 2975, 2470, 2430}},
         }})
    {
        TlsParameters parameters{.offer = {.newest = version},
                                 .version = version,
                                 .server = {.certificates = certificates},
                                 .mutual = mutual};
        if (mutual)
        {
            parameters.client.certificates = {949, 1115};
        }
        const TlsHandshake handshake(parameters);
        EXPECT_EQ(handshake.PrintClientHello().size(), flights[0]);
        EXPECT_EQ(handshake.PrintServerHello().size(), flights[1]);
        EXPECT_EQ(handshake.PrintClientFinished().size(), flights[2]);
        EXPECT_EQ(handshake.PrintServerFinished().size(), flights[3]);
    }
}

// RFC 6066: 9 bytes and the name. RSA with 4,096 bits signs with 256 bytes more.
TEST(TlsHandshake, NamesAndKeys)
{
    TlsParameters parameters{.offer = {.newest = V2},
                             .version = V2,
                             .server = {.certificates = {791}, .signature = 512}};
    EXPECT_EQ(TlsHandshake(parameters).PrintServerHello().size(), 1190U + 256);
    parameters.serverName = "S4.orcl.V3.319";
    EXPECT_EQ(TlsHandshake(parameters).PrintClientHello().size(), 162U + 9 + 14);
    parameters.version = V3;
    parameters.cipher = TlsCipher::AES_128_GCM;
    // Finished with SHA-256 has 58 bytes, not 74.
    EXPECT_EQ(TlsHandshake(parameters).PrintClientFinished().size(), 80U - 16);
}

TEST(TlsHandshake, CertificatesHaveTheirLength)
{
    for (uint32_t bytes = 300; bytes < 4000; bytes += 7)
    {
        ASSERT_EQ(TlsHandshake::MakeCertificate(bytes).size(), bytes);
    }
}
