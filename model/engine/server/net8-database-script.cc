// SPDX-License-Identifier: GPL-2.0-only
#include "net8-database-script.h"

#include "ns3/net8-ttc-reply.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// CONNECT, offset 18: value of OCI on Linux (captures of 11 and 12.1).
constexpr uint16_t NT_LINUX = 0x7f08;
/// CONNECT, offset 22: value of a big-endian sender.
constexpr uint16_t BIG_ENDIAN_ONE = 0x0001;
/// TTC bytes of the reply to an open cursor call (capture of 9.2 with 10.2).
constexpr uint32_t OPEN_CURSOR_REPLY = 10;

/// TTC bytes of the reply to a subscription or its end, without its end of call, in the layout that
/// python-oracledb 26.1 reads; lengths of names are assumed. Type (1); a registration, by number in
/// two ways: (2 + 1 + 3) and, with no name (2 + 3 + 1); an instance of 4 characters (2 + 7), a
/// listener of 43 (2 + 46), an identifier of the client of 29 (32).
constexpr uint32_t SUBSCRIBED = 102;

/// Error of a logon with a wrong password (captures of 10.2 and 11.2).
const std::string WRONG_PASSWORD_TEXT = "ORA-01017: invalid username/password; logon denied";
/// Error of a logon with operating system authentication by a user who is not an administrator
/// (capture of 11.2).
const std::string NO_PRIVILEGE_TEXT = "ORA-01031: insufficient privileges";

/**
 * Check whether a function executes a statement.
 *
 * @param function a function code
 * @return whether it does
 */
bool
IsExecute(TtcFunction function)
{
    return function == TtcFunction::EXECUTE || function == TtcFunction::EXECUTE_9I ||
           function == TtcFunction::RE_EXECUTE || function == TtcFunction::RE_EXECUTE_AND_FETCH;
}

/**
 * Check whether a function belongs to a direct path load.
 *
 * @param function a function code
 * @return whether it does
 */
bool
IsDirectPath(TtcFunction function)
{
    return function == TtcFunction::DIRECT_PATH_PREPARE ||
           function == TtcFunction::DIRECT_PATH_LOAD ||
           function == TtcFunction::DIRECT_PATH_OPERATION;
}

} // namespace

DatabaseScript::DatabaseScript(const ReleaseProfile& release,
                               uint16_t version,
                               const ServerStatements& statements,
                               PackRule pack)
    : m_release(release),
      m_statements(statements),
      m_cursor(statements, pack),
      m_version(version),
      m_hasCalls(std::ranges::any_of(
          statements,
          [](StatementKind kind) { return kind == StatementKind::CALL; },
          &ServerStatement::kind))
{
}

void
DatabaseScript::Reject(const std::string& text)
{
    m_rejection = std::make_unique<std::string>(text);
}

void
DatabaseScript::Accept(const ConnectPacket& connect)
{
    // Thin drivers indicate a big-endian byte order; OCI on Linux and Windows differ in their
    // network protocol characteristics.
    const bool windows = connect.ntCharacteristics != NT_LINUX;
    m_peer = {.thin = connect.byteOrderOne == BIG_ENDIAN_ONE,
              .version = std::min(connect.version, m_version),
              .client = connect.version,
              .samePlatform = windows == (m_release.platform == Platform::WINDOWS),
              .nts = (connect.connectFlags0 & connect_flag::AUTHENTICATION_LINKED) != 0};
}

bool
DatabaseScript::IsOfStatement(const TtcPrefix& request) const
{
    return IsExecute(request.function) || request.function == TtcFunction::FETCH ||
           request.function == TtcFunction::LOB || IsDirectPath(request.function);
}

