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
    : m_settings(settings),
      m_session(session),
      m_owner(std::move(owner)),
      m_description(*step.description),
      m_tls(settings.tlsAlways || step.address->protocol == "tcps"),
      m_dial([this](auto error) { HandleDialled(error); })
{
}

Ptr<Net8Connection>
Net8ConnectAttempt::Open()
{
    if (m_connection)
    {
        m_connection->Close();
    }
    m_socket = Socket::CreateSocket(m_settings.node, m_settings.protocol);
    m_connection = Create<Net8Connection>();
    m_connection->Attach(m_socket, *m_owner.connection);
    LookAfterServer();
    return m_connection;
}

void
Net8ConnectAttempt::Connect(const Address& ip, uint16_t port)
{
    const auto socket = std::exchange(m_socket, nullptr);
    const auto remote = addressUtils::ConvertToSocketAddress(ip, port);
    if (m_dial.Connect(m_settings.node, socket, remote))
    {
        m_settings.dialling(m_session, socket);
    }
}

void
Net8ConnectAttempt::LookAfterServer()
{
    const auto& work = m_settings.dialogue.work;
    const auto& timeouts = m_settings.dialogue.timeouts;
    const auto& description = m_description;
    const Time expire = description.expireTimeMin ? Minutes(*description.expireTimeMin)
                                                  : ToTime(timeouts.expireTime);
    m_connection->SetSendTimeout(ToTime(timeouts.sendTimeout));
    if (!m_settings.work.readAhead)
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
    if (m_tls)
    {
        BeginTls();
    }
    m_owner.connected();
}

void
Net8ConnectAttempt::BeginTls()
{
    m_connection->GetTns().BeginTls(TlsEnd::Role::CLIENT, m_settings.tls, m_settings.tlsCosts);
    if (const auto& cpu = m_settings.cpu)
    {
        m_connection->SetKeyWorker([cpu](Time work, std::function<void()> done) {
            Net8CpuTask::Run(cpu, work, std::move(done));
        });
    }
}

void
Net8ConnectAttempt::SetHanging(bool hangs)
{
    m_dial.SetHanging(hangs);
}

} // namespace ns3::net8
