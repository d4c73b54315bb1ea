// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dial.h"

#include "ns3/net8-ip-version.h"

#include <utility>

namespace ns3::net8
{

Net8Dial::Net8Dial(Done done)
    : m_done(std::move(done))
{
}

bool
Net8Dial::Connect(const Ptr<Node>& node, const Ptr<Socket>& socket, const Address& remote)
{
    using Told = Callback<void, Ptr<Socket>>;
    if (!HasStackFor(node, remote))
    {
        m_done(SessionError::HOST_UNREACHABLE);
        return false;
    }
    if (!BindFor(socket, remote))
    {
        m_done(SessionError::NO_LOCAL_PORT);
        return false;
    }
    socket->SetConnectCallback(Told([this](Ptr<Socket>) { End(std::nullopt); }),
                               Told([this](Ptr<Socket>) { End(SessionError::TRANSPORT_GAVE_UP); }));
    if (socket->Connect(remote) != 0)
    {
        m_done(SessionError::HOST_UNREACHABLE);
        return false;
    }
    return true;
}

void
Net8Dial::End(std::optional<SessionError> error)
{
    m_held = m_hangs;
    m_error = error;
    if (!m_hangs)
    {
        m_done(error);
    }
}

void
Net8Dial::SetHanging(bool hangs)
{
    m_hangs = hangs;
    if (!m_hangs && std::exchange(m_held, false))
    {
        m_done(m_error);
    }
}

} // namespace ns3::net8
