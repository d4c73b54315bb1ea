// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STREAM_BYTES_H
#define NET8_STREAM_BYTES_H

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A run of bytes in a stream: real bytes, followed by virtual zeros, which are only counted.
 */
struct StreamBytes
{
    std::vector<uint8_t> real; ///< The first bytes.
    uint32_t zeros{0};         ///< Number of virtual bytes after them.

    /**
     * @return number of bytes
     */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(real.size()) + zeros;
    }

    /**
     * Take bytes from the front.
     *
     * @param most maximum number of bytes
     * @return the bytes
     */
    StreamBytes Take(uint32_t most);
};

} // namespace ns3::net8

#endif /* NET8_STREAM_BYTES_H */
