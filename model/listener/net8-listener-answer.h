// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_ANSWER_H
#define NET8_LISTENER_ANSWER_H

#include "ns3/net8-session-counters.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/// Oracle error number for a hand-over that failed.
constexpr uint32_t ERROR_HAND_OFF = 12518;
/// Oracle error number for a server program that cannot be started.
constexpr uint32_t ERROR_NOT_STARTED = 12500;
/// Oracle error number for connect data that cannot be read (TNS-01153).
constexpr uint32_t ERROR_UNREADABLE = 1153;

/**
 * @param connectData text of a connect descriptor
 * @param name name of an instance
 * @return the text, asking for this instance unless it asks for one already
 */
std::string AddInstanceName(std::string connectData, const std::string& name);

/**
 * @param address text of an ADDRESS
 * @param port a port
 * @return the text with this port in place of its own
 */
std::string ReplacePort(std::string address, uint16_t port);

/**
 * @param code Oracle error number of a refusal
 * @return what is counted
 */
SessionError GetReason(uint32_t code);

} // namespace ns3::net8

#endif /* NET8_LISTENER_ANSWER_H */
