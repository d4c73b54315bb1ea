// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_SOURCE_H
#define NET8_PACKET_SOURCE_H

#include "ns3/net8-byte-source.h"
#include "ns3/net8-packet-slice.h"
#include "ns3/packet.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The bytes of an ns-3 packet as a ByteSource. Payload that is skipped is not touched, so virtual
 * payload costs the same whatever its size.
 */
class PacketSource : public ByteSource
{
  public:
    /**
     * @param packet bytes that have arrived
     */
    explicit PacketSource(const Ptr<Packet>& packet);

    /// @param slice bytes that have arrived
    explicit PacketSource(Net8PacketSlice slice);

    uint32_t GetSize() const override;
    void Take(std::span<uint8_t> to) override;
    void Skip(uint32_t count) override;
    std::unique_ptr<ByteSource> Split(uint32_t count) override;

  private:
    Net8PacketSlice m_left; ///< Bytes left.
};

} // namespace ns3::net8

#endif /* NET8_PACKET_SOURCE_H */
