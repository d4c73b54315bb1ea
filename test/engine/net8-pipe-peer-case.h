// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_PEER_CASE_H
#define NET8_PIPE_PEER_CASE_H

#include <cstdint>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Feed both ends of a named pipe with bytes from an arbitrary peer.
 *
 * @param bytes bytes per segment, 0 for all (1 byte), whether the pipe runs over NetBIOS sessions
 * over TCP (1 byte), bytes of the peer
 * @return whether everything both ends wrote consists of whole messages, and they read no more than
 * was received
 */
bool CheckPipePeer(std::span<const uint8_t> bytes);

} // namespace ns3::net8

#endif /* NET8_PIPE_PEER_CASE_H */
