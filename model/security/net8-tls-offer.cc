// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls-offer.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

constexpr auto V2 = TlsVersion::TLS_1_2;
constexpr auto V3 = TlsVersion::TLS_1_3;

/// Best first, in OpenSSL 3.0.19's default order, CBC last.
constexpr std::array<TlsSuite, 9> SUITES{{{0x1302, TlsCipher::AES_256_GCM, V3},
                                          {0x1303, TlsCipher::CHACHA20, V3},
                                          {0x1301, TlsCipher::AES_128_GCM, V3},
                                          {0xc030, TlsCipher::AES_256_GCM, V2},
                                          {0xcca8, TlsCipher::CHACHA20, V2},
                                          {0xc02f, TlsCipher::AES_128_GCM, V2},
                                          {0xc028, TlsCipher::AES_CBC_SHA384, V2},
                                          {0xc027, TlsCipher::AES_CBC_SHA256, V2},
                                          {0xc014, TlsCipher::AES_CBC_SHA1, V2}}};

} // namespace

std::span<const TlsSuite>
TlsSuite::GetAll()
{
    return SUITES;
}

const TlsSuite*
TlsSuite::Find(uint32_t number)
{
    const auto found = std::ranges::find(SUITES, number, &TlsSuite::number);
    return found == SUITES.end() ? nullptr : &*found;
}

const TlsSuite*
TlsSuite::Find(TlsCipher cipher, TlsVersion version)
{
    const auto found = std::ranges::find_if(SUITES, [&](const TlsSuite& suite) {
        return suite.cipher == cipher && suite.version == version;
    });
    return found == SUITES.end() ? nullptr : &*found;
}

std::vector<TlsCipher>
TlsOffer::GetCiphers() const
{
    if (!ciphers.empty())
    {
        return ciphers;
    }
    std::vector<TlsCipher> all;
    for (const auto& suite : SUITES)
    {
        if (suite.version == V2) // 1.3 has no others
        {
            all.push_back(suite.cipher);
        }
    }
    return all;
}

bool
TlsOffer::Has(TlsVersion version) const
{
    return oldest <= version && version <= newest;
}

std::vector<uint16_t>
TlsOffer::GetSuites() const
{
    std::vector<uint16_t> numbers;
    const auto own = GetCiphers();
    for (const auto version : {V3, V2})
    {
        for (const auto cipher : own)
        {
            const auto* suite = TlsSuite::Find(cipher, version);
            if (Has(version) && suite)
            {
                numbers.push_back(suite->number);
            }
        }
    }
    return numbers;
}

TlsOffer::Outcome
TlsOffer::Agree(const TlsOffer& client, const TlsOffer& server)
{
    const auto asked = client.GetCiphers();
    const auto own = server.GetCiphers();
    Outcome outcome{.alert = TlsAlert::PROTOCOL_VERSION};
    for (const auto version : {V3, V2})
    {
        if (!client.Has(version) || !server.Has(version))
        {
            continue;
        }
        const auto common = std::ranges::find_if(own, [&](TlsCipher cipher) {
            return TlsSuite::Find(cipher, version) &&
                   std::ranges::find(asked, cipher) != asked.end();
        });
        if (common != own.end())
        {
            return {.version = version, .cipher = *common};
        }
        outcome.alert = TlsAlert::HANDSHAKE_FAILURE;
    }
    return outcome;
}

} // namespace ns3::net8
