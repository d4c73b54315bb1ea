// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-greeting.h"

#include "ns3/net8-data-packet.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// User reason in the REFUSE of a 21c listener that does not know the service.
constexpr uint8_t REFUSE_USER_REASON = 0x22;

} // namespace

void
ListenerGreeting::Start(std::chrono::nanoseconds now, std::chrono::nanoseconds timeout)
{
    m_deadline = timeout.count() == 0 ? NEVER : now + timeout;
}

std::optional<SessionError>
ListenerGreeting::HandlePacket(const StreamReader::Received& received)
{
    const auto type = static_cast<PacketType>(received.header.type);
    if (m_state == State::WAIT_CONNECT && type == PacketType::CONNECT)
    {
        if (ConnectPacket::Decode(received.bytes, LengthForm::SHORT_16, m_connect) !=
            WireError::NONE)
        {
            return SessionError::MALFORMED_PACKET;
        }
        if (m_connect.DataFollows())
        {
            m_state = State::WAIT_DATA;
        }
        else
        {
            Complete(m_connect.connectData);
        }
        return std::nullopt;
    }
    if (m_state != State::WAIT_DATA || type != PacketType::DATA)
    {
        return SessionError::UNEXPECTED_PACKET;
    }
    DataPacket data;
    if (DataPacket::Decode(received.bytes, LengthForm::SHORT_16, data) != WireError::NONE)
    {
        return SessionError::MALFORMED_PACKET;
    }
    Complete(std::string(data.payload.begin(), data.payload.end()));
    return std::nullopt;
}

void
ListenerGreeting::Complete(std::string connectData)
{
    m_connectData = std::move(connectData);
    m_state = State::COMPLETE;
    m_deadline = NEVER;
}

void
ListenerGreeting::End()
{
    m_state = State::ENDED;
    m_deadline = NEVER;
}

std::chrono::nanoseconds
ListenerGreeting::GetDeadline() const
{
    return m_deadline;
}

bool
ListenerGreeting::IsComplete() const
{
    return m_state == State::COMPLETE;
}

bool
ListenerGreeting::IsDone() const
{
    return m_state == State::COMPLETE || m_state == State::ENDED;
}

const ConnectPacket&
ListenerGreeting::GetConnect() const
{
    return m_connect;
}

const std::string&
ListenerGreeting::GetConnectData() const
{
    return m_connectData;
}

std::vector<uint8_t>
ListenerGreeting::EncodeRefuse(uint32_t code)
{
    RefusePacket refuse;
    refuse.userReason = REFUSE_USER_REASON;
    if (code == 0)
    {
        return refuse.Encode();
    }
    const std::string number = std::to_string(code);
    refuse.SetText("(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=" + number +
                   ")(ERROR_STACK=(ERROR=(CODE=" + number + ")(EMFI=4))))");
    return refuse.Encode();
}

std::vector<uint8_t>
ListenerGreeting::EncodeRedirect(const std::string& address, const std::string& connectData)
{
    RedirectPacket redirect;
    redirect.SetTarget(address, connectData);
    return redirect.Encode();
}

} // namespace ns3::net8
