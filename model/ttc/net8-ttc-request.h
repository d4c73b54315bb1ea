// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_REQUEST_H
#define NET8_TTC_REQUEST_H

#include "net8-ttc-code.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the first bytes of a message tell: its type and, of one of a client, the call that it makes,
 * behind calls without a reply of their own.
 */
struct TtcRequest
{
    uint8_t message{0};                       ///< Type of the message.
    bool native{false};                       ///< It is one of native services.
    std::optional<uint8_t> function{};        ///< Function of its first call.
    std::optional<TtcFunction> piggybacked{}; ///< Function of the call behind a piggyback.
    std::size_t start{0};                     ///< Where the call starts that wants a reply.
    uint8_t sequence{0};                      ///< Number of that call.

    /** @return name of the message, such as "describe" */
    std::string GetName() const;

    /** @return names of the calls, such as "close cursors + fetch", empty if there are none */
    std::string GetFunctionName() const;

    /**
     * @param bytes a message
     * @return what it is; message 0 if it is empty
     */
    static TtcRequest Find(std::span<const uint8_t> bytes);

    /**
     * @param bytes a message
     * @return whether it is one of native services that is as long as it says
     */
    static bool IsWholeNative(std::span<const uint8_t> bytes);

    /**
     * Behind type, function and sequence number stand cursor and number of rows: universal integers
     * in thin drivers, from 23.1 on behind a token, and two of 4 bytes, the lowest first, in OCI.
     *
     * @param bytes a message
     * @return rows that it asks for, nothing if it is no fetch
     */
    static std::optional<uint64_t> GetRowsAsked(std::span<const uint8_t> bytes);
};

} // namespace ns3::net8

#endif /* NET8_TTC_REQUEST_H */
