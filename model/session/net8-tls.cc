// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/string.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Tls);

namespace
{

/// Bytes of signatures of RSA with 4,096 bits, and of ECDSA with P-256, which vary by two.
constexpr uint32_t RSA_4096 = 512;
constexpr uint32_t ECDSA_P256 = 71;
/// Certificates of a listener that names none: a leaf and what signed it, RSA (test chain of
/// OpenSSL).
const std::vector<uint32_t> CHAIN{1232, 1115};
/// Smallest certificate.
constexpr uint32_t CERTIFICATE_MIN = 300;

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
                          "Whether its addresses are of protocol TCPS: TLS lies over TCP.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Tls::m_on),
                          MakeBooleanChecker())
            .AddAttribute("TlsVersion",
                          "Newest version of TLS; the older one of both ends holds.",
                          EnumValue(TlsVersion::TLS_1_3),
                          MakeEnumAccessor<TlsVersion>(&Net8Tls::m_version),
                          MakeEnumChecker(TlsVersion::TLS_1_2, "1.2", TlsVersion::TLS_1_3, "1.3"))
            .AddAttribute("TlsCipher",
                          "What encrypts records; that of the listener holds.",
                          EnumValue(TlsCipher::AES_256_GCM),
                          MakeEnumAccessor<TlsCipher>(&Net8Tls::m_cipher),
                          MakeEnumChecker(TlsCipher::AES_128_GCM,
                                          "aes128_gcm",
                                          TlsCipher::AES_256_GCM,
                                          "aes256_gcm",
                                          TlsCipher::CHACHA20,
                                          "chacha20",
                                          TlsCipher::AES_CBC_SHA1,
                                          "aes_cbc_sha1",
                                          TlsCipher::AES_CBC_SHA256,
                                          "aes_cbc_sha256",
                                          TlsCipher::AES_CBC_SHA384,
                                          "aes_cbc_sha384"))
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
                "Time that its part of each handshake takes.",
                // 0.47 ms of a server, 0.39 of a client: rustls benchmarks of OpenSSL 3.2.
                TimeValue(MicroSeconds(500)),
                MakeTimeAccessor(&Net8Tls::m_handshakeTime),
                MakeTimeChecker(Time()));
    return tid;
}

Net8Tls::Net8Tls() = default;
Net8Tls::~Net8Tls() = default;

TlsIdentity
Net8Tls::GetIdentity() const
{
    TlsIdentity identity;
    std::istringstream stream(m_certificates);
    for (std::string word; std::getline(stream, word, ',');)
    {
        std::erase(word, ' ');
        uint32_t bytes = 0;
        std::from_chars(word.data(), word.data() + word.size(), bytes);
        identity.certificates.push_back(std::max(bytes, CERTIFICATE_MIN));
    }
    identity.signature = m_key == Key::RSA_4096     ? RSA_4096
                         : m_key == Key::ECDSA_P256 ? ECDSA_P256
                                                    : TlsIdentity::RSA_2048;
    return identity;
}

std::optional<TlsParameters>
Net8Tls::GetServer() const
{
    if (!m_on)
    {
        return std::nullopt;
    }
    TlsParameters parameters{.version = m_version,
                             .cipher = m_cipher,
                             .server = GetIdentity(),
                             .mutual = m_clientAuthentication};
    if (parameters.server.certificates.empty())
    {
        parameters.server.certificates = CHAIN;
    }
    return parameters;
}

std::optional<TlsParameters>
Net8Tls::GetClient(const std::string& service) const
{
    if (!m_on)
    {
        return std::nullopt;
    }
    TlsParameters parameters{.version = m_version, .cipher = m_cipher, .client = GetIdentity()};
    if (m_useSni)
    {
        // python-oracledb: length and name of the service, version of the protocol.
        parameters.serverName = "S" + std::to_string(service.size()) + "." + service + ".V3.319";
    }
    return parameters;
}

Time
Net8Tls::GetHandshakeTime() const
{
    return m_handshakeTime;
}

} // namespace ns3::net8
