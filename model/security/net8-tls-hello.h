// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TLS_HELLO_H
#define NET8_TLS_HELLO_H

#include "net8-tls-offer.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Content of a client's first message (RFC 8446, section 4.1.2; RFC 6066, section 3).
 */
struct TlsHello
{
    /// Numbers of the supported extensions.
    enum class Extension : uint16_t
    {
        SERVER_NAME = 0,         ///< Name of the wanted server.
        GROUPS = 10,             ///< Supported groups.
        SIGNATURES = 13,         ///< Supported signatures.
        PADDING = 21,            ///< Zeros.
        SUPPORTED_VERSIONS = 43, ///< Supported versions, from 1.3 on.
        KEY_SHARE = 51           ///< Key shares.
    };

    TlsOffer offer{};  ///< Versions and ciphers; unknown suites are ignored.
    bool known{true};  ///< It has at least one known suite and version.
    bool named{false}; ///< It names a server.

    /**
     * Decode a client's first message.
     *
     * @param message the message without its type and length
     * @return its content; nothing if it is malformed
     */
    static std::optional<TlsHello> Parse(std::span<const uint8_t> message);
};

} // namespace ns3::net8

#endif /* NET8_TLS_HELLO_H */
