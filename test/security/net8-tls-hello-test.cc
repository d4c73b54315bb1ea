// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * First messages of TLS clients, byte by byte after RFC 8446 (section 4.1.2) and RFC 6066.
 */
#include "ns3/net8-tls-handshake.h"
#include "ns3/net8-tls-hello.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::net8;

namespace
{

using Bytes = std::vector<uint8_t>;

/**
 * @param suites cipher suites
 * @param extensions extensions
 * @return a hello without session id
 */
Bytes
MakeHello(const Bytes& suites, const Bytes& extensions)
{
    Bytes hello{3, 3};
    hello.resize(2 + 32 + 1);
    hello.insert(hello.end(), {0, static_cast<uint8_t>(suites.size())});
    hello.insert(hello.end(), suites.begin(), suites.end());
    hello.insert(hello.end(), {1, 0, 0, static_cast<uint8_t>(extensions.size())});
    hello.insert(hello.end(), extensions.begin(), extensions.end());
    return hello;
}

} // namespace

TEST(TlsHello, VersionsAndSuites)
{
    // TLS_AES_256_GCM_SHA384, ECDHE-RSA-AES128-GCM-SHA256; versions 1.3 and 1.2.
    const auto both =
        TlsHello::Parse(MakeHello({0x13, 2, 0xc0, 0x2f}, {0, 43, 0, 5, 4, 3, 4, 3, 3}));
    ASSERT_TRUE(both);
    EXPECT_EQ(both->offer.oldest, TlsVersion::TLS_1_2);
    EXPECT_EQ(both->offer.newest, TlsVersion::TLS_1_3);
    EXPECT_EQ(both->offer.ciphers, (std::vector{TlsCipher::AES_256_GCM, TlsCipher::AES_128_GCM}));
    EXPECT_FALSE(both->named);
    const auto old = TlsHello::Parse(MakeHello({0xc0, 0x14}, {0, 0, 0, 1, 0}));
    ASSERT_TRUE(old);
    EXPECT_EQ(old->offer.newest, TlsVersion::TLS_1_2);
    EXPECT_TRUE(old->named);
    EXPECT_TRUE(old->known);
    // TLS_RSA_WITH_RC4_128_SHA and TLS 1.1 alone.
    EXPECT_FALSE(TlsHello::Parse(MakeHello({0, 5}, {}))->known);
    EXPECT_FALSE(TlsHello::Parse(MakeHello({0xc0, 0x14}, {0, 43, 0, 3, 2, 3, 2}))->known);
}

TEST(TlsHello, WhatIsCutIsNone)
{
    const auto whole = MakeHello({0x13, 2}, {0, 43, 0, 3, 2, 3, 4});
    for (std::size_t size = 0; size < whole.size(); ++size)
    {
        EXPECT_FALSE(TlsHello::Parse(std::span(whole).first(size))) << size;
    }
    EXPECT_TRUE(TlsHello::Parse(whole));
}

TEST(TlsHello, ReadsWhatTheHandshakeWrites)
{
    const TlsOffer offer{.oldest = TlsVersion::TLS_1_2,
                         .newest = TlsVersion::TLS_1_3,
                         .ciphers = {TlsCipher::CHACHA20, TlsCipher::AES_CBC_SHA256}};
    const auto flight =
        TlsHandshake({.offer = offer, .serverName = "S4.orcl.V3.319"}).PrintClientHello();
    // Record and message have heads of 5 and 4 bytes.
    const auto hello = TlsHello::Parse(std::span(flight).subspan(9));
    ASSERT_TRUE(hello);
    EXPECT_EQ(hello->offer.ciphers, offer.ciphers);
    EXPECT_EQ(hello->offer.oldest, offer.oldest);
    EXPECT_EQ(hello->offer.newest, offer.newest);
    EXPECT_TRUE(hello->named);
}
