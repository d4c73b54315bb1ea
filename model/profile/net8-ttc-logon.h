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
 * Sizes of the requests of a logon, TTC bytes: those that the driver's file gives plus the names
 * that the client tells.
 *
 * An authentication is a head (pointers of 4 or 8 bytes, or universal integers), the user's name,
 * and pairs of a key and a value. OCI puts a length of 4 bytes and one of 1 before each key and
 * each value and 4 bytes of flags behind them, 14 in all; thin drivers 7.
 */
struct TtcLogonSizes
{
    uint16_t version{0};       ///< TNS version that client and server agreed on.
    bool samePlatform{true};   ///< Both ends run on the same platform.
    uint32_t connectString{0}; ///< Bytes of the descriptor that a thin driver repeats.
    bool verifier11g{false};   ///< The user's verifier is one of 11g.
    uint32_t nativeSteps{0};   ///< Exchanges of native services so far.
    ClientIdentity identity{}; ///< Names, complete.

    /**
     * @param driver who logs on
     * @param message message type of the request
     * @param function its function code
     * @return TTC bytes of the request
     */
    uint32_t GetRequest(const DriverProfile& driver,
                        TtcMessage message,
                        TtcFunction function) const;

  private:
    /**
     * @param driver who logs on
     * @param function function code of a call
     * @return TTC bytes of the request
     */
    uint32_t GetFunction(const DriverProfile& driver, TtcFunction function) const;

    /**
     * @param driver who logs on
     * @return bytes of the user's name and of all names of an authentication
     */
    uint32_t GetNames(const DriverProfile& driver) const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_LOGON_H */
