// SPDX-License-Identifier: GPL-2.0-only
#include "net8-session-counters.h"

#include <numeric>

namespace ns3::net8
{

namespace
{

/// Name and sentence of one SessionError.
struct Text
{
    const char* name;     ///< Column name.
    const char* sentence; ///< Description for users.
};

/// In the order of SessionError.
constexpr std::array<Text, SessionCounters::SIZE> TEXTS{{
    {"length_below_header", "a TNS packet gave a length below its 8-byte header"},
    {"length_above_sdu", "a TNS packet was longer than the negotiated SDU"},
    {"unknown_type", "a TNS packet had an unknown type"},
    {"malformed_packet", "a TNS packet contradicted its own length"},
    {"unexpected_packet", "a TNS packet came that has no place in the state of the session"},
    {"bad_ttc_prefix", "a message was shorter than its prefix, or its prefix made no sense"},
    {"message_length", "a message did not end where its TNS packet ended"},
    {"unexpected_message", "a message came that has no place in the state of the session"},
    {"sdu_out_of_range", "the peer named an SDU or TDU outside the limits of its version"},
    {"version_not_supported", "the agreed TNS version is below the lowest supported one"},
    {"connect_data_invalid", "the connect data was no connect descriptor (TNS-01153)"},
    {"unknown_service", "the listener does not know the service (ORA-12514)"},
    {"refused", "the listener refused the connection"},
    {"redirect_not_followed", "the listener redirected the connection once too often (ORA-12540)"},
    {"connect_failed", "no listener answered at the address (ORA-12541)"},
    {"connect_timeout", "no connection within the time limit (ORA-12170)"},
    {"closed_in_setup", "the peer closed the connection before the logon was complete (ORA-12537)"},
    {"closed_in_packet", "the peer closed the connection inside a TNS packet (ORA-12547)"},
    {"closed_in_call", "the peer closed the connection during a call (ORA-03113)"},
    {"reset", "the connection was reset or given up by TCP (ORA-12547, in a call ORA-03113)"},
    {"fetch_out_of_sequence", "a fetch came without an open cursor (ORA-01002)"},
    {"send_failed", "the socket did not take bytes that it had room for (ORA-12571)"},
    {"logon_denied", "the server did not accept user name or password (ORA-01017)"},
    {"call_failed", "a call ended with an error of the statement"},
    {"call_cancelled", "the client cancelled a call (ORA-01013)"},
    {"inbound_timeout", "no whole request within the inbound connect timeout (ORA-12525)"},
    {"node_not_admitted", "valid-node checking closed the connection"},
    {"hand_off_failed", "no process or no memory was left for the session (ORA-12518)"},
    {"no_handler", "no handler was free or ready (ORA-12516 to ORA-12528)"},
    {"transport_gave_up", "no answer to any SYN, and TCP gave up (ORA-12535)"},
    {"host_unreachable", "there is no route to the address (ORA-12543)"},
    {"host_unknown", "the name of the host cannot be resolved (ORA-12545)"},
    {"alias_unknown", "no naming method knows the alias (ORA-12154)"},
    {"no_local_port", "the client's host has no free port left (ORA-12549)"},
    {"recv_timeout", "no byte of the peer within the receive timeout (ORA-12609)"},
    {"server_down", "the server side of the connection ended in a fault"},
    {"logon_timeout", "no complete logon within the inbound connect timeout (ORA-03136)"},
    {"negotiation_cut", "the peer closed in the native service negotiation (ORA-12637)"},
    {"found_dead", "the connection was found dead when it was used again (ORA-03135)"},
    {"send_timeout", "the socket took no byte within the send timeout (ORA-12608)"},
    {"dead_connection", "dead connection detection gave the idle session up"},
    {"host_down", "the client's host went down"},
    {"security_refused",
     "both ends do not agree on encryption or checksums (ORA-12650, ORA-12660)"},
    {"tls_failed", "what came was no TLS, or its handshake failed (ORA-28859, 28860, 29019)"},
    {"call_timeout",
     "the driver closed the connection, as nothing came within the call timeout (ORA-03156)"},
}};

} // namespace

SessionCounters::SessionCounters(const SessionCounters& other)
    : m_counts(other.m_counts ? std::make_unique<Counts>(*other.m_counts) : nullptr)
{
}

SessionCounters&
SessionCounters::operator=(const SessionCounters& other)
{
    m_counts = other.m_counts ? std::make_unique<Counts>(*other.m_counts) : nullptr;
    return *this;
}

SessionCounters::Counts&
SessionCounters::Make()
{
    if (!m_counts)
    {
        m_counts = std::make_unique<Counts>();
    }
    return *m_counts;
}

uint64_t
SessionCounters::GetTotal() const
{
    return m_counts ? std::accumulate(m_counts->begin(), m_counts->end(), uint64_t{0}) : 0;
}

void
SessionCounters::Add(const SessionCounters& other)
{
    for (std::size_t i = 0; other.m_counts && i < SIZE; ++i)
    {
        Make()[i] += (*other.m_counts)[i];
    }
}

std::string
SessionCounters::Name(SessionError error)
{
    return TEXTS[static_cast<std::size_t>(error)].name;
}

std::string
SessionCounters::Sentence(SessionError error)
{
    return TEXTS[static_cast<std::size_t>(error)].sentence;
}

} // namespace ns3::net8
