// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ONS_SUBSCRIPTION_H
#define NET8_ONS_SUBSCRIPTION_H

#include "ns3/address.h"
#include "ns3/net8-fan-event.h"
#include "ns3/net8-ip-address.h"
#include "ns3/net8-ons-connection.h"
#include "ns3/node.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A process of Oracle Notification Service as a client sees it.
 */
struct OnsServer
{
    std::string host;              ///< Name of its host in events.
    Address remote;                ///< Its socket address.
    std::vector<IpAddress> hostIp; ///< All IP addresses of its host.
};

/**
 * @ingroup net8
 * Connections of a pool to Oracle Notification Service, one to each database host.
 *
 * 1. Start connects to all of them and subscribes.
 * 2. Each event is reported once, although several hosts send it.
 * 3. When a host is down, its connection is dropped; when an instance on it is up again, there is a
 * new one. A connection that could not be opened, or was ended, is tried again at that time only.
 */
class Net8OnsSubscription
{
  public:
    /// Who is told.
    struct Owner
    {
        std::function<void()> connected; ///< Called when a connection was opened.
        /// Called with each event, and the host that it is about.
        std::function<void(const FanEvent& event, const OnsServer& host)> event;
    };

    /**
     * @param node host of the client
     * @param protocol socket factory
     * @param servers the processes of ONS
     * @param owner who is told
     */
    Net8OnsSubscription(Ptr<Node> node,
                        TypeId protocol,
                        std::vector<OnsServer> servers,
                        Owner owner);
    ~Net8OnsSubscription();

    Net8OnsSubscription(const Net8OnsSubscription&) = delete;
    Net8OnsSubscription& operator=(const Net8OnsSubscription&) = delete;

    /// Connect to all servers to which there is no connection.
    void Start();

    /**
     * Forget all connections, because the host goes down.
     *
     * @return their sockets
     */
    std::vector<Ptr<Socket>> Stop();

    /**
     * Make the process hang or continue.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

  private:
    /// A connection to a server.
    struct Link
    {
        std::unique_ptr<Net8OnsConnection> connection{}; ///< The connection; null: none.
        bool ended{false};                               ///< It is over.
    };

    /**
     * Connect to a server, if there is no connection.
     *
     * @param number number of the server
     */
    void Connect(std::size_t number);

    /**
     * Drop a connection.
     *
     * @param number number of the server
     * @return its socket; null: there was none
     */
    Ptr<Socket> Drop(std::size_t number);

    /**
     * Handle a message.
     *
     * @param from number of the server that sent it
     * @param message the message
     */
    void HandleMessage(std::size_t from, const std::string& message);

    Ptr<Node> m_node;                 ///< Host of the client.
    TypeId m_protocol;                ///< Socket factory.
    std::vector<OnsServer> m_servers; ///< The servers.
    Owner m_owner;                    ///< Who is told.
    std::vector<Link> m_links;        ///< Connections, by number of their server.
    std::set<uint64_t> m_seen;        ///< Events that were reported.
    bool m_hangs{false};              ///< The process hangs.
};

} // namespace ns3::net8

#endif /* NET8_ONS_SUBSCRIPTION_H */
