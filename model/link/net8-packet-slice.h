// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_SLICE_H
#define NET8_PACKET_SLICE_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Some bytes of a packet that others use as well, and that nobody modifies. A packet with just
 * these bytes is made only for those who ask for one.
 */
struct Net8PacketSlice
{
    Ptr<Packet> packet{}; ///< The packet; null: no bytes.
    uint32_t start{0};    ///< Where they begin in it, bytes.
    uint32_t bytes{0};    ///< How many they are.

    /**
     * @param packet a packet that is not modified any more; null: none
     * @return all bytes of it
     */
    static Net8PacketSlice Whole(const Ptr<Packet>& packet)
    {
        return {.packet = packet, .bytes = packet ? packet->GetSize() : 0};
    }

    /**
     * @param from where to begin, bytes
     * @param size number of bytes; all must be in the slice
     * @return these bytes of the slice
     */
    Net8PacketSlice Cut(uint32_t from, uint32_t size) const
    {
        return {.packet = packet, .start = start + from, .bytes = size};
    }

    /// @return a new packet with these bytes
    Ptr<Packet> Copy() const
    {
        return packet ? packet->CreateFragment(start, bytes) : Create<Packet>();
    }

    /**
     * @param slice a slice that is not used afterwards
     * @return a packet with its bytes: its own, if nobody else uses that, or a new one
     */
    static Ptr<Packet> Release(Net8PacketSlice&& slice)
    {
        const bool own = slice.packet && slice.packet->GetReferenceCount() == 1 &&
                         slice.bytes == slice.packet->GetSize();
        return own ? std::move(slice.packet) : slice.Copy();
    }
};

/**
 * @ingroup net8
 * A socket that can be read without packets of its own.
 */
class Net8SliceReader
{
  public:
    /**
     * Read what is received, as Socket::Recv does.
     *
     * @param most largest number of bytes
     * @return the bytes; none: there are none yet, or it is the end of the stream
     */
    virtual Net8PacketSlice ReadSlice(uint32_t most) = 0;

  protected:
    ~Net8SliceReader() = default;
};

} // namespace ns3::net8

#endif // NET8_PACKET_SLICE_H
