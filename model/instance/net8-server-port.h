// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_PORT_H
#define NET8_SERVER_PORT_H

#include "net8-greeting.h"

#include "ns3/event-id.h"
#include "ns3/net8-tcp-backlog.h"
#include "ns3/node.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The port of a dedicated server to which a listener redirects its client. The system chooses the
 * port; it serves one connection.
 *
 * 1. It accepts the first connection and closes for others. It fails if the client has not
 * connected and sent its CONNECT within the inbound connect timeout.
 * 2. It also fails if the client breaks off before its CONNECT has arrived: there is no second
 * chance.
 */
class Net8ServerPort : public Object
{
  public:
    /// Settings of a port.
    struct Settings
    {
        Ptr<Node> node;                   ///< The host.
        TypeId protocol;                  ///< The socket factory.
        Time timeout;                     ///< Limit until the CONNECT arrives; 0: none.
        std::function<void()> complete{}; ///< Called once, when the CONNECT has arrived.
        std::function<void()> failed{};   ///< Called once, if none will arrive.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerPort();
    ~Net8ServerPort() override;

    /**
     * Listen on all addresses of the host.
     *
     * @param settings settings of the port
     * @return the port; 0 if none was left
     */
    uint16_t Open(const Settings& settings);

    /**
     * @return the connection; null if there is none yet
     */
    Ptr<Net8Greeting> GetGreeting() const;

    /**
     * Reset the connection without calling anybody, as the process is gone.
     */
    void Abort();

  protected:
    void DoDispose() override;

  private:
    /**
     * Open a listening socket.
     *
     * @param local address to listen on
     * @return the port; 0 if there is none
     */
    uint16_t Listen(const Address& local);

    /**
     * Stop listening.
     */
    void Close();

    /**
     * Accept a connection.
     *
     * @param socket the connection
     * @param from address of the client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * Fail: no CONNECT will arrive.
     */
    void Fail();

    Settings m_settings;                ///< Settings of the port.
    Ptr<Net8TcpBacklog> m_backlog;      ///< Backlog for one connection.
    std::vector<Ptr<Socket>> m_sockets; ///< Listening sockets.
    Ptr<Net8Greeting> m_greeting;       ///< The connection.
    EventId m_timeout;                  ///< End of the time to connect.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_PORT_H */
