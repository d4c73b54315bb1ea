// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Lengths of TLS records: RFC 5246, 5288, 7366, 7905 and 8446, and what OpenSSL 3.0.19 writes.
 */
#include "ns3/net8-tls-records.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <tuple>

using namespace ns3::net8;

TEST(TlsRecords, BytesOnTheWire)
{
    using Row = std::tuple<TlsVersion, TlsCipher, uint64_t, uint64_t>;
    constexpr auto V2 = TlsVersion::TLS_1_2;
    constexpr auto V3 = TlsVersion::TLS_1_3;
    for (const auto& [version, cipher, plain, wire] : std::array<Row, 17>{{
             {V3, TlsCipher::AES_256_GCM, 8192, 8214},
             {V2, TlsCipher::AES_256_GCM, 8192, 8221},
             {V3, TlsCipher::AES_128_GCM, 65535, 65623}, // 4 records
             {V2, TlsCipher::AES_128_GCM, 65535, 65651},
             {V3, TlsCipher::CHACHA20, 16384, 16384 + 22},
             {V3, TlsCipher::CHACHA20, 16385, 16385 + 44}, // 2 records
             {V2, TlsCipher::CHACHA20, 2048, 2048 + 21},
             {V2, TlsCipher::AES_CBC_SHA1, 2048, 2105}, // 57 more
             {V2, TlsCipher::AES_CBC_SHA256, 2048, 2117},
             {V2, TlsCipher::AES_CBC_SHA384, 2048, 2133},
             {V2, TlsCipher::AES_CBC_SHA1, 15, 15 + 5 + 16 + 1 + 20}, // one byte fills the block
             {V3, TlsCipher::AES_CBC_SHA1, 8192, 8214},               // 1.3 has no CBC
             {V3, TlsCipher::AES_256_GCM, 2097152, 2097152 + 128 * 22},
             {V3, TlsCipher::AES_256_GCM, 11, 33}, // a MARKER
             {V2, TlsCipher::AES_256_GCM, 11, 40},
             {V2, TlsCipher::AES_256_GCM, 2, 31}, // the end of a connection
             {V3, TlsCipher::AES_256_GCM, 0, 0},
         }})
    {
        const TlsRecords records(version, cipher);
        uint64_t sum = 0;
        for (uint32_t left = plain; left > 0;)
        {
            const uint32_t one = std::min(left, TlsRecords::PLAIN_MAX);
            sum += records.GetRecord(one);
            left -= one;
        }
        EXPECT_EQ(sum, wire) << plain;
    }
}
