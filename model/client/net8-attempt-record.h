// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ATTEMPT_RECORD_H
#define NET8_ATTEMPT_RECORD_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One attempt of a session to connect to one address, from the SYN to the ACCEPT, redirections
 * included. Times of steps that were not reached are negative.
 */
struct AttemptRecord
{
    /// Outcome of an attempt that is still under way, or that was cut off by its host going down.
    static constexpr int32_t UNFINISHED = -1;

    uint32_t session{0};                ///< Number of the session.
    uint32_t attempt{0};                ///< 0-based number of the attempt in its session.
    uint32_t pass{0};                   ///< 0-based pass over the addresses.
    std::string address;                ///< Host as written in the descriptor, colon, port.
    uint32_t ipVersion{0};              ///< 4 or 6; 0: the host has no address.
    Time start{NanoSeconds(-1)};        ///< Start of the attempt.
    Time tcpConnected{NanoSeconds(-1)}; ///< When TCP was connected to this address.
    Time accepted{NanoSeconds(-1)};     ///< When the ACCEPT arrived.
    Time end{NanoSeconds(-1)};          ///< When it succeeded or failed.
    uint32_t redirects{0};              ///< REDIRECTs followed.
    int32_t outcome{UNFINISHED};        ///< Oracle error number; 0: accepted.
};

} // namespace ns3::net8

#endif /* NET8_ATTEMPT_RECORD_H */
