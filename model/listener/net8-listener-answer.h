// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_ANSWER_H
#define NET8_LISTENER_ANSWER_H

#include "ns3/net8-session-counters.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/// Oracle error number of a hand-over that failed.
constexpr uint32_t ERROR_HAND_OFF = 12518;
/// Oracle error number of a server program that cannot be started.
constexpr uint32_t ERROR_NOT_STARTED = 12500;
/// Oracle error number of unreadable connect data (TNS-01153).
constexpr uint32_t ERROR_UNREADABLE = 1153;

/**
 * Add INSTANCE_NAME to connect data that has none.
 *
 * @param connectData text of a connect descriptor
 * @param name name of an instance
 * @return the text with that INSTANCE_NAME, or with the one it already had
 */
std::string AddInstanceName(std::string connectData, const std::string& name);

/**
 * @param address text of an ADDRESS
 * @param port a port
 * @return the text with its port replaced by this one
 */
std::string ReplacePort(std::string address, uint16_t port);

/**
 * @param code Oracle error number of a refusal
 * @return the error under which the refusal is counted
 */
SessionError GetReason(uint32_t code);

} // namespace ns3::net8

#endif /* NET8_LISTENER_ANSWER_H */
