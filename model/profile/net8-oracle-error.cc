// SPDX-License-Identifier: GPL-2.0-only
#include "net8-oracle-error.h"

#include "ns3/net8-name-value.h"

#include <charconv>
#include <optional>
#include <vector>

namespace ns3::net8
{

namespace
{

/**
 * Find a number in a parsed text.
 *
 * @param nodes the parsed text
 * @param name name of the number
 * @return the number after the first node of this name at any depth, if it is positive
 */
std::optional<uint32_t>
FindNumber(const std::vector<NameValue>& nodes, std::string_view name)
{
    for (const auto& node : nodes)
    {
        uint32_t number = 0;
        const char* end = node.value.data() + node.value.size();
        if (node.Is(name) && std::from_chars(node.value.data(), end, number).ptr == end &&
            number > 0)
        {
            return number;
        }
        if (const auto inside = FindNumber(node.children, name))
        {
            return inside;
        }
    }
    return std::nullopt;
}

} // namespace

uint32_t
GetOracleError(SessionError error, bool established)
{
    using namespace oracle_error;
    switch (error)
    {
    case SessionError::CONNECT_DATA_INVALID:
        return 1153;
    case SessionError::UNKNOWN_SERVICE:
        return 12514;
    case SessionError::REFUSED:
        return REFUSED;
    case SessionError::REDIRECT_NOT_FOLLOWED:
        return INTERNAL_LIMIT;
    case SessionError::CONNECT_FAILED:
        return NO_LISTENER;
    case SessionError::CONNECT_TIMEOUT:
        return TIMEOUT;
    case SessionError::TRANSPORT_GAVE_UP:
        return TRANSPORT_TIMEOUT;
    case SessionError::HOST_UNREACHABLE:
        return UNREACHABLE;
    case SessionError::HOST_UNKNOWN:
        return UNKNOWN_HOST;
    case SessionError::ALIAS_UNKNOWN:
        return UNKNOWN_ALIAS;
    case SessionError::NO_LOCAL_PORT:
        return QUOTA;
    case SessionError::CLOSED_IN_SETUP:
        return CLOSED;
    case SessionError::CLOSED_IN_PACKET:
    case SessionError::RESET:
        return established ? CUT_IN_CALL : CONTACT_LOST;
    case SessionError::CLOSED_IN_CALL:
        return CUT_IN_CALL;
    case SessionError::FOUND_DEAD:
        return FOUND_DEAD;
    case SessionError::NEGOTIATION_CUT:
        return NOT_NEGOTIATED;
    case SessionError::TLS_FAILED:
        return FATAL_TLS;
    case SessionError::SEND_TIMEOUT:
        return NOT_SENT;
    case SessionError::FETCH_OUT_OF_SEQUENCE:
        return 1002;
    case SessionError::LOGON_DENIED:
        return 1017;
    case SessionError::CALL_CANCELLED:
        return 1013;
    case SessionError::CALL_TIMEOUT:
        return CALL_TIMEOUT;
    case SessionError::RECV_TIMEOUT:
        return NO_REPLY;
    case SessionError::SEND_FAILED:
        return WRITE_FAILED;
    case SessionError::VERSION_NOT_SUPPORTED:
        return VERSIONS;
    case SessionError::BAD_TTC_PREFIX:
    case SessionError::MESSAGE_LENGTH:
    case SessionError::UNEXPECTED_MESSAGE:
    case SessionError::CALL_FAILED:
        return BAD_PROTOCOL;
    default:
        return BAD_PACKET;
    }
}

uint32_t
GetTlsError(TlsAlert alert)
{
    switch (alert)
    {
    case TlsAlert::PROTOCOL_VERSION:
        return oracle_error::TLS_VERSIONS;
    case TlsAlert::HANDSHAKE_FAILURE:
        return oracle_error::NO_COMMON_CIPHER;
    default:
        return oracle_error::FATAL_TLS;
    }
}

uint32_t
ReadRefusal(std::string_view text)
{
    std::vector<NameValue> nodes;
    if (NameValue::ParseNodes(text, nodes).IsError())
    {
        return oracle_error::REFUSED;
    }
    if (const auto number = FindNumber(nodes, "ERR"))
    {
        return *number;
    }
    return FindNumber(nodes, "CODE").value_or(oracle_error::REFUSED);
}

uint32_t
GetErrorNumber(std::string_view text)
{
    constexpr std::string_view START = "ORA-";
    uint32_t number = 0;
    if (text.starts_with(START))
    {
        std::from_chars(text.data() + START.size(), text.data() + text.size(), number);
    }
    return number;
}

} // namespace ns3::net8
