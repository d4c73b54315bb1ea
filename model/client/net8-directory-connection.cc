// SPDX-License-Identifier: GPL-2.0-only
#include "net8-directory-connection.h"

#include "ns3/net8-byte-source.h"

#include <utility>
#include <vector>

namespace ns3::net8
{

Net8DirectoryConnection::Net8DirectoryConnection(const Ptr<Socket>& socket,
                                                 Received received,
                                                 Ended ended)
    : m_received(std::move(received)),
      m_ended(std::move(ended)),
      m_socket(m_outgoing, [this](ByteSource& bytes) { HandleBytes(bytes); }, [this] { m_ended(); })
{
    m_socket.Attach(socket);
}

Net8DirectoryConnection::~Net8DirectoryConnection() = default;

std::string
Net8DirectoryConnection::GetObject(const std::string& alias)
{
    return "cn=" + alias + ",cn=OracleContext,dc=example,dc=com";
}

void
Net8DirectoryConnection::Send(const LdapMessage& message)
{
    m_outgoing.Add(message.Encode());
    m_socket.Flush();
}

void
Net8DirectoryConnection::Close()
{
    m_socket.CloseWhenSent();
}

void
Net8DirectoryConnection::SetHanging(bool hangs)
{
    m_socket.SetHanging(hangs);
}

void
Net8DirectoryConnection::HandleBytes(ByteSource& bytes)
{
    std::vector<uint8_t> taken(bytes.GetSize());
    bytes.Take(taken);
    m_reader.Add(taken);
    while (const auto message = m_reader.Take())
    {
        m_received(*message);
    }
    if (m_reader.HasFailed())
    {
        if (const auto socket = m_socket.Forget())
        {
            socket->Close();
            m_ended();
        }
    }
}

} // namespace ns3::net8
