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
 * Descriptions of alerts of TLS that end a handshake (RFC 8446, section 6).
 */
enum class TlsAlert : uint8_t
{
    NONE = 255,                ///< There is none.
    HANDSHAKE_FAILURE = 40,    ///< No cipher suite that both ends have.
    PROTOCOL_VERSION = 70,     ///< No version that both ends have.
    CERTIFICATE_REQUIRED = 116 ///< The client shows no certificate.
};

/**
 * @ingroup net8
 * A cipher suite: its number, what encrypts, and the version that it is of. Those of 1.2 have
 * ECDHE and RSA.
 */
struct TlsSuite
{
    uint16_t number;    ///< Number in messages.
    TlsCipher cipher;   ///< What encrypts.
    TlsVersion version; ///< The version that has it.

    /** @return all that there are */
    static std::span<const TlsSuite> GetAll();

    /**
     * @param number a number in a message
     * @return the suite; nothing: none of these
     */
    static const TlsSuite* Find(uint32_t number);

    /**
     * @param cipher what encrypts
     * @param version a version
     * @return the suite; nothing: the version has no such
     */
    static const TlsSuite* Find(TlsCipher cipher, TlsVersion version);
};

/**
 * @ingroup net8
 * Versions and cipher suites that an end accepts, and what two ends come to.
 */
struct TlsOffer
{
    /// What both ends come to.
    struct Outcome
    {
        TlsVersion version{TlsVersion::TLS_1_3};  ///< Version, where there is no alert.
        TlsCipher cipher{TlsCipher::AES_256_GCM}; ///< What encrypts, likewise.
        TlsAlert alert{TlsAlert::NONE};           ///< What the server says instead.
    };

    TlsVersion oldest{TlsVersion::TLS_1_2}; ///< Oldest version.
    TlsVersion newest{TlsVersion::TLS_1_3}; ///< Newest version.
    std::vector<TlsCipher> ciphers{};       ///< What encrypts, best first; none: all there are.

    /** @return what encrypts, best first */
    std::vector<TlsCipher> GetCiphers() const;

    /**
     * @param version a version
     * @return whether it is accepted
     */
    bool Has(TlsVersion version) const;

    /**
     * @return its suites, those of newer versions first
     */
    std::vector<uint16_t> GetSuites() const;

    /**
     * The newest version that both accept with a suite that both have, of which the server's first
     * is taken.
     *
     * @param client what the client offers
     * @param server what the server accepts
     * @return what they come to
     */
    static Outcome Agree(const TlsOffer& client, const TlsOffer& server);
};

} // namespace ns3::net8

#endif /* NET8_TLS_OFFER_H */
