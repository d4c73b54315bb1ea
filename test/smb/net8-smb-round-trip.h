// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SMB_ROUND_TRIP_H
#define NET8_SMB_ROUND_TRIP_H

#include <cstdint>
#include <span>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Read some bytes as a message of SMB, or of NetBIOS over TCP and UDP. What is read must be written
 * in as many bytes as were counted, and read and written again to the same bytes.
 *
 * @param bytes which message; then what a peer sent
 * @return what is wrong, empty if nothing
 */
std::string CheckSmbRoundTrip(std::span<const uint8_t> bytes);

} // namespace ns3::net8

#endif /* NET8_SMB_ROUND_TRIP_H */
