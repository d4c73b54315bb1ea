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
 * The Oracle release of an instance, and the settings of its side of the protocol that override the
 * release's defaults: packet sizes, how replies are cut, platform, character set, what its ACCEPT
 * offers.
 */
class Net8ServerRelease : public Object
{
  public:
    /// Largest SduReserve: leaves room for the start of a message in the smallest packet, with a
    /// TDU of 255 bytes.
    static constexpr uint32_t SDU_RESERVE_MAX = 200;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerRelease();
    ~Net8ServerRelease() override;

    /**
     * Read the profile of the release.
     *
     * @param[out] out the release with the attributes applied
     * @return the error in its name or its file; an empty TextError if there is none
     */
    TextError Read(ReleaseProfile& out) const;

    /**
     * @return operating system of the server
     */
    Platform GetPlatform() const;

    /**
     * Apply the attributes, with the defaults of the release, to the settings of sessions. Ends the
     * program if the release cannot be read.
     *
     * @param[out] settings settings common to all sessions
     */
    void ApplyTo(Net8ServerSession::Settings& settings) const;

  private:
    /**
     * @tparam V value of the attribute
     * @tparam U type of the field
     * @param field field of ServerChoices
     * @return accessor of the attribute that is this field
     */
    template <typename V, typename U>
    static Ptr<const AttributeAccessor> MakeChoice(U ServerChoices::* field);

    ServerChoices m_choices; ///< Settings made by the attributes.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_RELEASE_H */
