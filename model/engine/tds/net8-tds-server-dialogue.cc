// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-server-dialogue.h"

#include "ns3/net8-tds-batch.h"
#include "ns3/net8-tds-call.h"
#include "ns3/net8-tds-login.h"
#include "ns3/net8-tds-prelogin.h"
#include "ns3/net8-tds-transaction.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Get the statement of procedure calls.
 *
 * @param calls calls of procedures
 * @return the first text value of the first call, Latin-1
 */
std::string
GetStatement(const TdsCalls& calls)
{
    for (const auto& parameter : calls.calls.front().parameters)
    {
        if (parameter.type.type == TdsType::NVARCHAR)
        {
            return TdsText::Narrow(parameter.value.bytes);
        }
    }
    return {};
}

/**
 * Convert the answer to a batch into that of a call.
 *
 * @param reply answer whose last DONE is replaced by the end of a call: DONEINPROC, the return
 * status of the procedure, DONEPROC
 */
void
EndAsCall(TdsReply& reply)
{
    auto* const done = reply.tokens.empty() ? nullptr : std::get_if<TdsDone>(&reply.tokens.back());
    if (done == nullptr)
    {
        return;
    }
    TdsDone end;
    end.token = static_cast<uint8_t>(TdsToken::DONE_PROCEDURE);
    end.status = done->status & TdsDone::ERROR;
    done->token = static_cast<uint8_t>(TdsToken::DONE_IN_PROCEDURE);
    done->status |= TdsDone::MORE;
    reply.tokens.emplace_back(TdsReturnStatus{});
    reply.tokens.emplace_back(end);
}

} // namespace

TdsServerDialogue::TdsServerDialogue(const TdsServerSettings& settings,
                                     TdsServerScript& script,
                                     TdsConnection& connection)
    : m_settings(settings),
      m_script(script),
      m_connection(connection)
{
    m_connection.GetStream().SetLongest(TdsPacketHeader::BEFORE_LOGIN);
}

void
TdsServerDialogue::HandleBytes(ByteSource& segment, std::chrono::nanoseconds now)
{
    while (const auto message = m_connection.GetStream().Next(segment, now))
    {
        HandleMessage(*message, now);
    }
    if (const auto error = m_connection.GetStream().GetError())
    {
        Fail(*error);
    }
}

void
TdsServerDialogue::HandleMessage(const TdsStream::Message& message, std::chrono::nanoseconds now)
{
    const auto type = static_cast<TdsPacketType>(message.type);
    if (m_state == State::FAILED)
    {
        return;
    }
    if (message.size != message.bytes.size())
    {
        Fail(SessionError::MESSAGE_LENGTH);
    }
    else if (type == TdsPacketType::PRELOGIN && m_state == State::PRELOGIN)
    {
        AnswerPrelogin(message);
    }
    else if (type == TdsPacketType::LOGIN && m_state != State::READY)
    {
        AnswerLogin(message, now);
    }
    else if (m_state == State::READY)
    {
        HandleRequest(message, now);
    }
    else
    {
        Fail(SessionError::UNEXPECTED_PACKET);
    }
}

void
TdsServerDialogue::HandleRequest(const TdsStream::Message& message, std::chrono::nanoseconds now)
{
    const auto type = static_cast<TdsPacketType>(message.type);
    if (type == TdsPacketType::ATTENTION)
    {
        Cancel();
        return;
    }
    if (IsAnswering())
    {
        // One request at a time: several would require MARS, which has its own headers.
        Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    std::optional<std::string> text;
    if (type == TdsPacketType::TRANSACTION)
    {
        AnswerTransaction(message);
        return;
    }
    if (type == TdsPacketType::BATCH)
    {
        const auto batch = TdsBatch::Decode(message.bytes, m_layout);
        text = batch ? std::optional(TdsText::Narrow(batch->text)) : std::nullopt;
    }
    else if (type == TdsPacketType::CALL)
    {
        const auto calls = TdsCalls::Decode(message.bytes, m_layout);
        text = calls ? std::optional(GetStatement(*calls)) : std::nullopt;
    }
    if (!text)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    auto answer = m_script.GetAnswer(*text, m_layout);
    if (type == TdsPacketType::CALL)
    {
        EndAsCall(answer.reply);
    }
    Answer(answer, now);
}

void
TdsServerDialogue::AnswerPrelogin(const TdsStream::Message& message)
{
    const auto asked = TdsPrelogin::Decode(message.bytes);
    if (!asked)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    const auto encryption = asked->Get(TdsPrelogin::Option::ENCRYPTION);
    const bool needs =
        encryption && !encryption->empty() &&
        (encryption->front() == static_cast<char>(TdsPrelogin::Encryption::ON) ||
         encryption->front() == static_cast<char>(TdsPrelogin::Encryption::REQUIRED));
    TdsPrelogin told;
    std::string version;
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        version +=
            static_cast<char>(m_settings.programVersion >> static_cast<uint32_t>(shift) & 0xffU);
    }
    told.Add(TdsPrelogin::Option::VERSION, version + std::string(2, '\0'));
    told.Add(TdsPrelogin::Option::ENCRYPTION,
             std::string(1, static_cast<char>(TdsPrelogin::Encryption::NOT_SUPPORTED)));
    told.Add(TdsPrelogin::Option::INSTANCE, std::string(1, '\0'));
    told.Add(TdsPrelogin::Option::THREAD, "");
    if (asked->Get(TdsPrelogin::Option::MARS))
    {
        told.Add(TdsPrelogin::Option::MARS, std::string(1, '\0'));
    }
    m_connection.Send(TdsPacketType::REPLY, told.Encode());
    m_state = State::LOGIN;
    if (needs)
    {
        Fail(SessionError::TLS_FAILED);
    }
}

