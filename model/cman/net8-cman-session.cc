// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cman-session.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-client-negotiation.h"
#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-data-packet.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

Net8CmanSession::Net8CmanSession(Ptr<Node> node, Owner owner)
    : m_node(std::move(node)),
      m_owner(std::move(owner)),
      m_self(std::make_shared<Net8CmanSession*>(this))
{
}

Net8CmanSession::~Net8CmanSession()
{
    m_over = true;
    m_outbound.Cancel();
    m_idle.Cancel();
    m_expiry.Cancel();
    if (m_greeting)
    {
        m_greeting->Dispose();
    }
    if (m_hop)
    {
        m_hop->Dispose();
    }
}

void
Net8CmanSession::Start(const Ptr<Socket>& socket, const Address& from, Time inbound)
{
    m_greeting = CreateObject<Net8Greeting>();
    m_greeting->Start(
        socket,
        from,
        inbound,
        [this] { m_owner.requested(); },
        [this] { End(Outcome::NO_REQUEST); });
}

const Address&
Net8CmanSession::GetFrom() const
{
    return m_greeting->GetFrom();
}

const std::string&
Net8CmanSession::GetConnectData() const
{
    return m_greeting->GetConnectData();
}

void
Net8CmanSession::Refuse(uint32_t code, SessionError reason)
{
    m_greeting->Refuse(code, reason);
    End(Outcome::REFUSED);
}

void
Net8CmanSession::Drop()
{
    m_greeting->GetConnection()->Close();
    End(Outcome::REFUSED);
}

// The next hop

void
Net8CmanSession::Open(const Course& course)
{
    m_course = course;
    if (m_course.outbound.IsStrictlyPositive())
    {
        m_outbound = Simulator::Schedule(m_course.outbound, &Net8CmanSession::FailHop, this);
    }
    if (!m_course.share)
    {
        Connect(m_course.remote);
        return;
    }
    m_course.share([self = std::weak_ptr(m_self)](const Ptr<Socket>& socket) {
        if (const auto session = self.lock())
        {
            (*session)->Join(socket);
        }
        else if (socket)
        {
            socket->Close();
        }
    });
}

void
Net8CmanSession::Join(const Ptr<Socket>& socket)
{
    if (m_over)
    {
        socket ? socket->Close() : 0;
        return;
    }
    if (!socket)
    {
        Connect(m_course.remote);
        return;
    }
    m_hop = Create<Net8Connection>();
    m_hop->Attach(socket, *this);
    Address local;
    socket->GetSockName(local);
    m_owner.leaves(local);
    SendConnect();
}

void
Net8CmanSession::Connect(const Address& remote)
{
    const auto socket = Socket::CreateSocket(m_node, Net8TcpSocketFactory::GetTypeId());
    m_hop = Create<Net8Connection>();
    m_hop->Attach(socket, *this);
    socket->SetConnectCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { SendConnect(); }),
                               Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { FailHop(); }));
    if (!BindFor(socket, remote) || socket->Connect(remote) != 0)
    {
        FailHop();
        return;
    }
    Address local;
    socket->GetSockName(local);
    m_owner.leaves(local);
}

void
Net8CmanSession::SendConnect()
{
    auto connect = m_greeting->GetConnect();
    if (connect.GetSdu() > m_course.sdu)
    {
        connect.SetSdu(m_course.sdu);
    }
    if (m_redirects > 0)
    {
        connect.header.flags |= header_flag::REDIRECTED;
    }
    const auto& text = m_redirectData.empty() ? m_course.connectData : m_redirectData;
    connect.SetConnectData(text);
    auto& tns = m_hop->GetTns();
    tns.SendPacket(connect.Encode());
    if (connect.DataFollows())
    {
        DataPacket data;
        data.payload.assign(text.begin(), text.end());
        tns.SendPacket(data.Encode(LengthForm::SHORT_16));
    }
    m_hop->Flush();
}

void
Net8CmanSession::HandlePacket(const StreamReader::Received& received)
{
    const auto type = static_cast<PacketType>(received.header.type);
    const auto textOf = static_cast<PacketType>(std::exchange(m_textOf, 0));
    if (type == PacketType::DATA && textOf == PacketType::REDIRECT)
    {
        const auto& bytes = received.bytes;
        const auto head = std::min<std::size_t>(bytes.size(), Packing::OVERHEAD);
        Follow(std::string(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end()));
        return;
    }
    RedirectPacket redirect;
    switch (type)
    {
    case PacketType::RESEND:
        SendConnect();
        return;
    case PacketType::ACCEPT:
    case PacketType::REFUSE:
    case PacketType::DATA:
        PassOn(received);
        return;
    case PacketType::REDIRECT:
        if (RedirectPacket::Decode(received.bytes, LengthForm::SHORT_16, redirect) ==
            WireError::NONE)
        {
            m_textOf = redirect.DataFollows() ? received.header.type : 0;
            m_textOf == 0 ? Follow(redirect.text) : void();
            return;
        }
        [[fallthrough]];
    default:
        m_hop->Fail(SessionError::UNEXPECTED_PACKET);
    }
}

