// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TLS_OFFER_H
#define NET8_TLS_OFFER_H

#include "net8-tls-records.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * TLS alerts that end a handshake (RFC 8446, section 6).
 */
enum class TlsAlert : uint8_t
{
    NONE = 255,                ///< No alert.
    HANDSHAKE_FAILURE = 40,    ///< No common cipher suite.
    PROTOCOL_VERSION = 70,     ///< No common version.
    CERTIFICATE_REQUIRED = 116 ///< The client presents no certificate.
};

/**
 * @ingroup net8
 * A cipher suite: its number, cipher and TLS version. Suites of 1.2 use ECDHE and RSA.
 */
struct TlsSuite
{
    uint16_t number;    ///< Number on the wire.
    TlsCipher cipher;   ///< Cipher.
    TlsVersion version; ///< TLS version that defines it.

    /** @return all supported suites */
    static std::span<const TlsSuite> GetAll();

    /**
     * Find a suite by number.
     *
     * @param number number on the wire
     * @return the suite, or nullptr if it is not supported
     */
    static const TlsSuite* Find(uint32_t number);

    /**
     * Find a suite by cipher.
     *
     * @param cipher the cipher
     * @param version the TLS version
     * @return the suite, or nullptr if the version does not have it
     */
    static const TlsSuite* Find(TlsCipher cipher, TlsVersion version);
};

/**
 * @ingroup net8
 * Versions and cipher suites accepted by an end, and the negotiation between two ends.
 */
struct TlsOffer
{
    /// Outcome of a negotiation.
    struct Outcome
    {
        TlsVersion version{TlsVersion::TLS_1_3};  ///< Agreed version, if there is no alert.
        TlsCipher cipher{TlsCipher::AES_256_GCM}; ///< Agreed cipher, if there is no alert.
        TlsAlert alert{TlsAlert::NONE};           ///< Alert sent by the server instead.
    };

    TlsVersion oldest{TlsVersion::TLS_1_2}; ///< Oldest version.
    TlsVersion newest{TlsVersion::TLS_1_3}; ///< Newest version.
    std::vector<TlsCipher> ciphers{};       ///< Ciphers, best first; empty: all supported ones.

    /** @return the accepted ciphers, best first */
    std::vector<TlsCipher> GetCiphers() const;

    /**
     * Check whether a version is accepted.
     *
     * @param version a version
     * @return whether it is
     */
    bool Has(TlsVersion version) const;

    /**
     * @return its suites, newest version first
     */
    std::vector<uint16_t> GetSuites() const;

    /**
     * Negotiate: choose the newest common version that has a common suite, and of these the
     * server's first.
     *
     * @param client the client's offer
     * @param server the server's offer
     * @return the outcome
     */
    static Outcome Agree(const TlsOffer& client, const TlsOffer& server);
};

} // namespace ns3::net8

#endif /* NET8_TLS_OFFER_H */
