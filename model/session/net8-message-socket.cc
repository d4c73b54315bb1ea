// SPDX-License-Identifier: GPL-2.0-only
#include "net8-message-socket.h"

#include "net8-packet-source.h"

#include "ns3/packet.h"

#include <limits>
#include <utility>
#include <vector>

namespace ns3::net8
{

Net8MessageSocket::Net8MessageSocket(OutgoingBytes& outgoing, Received received, Ended ended)
    : m_outgoing(outgoing),
      m_received(std::move(received)),
      m_ended(std::move(ended))
{
}

Net8MessageSocket::~Net8MessageSocket()
{
    Detach();
}

void
Net8MessageSocket::Detach()
{
    if (m_socket)
    {
        m_socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                    MakeNullCallback<void, Ptr<Socket>>());
    }
}

void
Net8MessageSocket::Attach(Ptr<Socket> socket)
{
    using Told = Callback<void, Ptr<Socket>>;
    using Room = Callback<void, Ptr<Socket>, uint32_t>;
    m_socket = socket;
    m_socket->SetRecvCallback(Told([this](Ptr<Socket>) { HandleReadable(); }));
    m_socket->SetSendCallback(Room([this](Ptr<Socket>, uint32_t) { Flush(); }));
    const Told over([this](Ptr<Socket>) { HandleEnd(); });
    m_socket->SetCloseCallbacks(over, over);
}

void
Net8MessageSocket::Flush()
{
    while (m_socket && !m_hangs)
    {
        const uint32_t room = m_socket->GetTxAvailable();
        const auto bytes = room > 0 ? m_outgoing.Take(room) : std::vector<uint8_t>();
        const auto size = static_cast<uint32_t>(bytes.size());
        if (size == 0)
        {
            break;
        }
        if (m_socket->Send(Create<Packet>(bytes.data(), size)) != static_cast<int>(size))
        {
            HandleEnd();
            return;
        }
        m_sent += size;
    }
    if (m_socket && m_closing && !m_hangs && m_outgoing.IsDrained())
    {
        m_closing = false;
        m_socket->Close();
    }
}

Ptr<Socket>
Net8MessageSocket::Forget()
{
    Detach();
    return std::exchange(m_socket, nullptr);
}

void
Net8MessageSocket::SetHanging(bool hangs)
{
    m_hangs = hangs;
    if (m_hangs || !m_socket)
    {
        return;
    }
    HandleReadable();
    Flush();
    if (std::exchange(m_ends, false))
    {
        HandleEnd();
    }
}

bool
Net8MessageSocket::IsDrained() const
{
    return !m_socket || m_outgoing.IsDrained();
}

uint64_t
Net8MessageSocket::GetBytesSent() const
{
    return m_sent;
}

uint64_t
Net8MessageSocket::GetBytesReceived() const
{
    return m_taken;
}

void
Net8MessageSocket::CloseWhenSent()
{
    m_closing = true;
    Flush();
}

void
Net8MessageSocket::HandleReadable()
{
    const Ptr<Socket> socket = m_socket; // the callback may end the connection
    while (m_socket && !m_hangs)
    {
        const auto segment = socket->Recv(std::numeric_limits<uint32_t>::max(), 0);
        if (!segment || segment->GetSize() == 0)
        {
            return;
        }
        m_taken += segment->GetSize();
        PacketSource source(segment);
        m_received(source);
    }
}

void
Net8MessageSocket::HandleEnd()
{
    if (!m_socket || m_hangs)
    {
        m_ends = m_hangs;
        return;
    }
    const Ptr<Socket> socket = Forget(); // it may still signal events, but nobody is listening
    m_ended();
    socket->Close();
}

} // namespace ns3::net8
