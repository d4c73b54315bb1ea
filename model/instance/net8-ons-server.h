// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ONS_SERVER_H
#define NET8_ONS_SERVER_H

#include "ns3/application.h"
#include "ns3/net8-ons-connection.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The process of Oracle Notification Service on a database host: it sends events to the clients
 * that have subscribed.
 */
class Net8OnsServer : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8OnsServer();
    ~Net8OnsServer() override;

    /**
     * Set what it listens to. Must be called before it starts.
     *
     * @param protocol socket factory
     * @param port TCP port
     */
    void SetUp(TypeId protocol, uint16_t port);

    /**
     * Send a message to all subscribers.
     *
     * @param message the message
     */
    void Publish(const std::string& message);

    /**
     * The host goes down: forget all connections.
     */
    void Shutdown();

    /**
     * Make the process hang or continue.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return messages sent to subscribers
     */
    uint64_t GetSent() const;

  private:
    /// A connection of a client.
    struct Subscriber
    {
        std::unique_ptr<Net8OnsConnection> connection{}; ///< The connection.
        bool subscribed{false};                          ///< It receives events.
        bool ended{false};                               ///< It is over.
    };

    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

    /**
     * Listen.
     *
     * @param local all addresses of one IP version, and the port
     */
    void Listen(const Address& local);

    TypeId m_protocol;                   ///< Socket factory.
    uint16_t m_port{0};                  ///< TCP port.
    std::vector<Ptr<Socket>> m_sockets;  ///< Listening sockets.
    std::list<Subscriber> m_subscribers; ///< Connections, in order of arrival.
    bool m_hangs{false};                 ///< The process hangs.
    uint64_t m_sent{0};                  ///< Messages sent.
};

} // namespace ns3::net8

#endif /* NET8_ONS_SERVER_H */
