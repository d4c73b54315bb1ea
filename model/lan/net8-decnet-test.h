// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DECNET_TEST_H
#define NET8_DECNET_TEST_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * "Hello and test" message that a DECnet router sends to another one on a line periodically
 * (pydecnet, PtpHello): flags 0x05, the node (2 bytes, little-endian), test data (counted).
 */
class DecnetTest
{
  public:
    static constexpr uint8_t TEST = 0x05; ///< Flags of the message.

    /**
     * Encode the message.
     *
     * @param writer receives the message
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a message.
     *
     * @param reader the whole message
     * @param[out] out receives the message
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, DecnetTest& out);

    uint16_t node{0};                      ///< Sender.
    std::vector<uint8_t> test{0xaa, 0xaa}; ///< Test data, at most 255 bytes.
};

} // namespace ns3::net8

#endif // NET8_DECNET_TEST_H
