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
 * The parts of a client that have attributes of their own.
 */
struct Net8ClientParts
{
    Ptr<Net8DriverChoice> driver{};     ///< Driver.
    Ptr<Net8ClientNames> names{};       ///< Names it sends about itself.
    Ptr<Net8ConnectPolicy> policy{};    ///< Where it connects to.
    Ptr<Net8NamingPolicy> naming{};     ///< How it finds the descriptor.
    Ptr<Net8ClientWork> work{};         ///< What its application does.
    Ptr<Net8ClientTimeouts> timeouts{}; ///< Timeouts.
    Ptr<Net8ClientCpu> cpu{};           ///< Processor.
    Ptr<Net8PoolPolicy> pool{};         ///< Pool.
    Ptr<Net8Tls> tls{};                 ///< TLS.
    Ptr<Net8NativeSecurity> security{}; ///< Encryption.

    /**
     * @return new parts with default attributes
     */
    static Net8ClientParts Make();

    /**
     * @return the parts for a client on another host: the same objects, except those that draw
     * random numbers or differ between hosts, which are new
     */
    Net8ClientParts Share() const;

    /**
     * @return all parts except the processor, whose attributes have a section of their own in a
     * plan
     */
    std::vector<Ptr<Object>> List() const;
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_PARTS_H */