std::optional<uint32_t>
DatabaseScript::FindCall(const TtcPrefix& request) const
{
    if (!m_hasCalls || request.message != TtcMessage::FUNCTION)
    {
        return std::nullopt;
    }
    const auto isIt = [&](const ServerStatement& statement) {
        return statement.kind == StatementKind::CALL && statement.function == request.function;
    };
    if (request.length < TtcPrefix::HALF_ROWS)
    {
        // It has no room for a number: there is only one of each function and length.
        const auto found =
            std::ranges::find_if(m_statements, [&](const ServerStatement& statement) {
                return isIt(statement) &&
                       std::max(statement.requestLength, TtcPrefix::MINIMUM) == request.length;
            });
        return found != m_statements.end()
                   ? std::optional(static_cast<uint32_t>(found - m_statements.begin()))
                   : std::nullopt;
    }
    const uint32_t number =
        request.function == TtcFunction::FETCH        ? request.statement - TtcPrefix::CALL_CURSOR
        : (request.flags & TtcPrefix::STATEMENT) != 0 ? request.statement
                                                      : request.rows >> TtcPrefix::HALF_SHIFT;
    const bool known = number < m_statements.size() && isIt(m_statements[number]);
    return known ? std::optional(number) : std::nullopt;
}

ServerAnswer
DatabaseScript::Answer(const TtcPrefix& request)
{
    if (const auto call = FindCall(request))
    {
        Note(*call);
        return m_cursor.Call(*call, request);
    }
    if (IsExecute(request.function))
    {
        Note(request.statement);
        return m_cursor.Execute(request);
    }
    if (IsDirectPath(request.function))
    {
        if (request.function == TtcFunction::DIRECT_PATH_PREPARE)
        {
            Note(request.statement);
        }
        return m_cursor.Load(request);
    }
    switch (request.function)
    {
    case TtcFunction::FETCH:
        return m_cursor.Fetch(request);
    case TtcFunction::LOB:
        return m_cursor.AnswerLob(request);
    case TtcFunction::AUTH_1:
    case TtcFunction::AUTH_2:
        return Authenticate(request);
    case TtcFunction::OPEN_CURSOR:
        return Reply(TtcMessage::PARAMETER, request, OPEN_CURSOR_REPLY);
    case TtcFunction::PARSE:
        if (request.statement >= m_statements.size())
        {
            return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
        }
        return Reply(TtcMessage::PARAMETER,
                     request,
                     m_statements[request.statement].rows->GetDescribeLength() +
                         TtcReplySizes::Find(m_peer.GetEnds()).endOfCall);
    case TtcFunction::SUBSCRIBE:
        return Reply(TtcMessage::PARAMETER,
                     request,
                     SUBSCRIBED + TtcReplySizes::Find(m_peer.GetEnds()).endOfCall);
    case TtcFunction::NOTIFY: {
        auto answer = Reply(TtcMessage::ACCESS_DESCRIPTION, request, 0);
        answer.notifies = true;
        return answer;
    }
    case TtcFunction::COMMIT:
        return ReplyShort(StatementKind::COMMIT, request);
    case TtcFunction::ROLLBACK:
        return ReplyShort(StatementKind::ROLLBACK, request);
    case TtcFunction::PING:
        return ReplyShort(StatementKind::PING, request);
    case TtcFunction::TRANSACTION_SWITCH:
        return Switch(request);
    case TtcFunction::CLOSE_CURSOR:
    case TtcFunction::PIPELINE_END:
    case TtcFunction::LOGOFF:
        return Reply(TtcMessage::STATUS, request, m_release.GetStatusLength(m_peer));
    default:
        return AnswerLogon(request);
    }
}

uint32_t
DatabaseScript::GetErrorLength(const std::string& text) const
{
    const auto& asked = m_statements[m_asked];
    return (asked.ownError ? asked : m_statements.front()).rows->GetErrorLength(text);
}

void
DatabaseScript::Note(uint32_t number)
{
    m_asked = number < m_statements.size() ? number : 0;
}

