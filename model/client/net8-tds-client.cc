// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-client.h"

#include "ns3/inet6-socket-address.h"
#include "ns3/net8-chrono.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TdsClient);

TypeId
Net8TdsClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8TdsClient")
            .SetParent<Application>()
            .SetGroupName("Net8")
            .AddConstructor<Net8TdsClient>()
            .AddAttribute("Protocol",
                          "Factory of its socket.",
                          TypeIdValue(TypeId::LookupByName("ns3::TcpSocketFactory")),
                          MakeTypeIdAccessor(&Net8TdsClient::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Remote",
                          "Address and port of the server.",
                          AddressValue(),
                          MakeAddressAccessor(&Net8TdsClient::m_remote),
                          MakeAddressChecker())
            .AddAttribute(
                "PacketSize",
                "Packet size that it asks for, bytes; 0: the server's. The server grants "
                "512 to 32767.",
                UintegerValue(4096),
                MakeUintegerAccessor(&Net8TdsClient::SetPacketSize, &Net8TdsClient::GetPacketSize),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("Batches",
                          "Batches that it sends, one after the other.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8TdsClient::m_batches),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Characters",
                          "Characters of a batch, two bytes each behind 22 bytes of headers.",
                          UintegerValue(20),
                          MakeUintegerAccessor(&Net8TdsClient::m_characters),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Wait",
                          "Time before each batch.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8TdsClient::m_wait),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Patience",
                          "Time after which a batch is cancelled by an attention; 0: never.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8TdsClient::m_patience),
                          MakeTimeChecker(Time(0)));
    return tid;
}

Net8TdsClient::Net8TdsClient()
    : m_socket(
          m_connection,
          [this](ByteSource& segment) {
              m_session->HandleBytes(segment, Net8Alarm::Now());
              Follow();
          },
          [this] {
              m_session->HandleClosed();
              m_alarm.Set(NEVER);
          }),
      m_alarm([this] {
          m_session->HandleDeadline(Net8Alarm::Now());
          Follow();
      })
{
}

Net8TdsClient::~Net8TdsClient() = default;

void
Net8TdsClient::SetPacketSize(uint32_t size)
{
    m_settings.packetSize = size;
}

uint32_t
Net8TdsClient::GetPacketSize() const
{
    return m_settings.packetSize;
}

const TdsClientEngine*
Net8TdsClient::GetSession() const
{
    return m_session.get();
}

void
Net8TdsClient::DoDispose()
{
    m_alarm.Set(NEVER);
    Application::DoDispose();
}

void
Net8TdsClient::StartApplication()
{
    using Told = Callback<void, Ptr<Socket>>;
    TdsClientScript& script = *this;
    m_session = std::make_unique<TdsClientEngine>(m_settings, script, m_connection);
    const Ptr<Socket> socket = Socket::CreateSocket(GetNode(), m_protocol);
    socket->SetConnectCallback(Told([this](Ptr<Socket>) {
                                   m_session->HandleConnected(Net8Alarm::Now());
                                   Follow();
                               }),
                               Told([this](Ptr<Socket>) { m_session->HandleClosed(); }));
    m_socket.Attach(socket);
    Inet6SocketAddress::IsMatchingType(m_remote) ? socket->Bind6() : socket->Bind();
    socket->Connect(m_remote);
}

void
Net8TdsClient::StopApplication()
{
    if (m_session)
    {
        m_socket.CloseWhenSent();
    }
}

std::optional<TdsClientScript::Task>
Net8TdsClient::GetNext()
{
    if (m_asked == m_batches)
    {
        return std::nullopt;
    }
    ++m_asked;
    return Task{.text = std::string(m_characters, 'x'),
                .wait = ToChrono(m_wait),
                .patience = m_patience.IsZero() ? NEVER : ToChrono(m_patience)};
}

void
Net8TdsClient::Follow()
{
    m_alarm.Set(m_session->GetDeadline());
    if (m_session->GetState() == TdsClientState::ENDED)
    {
        m_socket.CloseWhenSent();
    }
    else
    {
        m_socket.Flush();
    }
}

} // namespace ns3::net8
