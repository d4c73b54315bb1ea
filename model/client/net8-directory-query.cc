// SPDX-License-Identifier: GPL-2.0-only
#include "net8-directory-query.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// User and password of a simple bind.
constexpr auto USER = "cn=net8,cn=Users,dc=example,dc=com";
constexpr auto PASSWORD = "welcome1";

} // namespace

Net8DirectoryQuery::Net8DirectoryQuery(const SessionSettings& settings, Told told)
    : m_settings(settings),
      m_told(std::move(told)),
      m_dial([this](auto error) { HandleDialled(error); })
{
    const auto socket = Socket::CreateSocket(m_settings.node, m_settings.protocol);
    m_connection = std::make_unique<Net8DirectoryConnection>(
        socket,
        [this](const LdapMessage& message) { HandleMessage(message); },
        [this] { m_told(Event::FAILED); });
    m_dial.Connect(m_settings.node, socket, m_settings.naming.server);
}

void
Net8DirectoryQuery::HandleDialled(std::optional<SessionError> error)
{
    if (error)
    {
        m_told(Event::FAILED);
        return;
    }
    m_told(Event::CONNECTED);
    const auto bind = m_settings.naming.bind;
    if (bind == LdapBind::NONE)
    {
        Search();
        return;
    }
    const bool simple = bind == LdapBind::SIMPLE;
    m_connection->Send(
        LdapMessage::MakeBindRequest(++m_messages, simple ? USER : "", simple ? PASSWORD : ""));
}

void
Net8DirectoryQuery::Search()
{
    m_connection->Send(
        LdapMessage::MakeSearchRequest(++m_messages,
                                       Net8DirectoryConnection::GetObject(m_settings.naming.alias),
                                       Net8DirectoryConnection::DESCRIPTOR));
}

void
Net8DirectoryQuery::HandleMessage(const LdapMessage& message)
{
    using Operation = LdapMessage::Operation;
    if (message.operation == Operation::SEARCH_ENTRY)
    {
        m_found = true;
        return;
    }
    const bool succeeded =
        message.GetResult() == static_cast<uint8_t>(LdapMessage::Result::SUCCESS);
    if (message.operation == Operation::BIND_RESPONSE && succeeded)
    {
        Search();
    }
    else if (message.operation == Operation::SEARCH_DONE)
    {
        m_told(m_found && succeeded ? Event::FOUND : Event::UNKNOWN);
    }
    else
    {
        m_told(Event::FAILED);
    }
}

void
Net8DirectoryQuery::Unbind()
{
    m_connection->Send(LdapMessage::MakeUnbindRequest(++m_messages));
    Close();
}

void
Net8DirectoryQuery::Close()
{
    m_connection->Close();
}

void
Net8DirectoryQuery::SetHanging(bool hangs)
{
    m_dial.SetHanging(hangs);
    m_connection->SetHanging(hangs);
}

} // namespace ns3::net8
