// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RANK_BYTES_H
#define NET8_RANK_BYTES_H

#include "net8-experiment-result.h"
#include "net8-server-book.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Serialize what one rank knows at the end of an experiment, for a rank of the same build.
 *
 * @param result calls, sessions, attempts and the rest; servers, groups and digest are omitted
 * @param book sessions of servers, and clients that connected
 * @return the bytes
 */
std::string WriteRank(const ExperimentResult& result, const Net8ServerBook& book);

/**
 * @ingroup net8
 * Add what another rank serialized: counts are summed, and sessions are taken from the rank where
 * they started.
 *
 * @param bytes result of WriteRank
 * @param result receives the results, with an entry for each session
 * @param book receives the sessions of servers, and the clients that connected
 */
void ReadRank(const std::string& bytes, ExperimentResult& result, Net8ServerBook& book);

} // namespace ns3::net8

#endif /* NET8_RANK_BYTES_H */
