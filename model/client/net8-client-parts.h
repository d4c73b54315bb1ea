// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_PARTS_H
#define NET8_CLIENT_PARTS_H

#include "net8-client-cpu.h"
#include "net8-client-names.h"
#include "net8-client-timeouts.h"
#include "net8-client-work.h"
#include "net8-connect-policy.h"
#include "net8-driver-choice.h"
#include "net8-naming-policy.h"
#include "net8-pool-policy.h"

#include "ns3/net8-native-security.h"
#include "ns3/net8-tls.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The parts of a client with attributes of their own.
 */
struct Net8ClientParts
{
    Ptr<Net8DriverChoice> driver{};     ///< Driver.
    Ptr<Net8ClientNames> names{};       ///< What it tells of itself.
    Ptr<Net8ConnectPolicy> policy{};    ///< Where it connects to.
    Ptr<Net8NamingPolicy> naming{};     ///< How it finds that.
    Ptr<Net8ClientWork> work{};         ///< What its application does.
    Ptr<Net8ClientTimeouts> timeouts{}; ///< How long it waits.
    Ptr<Net8ClientCpu> cpu{};           ///< Processor.
    Ptr<Net8PoolPolicy> pool{};         ///< Pool.
    Ptr<Net8Tls> tls{};                 ///< TLS.
    Ptr<Net8NativeSecurity> security{}; ///< Encryption.

    /**
     * @return new ones
     */
    static Net8ClientParts Make();

    /**
     * @return those of a client on another host: the same ones, but for what draws random numbers
     * or differs between hosts, which is new
     */
    Net8ClientParts Share() const;

    /**
     * @return all but the processor, whose attributes have a section of their own
     */
    std::vector<Ptr<Object>> List() const;
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_PARTS_H */
