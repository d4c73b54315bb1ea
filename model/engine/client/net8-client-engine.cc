// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-engine.h"

#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

ClientEngine::ClientEngine(const ClientSettings& settings, ClientScript& script)
    : m_settings(settings),
      m_script(script)
{
}

// Set-up

void
ClientEngine::LookUp()
{
    m_progress.Enter(ClientInput::LOOK_UP);
}

void
ClientEngine::Wait(nanoseconds wait, nanoseconds now)
{
    m_progress.Enter(ClientInput::WAIT);
    m_progress.deadlines.Set(ClientTimer::RETRY, now + wait);
}

void
ClientEngine::Try(ClientTarget target, TnsConnection& tns, nanoseconds now)
{
    m_progress.Enter(ClientInput::TRY);
    m_negotiation =
        std::make_unique<ClientNegotiation>(m_settings, m_progress, std::move(target), now);
    m_tns = &tns;
    m_negotiation->Begin(tns, now);
}

void
ClientEngine::Follow(TnsConnection& tns, nanoseconds now)
{
    m_tns = &tns;
    m_negotiation->Begin(tns, now);
}

void
ClientEngine::End(std::optional<SessionError> error, uint32_t code)
{
    m_progress.End(error, code);
}

void
ClientEngine::StopTimers()
{
    m_progress.deadlines.CancelAll();
}

void
ClientEngine::CheckAttempt(nanoseconds now)
{
    if (m_negotiation->GetOutcome() == ClientNegotiation::Outcome::FAILED)
    {
        m_progress.events.push_back(client_event::AttemptFailed{m_negotiation->GetError(),
                                                                m_negotiation->GetErrorNumber()});
    }
    else if (m_negotiation->GetOutcome() == ClientNegotiation::Outcome::ACCEPTED)
    {
        const auto& accept = m_negotiation->GetAccept();
        const auto& connectData = m_negotiation->GetConnectData();
        if (m_dialogue)
        {
            m_dialogue->Reconnect(*m_tns, accept, connectData);
        }
        else
        {
            m_dialogue = std::make_unique<ClientDialogue>(m_settings,
                                                          m_script,
                                                          m_progress,
                                                          *m_tns,
                                                          accept,
                                                          connectData);
        }
        // Free it: many sessions stay, and none needs it any more.
        m_redirects = m_negotiation->GetRedirects();
        m_negotiation.reset();
        m_dialogue->Start(now);
    }
}

// What happens

void
ClientEngine::HandleConnected(nanoseconds now)
{
    m_progress.Enter(ClientInput::TCP_UP);
    m_negotiation->HandleConnected(now);
}

void
ClientEngine::HandlePacket(const StreamReader::Received& received, nanoseconds now)
{
    if (!m_negotiation)
    {
        m_dialogue->HandlePacket(received, now);
        return;
    }
    m_negotiation->HandlePacket(received);
    CheckAttempt(now);
}

void
ClientEngine::HandleMessage(const TnsStream::Message& message,
                            const ReadPart& done,
                            nanoseconds now)
{
    m_dialogue->HandleMessage(message, done, now);
}

void
ClientEngine::HandleClosed()
{
    if (!m_negotiation)
    {
        m_dialogue->HandleClosed();
        return;
    }
    m_negotiation->HandleClosed();
    CheckAttempt({});
}

void
ClientEngine::HandleFailed(SessionError error)
{
    if (!m_negotiation)
    {
        m_dialogue->Fail(error);
        return;
    }
    m_negotiation->Fail(error);
    CheckAttempt({});
}

void
ClientEngine::FindLost(nanoseconds now)
{
    if (m_dialogue && !m_negotiation)
    {
        m_dialogue->FindLost(now);
    }
}

void
ClientEngine::HandleDeadline(nanoseconds now)
{
    while (const auto timer = m_progress.deadlines.TakeExpired(now))
    {
        if (*timer == ClientTimer::RETRY)
        {
            m_progress.events.push_back(client_event::WaitOver());
        }
        else if (!m_negotiation)
        {
            m_dialogue->HandleTimer(*timer, now);
        }
        else
        {
            m_negotiation->HandleTimer(*timer, now);
            CheckAttempt(now);
        }
    }
}

void
ClientEngine::HandleWorked(nanoseconds now)
{
    m_dialogue->HandleWorked(now);
}

void
ClientEngine::Wake(nanoseconds now)
{
    m_dialogue->Wake(now);
}

void
ClientEngine::SetHanging(bool hangs, nanoseconds now)
{
    hangs ? m_progress.deadlines.Stop(now) : m_progress.deadlines.Resume(now);
}

void
ClientEngine::Adopt(const ClientEngine& other, nanoseconds now)
{
    m_tns = other.m_tns;
    m_negotiation.reset();
    m_dialogue->Adopt(*other.m_dialogue, now);
}

bool
ClientEngine::IsAtHand() const
{
    return m_dialogue && m_dialogue->IsAtHand();
}

// What comes out

nanoseconds
ClientEngine::GetDeadline() const
{
    return m_progress.deadlines.GetNext();
}

std::optional<ClientEvent>
ClientEngine::NextEvent()
{
    if (m_progress.events.empty())
    {
        return std::nullopt;
    }
    std::optional<ClientEvent> event = std::move(m_progress.events.front());
    m_progress.events.pop_front();
    return event;
}

const ClientProgress&
ClientEngine::GetProgress() const
{
    return m_progress;
}

uint32_t
ClientEngine::GetRedirects() const
{
    return m_negotiation ? m_negotiation->GetRedirects() : m_redirects;
}

} // namespace ns3::net8
