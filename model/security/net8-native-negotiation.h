// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NATIVE_NEGOTIATION_H
#define NET8_NATIVE_NEGOTIATION_H

#include "net8-native-offer.h"
#include "net8-native-services.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a client announces in its first message of the native services.
 */
struct NativeRequest
{
    /// Authentication method of Windows.
    static constexpr const char* WINDOWS = "NTS";

    uint32_t version{0}; ///< Version of the client, one byte per part.
    std::vector<std::string>
        methods{};            ///< Authentication methods besides the database: "NTS", "tcps".
    NativeOffer encryption{}; ///< Encryption.
    NativeOffer checksums{};  ///< Checksums.
    bool marked{false};       ///< The encryption list is followed by an extra byte: OCI from 11.

    /**
     * @return the encoded message
     */
    NativeServices Print() const;

    /**
     * Decode a client's message.
     *
     * @param message the message
     * @return the request; nothing if it does not offer encryption and checksums
     */
    static std::optional<NativeRequest> Parse(const NativeServices& message);
};

/**
 * @ingroup net8
 * The answer of a server.
 */
struct NativeAnswer
{
    /// Size of the prime and of the values derived from it, bytes: the 2048-bit group of RFC 3526
    /// (trace in issue 210 of go-ora).
    static constexpr uint32_t GROUP = 256;
    /// Size of the initialization vector of the ciphers, bytes; that of AES is assumed.
    static constexpr uint32_t VECTOR = 16;

    uint32_t version{0};        ///< Version of the server.
    std::string method{};       ///< Authentication method, "NTS"; empty: the database.
    NativeOutcome encryption{}; ///< Encryption.
    NativeOutcome checksum{};   ///< Checksums.

    /**
     * @return whether encryption or checksums are on, so that keys are exchanged
     */
    bool IsOn() const;

    /**
     * @return the encoded message
     */
    NativeServices Print() const;

    /**
     * Decode a server's message.
     *
     * @param message the message
     * @return the answer
     */
    static NativeAnswer Parse(const NativeServices& message);

    /**
     * Choose the answer to a client's request.
     *
     * @param request the request
     * @param encryption the server's offer for encryption
     * @param checksums the server's offer for checksums
     * @param version the server's version
     * @return the answer
     */
    static NativeAnswer Choose(const NativeRequest& request,
                               const NativeOffer& encryption,
                               const NativeOffer& checksums,
                               uint32_t version);

    /**
     * Encode the client's message with its key.
     *
     * @param version version of the client
     * @return the message, which is not answered
     */
    static NativeServices PrintKey(uint32_t version);
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_NEGOTIATION_H */
