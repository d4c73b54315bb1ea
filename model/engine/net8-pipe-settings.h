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
 * How packets of TDS go through a named pipe.
 */
struct PipeSettings
{
    bool framed{true};      ///< Messages of SMB have the 4 bytes of a NetBIOS session over TCP.
    bool asksSession{true}; ///< The client asks for such a session first, as on port 139.
    bool peeks{true};       ///< The client looks before each packet how much there is.
    uint32_t readLimit{0};  ///< Most bytes of one read; 0: those of a packet.
    std::chrono::nanoseconds peekInterval{0}; ///< Until it looks again, if there was nothing.
    std::string client{"client"};             ///< Name of the client's host.
    std::string server{"server"};             ///< Name of the server's host.
    std::string user{"scott"};                ///< User of the session of SMB.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_SETTINGS_H */