void
TdsServerDialogue::AnswerLogin(const TdsStream::Message& message, std::chrono::nanoseconds now)
{
    const auto login = TdsLogin::Decode(message.bytes);
    if (!login)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    const uint32_t version = std::min(login->version, m_settings.version);
    m_layout = TdsLayout::Of(version);
    TdsServerScript::Answer answer{.time = m_settings.logonTime};
    answer.cpu = m_script.GetLogonCpu();
    TdsDone done;
    if (!m_script.Admits(
            TdsText::Narrow(login->Get(TdsLogin::Item::USER)),
            TdsText::Narrow(TdsLogin::Unscramble(login->Get(TdsLogin::Item::PASSWORD)))))
    {
        TdsMessage error;
        error.number = 18456;
        error.severity = 14;
        error.text = TdsText::Widen("Login failed.");
        done.status = TdsDone::ERROR;
        answer.reply.tokens = {error, done};
        Answer(answer, now);
        return;
    }
    const uint32_t size = TdsPacketHeader::Grant(login->packetSize, m_settings.packetSize);
    using Change = TdsEnvironment::Change;
    TdsLoginAck accepted;
    accepted.version = version;
    accepted.program = TdsText::Widen(m_settings.program);
    accepted.programVersion = m_settings.programVersion;
    const std::string collation("\x09\x04\xd0\x00\x34", 5);
    answer.reply.tokens = {
        TdsEnvironment::OfText(Change::DATABASE, m_settings.database, m_settings.database),
        TdsEnvironment::OfBytes(Change::COLLATION, collation, ""),
        TdsEnvironment::OfText(Change::LANGUAGE, "us_english", ""),
        accepted,
        TdsEnvironment::OfText(Change::PACKET_SIZE,
                               std::to_string(size),
                               std::to_string(TdsPacketHeader::BEFORE_LOGIN)),
        done};
    m_admitted = true;
    m_sizeAfter = size;
    m_state = State::READY;
    Answer(answer, now);
}

void
TdsServerDialogue::AnswerTransaction(const TdsStream::Message& message)
{
    const auto asked = TdsTransaction::Decode(message.bytes, m_layout);
    if (!asked)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    const auto number = [this] {
        std::string bytes;
        for (uint32_t byte = 0; byte < 8; ++byte)
        {
            bytes += static_cast<char>(m_transactions >> 8 * byte & 0xffU);
        }
        return bytes;
    };
    using Change = TdsEnvironment::Change;
    TdsReply reply;
    const bool begins = asked->request == static_cast<uint16_t>(TdsTransaction::Request::BEGIN);
    const bool commits = asked->request == static_cast<uint16_t>(TdsTransaction::Request::COMMIT);
    if (!begins)
    {
        reply.tokens.emplace_back(
            TdsEnvironment::OfBytes(commits ? Change::COMMIT : Change::ROLLBACK, "", number()));
    }
    // A flag after the name requests a new transaction after the one that ends.
    if (begins || (asked->rest.size() > 1 && (asked->rest[1] & 1) != 0))
    {
        ++m_transactions;
        reply.tokens.emplace_back(TdsEnvironment::OfBytes(Change::BEGIN, number(), ""));
    }
    reply.tokens.emplace_back(TdsDone{});
    m_connection.Send(TdsPacketType::REPLY, reply.Encode(m_layout));
}

