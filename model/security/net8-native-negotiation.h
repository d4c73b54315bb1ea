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
 * What a client tells in its first message of the native services.
 */
struct NativeRequest
{
    /// Method of Windows.
    static constexpr const char* WINDOWS = "NTS";

    uint32_t version{0}; ///< Version of the client, a byte for each part.
    std::vector<std::string>
        methods{};            ///< Who may authenticate beside the database: "NTS", "tcps".
    NativeOffer encryption{}; ///< Encryption.
    NativeOffer checksums{};  ///< Checksums.
    bool marked{false};       ///< A byte stands behind the list of encryption: OCI from 11.

    /**
     * @return the message
     */
    NativeServices Print() const;

    /**
     * @param message a message of a client
     * @return what it tells; nothing if it is no offer of encryption and checksums
     */
    static std::optional<NativeRequest> Parse(const NativeServices& message);
};

/**
 * @ingroup net8
 * What a server answers.
 */
struct NativeAnswer
{
    /// Bytes of a prime and of what goes with it: the group of 2048 bits of RFC 3526 (trace in
    /// issue 210 of go-ora).
    static constexpr uint32_t GROUP = 256;
    /// Bytes of the first vector of the ciphers; those of AES are assumed.
    static constexpr uint32_t VECTOR = 16;

    uint32_t version{0};        ///< Version of the server.
    std::string method{};       ///< Who authenticates, "NTS"; empty: the database.
    NativeOutcome encryption{}; ///< Encryption.
    NativeOutcome checksum{};   ///< Checksums.

    /**
     * @return whether something is on, so that keys are exchanged
     */
    bool IsOn() const;

    /**
     * @return the message
     */
    NativeServices Print() const;

    /**
     * @param message a message of a server
     * @return what it tells
     */
    static NativeAnswer Parse(const NativeServices& message);

    /**
     * @param request what a client offers
     * @param encryption what the server does of encryption
     * @param checksums what it does of checksums
     * @param version its version
     * @return its answer
     */
    static NativeAnswer Choose(const NativeRequest& request,
                               const NativeOffer& encryption,
                               const NativeOffer& checksums,
                               uint32_t version);

    /**
     * @param version version of the client
     * @return the client's message with its key, which nobody answers
     */
    static NativeServices PrintKey(uint32_t version);
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_NEGOTIATION_H */
