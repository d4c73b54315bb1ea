// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls.h"

#include "net8-byte-rate.h"
#include "net8-fixed-value.h"
#include "net8-random.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Tls);

namespace
{

/// Bytes of an RSA signature with 4,096 bits, and of an ECDSA P-256 signature, which vary by two.
constexpr uint32_t RSA_4096 = 512;
constexpr uint32_t ECDSA_P256 = 71;
/// Certificates of a listener that names none: a leaf and its issuer, RSA (test chain of OpenSSL).
const std::vector<uint32_t> CHAIN{1232, 1115};
/// Size of the smallest certificate, bytes.
constexpr uint32_t CERTIFICATE_MIN = 300;
/// Names of the ciphers.
constexpr std::array<std::pair<std::string_view, TlsCipher>, 6> CIPHERS{
    {{"aes128_gcm", TlsCipher::AES_128_GCM},
     {"aes256_gcm", TlsCipher::AES_256_GCM},
     {"chacha20", TlsCipher::CHACHA20},
     {"aes_cbc_sha1", TlsCipher::AES_CBC_SHA1},
     {"aes_cbc_sha256", TlsCipher::AES_CBC_SHA256},
     {"aes_cbc_sha384", TlsCipher::AES_CBC_SHA384}}};

/**
 * @return the checker for an attribute that is a version
 */
Ptr<const AttributeChecker>
MakeVersionChecker()
{
    return MakeEnumChecker(TlsVersion::TLS_1_2, "1.2", TlsVersion::TLS_1_3, "1.3");
}

/**
 * @param text words, separated by commas
 * @return the words
 */
std::vector<std::string>
Split(const std::string& text)
{
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');)
    {
        std::erase(word, ' ');
        words.push_back(word);
    }
    return words;
}

} // namespace

TypeId
Net8Tls::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Tls")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Tls>()
            .AddAttribute("Tls",
                          "Of a client: TLS lies over TCP at all its addresses, not at those of "
                          "protocol TCPS alone.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Tls::m_on),
                          MakeBooleanChecker())
            .AddAttribute("TlsVersion",
                          "SSL_VERSION: newest version of TLS; the newest that both ends accept "
                          "holds.",
                          EnumValue(TlsVersion::TLS_1_3),
                          MakeEnumAccessor<TlsVersion>(&Net8Tls::m_newest),
                          MakeVersionChecker())
            .AddAttribute("TlsMinVersion",
                          "SSL_VERSION: oldest version of TLS; a newer one than TlsVersion is "
                          "taken for that. Without a version in common there is no session "
                          "(ORA-29019).",
                          EnumValue(TlsVersion::TLS_1_2),
                          MakeEnumAccessor<TlsVersion>(&Net8Tls::m_oldest),
                          MakeVersionChecker())
            .AddAttribute("TlsCipher",
                          "SSL_CIPHER_SUITES: what may encrypt records, best first, with commas "
                          "between them (aes128_gcm, aes256_gcm, chacha20, aes_cbc_sha1, "
                          "aes_cbc_sha256, aes_cbc_sha384); empty: all, aes256_gcm first. The "
                          "listener's first that the client has holds; without one there is no "
                          "session (ORA-28859).",
                          StringValue(""),
                          MakeStringAccessor(&Net8Tls::m_ciphers),
                          MakeStringChecker())
            .AddAttribute("TlsCertificates",
                          "Bytes of each certificate of its chain, its own first, with commas "
                          "between them; empty: a client has none, a listener 1232 and 1115.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Tls::m_certificates),
                          MakeStringChecker())
            .AddAttribute("TlsKey",
                          "Kind of the key of its certificate.",
                          EnumValue(Key::RSA_2048),
                          MakeEnumAccessor<Key>(&Net8Tls::m_key),
                          MakeEnumChecker(Key::RSA_2048,
                                          "rsa_2048",
                                          Key::RSA_4096,
                                          "rsa_4096",
                                          Key::ECDSA_P256,
                                          "ecdsa_p256"))
            .AddAttribute("TlsClientAuthentication",
                          "SSL_CLIENT_AUTHENTICATION of a listener: clients show certificates.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Tls::m_clientAuthentication),
                          MakeBooleanChecker())
            .AddAttribute("UseSni",
                          "USE_SNI of a client: it names the service in its first message of TLS, "
                          "and the listener does not shake hands itself.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Tls::m_useSni),
                          MakeBooleanChecker())
            .AddAttribute(
                "TlsHandshakeTime",
                "CPU time in seconds of its part of each handshake in which the server alone shows "
                "a "
                "certificate; with one of its own a client's is twice that, a server's 1.2 times.",
                // 0.47 ms on a server, 0.39 on a client: rustls benchmarks of OpenSSL 3.2.
                StringValue("ns3::ConstantRandomVariable[Constant=0.0005]"),
                MakePointerAccessor(&Net8Tls::m_handshakeTime),
                MakeRandomChecker())
            .AddAttribute("TlsCipherRate",
                          "What a core of this end encrypts or decrypts in records; 0: as the "
                          "cipher has it (TlsRecords::GetRate).",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&Net8Tls::m_cipherRate),
                          MakeDataRateChecker());
    return tid;
}

Net8Tls::Net8Tls() = default;
Net8Tls::~Net8Tls() = default;

int64_t
Net8Tls::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"tls_handshake_time", m_handshakeTime}}, stream);
}

bool
Net8Tls::Draws() const
{
    return !IsConstant(m_handshakeTime);
}

TlsIdentity
Net8Tls::GetIdentity() const
{
    TlsIdentity identity;
    for (const auto& word : Split(m_certificates))
    {
        uint32_t bytes = 0;
        std::from_chars(word.data(), word.data() + word.size(), bytes);
        identity.certificates.push_back(std::max(bytes, CERTIFICATE_MIN));
    }
    identity.signature = m_key == Key::RSA_4096     ? RSA_4096
                         : m_key == Key::ECDSA_P256 ? ECDSA_P256
                                                    : TlsIdentity::RSA_2048;
    return identity;
}

TlsOffer
Net8Tls::GetOffer() const
{
    TlsOffer offer{.oldest = std::min(m_oldest, m_newest), .newest = m_newest};
    for (const auto& word : Split(m_ciphers))
    {
        const auto found = std::ranges::find(CIPHERS, word, &decltype(CIPHERS)::value_type::first);
        if (found != CIPHERS.end())
        {
            offer.ciphers.push_back(found->second);
        }
    }
    return offer;
}

bool
Net8Tls::IsOn() const
{
    return m_on;
}

TlsParameters
Net8Tls::GetServer() const
{
    TlsParameters parameters{.offer = GetOffer(),
                             .server = GetIdentity(),
                             .mutual = m_clientAuthentication};
    if (parameters.server.certificates.empty())
    {
        parameters.server.certificates = CHAIN;
    }
    return parameters;
}

TlsParameters
Net8Tls::GetClient(const std::string& service) const
{
    TlsParameters parameters{.offer = GetOffer(), .client = GetIdentity()};
    if (m_useSni)
    {
        // python-oracledb: length and name of the service, version of the protocol.
        parameters.serverName = "S" + std::to_string(service.size()) + "." + service + ".V3.319";
    }
    return parameters;
}

std::string_view
Net8Tls::GetName(TlsCipher cipher)
{
    return std::ranges::find(CIPHERS, cipher, &decltype(CIPHERS)::value_type::second)->first;
}

TlsCosts
Net8Tls::GetCosts() const
{
    return {.handshake = DrawForEach(m_handshakeTime), .cipherRate = ToByteRate(m_cipherRate)};
}

} // namespace ns3::net8
