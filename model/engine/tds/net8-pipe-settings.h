// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_SETTINGS_H
#define NET8_PIPE_SETTINGS_H

#include <chrono>
#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How TDS packets are carried by a named pipe.
 */
struct PipeSettings
{
    bool framed{true};      ///< SMB messages have the 4-byte header of a NetBIOS session over TCP.
    bool asksSession{true}; ///< The client requests such a session first, as on port 139.
    bool peeks{true};       ///< The client peeks before each packet how much data there is.
    uint32_t readLimit{0};  ///< Maximum bytes per read; 0: the size of a packet.
    std::chrono::nanoseconds peekInterval{0}; ///< Time before it peeks again if there was nothing.
    std::string client{"client"};             ///< Name of the client's host.
    std::string server{"server"};             ///< Name of the server's host.
    std::string user{"scott"};                ///< User of the SMB session.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_SETTINGS_H */
