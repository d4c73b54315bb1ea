// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RESOLVER_SETTINGS_H
#define NET8_RESOLVER_SETTINGS_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Name servers of a host, and how glibc's resolver waits for them (res_send.c): in each of some
 * passes it asks each in turn, the first of which never answer, and waits for server i of n,
 * counted from 0, timeout x 2^i / n s, the first the whole time-out, in whole seconds and at least
 * one.
 */
struct ResolverSettings
{
    /// Largest number of servers; glibc takes three name servers.
    static constexpr uint32_t SERVERS_MAX = 10;
    /// Largest number of passes that glibc takes.
    static constexpr uint32_t ATTEMPTS_MAX = 5;

    /**
     * @param server a name server, counted from 0
     * @return how long it is waited for
     */
    Time GetNameTimeout(uint32_t server) const;

    /**
     * @return how long one query waits until the first server that answers is asked, or until the
     * resolver gives up
     */
    Time GetSilence() const;

    uint32_t servers{1};  ///< Servers that are tried in turn.
    uint32_t silent{0};   ///< The first of them, which do not answer.
    Time timeout;         ///< Wait for the first; 0: 5 s (resolv.conf, timeout).
    uint32_t attempts{2}; ///< Passes over the name servers.
};

} // namespace ns3::net8

#endif /* NET8_RESOLVER_SETTINGS_H */
