// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-client-engine.h"

#include "ns3/net8-tds-batch.h"
#include "ns3/net8-tds-call.h"
#include "ns3/net8-tds-reply.h"
#include "ns3/net8-tds-transaction.h"

namespace ns3::net8
{

namespace
{

/**
 * Make a call that executes a statement.
 *
 * @param text text of a statement, Latin-1
 * @param transaction number of the transaction
 * @return a call of sp_executesql with only the text as its parameter
 */
TdsCalls
MakeCall(const std::string& text, uint64_t transaction)
{
    constexpr uint32_t NVARCHAR_MOST = 8000;
    TdsCalls::Parameter statement;
    statement.type.type = TdsType::NVARCHAR;
    statement.type.collation = std::string("\x09\x04\xd0\x00\x34", TdsType::COLLATION);
    const auto bytes = TdsText::Widen(text);
    // A text of more than 8000 bytes is an nvarchar(max), whose value is sent in chunks.
    const bool isLong = bytes.size() > NVARCHAR_MOST;
    statement.type.size = isLong ? TdsType::WITHOUT_LIMIT : NVARCHAR_MOST;
    statement.value = TdsValue(statement.type);
    if (isLong)
    {
        statement.value.total = bytes.size();
        statement.value.chunks = {static_cast<uint32_t>(bytes.size())};
    }
    statement.value.bytes = bytes;
    TdsCalls calls;
    calls.headers.headers = TdsHeaders::Make(transaction);
    calls.calls.emplace_back();
    calls.calls.back().number = TdsCalls::EXECUTE_SQL;
    calls.calls.back().parameters.push_back(statement);
    return calls;
}

} // namespace

TdsClientEngine::TdsClientEngine(const TdsClientSettings& settings,
                                 TdsClientScript& script,
                                 TdsConnection& connection)
    : m_settings(settings),
      m_script(script),
      m_connection(connection),
      m_layout(TdsLayout::Of(settings.version))
{
}

void
TdsClientEngine::Begin(std::chrono::nanoseconds now)
{
    if (m_settings.logonTimeout != NEVER)
    {
        m_deadlines.Set(Timer::LOGON, now + m_settings.logonTimeout);
    }
}

void
TdsClientEngine::HandleConnected(std::chrono::nanoseconds now)
{
    m_state = TdsClientState::PRELOGIN;
    Ask(TdsPacketType::PRELOGIN, m_settings.MakePrelogin().Encode(), now);
}

void
TdsClientEngine::HandleBytes(ByteSource& segment, std::chrono::nanoseconds now)
{
    while (const auto message = m_connection.GetStream().Next(segment, now))
    {
        HandleMessage(*message, now);
    }
    if (const auto error = m_connection.GetStream().GetError())
    {
        End(error);
    }
}

void
TdsClientEngine::HandleClosed()
{
    const bool inside = m_connection.GetStream().IsInsideMessage();
    switch (m_state)
    {
    case TdsClientState::BUSY:
    case TdsClientState::CANCELLING:
        End(SessionError::CLOSED_IN_CALL);
        break;
    case TdsClientState::READY:
        End(SessionError::FOUND_DEAD);
        break;
    default:
        End(inside ? SessionError::CLOSED_IN_PACKET : SessionError::CLOSED_IN_SETUP);
        break;
    }
}

void
TdsClientEngine::HandleMessage(const TdsStream::Message& message, std::chrono::nanoseconds now)
{
    if (message.type != static_cast<uint8_t>(TdsPacketType::REPLY))
    {
        End(SessionError::UNEXPECTED_PACKET);
        return;
    }
    switch (m_state)
    {
    case TdsClientState::PRELOGIN: {
        FinishCall(message, now);
        const auto told = TdsPrelogin::Decode(message.bytes);
        const auto encryption = told ? told->Get(TdsPrelogin::Option::ENCRYPTION) : std::nullopt;
        // This client has no TLS; a server that does not require it needs none.
        if (!encryption || encryption->empty() ||
            encryption->front() != static_cast<char>(TdsPrelogin::Encryption::NOT_SUPPORTED))
        {
            End(told ? SessionError::TLS_FAILED : SessionError::MALFORMED_PACKET);
            return;
        }
        m_state = TdsClientState::LOGIN;
        Ask(TdsPacketType::LOGIN, m_settings.MakeLogin().Encode(), now);
        break;
    }
    case TdsClientState::LOGIN:
        FinishLogin(message, now);
        break;
    case TdsClientState::BUSY:
    case TdsClientState::CANCELLING:
        FinishCall(message, now);
        if (m_state == TdsClientState::READY)
        {
            WorkOn(now);
        }
        break;
    default:
        End(SessionError::UNEXPECTED_MESSAGE);
        break;
    }
}

void
TdsClientEngine::FinishLogin(const TdsStream::Message& message, std::chrono::nanoseconds now)
{
    FinishCall(message, now);
    const auto reply = TdsReply::Decode(message.bytes, m_layout);
    const auto* const accepted = reply ? reply->Find<TdsLoginAck>() : nullptr;
    if (accepted == nullptr)
    {
        End(reply ? SessionError::LOGON_DENIED : SessionError::MALFORMED_PACKET);
        return;
    }
    m_layout = TdsLayout::Of(accepted->version);
    for (const auto& token : reply->tokens)
    {
        const auto* const change = std::get_if<TdsEnvironment>(&token);
        const auto size = change != nullptr ? change->GetPacketSize() : std::nullopt;
        if (!size)
        {
            continue;
        }
        if (*size < TdsPacketHeader::LEAST || *size > TdsPacketHeader::MOST)
        {
            End(SessionError::SDU_OUT_OF_RANGE);
            return;
        }
        m_connection.SetPacketSize(*size);
    }
    m_connection.GetStream().SetLongest(m_connection.GetPacketSize());
    m_deadlines.Cancel(Timer::LOGON);
    m_loggedOn = now;
    if (m_settings.beginsTransaction)
    {
        m_state = TdsClientState::BUSY;
        TdsTransaction begin;
        begin.rest = std::string(2, '\0');
        Ask(TdsPacketType::TRANSACTION, begin.Encode(m_layout), now);
        return;
    }
    Continue(now);
}

void
TdsClientEngine::FinishCall(const TdsStream::Message& message, std::chrono::nanoseconds now)
{
    m_call.firstByte = message.firstByte;
    m_call.end = now;
    m_call.replyBytes += message.wireBytes;
    m_call.replyPackets += message.packets;
    if (m_state == TdsClientState::PRELOGIN)
    {
        m_calls.push_back(m_call);
        return;
    }
    // If a reply is longer than what is kept, its last tokens give the row count.
    const bool whole = message.size == message.bytes.size();
    const auto reply = whole ? TdsReply::Decode(message.bytes, m_layout)
                             : TdsReply::DecodeEnd(message.end, m_layout);
    const auto* const end = reply ? reply->GetEnd() : nullptr;
    if (end == nullptr)
    {
        End(SessionError::MALFORMED_PACKET);
        return;
    }
    if (m_state == TdsClientState::CANCELLING && (end->status & TdsDone::ATTENTION) == 0)
    {
        return;
    }
    for (const auto& token : reply->tokens)
    {
        const auto* const change = std::get_if<TdsEnvironment>(&token);
        if (change != nullptr && change->value.size() > 8 &&
            change->change == static_cast<uint8_t>(TdsEnvironment::Change::BEGIN))
        {
            TtcReader reader(
                std::span(reinterpret_cast<const uint8_t*>(change->value.data()) + 1, 8));
            reader.Little(m_transaction, 8);
        }
        const auto* const told = std::get_if<TdsMessage>(&token);
        if (told != nullptr && told->token == static_cast<uint8_t>(TdsToken::ERROR) &&
            m_call.error == 0)
        {
            m_call.error = told->number;
        }
        const auto* const done = std::get_if<TdsDone>(&token);
        m_call.rows += done != nullptr && (done->status & TdsDone::COUNT) != 0 ? done->rows : 0;
    }
    m_call.cancelled = m_state == TdsClientState::CANCELLING;
    m_calls.push_back(m_call);
    m_deadlines.Cancel(Timer::PATIENCE);
    m_state = m_state == TdsClientState::LOGIN ? m_state : TdsClientState::READY;
}

void
TdsClientEngine::Ask(TdsPacketType type,
                     std::span<const uint8_t> bytes,
                     std::chrono::nanoseconds now)
{
    const uint64_t before = m_connection.GetWrittenBytes();
    const uint64_t packets = m_connection.GetWrittenPackets();
    m_connection.Send(type, bytes);
    m_call = {.type = type, .start = now};
    m_call.requestBytes = m_connection.GetWrittenBytes() - before;
    m_call.requestPackets = static_cast<uint32_t>(m_connection.GetWrittenPackets() - packets);
}

void
TdsClientEngine::WorkOn(std::chrono::nanoseconds now)
{
    const auto& call = m_calls.back();
    const bool asked = call.type == TdsPacketType::BATCH || call.type == TdsPacketType::CALL;
    const auto work = asked ? m_script.GetWork(call.rows) : std::chrono::nanoseconds(0);
    m_calls.back().work = work;
    if (work > std::chrono::nanoseconds(0))
    {
        m_deadlines.Set(Timer::WORK, now + work);
        return;
    }
    Continue(now);
}

void
TdsClientEngine::Continue(std::chrono::nanoseconds now)
{
    m_state = TdsClientState::READY;
    auto task = m_script.GetNext();
    if (!task)
    {
        End(std::nullopt);
        return;
    }
    m_task = std::move(*task);
    m_deadlines.Set(Timer::WAIT, now + m_task.wait);
}

void
TdsClientEngine::HandleDeadline(std::chrono::nanoseconds now)
{
    while (const auto timer = m_deadlines.TakeExpired(now))
    {
        if (*timer == Timer::LOGON)
        {
            End(SessionError::CONNECT_TIMEOUT);
        }
        else if (*timer == Timer::WORK)
        {
            Continue(now);
        }
        else if (*timer == Timer::WAIT)
        {
            Request(now);
        }
        else
        {
            m_state = TdsClientState::CANCELLING;
            m_connection.Send(TdsPacketType::ATTENTION, {});
        }
    }
}

void
TdsClientEngine::Request(std::chrono::nanoseconds now)
{
    m_state = TdsClientState::BUSY;
    if (m_settings.request == TdsRequest::CALL)
    {
        Ask(TdsPacketType::CALL, MakeCall(m_task.text, m_transaction).Encode(m_layout), now);
    }
    else
    {
        TdsBatch batch;
        batch.headers.headers = TdsHeaders::Make(m_transaction);
        batch.text = TdsText::Widen(m_task.text);
        Ask(TdsPacketType::BATCH, batch.Encode(m_layout), now);
    }
    if (m_task.patience != NEVER)
    {
        m_deadlines.Set(Timer::PATIENCE, now + m_task.patience);
    }
}

void
TdsClientEngine::End(std::optional<SessionError> error)
{
    if (m_state != TdsClientState::ENDED)
    {
        m_state = TdsClientState::ENDED;
        m_error = error;
        m_deadlines.CancelAll();
    }
}

void
TdsClientEngine::SetHanging(bool hangs, std::chrono::nanoseconds now)
{
    hangs ? m_deadlines.Stop(now) : m_deadlines.Resume(now);
}

std::chrono::nanoseconds
TdsClientEngine::GetDeadline() const
{
    return m_deadlines.GetNext();
}

TdsClientState
TdsClientEngine::GetState() const
{
    return m_state;
}

bool
TdsClientEngine::IsAwaiting() const
{
    return m_state == TdsClientState::PRELOGIN || m_state == TdsClientState::LOGIN ||
           m_state == TdsClientState::BUSY || m_state == TdsClientState::CANCELLING;
}

const std::vector<TdsClientCall>&
TdsClientEngine::GetCalls() const
{
    return m_calls;
}

std::chrono::nanoseconds
TdsClientEngine::GetLoggedOn() const
{
    return m_loggedOn;
}

std::optional<SessionError>
TdsClientEngine::GetError() const
{
    return m_error;
}

} // namespace ns3::net8
