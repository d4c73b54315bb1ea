// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_CHOICES_H
#define NET8_SERVER_CHOICES_H

#include "net8-server-settings.h"

#include "ns3/net8-negotiation.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-platform.h"
#include "ns3/net8-release.h"
#include "ns3/net8-text-error.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A yes or no with the release as default.
 */
enum class ReleaseChoice : uint8_t
{
    DEFAULT, ///< As in the release.
    YES,     ///< Yes.
    NO       ///< No.
};

/**
 * @ingroup net8
 * The Oracle release of a server, and settings that differ from its defaults.
 */
struct ServerChoices
{
    std::string release{"19c"};                   ///< Oracle release, or "file:" and a path.
    uint32_t sdu{0};                              ///< SDU, bytes; 0: default of the release.
    uint32_t tdu{0};                              ///< TDU, bytes; 0: default of the release.
    TduChoice tduRule{TduChoice::DEFAULT};        ///< Whether the TDU applies.
    PackRule pack{PackRule::BYTE};                ///< Where replies are cut into packets.
    uint32_t sduReserve{0};                       ///< Bytes left free in each packet.
    ReleaseChoice resend{ReleaseChoice::DEFAULT}; ///< Whether to request the CONNECT again.
    bool verifier11g{false};                      ///< Users have 11g verifiers.
    bool haReadiness{false};                      ///< Takes key values for high availability.
    bool nativeServices{true};                    ///< Offers native services.
    bool disableOobAuto{false};                   ///< Does not offer the out-of-band check.
    Platform platform{Platform::LINUX};           ///< Operating system.
    std::string characterSet{"AL32UTF8"};         ///< Character set of the database.
    std::string versionText;                      ///< Text of the version reply; empty: default of
                                                  ///< the release.

    /**
     * Read the release.
     *
     * @param[out] out receives the release with the choices applied
     * @return the error in its name or file, if any
     */
    TextError Read(ReleaseProfile& out) const;

    /**
     * Apply the choices to settings.
     *
     * @param[out] settings receives the values of the release and the choices
     * @return the error of the release, if any
     */
    TextError ApplyTo(ServerSettings& settings) const;
};

} // namespace ns3::net8

#endif /* NET8_SERVER_CHOICES_H */
