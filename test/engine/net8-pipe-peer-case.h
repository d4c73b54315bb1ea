// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_PEER_CASE_H
#define NET8_PIPE_PEER_CASE_H

#include <cstdint>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Feed both ends of a named pipe with what a peer may send.
 *
 * @param bytes bytes in a segment, 0 for all (1 byte), whether NetBIOS sessions over TCP are below
 * (1 byte), what the peer sends
 * @return whether what both ends wrote are whole messages, and what they read is no more than came
 */
bool CheckPipePeer(std::span<const uint8_t> bytes);

} // namespace ns3::net8

#endif /* NET8_PIPE_PEER_CASE_H */
