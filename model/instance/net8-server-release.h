// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_RELEASE_H
#define NET8_SERVER_RELEASE_H

#include "net8-server-session.h"

#include "ns3/attribute.h"
#include "ns3/net8-server-choices.h"
#include "ns3/object.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Oracle release of an instance, and where its side of the protocol is set otherwise: packet sizes,
 * how replies are cut, platform, character set, what its ACCEPT offers.
 */
class Net8ServerRelease : public Object
{
  public:
    /// Largest SduReserve: the smallest packet, a TDU of 255 bytes, keeps room for a message's
    /// start.
    static constexpr uint32_t SDU_RESERVE_MAX = 200;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerRelease();
    ~Net8ServerRelease() override;

    /**
     * @param[out] out the release with the attributes applied
     * @return what is wrong with its name or its file
     */
    TextError Read(ReleaseProfile& out) const;

    /**
     * @return operating system of the server
     */
    Platform GetPlatform() const;

    /**
     * Let sessions have what the attributes say, with the defaults of the release; ends the process
     * if it cannot be read.
     *
     * @param[out] settings what all sessions get
     */
    void ApplyTo(Net8ServerSession::Settings& settings) const;

  private:
    /**
     * @tparam V value of the attribute
     * @tparam U type of the field
     * @param field what is chosen
     * @return accessor of the attribute that is this field
     */
    template <typename V, typename U>
    static Ptr<const AttributeAccessor> MakeChoice(U ServerChoices::* field);

    ServerChoices m_choices; ///< What the attributes say.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_RELEASE_H */
