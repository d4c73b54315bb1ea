// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls-records.h"

namespace ns3::net8
{

namespace
{

/// Size of the tag of GCM and Poly1305, bytes.
constexpr uint32_t TAG = 16;
/// Size of the nonce sent with GCM in 1.2, bytes.
constexpr uint32_t NONCE = 8;
/// Size of an AES block, and of an IV, bytes.
constexpr uint32_t BLOCK = 16;
/// Type of a data record.
constexpr uint8_t DATA = 23;
/// 1.3: size of the content type after the plain bytes.
constexpr uint32_t INNER_TYPE = 1;

/**
 * Get the MAC size of a cipher.
 *
 * @param cipher the cipher
 * @return size of its MAC, bytes; 0 if it has a tag
 */
uint32_t
GetMac(TlsCipher cipher)
{
    switch (cipher)
    {
    case TlsCipher::AES_CBC_SHA1:
        return 20;
    case TlsCipher::AES_CBC_SHA256:
        return 32;
    case TlsCipher::AES_CBC_SHA384:
        return 48;
    default:
        return 0;
    }
}

} // namespace

TlsRecords::TlsRecords(TlsVersion version, TlsCipher cipher)
    : m_version(version),
      m_cipher(version == TlsVersion::TLS_1_3 && GetMac(cipher) > 0 ? TlsCipher::AES_256_GCM
                                                                    : cipher)
{
}

uint32_t
TlsRecords::GetFront() const
{
    if (m_version == TlsVersion::TLS_1_3 || m_cipher == TlsCipher::CHACHA20)
    {
        return HEADER;
    }
    return HEADER + (GetMac(m_cipher) > 0 ? BLOCK : NONCE);
}

uint32_t
TlsRecords::GetBehind(uint32_t plain) const
{
    if (m_version == TlsVersion::TLS_1_3)
    {
        return INNER_TYPE + TAG;
    }
    const uint32_t mac = GetMac(m_cipher);
    return mac > 0 ? BLOCK - plain % BLOCK + mac : TAG;
}

uint32_t
TlsRecords::GetRecord(uint32_t plain) const
{
    return GetFront() + plain + GetBehind(plain);
}

std::vector<uint8_t>
TlsRecords::PrintFront(uint32_t plain) const
{
    const uint32_t bytes = GetRecord(plain) - HEADER;
    std::vector<uint8_t> front{DATA,
                               MAJOR,
                               MINOR,
                               static_cast<uint8_t>(bytes >> 8),
                               static_cast<uint8_t>(bytes)};
    front.resize(GetFront());
    if (GetMac(m_cipher) > 0)
    {
        front[HEADER] = static_cast<uint8_t>(plain >> 8);
        front[HEADER + 1] = static_cast<uint8_t>(plain);
    }
    return front;
}

std::optional<uint32_t>
TlsRecords::FindPlain(uint32_t bytes, std::span<const uint8_t> front) const
{
    const uint32_t beside = GetRecord(0) - HEADER;
    if (bytes <= beside && GetMac(m_cipher) == 0)
    {
        return std::nullopt;
    }
    const uint32_t plain =
        GetMac(m_cipher) > 0 ? uint32_t{front[0]} << 8 | front[1] : bytes - beside;
    const bool fits = plain > 0 && plain <= PLAIN_MAX && GetRecord(plain) == bytes + HEADER;
    return fits ? std::optional(plain) : std::nullopt;
}

uint32_t
TlsRecords::GetHash() const
{
    return m_cipher == TlsCipher::AES_256_GCM ? 48 : 32;
}

double
TlsRecords::GetRate() const
{
    switch (m_cipher)
    {
    case TlsCipher::AES_128_GCM:
        return 6504e6;
    case TlsCipher::CHACHA20:
        return 2998e6;
    case TlsCipher::AES_256_GCM:
        return 6163e6;
    default:
        return m_version == TlsVersion::TLS_1_3 ? 6163e6 : 500e6;
    }
}

} // namespace ns3::net8
