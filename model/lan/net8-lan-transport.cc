// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-transport.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

constexpr LanTime NEVER = LanSender::NEVER; ///< No deadline.

} // namespace

LanTransport::LanTransport(const LanRules& rules, LanTransportUser& user)
    : m_rules(rules),
      m_user(user),
      m_sender(rules),
      m_receiver(rules),
      m_handshakeRto(rules)
{
}

int64_t
LanTransport::Widen(int64_t low, int64_t near, int64_t modulus)
{
    int64_t ahead = (low - near) % modulus;
    ahead += ahead < 0 ? modulus : 0;
    return near + (ahead < modulus / 2 ? ahead : ahead - modulus);
}

// Sending

void
LanTransport::Emit(LanUnit unit)
{
    unit.ack = m_receiver.GetExpected();
    unit.creditAck = m_creditExpected;
    if (unit.kind != Kind::DATA && unit.kind != Kind::CREDIT)
    {
        unit.number = m_sender.GetNext();
    }
    unit.limit = m_receiver.GetLimit();
    unit.messageAck = m_message;
    m_said = m_now;
    switch (unit.kind)
    {
    case Kind::DATA:
        unit.acksMessage = m_rules.overLink && m_receiver.IsWaiting();
        ++m_counts.data;
        m_counts.repeated += unit.repeated ? 1 : 0;
        m_receiver.Acknowledged();
        break;
    case Kind::ACK:
    case Kind::REJECT:
        ++m_counts.acks;
        m_receiver.Acknowledged();
        break;
    default:
        ++m_counts.others;
        break;
    }
    m_user.Transmit(unit);
}

void
LanTransport::EmitHandshake(Kind kind, LanTime now)
{
    if (m_handshake != kind || m_tries == 0)
    {
        m_tries = 0;
        m_handshake = kind;
    }
    ++m_tries;
    const bool repeats = !m_rules.overLink || kind == Kind::SETUP; // otherwise the link does
    m_handshakeDeadline = repeats ? now + m_handshakeRto.Get(m_tries) : NEVER;
    Emit({.kind = kind, .step = m_step, .wantsAck = true, .repeated = m_tries > 1});
}

void
LanTransport::EmitCredit(uint32_t credits, LanTime now)
{
    m_credit = credits;
    ++m_creditTries;
    m_creditDeadline = now + m_handshakeRto.Get(m_creditTries);
    Emit({.kind = Kind::CREDIT,
          .number = m_creditNumber,
          .credits = credits,
          .wantsAck = true,
          .repeated = m_creditTries > 1});
}

void
LanTransport::GrantCredits(LanTime now)
{
    const bool grants =
        m_rules.flow == LanRules::Flow::SEGMENTS || m_rules.flow == LanRules::Flow::MESSAGES;
    if (!grants || m_credit)
    {
        return;
    }
    if (const uint32_t credits = m_receiver.TakeCredits(); credits > 0)
    {
        EmitCredit(credits, now);
    }
}

void
LanTransport::Flush(LanTime now)
{
    m_now = now;
    if (m_state != State::OPEN)
    {
        return;
    }
    while (const auto unit = m_sender.Next(now))
    {
        Emit(*unit);
    }
    if (m_receiver.IsDue())
    {
        Emit({.kind = Kind::ACK});
    }
    if (m_closing && m_sender.IsDrained())
    {
        m_state = State::CLOSING;
        m_tries = 0;
        EmitHandshake(Kind::DISCONNECT, now);
    }
}

void
LanTransport::Connect(LanTime now)
{
    m_now = now;
    m_connector = true;
    m_state = m_rules.setupSteps > 0 ? State::SETUP : State::CONNECTING;
    EmitHandshake(m_state == State::SETUP ? Kind::SETUP : Kind::CONNECT, now);
}

void
LanTransport::Write(uint32_t size, LanTime now)
{
    m_sender.Write(size);
    Flush(now);
}

void
LanTransport::Read(uint32_t bytes, LanTime now)
{
    m_now = now;
    const bool room = m_receiver.Read(bytes);
    if (m_state != State::OPEN)
    {
        return;
    }
    if (room && m_rules.flow == LanRules::Flow::ALLOCATION)
    {
        Emit({.kind = Kind::ACK});
    }
    GrantCredits(now);
}

void
LanTransport::Close(LanTime now)
{
    m_closing = true;
    if (m_state == State::OPEN || m_state == State::CONFIRMING)
    {
        Flush(now);
        return;
    }
    if (m_state != State::CLOSING)
    {
        m_state = State::ENDED;
    }
}

void
LanTransport::Abort()
{
    const bool speaks = m_state == State::OPEN || m_state == State::CONFIRMING;
    if (speaks && m_rules.flow != LanRules::Flow::ALLOCATION)
    {
        Emit({.kind = Kind::DISCONNECT});
    }
    m_state = State::ENDED;
}

// Receiving