void
Net8CmanSession::PassOn(const StreamReader::Received& received)
{
    const bool isText = static_cast<PacketType>(received.header.type) == PacketType::DATA;
    if (isText == m_answer.empty())
    {
        m_hop->Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    AcceptPacket accept;
    RefusePacket refuse;
    const auto& bytes = received.bytes;
    const bool accepts =
        AcceptPacket::Decode(bytes, LengthForm::SHORT_16, accept) == WireError::NONE;
    const bool refuses =
        RefusePacket::Decode(bytes, LengthForm::SHORT_16, refuse) == WireError::NONE;
    m_accepted = m_accepted || accepts;
    m_answer.insert(m_answer.end(), bytes.begin(), bytes.end());
    if ((accepts && accept.DataFollows()) || (refuses && refuse.DataFollows()))
    {
        return;
    }
    if (m_accepted)
    {
        Relay();
        return;
    }
    auto& client = *m_greeting->GetConnection();
    client.GetTns().SendBytes(m_answer);
    client.Close();
    End(Outcome::HOP_REFUSED);
}

void
Net8CmanSession::Follow(const std::string& text)
{
    ConnectDescriptor target;
    const auto error = ConnectDescriptor::Parse(RedirectPacket::AddressOf(text), target);
    const auto* address = target.GetFirstAddress();
    const auto remote =
        error.IsError() || !address ? Address() : m_owner.resolve(address->host, address->port);
    if (remote.IsInvalid() || m_redirects == ClientNegotiation::REDIRECTS_MAX)
    {
        FailHop();
        return;
    }
    ++m_redirects;
    m_redirectData = RedirectPacket::ConnectDataOf(text);
    m_hop->Close();
    Connect(remote);
}

void
Net8CmanSession::HandleMessage(const TnsStream::Message& /* message */)
{
    // Before the ACCEPT no packet is part of a message.
}

void
Net8CmanSession::HandleFailed(SessionError /* error */)
{
    FailHop();
}

void
Net8CmanSession::HandleClosed()
{
    FailHop();
}

void
Net8CmanSession::FailHop()
{
    if (!m_over)
    {
        m_greeting->Refuse(0, SessionError::HAND_OFF_FAILED);
        End(Outcome::UNREACHABLE);
    }
}

// Bytes

void
Net8CmanSession::Relay()
{
    m_outbound.Cancel();
    m_hop->DropConnectCallbacks();
    const auto& connection = m_greeting->GetConnection();
    const bool closed = connection->IsClosedByPeer();
    const auto client = connection->Forget();
    const auto server = m_hop->Forget();
    if (!client || !server)
    {
        End(Outcome::NO_REQUEST);
        return;
    }
    m_relay = std::make_unique<Net8CmanRelay>(client, server, m_course.relay, [this] {
        End(Outcome::CLOSED);
    });
    if (m_course.longest.IsStrictlyPositive())
    {
        m_expiry = Simulator::Schedule(m_course.longest, [this] {
            End(Outcome::EXPIRED);
            m_relay->Close();
        });
    }
    CheckIdle();
    m_relay->Start(Create<Packet>(m_answer.data(), static_cast<uint32_t>(m_answer.size())), closed);
}

void
Net8CmanSession::CheckIdle()
{
    if (!m_course.idle.IsStrictlyPositive())
    {
        return;
    }
    const auto due = m_relay->GetLastRead() + m_course.idle;
    if (due > Simulator::Now())
    {
        m_idle = Simulator::Schedule(due - Simulator::Now(), &Net8CmanSession::CheckIdle, this);
        return;
    }
    End(Outcome::IDLE);
    m_relay->Close();
}

const Net8CmanRelay*
Net8CmanSession::GetRelay() const
{
    return m_relay.get();
}

void
Net8CmanSession::End(Outcome outcome)
{
    if (std::exchange(m_over, true))
    {
        return;
    }
    m_outbound.Cancel();
    m_idle.Cancel();
    m_expiry.Cancel();
    if (m_hop)
    {
        m_hop->Close();
    }
    m_owner.ended(outcome);
}

} // namespace ns3::net8
