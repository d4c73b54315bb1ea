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
 * What an end wants of native encryption, or of checksums (SQLNET.ENCRYPTION_CLIENT and its like).
 */
enum class NativeLevel : uint8_t
{
    ACCEPTED,  ///< If the other end wants it.
    REJECTED,  ///< Never.
    REQUESTED, ///< If the other end does not reject it.
    REQUIRED   ///< Or there is no session.
};

/**
 * @ingroup net8
 * What both ends have come to.
 */
struct NativeOutcome
{
    /// ORA-12650: no algorithm that both ends have.
    static constexpr uint32_t NO_COMMON_ALGORITHM = 12650;
    /// ORA-12660: one end requires what the other rejects.
    static constexpr uint32_t INCOMPATIBLE = 12660;

    uint8_t type{0};   ///< Number of the algorithm; 0: none.
    uint32_t error{0}; ///< Oracle error number that ends the session; 0: none.
};

/**
 * @ingroup net8
 * What an end offers of encryption, or of checksums: a level, and algorithms in its order.
 *
 * On the wire it is a list of numbers, in which the place of a zero is the level (go-ora): in front
 * of them ACCEPTED, behind them REQUESTED, nowhere REQUIRED, alone REJECTED.
 */
struct NativeOffer
{
    NativeLevel level{NativeLevel::ACCEPTED}; ///< Level.
    std::vector<uint8_t> types{};             ///< Numbers of algorithms.

    /**
     * @return the list as a client tells it
     */
    std::string Print() const;

    /**
     * @param list a list that a client tells
     * @return what it says
     */
    static NativeOffer Parse(std::string_view list);

    /**
     * What a server chooses, by the table of levels in Oracle's Security Guide: the first algorithm
     * of its own that the client has, too. Without one there is none, if nobody requires it.
     *
     * @param client what the client offers
     * @param server what the server does
     * @return what they come to
     */
    static NativeOutcome Choose(const NativeOffer& client, const NativeOffer& server);
};

/**
 * @ingroup net8
 * What an end does about encryption and checksums.
 */
struct NativeSecurity
{
    NativeOffer encryption{}; ///< Encryption.
    NativeOffer checksums{};  ///< Checksums.
    /// Bytes that a core encrypts in a second, checksums included; 0: at no cost.
    double cipherRate{0};
    CompressionOffer compression{}; ///< What it does about compression.

    /**
     * @return whether this end insists on one of both
     */
    bool IsRequired() const
    {
        return encryption.level == NativeLevel::REQUIRED ||
               checksums.level == NativeLevel::REQUIRED;
    }
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_OFFER_H */
