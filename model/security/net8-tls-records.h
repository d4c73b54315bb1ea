// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TLS_RECORDS_H
#define NET8_TLS_RECORDS_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Version of TLS.
 */
enum class TlsVersion : uint8_t
{
    TLS_1_2, ///< 1.2.
    TLS_1_3  ///< 1.3.
};

/**
 * @ingroup net8
 * What encrypts the records of TLS, beside the version and the kind of key.
 */
enum class TlsCipher : uint8_t
{
    AES_128_GCM,    ///< AES-128-GCM, hash SHA-256.
    AES_256_GCM,    ///< AES-256-GCM, hash SHA-384.
    CHACHA20,       ///< ChaCha20-Poly1305, hash SHA-256.
    AES_CBC_SHA1,   ///< AES-CBC with SHA-1; 1.2 alone.
    AES_CBC_SHA256, ///< AES-CBC with SHA-256; 1.2 alone.
    AES_CBC_SHA384  ///< AES-CBC with SHA-384; 1.2 alone.
};

/**
 * @ingroup net8
 * How long the records of TLS are (RFC 5246, 5288, 7366, 7905, 8446; measured with OpenSSL 3.0.19
 * for n of 2048, 8192 and 16384 plain bytes):
 *
 * | cipher | bytes beside n plain ones |
 * |---|---|
 * | 1.3 | 5 + 1 + 16 |
 * | 1.2, GCM | 5 + 8 + 16 |
 * | 1.2, ChaCha20 | 5 + 16 |
 * | 1.2, CBC, encrypt-then-MAC | 5 + 16 + (16 - n mod 16) + 20, 32 or 48 |
 */
class TlsRecords
{
  public:
    /// Bytes in front of a record: type, version, length.
    static constexpr uint32_t HEADER = 5;
    /// Most plain bytes of a record.
    static constexpr uint32_t PLAIN_MAX = 16384;
    /// Version in records and hellos of both versions: its first byte.
    static constexpr uint8_t MAJOR = 3;
    static constexpr uint8_t MINOR = 3; ///< Its second byte.

    TlsRecords() = default;

    /**
     * @param version version of TLS; from 1.3 on a cipher with CBC counts as AES-256-GCM
     * @param cipher what encrypts
     */
    TlsRecords(TlsVersion version, TlsCipher cipher);

    /**
     * @return bytes of a record in front of what is encrypted: its header, and a nonce or vector
     */
    uint32_t GetFront() const;

    /**
     * @param plain plain bytes of a record
     * @return bytes of the record behind these
     */
    uint32_t GetBehind(uint32_t plain) const;

    /**
     * @param plain plain bytes, at most PLAIN_MAX
     * @return bytes of the record
     */
    uint32_t GetRecord(uint32_t plain) const;

    /**
     * @param plain plain bytes that are written at once
     * @return bytes of their records
     */
    uint64_t GetWire(uint64_t plain) const;

    /**
     * @param plain plain bytes of a record of data
     * @return what stands in front of them; a vector of CBC starts with their number
     */
    std::vector<uint8_t> PrintFront(uint32_t plain) const;

    /**
     * @param bytes bytes of a record behind its header
     * @param front what stands in front of its plain bytes there
     * @return its plain bytes; nothing if there cannot be such a record
     */
    std::optional<uint32_t> FindPlain(uint32_t bytes, std::span<const uint8_t> front) const;

    /**
     * @return bytes of the hash of the handshake's last messages in 1.3
     */
    uint32_t GetHash() const;

    /**
     * What a core encrypts or decrypts. AES-128-GCM 6,504 MB/s, AES-256-GCM 6,163, ChaCha20 2,998:
     * rustls' benchmarks of OpenSSL 3.2.0, sending with 1.2 on a server of 2023. AES-CBC with a
     * checksum 500: 4.4 cycles a byte on Haswell (Bogdanov 2014) and SHA; hardware of 2013.
     *
     * @return bytes in a second
     */
    double GetRate() const;

  private:
    TlsVersion m_version{TlsVersion::TLS_1_3};  ///< Version of TLS.
    TlsCipher m_cipher{TlsCipher::AES_256_GCM}; ///< What encrypts.
};

} // namespace ns3::net8

#endif /* NET8_TLS_RECORDS_H */
