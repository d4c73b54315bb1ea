// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NATIVE_OFFER_H
#define NET8_NATIVE_OFFER_H

#include "net8-packet-compression.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Level of native encryption or checksums at one end (SQLNET.ENCRYPTION_CLIENT and the like).
 */
enum class NativeLevel : uint8_t
{
    ACCEPTED,  ///< On if the other end wants it.
    REJECTED,  ///< Never.
    REQUESTED, ///< On unless the other end rejects it.
    REQUIRED   ///< On, or the session fails.
};

/**
 * @ingroup net8
 * The outcome of a negotiation.
 */
struct NativeOutcome
{
    /// ORA-12650: no common algorithm.
    static constexpr uint32_t NO_COMMON_ALGORITHM = 12650;
    /// ORA-12660: one end requires what the other rejects.
    static constexpr uint32_t INCOMPATIBLE = 12660;

    uint8_t type{0};   ///< Number of the algorithm; 0: none.
    uint32_t error{0}; ///< Oracle error number that ends the session; 0: none.
};

/**
 * @ingroup net8
 * The offer of one end for encryption or checksums: a level, and algorithms in order of preference.
 *
 * On the wire it is a list of numbers, in which the position of a zero gives the level (go-ora):
 * before the numbers ACCEPTED, after them REQUESTED, missing REQUIRED, alone REJECTED.
 */
struct NativeOffer
{
    NativeLevel level{NativeLevel::ACCEPTED}; ///< Level.
    std::vector<uint8_t> types{};             ///< Numbers of algorithms.

    /**
     * @return the list as sent by a client
     */
    std::string Print() const;

    /**
     * Decode a list.
     *
     * @param list the list as sent by a client
     * @return the offer
     */
    static NativeOffer Parse(std::string_view list);

    /**
     * Choose as a server, by the table of levels in Oracle's Security Guide: the server's first
     * algorithm that the client supports as well. Without a common algorithm the service is off,
     * unless one end requires it.
     *
     * @param client the client's offer
     * @param server the server's offer
     * @return the outcome
     */
    static NativeOutcome Choose(const NativeOffer& client, const NativeOffer& server);
};

/**
 * @ingroup net8
 * Settings of one end for encryption and checksums.
 */
struct NativeSecurity
{
    NativeOffer encryption{}; ///< Encryption.
    NativeOffer checksums{};  ///< Checksums.
    /// Bytes per second that a core encrypts, checksums included; 0: no cost.
    double cipherRate{0};
    CompressionOffer compression{}; ///< Compression.

    /**
     * @return whether this end requires encryption or checksums
     */
    bool IsRequired() const
    {
        return encryption.level == NativeLevel::REQUIRED ||
               checksums.level == NativeLevel::REQUIRED;
    }
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_OFFER_H */
