// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ons-connection.h"

#include "ns3/net8-byte-source.h"
#include "ns3/net8-fan-event.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::net8
{

Net8OnsConnection::Net8OnsConnection(const Ptr<Socket>& socket, Received received, Ended ended)
    : m_handler(std::move(received)),
      m_socket(m_outgoing, [this](ByteSource& bytes) { HandleBytes(bytes); }, std::move(ended))
{
    m_socket.Attach(socket);
}

Net8OnsConnection::~Net8OnsConnection() = default;

void
Net8OnsConnection::Send(const std::string& message)
{
    m_outgoing.Add(message);
    m_socket.Flush();
}

Ptr<Socket>
Net8OnsConnection::Forget()
{
    return m_socket.Forget();
}

void
Net8OnsConnection::SetHanging(bool hangs)
{
    m_socket.SetHanging(hangs);
}

void
Net8OnsConnection::HandleBytes(ByteSource& bytes)
{
    std::vector<uint8_t> taken(bytes.GetSize());
    bytes.Take(taken);
    m_received.append(taken.begin(), taken.end());
    while (const auto message = FanEvent::TakeMessage(m_received))
    {
        m_handler(*message);
    }
}

} // namespace ns3::net8
