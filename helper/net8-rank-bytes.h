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
 * Write what one rank knows at the end of an experiment, for a rank of the same build.
 *
 * @param result calls, sessions, attempts and the rest; servers, groups and digest are left out
 * @param book sessions of servers and clients that connected
 * @return the bytes
 */
std::string WriteRank(const ExperimentResult& result, const Net8ServerBook& book);

/**
 * @ingroup net8
 * Add what another rank wrote. Sums what counts, takes the sessions that started there.
 *
 * @param bytes what WriteRank gave
 * @param result where results go, with an entry for each session
 * @param book where sessions of servers and clients that connected go
 */
void ReadRank(const std::string& bytes, ExperimentResult& result, Net8ServerBook& book);

} // namespace ns3::net8

#endif /* NET8_RANK_BYTES_H */
