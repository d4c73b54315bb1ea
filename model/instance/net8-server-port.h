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
 * The port of a dedicated server to which a listener sends its client: one that the system chooses,
 * for one connection.
 *
 * 1. It takes the first connection and closes to others; what is not connected, with its CONNECT,
 * within the inbound connect timeout has failed.
 * 2. A client that breaks off before its CONNECT is there has failed, too: there is no second one.
 */
class Net8ServerPort : public Object
{
  public:
    /// What is done where, and who is told.
    struct Settings
    {
        Ptr<Node> node;                   ///< The host.
        TypeId protocol;                  ///< The socket factory.
        Time timeout;                     ///< Until the CONNECT is there; 0: any time.
        std::function<void()> complete{}; ///< Called once, when the CONNECT is there.
        std::function<void()> failed{};   ///< Called once, when there will be none.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerPort();
    ~Net8ServerPort() override;

    /**
     * Listen, on all addresses of the host.
     *
     * @param settings what is done where
     * @return the port; 0: there was none left
     */
    uint16_t Open(const Settings& settings);

    /**
     * @return the connection; nothing: there is none yet
     */
    Ptr<Net8Greeting> GetGreeting() const;

    /**
     * The process is gone: who is connected is reset, and nobody is told.
     */
    void Abort();

  protected:
    void DoDispose() override;

  private:
    /**
     * @param local where to listen
     * @return the port; 0: there is none
     */
    uint16_t Listen(const Address& local);

    /**
     * Take no further connection.
     */
    void Close();

    /**
     * @param socket a connection
     * @param from address of the client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * There will be no CONNECT.
     */
    void Fail();

    Settings m_settings;                ///< What is done where.
    Ptr<Net8TcpBacklog> m_backlog;      ///< Room for one connection.
    std::vector<Ptr<Socket>> m_sockets; ///< Sockets that listen.
    Ptr<Net8Greeting> m_greeting;       ///< The connection.
    EventId m_timeout;                  ///< End of the time for a connection.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_PORT_H */
