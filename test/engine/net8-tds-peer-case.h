// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_PEER_CASE_H
#define NET8_TDS_PEER_CASE_H

#include <cstdint>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Feed bytes of a peer to both ends of TDS, in segments. In all cases they answer, wait or count an
 * error; the server must write whole packets.
 *
 * @param bytes bytes per segment, 0 for all at once, followed by the bytes of the peer
 * @return whether the server wrote whole packets
 */
bool CheckTdsPeer(std::span<const uint8_t> bytes);

} // namespace ns3::net8

#endif /* NET8_TDS_PEER_CASE_H */