void
TdsServerDialogue::Answer(const TdsServerScript::Answer& answer, std::chrono::nanoseconds now)
{
    const auto rest = answer.reply.Encode(m_layout);
    m_result = answer.result;
    m_answer = m_result ? m_result->bytes : std::vector<uint8_t>();
    uint64_t end = m_answer.size();
    m_answer.insert(m_answer.end(), rest.begin(), rest.end());
    m_ends.clear();
    for (const auto& token : answer.reply.tokens)
    {
        end += std::visit([this](const auto& known) { return known.Size(m_layout); }, token);
        m_ends.push_back(end);
    }
    m_time = answer.time;
    if (answer.cpu > std::chrono::nanoseconds(0))
    {
        m_work = answer.cpu;
        m_working = true;
        return;
    }
    Proceed(now);
}

void
TdsServerDialogue::Proceed(std::chrono::nanoseconds now)
{
    if (m_time > std::chrono::nanoseconds(0))
    {
        m_deadlines.Set(Timer::ANSWER, now + m_time);
        return;
    }
    Write();
}

std::optional<std::chrono::nanoseconds>
TdsServerDialogue::TakeWork()
{
    const auto work = std::exchange(m_work, std::chrono::nanoseconds(0));
    return work > std::chrono::nanoseconds(0) ? std::optional(work) : std::nullopt;
}

bool
TdsServerDialogue::IsAnswering() const
{
    return m_working || m_deadlines.IsSet(Timer::ANSWER);
}

void
TdsServerDialogue::HandleWorked(std::chrono::nanoseconds now)
{
    if (std::exchange(m_working, false))
    {
        Proceed(now);
    }
}

std::optional<uint64_t>
TdsServerDialogue::FindEnd(uint64_t position) const
{
    if (m_result && position <= m_result->bytes.size())
    {
        const auto found = std::ranges::lower_bound(m_result->ends, position);
        return found == m_result->ends.end() ? position : *found;
    }
    const auto found = std::ranges::lower_bound(m_ends, position);
    return found == m_ends.end() ? std::nullopt : std::optional(*found);
}

void
TdsServerDialogue::Cancel()
{
    m_deadlines.Cancel(Timer::ANSWER);
    m_working = false;
    m_work = std::chrono::nanoseconds(0);
    m_connection.DropQueued();
    // Packets may end anywhere, but the client's next byte must start a token.
    const uint64_t committed = m_connection.GetCommitted();
    const auto end = FindEnd(committed);
    std::vector<uint8_t> rest;
    if (committed > 0 && end)
    {
        rest.assign(m_answer.begin() + static_cast<std::ptrdiff_t>(committed),
                    m_answer.begin() + static_cast<std::ptrdiff_t>(*end));
    }
    TdsDone done;
    done.status = TdsDone::ATTENTION;
    const auto told = done.Encode(m_layout);
    rest.insert(rest.end(), told.begin(), told.end());
    m_connection.SendRest(TdsPacketType::REPLY, rest);
}

void
TdsServerDialogue::Write()
{
    m_connection.Send(TdsPacketType::REPLY, m_answer);
    if (m_sizeAfter > 0)
    {
        m_connection.SetPacketSize(m_sizeAfter);
        m_connection.GetStream().SetLongest(m_sizeAfter);
        m_sizeAfter = 0;
    }
    if (!m_admitted)
    {
        Fail(SessionError::LOGON_DENIED);
    }
}

void
TdsServerDialogue::HandleDeadline(std::chrono::nanoseconds now)
{
    while (m_deadlines.TakeExpired(now))
    {
        Write();
    }
}

void
TdsServerDialogue::SetHanging(bool hangs, std::chrono::nanoseconds now)
{
    hangs ? m_deadlines.Stop(now) : m_deadlines.Resume(now);
}

std::chrono::nanoseconds
TdsServerDialogue::GetDeadline() const
{
    return m_deadlines.GetNext();
}

bool
TdsServerDialogue::IsLoggedOn() const
{
    return m_admitted && m_state == State::READY;
}

std::optional<SessionError>
TdsServerDialogue::GetError() const
{
    return m_error;
}

void
TdsServerDialogue::Fail(SessionError error)
{
    if (m_state != State::FAILED)
    {
        m_state = State::FAILED;
        m_error = error;
        m_working = false;
        m_work = std::chrono::nanoseconds(0);
        m_deadlines.CancelAll();
    }
}

} // namespace ns3::net8
