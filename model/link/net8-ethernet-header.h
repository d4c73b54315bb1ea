// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ETHERNET_HEADER_H
#define NET8_ETHERNET_HEADER_H

#include "ns3/header.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The header of an Ethernet frame, written and read in one piece.
 *
 * ns3::EthernetHeader processes a frame byte by byte, on every hop. This class reports the type ID
 * of ns3::EthernetHeader, so that code that prints packets finds the header it knows.
 */
class Net8EthernetHeader : public Header
{
  public:
    /// Size, bytes.
    static constexpr uint32_t BYTES = 14;

    Net8EthernetHeader() = default;
    /**
     * @param destination destination address
     * @param source source address
     * @param type EtherType of the payload
     */
    Net8EthernetHeader(Mac48Address destination, Mac48Address source, uint16_t type);

    /// @return destination address
    Mac48Address GetDestination() const
    {
        return m_destination;
    }

    /// @return source address
    Mac48Address GetSource() const
    {
        return m_source;
    }

    /// @return EtherType of the payload
    uint16_t GetEtherType() const
    {
        return m_type;
    }

    /**
     * Read the header of a frame and remove it, in one piece, where Packet::RemoveHeader reads byte
     * by byte.
     *
     * @param frame the frame
     * @return its header
     */
    static Net8EthernetHeader Remove(Packet& frame);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // Inherited
    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    /**
     * @param bytes a header
     */
    void Parse(const uint8_t* bytes);

    Mac48Address m_destination; ///< Destination address.
    Mac48Address m_source;      ///< Source address.
    uint16_t m_type{0};         ///< EtherType.
};

} // namespace ns3::net8

#endif // NET8_ETHERNET_HEADER_H
