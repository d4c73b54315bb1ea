// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OUTGOING_BYTES_H
#define NET8_OUTGOING_BYTES_H

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Bytes that wait for a socket.
 */
class OutgoingBytes
{
  public:
    virtual ~OutgoingBytes() = default;

    /**
     * @param room bytes that the socket has room for
     * @return the next bytes for it, of one packet; none if nothing waits
     */
    virtual std::vector<uint8_t> Take(uint32_t room) = 0;

    /**
     * @return whether all was taken, and nothing is to follow it before the end
     */
    virtual bool IsDrained() const = 0;
};

} // namespace ns3::net8

#endif /* NET8_OUTGOING_BYTES_H */
