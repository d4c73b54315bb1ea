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
 * What the first bytes of a message reveal: its type and, for a message of a client, its call,
 * which may follow piggybacks.
 */
struct TtcRequest
{
    uint8_t message{0};                       ///< Type of the message.
    bool native{false};                       ///< It belongs to the native services.
    std::optional<uint8_t> function{};        ///< Function of its first call.
    std::optional<TtcFunction> piggybacked{}; ///< Function of the call after a piggyback.
    std::size_t start{0};                     ///< Offset of the call that has a reply, bytes.
    uint8_t sequence{0};                      ///< Sequence number of that call.

    /** @return name of the message, such as "describe" */
    std::string GetName() const;

    /** @return names of the calls, such as "close cursors + fetch"; empty if there are none */
    std::string GetFunctionName() const;

    /**
     * Analyse a message.
     * @param bytes a message
     * @return its properties; message 0 if it is empty
     */
    static TtcRequest Find(std::span<const uint8_t> bytes);

    /**
     * Check whether a message is a complete native services message.
     * @param bytes a message
     * @return whether it belongs to the native services and is as long as it says
     */
    static bool IsWholeNative(std::span<const uint8_t> bytes);

    /**
     * Get the row count of a fetch. Type, function and sequence number are followed by cursor and
     * number of rows: universal integers in thin drivers, from 23.1 on after a token, and two
     * 4-byte little-endian integers in OCI.
     *
     * @param bytes a message
     * @return number of rows requested; nothing if it is not a fetch
     */
    static std::optional<uint64_t> GetRowsAsked(std::span<const uint8_t> bytes);
};

} // namespace ns3::net8

#endif /* NET8_TTC_REQUEST_H */