ServerAnswer
DatabaseScript::Authenticate(const TtcPrefix& request)
{
    const bool second = request.function == TtcFunction::AUTH_2;
    if (m_rejection && second)
    {
        return ServerAnswer::Fail(*m_rejection);
    }
    if (request.rows == TtcPrefix::UNKNOWN_ADMINISTRATOR)
    {
        return ServerAnswer::Fail(second ? NO_PRIVILEGE_TEXT : WRONG_PASSWORD_TEXT);
    }
    if (second && (request.flags & TtcPrefix::WRONG_PASSWORD) != 0)
    {
        return ServerAnswer::Fail(WRONG_PASSWORD_TEXT);
    }
    return AnswerLogon(request);
}

ServerAnswer
DatabaseScript::AnswerLogon(const TtcPrefix& request)
{
    if (request.message == TtcMessage::NATIVE && request.rows != 0)
    {
        // Operating system authentication: a challenge, then nothing.
        if (!m_authenticating)
        {
            m_authenticating = true;
            return Reply(TtcMessage::NATIVE, request, m_release.challengeBytes);
        }
        ServerAnswer answer;
        answer.kind = ServerAnswer::Kind::NOTHING;
        return answer;
    }
    if (request.message == TtcMessage::PROTOCOL && request.rows != 0)
    {
        m_peer.samePlatform = request.rows == static_cast<uint32_t>(m_release.platform);
    }
    if (request.message == TtcMessage::FAST_AUTH &&
        request.rows == TtcPrefix::UNKNOWN_ADMINISTRATOR)
    {
        return ServerAnswer::Fail(WRONG_PASSWORD_TEXT);
    }
    const uint32_t bytes = m_release.GetLogonReply(request, m_peer);
    if (bytes == 0)
    {
        return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
    }
    const bool function = request.message == TtcMessage::FUNCTION;
    const bool fast = request.message == TtcMessage::FAST_AUTH;
    return Reply(function ? TtcMessage::PARAMETER
                 : fast   ? TtcMessage::PROTOCOL
                          : request.message,
                 request,
                 bytes);
}

ServerAnswer
DatabaseScript::ReplyShort(StatementKind kind, const TtcPrefix& request) const
{
    auto answer = Reply(TtcMessage::STATUS, request, m_release.GetStatusLength(m_peer));
    answer.commits = kind == StatementKind::COMMIT;
    // Such a call has no number: there is at most one statement of each kind.
    const auto found = std::ranges::find(m_statements, kind, &ServerStatement::kind);
    if (found != m_statements.end())
    {
        ServerCursor::Tax(*found, 0, answer);
    }
    return answer;
}

ServerAnswer
DatabaseScript::Switch(const TtcPrefix& request) const
{
    if (request.statement >= m_statements.size() ||
        !IsTransactionSwitch(m_statements[request.statement].kind))
    {
        return ServerAnswer::Wrong(SessionError::UNEXPECTED_MESSAGE);
    }
    // A value of the application and the length of a context, both 0.
    constexpr uint32_t RETURNED = 3;
    auto answer = Reply(TtcMessage::PARAMETER,
                        request,
                        RETURNED + TtcReplySizes::Find(m_peer.GetEnds()).endOfCall);
    ServerCursor::Tax(m_statements[request.statement], 0, answer);
    return answer;
}

ServerAnswer
DatabaseScript::Reply(TtcMessage type, const TtcPrefix& request, uint32_t bytes) const
{
    ServerAnswer answer;
    answer.reply = {.message = type,
                    .sequence = request.sequence,
                    .rows = type == TtcMessage::NATIVE ? request.rows : 0,
                    .length = bytes};
    if (type == TtcMessage::DATA_TYPES)
    {
        answer.packetBytes = m_release.dataTypesPacketBytes;
    }
    if (type == TtcMessage::PROTOCOL)
    {
        answer.reply.rows = static_cast<uint32_t>(m_release.platform) |
                            static_cast<uint32_t>(m_release.version) << TtcPrefix::VERSION_SHIFT |
                            (m_release.verifier11g ? 1U << TtcPrefix::VERIFIER_SHIFT : 0U) |
                            (m_release.haReadiness ? 1U << TtcPrefix::READINESS_SHIFT : 0U);
    }
    return answer;
}

} // namespace ns3::net8
