// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_RELEASE_H
#define NET8_SERVER_RELEASE_H

#include "net8-server-session.h"

#include "ns3/net8-release.h"
#include "ns3/object.h"

#include <string>

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

    /// A yes or no that the release decides unless it is given.
    enum class Choice : uint8_t
    {
        DEFAULT, ///< As the release does.
        YES,     ///< Yes.
        NO       ///< No.
    };

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
    std::string m_release;                   ///< Oracle release.
    uint32_t m_sdu{0};                       ///< SDU, bytes; 0: of the release.
    uint32_t m_tdu{0};                       ///< TDU, bytes; 0: of the release.
    TduChoice m_tduRule{TduChoice::DEFAULT}; ///< Whether the TDU counts.
    PackRule m_pack{PackRule::BYTE};         ///< Where replies are cut.
    uint32_t m_sduReserve{0};                ///< Bytes left free in each packet.
    Choice m_resend{Choice::DEFAULT};        ///< Whether to ask for the CONNECT again.
    bool m_verifier11g{false};               ///< Users have verifiers of 11g.
    bool m_nativeServices{true};             ///< Offers native services.
    bool m_disableOobAuto{false};            ///< Does not offer the out-of-band check.
    Platform m_platform{Platform::LINUX};    ///< Operating system.
    std::string m_characterSet;              ///< Character set of the database.
    std::string m_versionText;               ///< Text of the version reply; empty: the release's.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_RELEASE_H */
