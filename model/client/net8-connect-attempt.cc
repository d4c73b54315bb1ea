// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-attempt.h"

#include "ns3/address-utils.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-cpu-task.h"

#include <utility>

namespace ns3::net8
{

Net8ConnectAttempt::Net8ConnectAttempt(const SessionSettings& settings,
                                       uint32_t session,
                                       const Net8AddressWalk::Step& step,
                                       Owner owner)
    : m_setUp(new SetUp{.settings = settings,
                        .session = session,
                        .owner = std::move(owner),
                        .description = *step.description,
                        .tls = settings.tlsAlways || step.address->protocol == "tcps",
                        .dial = Net8Dial([this](auto error) { HandleDialled(error); })})
{
    Open();
}

Net8ConnectAttempt::~Net8ConnectAttempt()
{
    m_connection->Dispose();
}

void
Net8ConnectAttempt::Open()
{
    if (m_connection)
    {
        m_connection->Close();
    }
    m_setUp->socket = Socket::CreateSocket(m_setUp->settings.node, m_setUp->settings.protocol);
    m_connection = Create<Net8Connection>();
    m_connection->Attach(m_setUp->socket, *m_setUp->owner.connection);
    LookAfterServer();
}

void
Net8ConnectAttempt::Connect(const Address& ip, uint16_t port)
{
    const auto socket = std::exchange(m_setUp->socket, nullptr);
    const auto remote = addressUtils::ConvertToSocketAddress(ip, port);
    if (m_setUp->dial.Connect(m_setUp->settings.node, socket, remote))
    {
        m_setUp->settings.dialling(m_setUp->session, socket);
    }
}

void
Net8ConnectAttempt::LookAfterServer()
{
    const auto& work = m_setUp->settings.dialogue.work;
    const auto& timeouts = m_setUp->settings.dialogue.timeouts;
    const auto& description = m_setUp->description;
    const Time expire = description.expireTimeMin ? Minutes(*description.expireTimeMin)
                                                  : ToTime(timeouts.expireTime);
    m_connection->SetSendTimeout(ToTime(timeouts.sendTimeout));
    if (!m_setUp->settings.work.readAhead)
    {
        m_connection->SetReadWork(work.packetTime, work.byteTime);
    }
    if (expire.IsStrictlyPositive() || timeouts.keepAlive || description.enable == "broken")
    {
        m_connection->KeepAlive(expire);
    }
}

void
Net8ConnectAttempt::HandleDialled(std::optional<SessionError> error)
{
    if (error)
    {
        m_connection->Fail(*error);
        return;
    }
    if (m_setUp->tls)
    {
        BeginTls();
    }
    m_setUp->owner.connected();
}

void
Net8ConnectAttempt::BeginTls()
{
    m_connection->GetTns().BeginTls(TlsEnd::Role::CLIENT,
                                    m_setUp->settings.tls,
                                    m_setUp->settings.tlsCosts);
    if (const auto& cpu = m_setUp->settings.cpu)
    {
        m_connection->SetKeyWorker([cpu](Time work, std::function<void()> done) {
            Net8CpuTask::Run(cpu, work, std::move(done));
        });
    }
}

void
Net8ConnectAttempt::Settle()
{
    m_connection->DropConnectCallbacks();
    m_setUp.reset();
}

void
Net8ConnectAttempt::SetOwner(Net8ConnectionOwner& owner)
{
    m_connection->SetOwner(owner);
}

void
Net8ConnectAttempt::Close()
{
    m_connection->Close();
}

void
Net8ConnectAttempt::SetHanging(bool hangs)
{
    if (m_setUp)
    {
        m_setUp->dial.SetHanging(hangs);
    }
    m_connection->SetHanging(hangs);
}

Net8Connection&
Net8ConnectAttempt::GetConnection() const
{
    return *m_connection;
}

} // namespace ns3::net8
