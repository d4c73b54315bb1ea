// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ERROR_H
#define NET8_TCP_ERROR_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reason why a call failed or a connection ended.
 */
enum class TcpError : uint8_t
{
    NONE,          ///< No error.
    WOULD_BLOCK,   ///< EAGAIN: no space or no data; retry when ready.
    NOT_CONNECTED, ///< ENOTCONN: the connection was never established.
    REFUSED,       ///< ECONNREFUSED: the SYN was answered by RST.
    RESET,         ///< ECONNRESET: the peer sent RST.
    BROKEN_PIPE,   ///< EPIPE: write after the end of the stream.
    TIMED_OUT,     ///< ETIMEDOUT: no answer within the time limit.
    INVALID        ///< EINVAL: the call is invalid in this state.
};

} // namespace ns3::net8

#endif // NET8_TCP_ERROR_H
