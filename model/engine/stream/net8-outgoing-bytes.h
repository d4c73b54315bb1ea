// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OUTGOING_BYTES_H
#define NET8_OUTGOING_BYTES_H

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Bytes waiting for a socket.
 */
class OutgoingBytes
{
  public:
    virtual ~OutgoingBytes() = default;

    /**
     * Take the next bytes.
     *
     * @param room bytes the socket has room for
     * @return bytes of one packet; none if nothing is waiting
     */
    virtual std::vector<uint8_t> Take(uint32_t room) = 0;

    /**
     * @return whether everything has been taken, and nothing more will come before the end
     */
    virtual bool IsDrained() const = 0;
};

} // namespace ns3::net8

#endif /* NET8_OUTGOING_BYTES_H */
