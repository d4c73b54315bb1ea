// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_LOGON_H
#define NET8_TTC_LOGON_H

#include "net8-client-identity.h"

#include "ns3/net8-ttc-prefix.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sizes of the requests of a logon, TTC bytes: those in the driver's file plus the names sent by
 * the client.
 *
 * An authentication is a head (pointers of 4 or 8 bytes, or universal integers), the user's name,
 * and key-value pairs. OCI puts a 4-byte length and a 1-byte length before each key and each value,
 * and 4 bytes of flags after them, 14 in all; thin drivers 7.
 */
struct TtcLogonSizes
{
    uint16_t version{0};       ///< Agreed TNS version.
    bool samePlatform{true};   ///< Both ends run on the same platform.
    uint32_t connectString{0}; ///< Size of the descriptor repeated by a thin driver, bytes.
    bool verifier11g{false};   ///< The user has an 11g verifier.
    uint32_t nativeSteps{0};   ///< Number of native services exchanges so far.
    ClientIdentity identity{}; ///< Names, complete.

    /**
     * Get the size of a request.
     *
     * @param driver the driver
     * @param message message type of the request
     * @param function function code of the request
     * @return TTC bytes of the request
     */
    uint32_t GetRequest(const DriverProfile& driver,
                        TtcMessage message,
                        TtcFunction function) const;

  private:
    /**
     * Get the size of a call.
     *
     * @param driver the driver
     * @param function function code of a call
     * @return TTC bytes of the request
     */
    uint32_t GetFunction(const DriverProfile& driver, TtcFunction function) const;

    /**
     * Get the size of the names.
     *
     * @param driver the driver
     * @return size of the user's name and all other names in an authentication, bytes
     */
    uint32_t GetNames(const DriverProfile& driver) const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_LOGON_H */