void
LanTransport::Receive(LanUnit unit, LanTime now)
{
    if (m_state == State::ENDED && unit.kind != Kind::DISCONNECT)
    {
        return;
    }
    m_now = now;
    m_heard = now;
    m_asked = 0;
    if (ReceiveHandshake(unit, now))
    {
        return;
    }
    if (m_state == State::CONFIRMING)
    {
        Open(now);
    }
    if (m_state == State::OPEN || m_state == State::CLOSING)
    {
        ReceiveOpen(unit, now);
    }
    Flush(now);
}

bool
LanTransport::ReceiveHandshake(const LanUnit& unit, LanTime now)
{
    switch (unit.kind)
    {
    case Kind::SETUP:
        if (m_state == State::LISTENING && m_rules.setupWait > 0)
        {
            m_handshakeDeadline = now + m_rules.setupWait;
        }
        Emit({.kind = Kind::SETUP_REPLY, .step = unit.step});
        return true;
    case Kind::SETUP_REPLY:
        if (m_state == State::SETUP && unit.step == m_step)
        {
            m_tries = 0;
            ++m_step;
            m_state = m_step < m_rules.setupSteps ? State::SETUP : State::CONNECTING;
            EmitHandshake(m_state == State::SETUP ? Kind::SETUP : Kind::CONNECT, now);
        }
        return true;
    case Kind::CONNECT:
        ReceiveConnect(now);
        return true;
    case Kind::CONNECT_ACK:
        return true;
    case Kind::CONFIRM:
        ReceiveConfirm(now);
        return true;
    case Kind::ACK:
        if (m_state != State::CONNECTING || m_rules.acksConnect)
        {
            return false;
        }
        ReceiveConfirm(now); // SPX uses the same packet for both.
        return true;
    case Kind::DISCONNECT:
        Emit({.kind = Kind::DISCONNECT_ACK});
        if (m_state != State::CLOSING)
        {
            End(LanEnd::CLOSED); // Otherwise both have crossed: its acknowledgement is in flight.
        }
        return true;
    case Kind::DISCONNECT_ACK:
        if (m_state == State::CLOSING)
        {
            End(LanEnd::CLOSED);
        }
        return true;
    default:
        return false;
    }
}

void
LanTransport::ReceiveConnect(LanTime now)
{
    if (m_connector)
    {
        return;
    }
    if (m_rules.acksConnect)
    {
        Emit({.kind = Kind::CONNECT_ACK});
    }
    if (m_state == State::LISTENING && m_rules.acksConnect)
    {
        m_state = State::CONFIRMING;
        EmitHandshake(Kind::CONFIRM, now);
    }
    else if (m_state == State::LISTENING)
    {
        Emit({.kind = Kind::CONFIRM});
        Open(now);
    }
    else if (m_state == State::OPEN && !m_rules.acksConnect)
    {
        Emit({.kind = Kind::CONFIRM, .repeated = true});
    }
}

void
LanTransport::ReceiveConfirm(LanTime now)
{
    if (m_state == State::CONNECTING)
    {
        Open(now);
        return;
    }
    if (m_state == State::OPEN && m_connector && m_rules.acksConnect)
    {
        Emit({.kind = Kind::ACK}); // The first one was lost.
    }
}

void
LanTransport::Open(LanTime now)
{
    m_state = State::OPEN;
    m_handshakeDeadline = NEVER;
    m_tries = 0;
    if (m_rules.flow == LanRules::Flow::ALLOCATION)
    {
        m_sender.SetLimit(m_rules.firstNumber + m_rules.buffers);
    }
    GrantCredits(now);
    if (m_rules.acksConnect && m_connector && !m_credit)
    {
        EmitCredit(0, now); // Acknowledges the confirm.
    }
    m_user.HandleConnected();
    Flush(now);
}

void
LanTransport::ReceiveOpen(const LanUnit& unit, LanTime now)
{
    if (unit.kind == Kind::CREDIT)
    {
        if (Widen(unit.number, m_creditExpected, m_rules.modulus) == m_creditExpected)
        {
            ++m_creditExpected;
            m_sender.Grant(unit.credits);
        }
        Emit({.kind = Kind::CREDIT_ACK});
    }
    else if (unit.kind == Kind::CREDIT_ACK)
    {
        const int64_t next = Widen(unit.creditAck, m_creditNumber, m_rules.modulus);
        if (m_credit && next == m_creditNumber + 1)
        {
            m_credit.reset();
            m_creditTries = 0;
            m_creditDeadline = NEVER;
            ++m_creditNumber;
            GrantCredits(now);
        }
    }
    const int64_t ack = m_rules.overLink ? m_sender.GetBase() // the link reports it (Acknowledge)
                                         : Widen(unit.ack, m_sender.GetBase(), m_rules.modulus);
    if (m_rules.flow == LanRules::Flow::ALLOCATION)
    {
        m_sender.SetLimit(Widen(unit.limit, m_sender.GetBase(), m_rules.modulus));
    }
    const uint32_t bytes = m_sender.Acknowledge(ack, now);
    if (unit.kind == Kind::REJECT)
    {
        m_sender.GoBack();
    }
    else if (unit.kind == Kind::PROBE_REPLY)
    {
        m_sender.Resume();
    }
    if (unit.kind == Kind::DATA)
    {
        ReceiveData(unit, now);
    }
    else if (unit.kind == Kind::PROBE && unit.wantsAck)
    {
        Emit({.kind = Kind::PROBE_REPLY});
    }
    if (bytes > 0)
    {
        m_user.HandleAcknowledged(bytes);
    }
}

