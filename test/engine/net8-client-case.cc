// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-case.h"

#include "ns3/net8-marker-packet.h"

#include <stdexcept>
#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

namespace
{

/**
 * Take all bytes of a connection.
 *
 * @param tns a connection
 * @return all bytes it has for the socket
 */
std::vector<uint8_t>
TakeAll(TnsConnection& tns)
{
    std::vector<uint8_t> all;
    while (!tns.IsDrained())
    {
        const auto bytes = tns.Take(1 << 20).bytes;
        all.insert(all.end(), bytes.real.begin(), bytes.real.end());
        all.resize(all.size() + bytes.zeros);
    }
    return all;
}

} // namespace

ClientCase::ClientCase(const std::string& driver, const std::string& release)
{
    if (const auto error = DriverProfile::Read(driver, release, settings.driver); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    settings.driver.prefetchRows = settings.driver.prefetchRows == 0 ? settings.driver.arraySize
                                                                     : settings.driver.prefetchRows;
    settings.identity = ClientIdentity().Complete(settings.driver);
    settings.request.serviceName = "orcl";
    script.query.requestLength = settings.driver.GetExecuteLength(21, 1);
    script.query.parseLength = settings.driver.GetParseLength(21);
    m_engine = std::make_unique<ClientEngine>(settings, script);
}

void
ClientCase::Listen()
{
    while (const auto event = m_engine->NextEvent())
    {
        events.push_back(*event);
    }
}

void
ClientCase::Try(const ClientTarget& target)
{
    m_tns = std::make_unique<TnsConnection>();
    m_engine->Try(target, *m_tns, now);
    m_engine->HandleConnected(now);
    Listen();
}

void
ClientCase::Follow()
{
    m_left = std::exchange(m_tns, std::make_unique<TnsConnection>());
    m_engine->Follow(*m_tns, now);
    m_engine->HandleConnected(now);
    Listen();
}

std::vector<uint8_t>
ClientCase::Sent()
{
    return TakeAll(*m_tns);
}

std::vector<std::pair<PacketType, uint32_t>>
ClientCase::SentPackets()
{
    const auto form = m_tns->GetAgreement().lengthForm;
    std::vector<std::pair<PacketType, uint32_t>> packets;
    while (!m_tns->IsDrained())
    {
        const auto bytes = m_tns->Take(1 << 20).bytes; // of one packet
        PacketHeader header;
        PacketHeader::Decode(bytes.real, form, header);
        packets.emplace_back(static_cast<PacketType>(header.type), header.length);
    }
    return packets;
}

void
ClientCase::Arrive(const std::vector<uint8_t>& bytes)
{
    SpanSource segment(bytes);
    auto& tns = *m_tns;
    while (const auto arrival = tns.Receive(segment, now))
    {
        if (tns.IsClosing())
        {
            break;
        }
        if (arrival->message)
        {
            m_engine->HandleMessage(*arrival->message, {}, now);
        }
        else if (!arrival->ofMessage)
        {
            m_engine->HandlePacket(arrival->packet, now);
        }
        Listen();
    }
    if (const auto error = tns.GetStreamError(); error && !tns.IsClosing())
    {
        m_engine->HandleFailed(*error);
        Listen();
    }
}

void
ClientCase::Close()
{
    m_engine->HandleClosed();
    Listen();
}

void
ClientCase::Lose(SessionError error)
{
    m_engine->HandleFailed(error);
    Listen();
}

void
ClientCase::Accept()
{
    const Agreement agreement{.version = 318,
                              .sdu = 8192,
                              .tdu = 2097152,
                              .lengthForm = LengthForm::LONG_32};
    Arrive(MakeAccept(agreement).Encode());
    m_server.SetAgreement(agreement, TduRule::IGNORE);
}

void
ClientCase::Answer(const TtcPrefix& reply)
{
    m_server.SendMessage(reply, 0);
    Arrive(TakeAll(m_server));
}

void
ClientCase::LogOn()
{
    while (m_engine->GetProgress().state == ClientState::LOGGING_ON &&
           m_engine->GetDeadline() == NEVER)
    {
        Answer({.message = TtcMessage::PARAMETER, .length = 200});
    }
}

void
ClientCase::Mark(uint8_t data)
{
    MarkerPacket marker;
    marker.markerType = MarkerPacket::DATA_BYTE;
    marker.data = data;
    Arrive(marker.Encode(LengthForm::LONG_32));
}

nanoseconds
ClientCase::Expire()
{
    const auto wait = m_engine->GetDeadline() - now;
    now = m_engine->GetDeadline();
    m_engine->HandleDeadline(now);
    Listen();
    return wait;
}

std::vector<ClientCall>
ClientCase::GetCalls() const
{
    std::vector<ClientCall> calls;
    for (const auto& event : events)
    {
        if (const auto* found = std::get_if<client_event::CallDone>(&event))
        {
            calls.push_back(found->call);
        }
    }
    return calls;
}

std::vector<std::string>
ClientCase::GetStates() const
{
    std::vector<std::string> states;
    for (const auto& event : events)
    {
        if (const auto* found = std::get_if<client_event::StateChanged>(&event))
        {
            states.emplace_back(GetName(found->after));
        }
    }
    return states;
}

ClientEngine&
ClientCase::GetEngine()
{
    return *m_engine;
}

TnsConnection&
ClientCase::GetTns()
{
    return *m_tns;
}

} // namespace ns3::net8
