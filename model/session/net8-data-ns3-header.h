// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DATA_NS3_HEADER_H
#define NET8_DATA_NS3_HEADER_H

#include "ns3/header.h"
#include "ns3/net8-data-header.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The 10 bytes in front of the payload of a DATA packet, as an ns-3 header over DataHeader. The
 * payload itself stays in the ns-3 packet, so it can be virtual.
 *
 * Deserialize never reads past the buffer. When the bytes are no DATA header it returns 0 and
 * GetError tells why.
 */
class Net8DataHeader : public Header
{
  public:
    /**
     * @param form length form of the connection
     */
    explicit Net8DataHeader(LengthForm form = LengthForm::SHORT_16);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /** @return what was wrong with the bytes last deserialized */
    WireError GetError() const;

    DataHeader fields; ///< the fields, as in the codec

  private:
    LengthForm m_form;                  ///< length form of the connection
    WireError m_error{WireError::NONE}; ///< result of the last Deserialize
};

} // namespace ns3::net8

#endif // NET8_DATA_NS3_HEADER_H