void
LanTransport::ReceiveData(const LanUnit& unit, LanTime now)
{
    LanUnit whole = unit;
    const int64_t expected = m_receiver.GetExpected();
    whole.number = m_rules.overLink ? expected : Widen(unit.number, expected, m_rules.modulus);
    if (m_rules.overLink && unit.last)
    {
        if (m_receiver.IsWaiting())
        {
            Emit({.kind = Kind::ACK}); // For the previous message.
        }
        m_message = unit.message;
    }
    const auto verdict = m_receiver.Take(whole, now);
    if (verdict == LanReceiver::Verdict::EARLY && m_rules.rejects)
    {
        if (!m_receiver.IsRejecting())
        {
            Emit({.kind = Kind::REJECT});
            m_receiver.SetRejecting();
        }
        m_receiver.Acknowledged();
        return;
    }
    if (m_receiver.IsDue())
    {
        Emit({.kind = Kind::ACK}); // Before the program answers.
    }
    if (verdict == LanReceiver::Verdict::TAKEN)
    {
        m_receiver.Keep(whole);
        m_user.HandleData(whole);
    }
}

void
LanTransport::Acknowledge(int64_t number, LanTime now)
{
    m_now = now;
    if (const uint32_t bytes = m_sender.Acknowledge(number, now); bytes > 0)
    {
        m_user.HandleAcknowledged(bytes);
    }
    Flush(now);
}

void
LanTransport::Fail()
{
    End(LanEnd::GAVE_UP);
}

void
LanTransport::End(LanEnd end)
{
    if (m_state == State::ENDED)
    {
        return;
    }
    m_state = State::ENDED;
    m_user.HandleTransportEnd(end);
}

// Time

LanTime
LanTransport::GetSilenceDeadline() const
{
    LanTime next = NEVER;
    if (m_state != State::OPEN)
    {
        return next;
    }
    if (m_rules.keepAlive > 0 && !m_credit)
    {
        next = std::min(next, m_said + m_rules.keepAlive);
    }
    if (m_rules.listen > 0)
    {
        next = std::min(next, std::max(m_heard, m_asked) + m_rules.listen);
    }
    if (m_rules.abort > 0)
    {
        next = std::min(next, m_heard + m_rules.abort);
    }
    return next;
}

LanTime
LanTransport::GetDeadline() const
{
    if (m_state == State::ENDED)
    {
        return NEVER;
    }
    LanTime next = std::min(m_handshakeDeadline, GetSilenceDeadline());
    if (m_state == State::OPEN)
    {
        next = std::min({next, m_sender.GetDeadline(), m_receiver.GetDeadline(), m_creditDeadline});
    }
    return next;
}

void
LanTransport::RepeatHandshake(LanTime now)
{
    m_handshakeDeadline = NEVER;
    if (m_tries > m_rules.retries || m_state == State::LISTENING)
    {
        End(LanEnd::GAVE_UP);
        return;
    }
    EmitHandshake(m_handshake, now);
}

void
LanTransport::CheckSilence(LanTime now)
{
    if (now < GetSilenceDeadline())
    {
        return;
    }
    if (m_rules.abort > 0 && now >= m_heard + m_rules.abort)
    {
        End(LanEnd::GAVE_UP);
        return;
    }
    const bool asks = m_rules.listen > 0 && now >= std::max(m_heard, m_asked) + m_rules.listen;
    if (m_rules.acksConnect)
    {
        EmitCredit(0, now);
        return;
    }
    m_asked = asks ? now : m_asked;
    Emit({.kind = Kind::PROBE, .wantsAck = asks});
}

bool
LanTransport::ExpireSender(LanTime now)
{
    if (!m_rules.polls || m_sender.IsDrained())
    {
        return m_sender.Expire();
    }
    const bool asks = m_sender.Poll(now);
    if (asks)
    {
        Emit({.kind = Kind::PROBE, .wantsAck = true});
    }
    return asks;
}

void
LanTransport::Expire(LanTime now)
{
    m_now = now;
    if (m_state == State::ENDED)
    {
        return;
    }
    if (now >= m_handshakeDeadline)
    {
        RepeatHandshake(now);
    }
    if (m_state != State::OPEN)
    {
        return;
    }
    const bool gaveUp = (now >= m_sender.GetDeadline() && !ExpireSender(now)) ||
                        (now >= m_creditDeadline && m_creditTries > m_rules.retries);
    if (gaveUp)
    {
        End(LanEnd::GAVE_UP);
        return;
    }
    if (now >= m_creditDeadline)
    {
        EmitCredit(*m_credit, now);
    }
    if (now >= m_receiver.GetDeadline())
    {
        m_receiver.Expire();
    }
    CheckSilence(now);
    Flush(now);
}

} // namespace ns3::net8
