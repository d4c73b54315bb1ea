// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_RECORD_H
#define NET8_SERVER_RECORD_H

#include "ns3/address.h"
#include "ns3/net8-call-waits.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One session as seen by its server process.
 */
struct ServerRecord
{
    uint64_t session{0};             ///< Number of the session, in order of arrival.
    Address from;                    ///< Address of the client.
    Time begin;                      ///< When the instance took it over.
    uint32_t handler{0};             ///< Number of its handler.
    WaitStatistics all;              ///< Waits of all calls after the ACCEPT.
    WaitStatistics statement;        ///< Waits of the statement's calls: execute and fetch.
    std::vector<ServerStep> steps{}; ///< Waits and calls in their order, if they were kept.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_RECORD_H */
