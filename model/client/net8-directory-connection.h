// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIRECTORY_CONNECTION_H
#define NET8_DIRECTORY_CONNECTION_H

#include "ns3/net8-byte-queue.h"
#include "ns3/net8-ldap-message.h"
#include "ns3/net8-message-socket.h"
#include "ns3/socket.h"

#include <functional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a connection between a client and a directory server: messages of LDAP on a socket.
 */
class Net8DirectoryConnection
{
  public:
    /// Attribute of an entry that holds its connect descriptor.
    static constexpr auto DESCRIPTOR = "orclNetDescString";

    /// Callback invoked with a message that arrived; it must not destroy the connection.
    using Received = std::function<void(const LdapMessage& message)>;
    /// Callback invoked once, when the peer has ended the connection or sends what is no LDAP; it
    /// must not destroy the connection.
    using Ended = std::function<void()>;

    /**
     * @param socket a socket, connected or about to be
     * @param received called for each message
     * @param ended called at the end
     */
    Net8DirectoryConnection(const Ptr<Socket>& socket, Received received, Ended ended);
    ~Net8DirectoryConnection();

    Net8DirectoryConnection(const Net8DirectoryConnection&) = delete;
    Net8DirectoryConnection& operator=(const Net8DirectoryConnection&) = delete;

    /**
     * @param alias an alias
     * @return distinguished name of its entry
     */
    static std::string GetObject(const std::string& alias);

    /**
     * @param message a message to send
     */
    void Send(const LdapMessage& message);

    /// Close once all messages are sent.
    void Close();

    /**
     * Make the host hang or continue.
     *
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

  private:
    /**
     * Handle bytes that arrived.
     *
     * @param bytes the bytes
     */
    void HandleBytes(ByteSource& bytes);

    Received m_received;        ///< Called for each message.
    Ended m_ended;              ///< Called at the end.
    ByteQueue m_outgoing;       ///< Bytes to send.
    LdapReader m_reader;        ///< Finds the messages.
    Net8MessageSocket m_socket; ///< The socket.
};

} // namespace ns3::net8

#endif /* NET8_DIRECTORY_CONNECTION_H */
