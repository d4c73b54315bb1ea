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
 * What a client says in its first message (RFC 8446, section 4.1.2; RFC 6066, section 3).
 */
struct TlsHello
{
    /// Numbers of extensions that are read or written.
    enum class Extension : uint16_t
    {
        SERVER_NAME = 0,         ///< The name that it wants.
        GROUPS = 10,             ///< Groups that it knows.
        SIGNATURES = 13,         ///< Signatures that it knows.
        PADDING = 21,            ///< Zeros.
        SUPPORTED_VERSIONS = 43, ///< Its versions, from 1.3 on.
        KEY_SHARE = 51           ///< Its keys.
    };

    TlsOffer offer{};  ///< Versions and what encrypts; suites that are not known are left out.
    bool known{true};  ///< It has a suite and a version that are known here.
    bool named{false}; ///< It names a server.

    /**
     * @param message the message behind its type and length
     * @return what it says; nothing: it is none
     */
    static std::optional<TlsHello> Parse(std::span<const uint8_t> message);
};

} // namespace ns3::net8

#endif /* NET8_TLS_HELLO_H */
