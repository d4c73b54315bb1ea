// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_CHOICES_H
#define NET8_SERVER_CHOICES_H

#include "net8-packing.h"
#include "net8-server-settings.h"

#include "ns3/net8-negotiation.h"
#include "ns3/net8-platform.h"
#include "ns3/net8-release.h"
#include "ns3/net8-text-error.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A yes or no that the release decides unless it is given.
 */
enum class ReleaseChoice : uint8_t
{
    DEFAULT, ///< As the release does.
    YES,     ///< Yes.
    NO       ///< No.
};

/**
 * @ingroup net8
 * Oracle release of a server, and where its side of the protocol is set otherwise.
 */
struct ServerChoices
{
    std::string release{"19c"};                   ///< Oracle release, or file: and a path.
    uint32_t sdu{0};                              ///< SDU, bytes; 0: of the release.
    uint32_t tdu{0};                              ///< TDU, bytes; 0: of the release.
    TduChoice tduRule{TduChoice::DEFAULT};        ///< Whether the TDU counts.
    PackRule pack{PackRule::BYTE};                ///< Where replies are cut.
    uint32_t sduReserve{0};                       ///< Bytes left free in each packet.
    ReleaseChoice resend{ReleaseChoice::DEFAULT}; ///< Whether to ask for the CONNECT again.
    bool verifier11g{false};                      ///< Users have verifiers of 11g.
    bool nativeServices{true};                    ///< Offers native services.
    bool disableOobAuto{false};                   ///< Does not offer the out-of-band check.
    Platform platform{Platform::LINUX};           ///< Operating system.
    std::string characterSet{"AL32UTF8"};         ///< Character set of the database.
    std::string versionText;                      ///< Text of the version reply; empty: its own.

    /**
     * @param[out] out the release with what is chosen
     * @return what is wrong with its name or its file
     */
    TextError Read(ReleaseProfile& out) const;

    /**
     * @param[out] settings what the release says, and what is chosen
     * @return what is wrong with the release
     */
    TextError ApplyTo(ServerSettings& settings) const;
};

} // namespace ns3::net8

#endif /* NET8_SERVER_CHOICES_H */
