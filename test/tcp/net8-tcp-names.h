// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_NAMES_H
#define NET8_TCP_NAMES_H

#include "ns3/net8-tcp-state.h"

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Get the name of an error.
 *
 * @param error an error
 * @return its name in errno.h, "" for none
 */
constexpr const char*
TcpErrorName(TcpError error)
{
    switch (error)
    {
    case TcpError::NONE:
        return "";
    case TcpError::WOULD_BLOCK:
        return "EAGAIN";
    case TcpError::NOT_CONNECTED:
        return "ENOTCONN";
    case TcpError::REFUSED:
        return "ECONNREFUSED";
    case TcpError::RESET:
        return "ECONNRESET";
    case TcpError::BROKEN_PIPE:
        return "EPIPE";
    case TcpError::TIMED_OUT:
        return "ETIMEDOUT";
    case TcpError::INVALID:
        return "EINVAL";
    }
    return "";
}

/**
 * @ingroup net8-test
 * Get the name of a state.
 *
 * @param state a state
 * @return its name in RFC 9293
 */
constexpr const char*
TcpStateName(TcpState state)
{
    constexpr const char* NAMES[] = {"CLOSED",
                                     "SYN-SENT",
                                     "SYN-RECEIVED",
                                     "ESTABLISHED",
                                     "FIN-WAIT-1",
                                     "FIN-WAIT-2",
                                     "CLOSE-WAIT",
                                     "CLOSING",
                                     "LAST-ACK",
                                     "TIME-WAIT"};
    return NAMES[static_cast<uint8_t>(state)];
}

} // namespace ns3::net8

#endif // NET8_TCP_NAMES_H
