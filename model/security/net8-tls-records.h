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
 * Cipher of TLS records, without version and key exchange.
 */
enum class TlsCipher : uint8_t
{
    AES_128_GCM,    ///< AES-128-GCM, hash SHA-256.
    AES_256_GCM,    ///< AES-256-GCM, hash SHA-384.
    CHACHA20,       ///< ChaCha20-Poly1305, hash SHA-256.
    AES_CBC_SHA1,   ///< AES-CBC with SHA-1; only 1.2.
    AES_CBC_SHA256, ///< AES-CBC with SHA-256; only 1.2.
    AES_CBC_SHA384  ///< AES-CBC with SHA-384; only 1.2.
};

/**
 * @ingroup net8
 * Lengths of TLS records (RFC 5246, 5288, 7366, 7905, 8446; measured with OpenSSL 3.0.19 for n of
 * 2048, 8192 and 16384 plain bytes):
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
    /// Size of a record header, bytes: type, version, length.
    static constexpr uint32_t HEADER = 5;
    /// Maximum number of plain bytes in a record.
    static constexpr uint32_t PLAIN_MAX = 16384;
    /// Major version in records and hellos of both versions.
    static constexpr uint8_t MAJOR = 3;
    /// Minor version there.
    static constexpr uint8_t MINOR = 3;

    TlsRecords() = default;

    /**
     * Create the record format of a cipher.
     *
     * @param version TLS version; with 1.3, a CBC cipher is treated as AES-256-GCM
     * @param cipher the cipher
     */
    TlsRecords(TlsVersion version, TlsCipher cipher);

    /**
     * @return bytes of a record before the encrypted part: header, and nonce or IV
     */
    uint32_t GetFront() const;

    /**
     * Get the bytes of a record after the plain bytes.
     *
     * @param plain number of plain bytes
     * @return number of bytes after them
     */
    uint32_t GetBehind(uint32_t plain) const;

    /**
     * Get the size of a record.
     *
     * @param plain number of plain bytes, at most PLAIN_MAX
     * @return size of the record, bytes
     */
    uint32_t GetRecord(uint32_t plain) const;

    /**
     * Make the start of a data record.
     *
     * @param plain number of plain bytes
     * @return the bytes before the plain bytes; with CBC, the IV starts with their number
     */
    std::vector<uint8_t> PrintFront(uint32_t plain) const;

    /**
     * Find the number of plain bytes in a record.
     *
     * @param bytes size of the record after its header, bytes
     * @param front bytes before the plain bytes
     * @return number of plain bytes; nothing if there is no such record
     */
    std::optional<uint32_t> FindPlain(uint32_t bytes, std::span<const uint8_t> front) const;

    /**
     * @return hash size in the last handshake messages of 1.3, bytes
     */
    uint32_t GetHash() const;

    /**
     * Get the speed of a core. AES-128-GCM 6,504 MB/s, AES-256-GCM 6,163, ChaCha20 2,998: rustls'
     * benchmarks of OpenSSL 3.2.0, sending with 1.2 on a server of 2023. AES-CBC with a checksum
     * 500: 4.4 cycles a byte on Haswell (Bogdanov 2014) and SHA; hardware of 2013.
     *
     * @return bytes encrypted or decrypted per second
     */
    double GetRate() const;

  private:
    TlsVersion m_version{TlsVersion::TLS_1_3};  ///< TLS version.
    TlsCipher m_cipher{TlsCipher::AES_256_GCM}; ///< Cipher.
};

} // namespace ns3::net8

#endif /* NET8_TLS_RECORDS_H */
