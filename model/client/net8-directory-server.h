// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIRECTORY_SERVER_H
#define NET8_DIRECTORY_SERVER_H

#include "net8-directory-connection.h"

#include "ns3/application.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A directory server that resolves names: it accepts every bind and answers searches for the
 * entries that it has, at once (the time that it takes is LookupTime of the client's
 * Net8NamingPolicy).
 */
class Net8DirectoryServer : public Application
{
  public:
    /// Port of LDAP.
    static constexpr uint16_t PORT = 389;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8DirectoryServer();
    ~Net8DirectoryServer() override;

    /**
     * Set the socket factory. Must be called before it starts.
     *
     * @param protocol socket factory
     */
    void SetProtocol(TypeId protocol);

    /**
     * Add an entry, or replace it.
     *
     * @param alias its alias
     * @param descriptor its connect descriptor
     */
    void Enter(const std::string& alias, const std::string& descriptor);

  private:
    /// A connection of a client.
    struct Session
    {
        std::unique_ptr<Net8DirectoryConnection> connection; ///< The connection.
        bool ended{false};                                   ///< It is over.
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

    /**
     * Answer a message.
     *
     * @param session its session
     * @param message the message
     */
    void Answer(Session& session, const LdapMessage& message) const;

    TypeId m_protocol;                            ///< Socket factory.
    std::map<std::string, std::string> m_entries; ///< Connect descriptors by distinguished name.
    std::vector<Ptr<Socket>> m_sockets;           ///< Listening sockets.
    std::list<Session> m_sessions;                ///< Connections.
};

} // namespace ns3::net8

#endif /* NET8_DIRECTORY_SERVER_H */
