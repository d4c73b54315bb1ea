// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CMAN_TRANSPORTS_H
#define NET8_CMAN_TRANSPORTS_H

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Connections of a gateway process to dispatchers, each of which carries many sessions
 * (Net8Multiplex): one for each next hop and service, opened for the first session and kept.
 */
class Net8CmanTransports
{
  public:
    /// Receives the session; null: the connection could not be had, or its numbers are used up.
    using Taken = std::function<void(const Ptr<Socket>& session)>;

    /// What they did.
    struct Counters
    {
        uint64_t opened{0};   ///< Connections that the other end accepted.
        uint64_t sessions{0}; ///< Sessions over them.
    };

    /**
     * @param node host of the manager
     */
    explicit Net8CmanTransports(Ptr<Node> node);
    ~Net8CmanTransports();
    Net8CmanTransports(const Net8CmanTransports&) = delete;
    Net8CmanTransports& operator=(const Net8CmanTransports&) = delete;

    /**
     * Begin a session.
     *
     * @param remote socket address of the next hop
     * @param service of the client: (SERVICE_NAME=...) or (SID=...)
     * @param number number of the session, which no other one of this host has
     * @param taken called once
     */
    void Request(const Address& remote, const std::string& service, uint16_t number, Taken taken);

    /**
     * @return what they did so far
     */
    const Counters& GetCounters() const;

  private:
    class Line;
    using Key = std::pair<Address, std::string>; ///< Next hop and service.

    /**
     * Forget a connection that is over.
     *
     * @param key its key
     */
    void Forget(const Key& key);

    Ptr<Node> m_node;                             ///< Host of the manager.
    std::map<Key, std::unique_ptr<Line>> m_lines; ///< Connections.
    Counters m_counters;                          ///< What they did.
};

} // namespace ns3::net8

#endif /* NET8_CMAN_TRANSPORTS_H */
