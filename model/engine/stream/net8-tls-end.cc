// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls-end.h"

#include "net8-chain-source.h"

#include "ns3/net8-tls-hello.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

using Record = TlsHandshake::Record;
using Message = TlsHandshake::Message;

/// Level of an alert that ends a handshake.
constexpr uint8_t FATAL = 2;
/// Size of the header of a message: type and length, bytes.
constexpr uint32_t MESSAGE_HEAD = 4;
/// Work of a server that verifies a client's certificate, in units of a handshake.
constexpr double CHECK = 0.2;
/// Versions in the header of a record.
constexpr uint8_t MAJOR = 3;

/**
 * Read a 16-bit number.
 *
 * @param bytes two bytes
 * @return the number
 */
uint32_t
Get16(std::span<const uint8_t> bytes)
{
    return uint32_t{bytes[0]} << 8 | bytes[1];
}

} // namespace

TlsEnd::TlsEnd(Role role, TlsParameters parameters)
    : m_role(role),
      m_offered(std::move(parameters))
{
    Restart();
}

void
TlsEnd::Restart()
{
    m_agreed = m_offered;
    m_records = TlsRecords(m_agreed.version, m_agreed.cipher);
    m_step = m_role == Role::CLIENT ? Step::ANSWER : Step::HELLO;
    m_work = 0;
    m_shown = false;
    m_tickets = 0;
    if (m_role == Role::CLIENT)
    {
        Send(TlsHandshake(m_offered).PrintClientHello());
    }
}

bool
TlsEnd::IsUp() const
{
    return m_step == Step::UP;
}

bool
TlsEnd::HasFailed() const
{
    return m_failed;
}

bool
TlsEnd::IsWorking() const
{
    return m_work > 0;
}

bool
TlsEnd::IsSteady() const
{
    return IsUp() && !m_failed && !IsWorking() && m_tickets == 0;
}

double
TlsEnd::GetWork() const
{
    return m_work;
}

TlsAlert
TlsEnd::GetAlert() const
{
    return m_alert;
}

const TlsRecords&
TlsEnd::GetRecords() const
{
    return m_records;
}

bool
TlsEnd::IsNamed() const
{
    return m_named;
}

// Sending

void
TlsEnd::Send(std::vector<uint8_t> flight)
{
    m_queue.push_back({.bytes = {.real = std::move(flight)}});
}

void
TlsEnd::Add(StreamBytes packet, bool endsMessage)
{
    while (packet.GetSize() > 0)
    {
        auto plain = packet.Take(TlsRecords::PLAIN_MAX);
        const uint32_t size = plain.GetSize();
        const uint32_t bytes = m_records.GetRecord(size);
        StreamBytes record{.real = m_records.PrintFront(size)};
        record.real.insert(record.real.end(), plain.real.begin(), plain.real.end());
        record.zeros = bytes - static_cast<uint32_t>(record.real.size());
        m_queue.push_back(
            {.bytes = std::move(record), .endsMessage = endsMessage && packet.GetSize() == 0});
    }
}

StreamBytes
TlsEnd::Take(uint32_t room, bool& endsMessage)
{
    endsMessage = false;
    if (m_queue.empty() || room == 0)
    {
        return {};
    }
    auto& next = m_queue.front();
    next.begun = true;
    auto taken = next.bytes.Take(room);
    if (next.bytes.GetSize() == 0)
    {
        endsMessage = next.endsMessage;
        m_queue.pop_front();
    }
    return taken;
}

bool
TlsEnd::IsDrained() const
{
    return m_queue.empty();
}

void
TlsEnd::DropWhole()
{
    if (IsUp())
    {
        std::erase_if(m_queue, [](const Queued& queued) { return !queued.begun; });
    }
}

// Receiving

std::unique_ptr<ByteSource>
TlsEnd::Next(ByteSource& segment)
{
    while (segment.GetSize() > 0 && !m_failed)
    {
        if (m_header.size() < TlsRecords::HEADER)
        {
            const auto have = m_header.size();
            const auto size = std::min<std::size_t>(TlsRecords::HEADER - have, segment.GetSize());
            m_header.resize(have + size);
            segment.Take(std::span(m_header).subspan(have));
            m_missing =
                m_header.size() < TlsRecords::HEADER ? 0 : Get16(std::span(m_header).last(2));
            const bool known = m_header[0] >= static_cast<uint8_t>(Record::CHANGE_CIPHER_SPEC) &&
                               m_header[0] <= static_cast<uint8_t>(Record::DATA);
            m_failed = !known || (m_header.size() > 1 && m_header[1] != MAJOR) ||
                       (m_header.size() == TlsRecords::HEADER && m_missing == 0);
            continue;
        }
        const uint32_t size = std::min(m_missing, segment.GetSize());
        m_parts.push_back(segment.Split(size));
        m_missing -= size;
        if (m_missing > 0)
        {
            continue;
        }
        const auto type = static_cast<Record>(m_header.front());
        ChainSource record(std::exchange(m_parts, {}));
        m_header.clear();
        if (IsUp() && type == Record::DATA && m_tickets == 0)
        {
            std::vector<uint8_t> front(m_records.GetFront() - TlsRecords::HEADER);
            const uint32_t bytes = record.GetSize();
            if (bytes > front.size())
            {
                record.Take(front);
                if (const auto plain = m_records.FindPlain(bytes, front))
                {
                    return record.Split(*plain);
                }
            }
            m_failed = true;
        }
        else if (IsUp() && type == Record::DATA)
        {
            --m_tickets;
        }
        else
        {
            TakeHandshake(type, record);
        }
    }
    return nullptr;
}

void
TlsEnd::TakeHandshake(Record type, ByteSource& bytes)
{
    if (type == Record::CHANGE_CIPHER_SPEC && !IsUp())
    {
        return;
    }
    std::vector<uint8_t> record(bytes.GetSize());
    bytes.Take(record);
    if (IsUp() || type == Record::ALERT)
    {
        m_failed = true;
        m_alert = record.size() == 2 ? static_cast<TlsAlert>(record[1]) : TlsAlert::NONE;
        return;
    }
    const uint32_t hidden = m_records.GetFront() - TlsRecords::HEADER;
    const auto first = static_cast<Message>(record.empty() ? 0 : record[0]);
    const bool inClear = first == Message::CLIENT_HELLO || first == Message::SERVER_HELLO ||
                         (type == Record::HANDSHAKE && m_agreed.version == TlsVersion::TLS_1_2 &&
                          first != Message{});
    switch (inClear                  ? first
            : record.size() > hidden ? static_cast<Message>(record[hidden])
                                     : Message{})
    {
    case Message::CLIENT_HELLO:
        TakeClientHello(
            std::span(record).subspan(std::min<std::size_t>(MESSAGE_HEAD, record.size())));
        return;
    case Message::SERVER_HELLO:
        TakeServerHello(record);
        return;
    case Message::CERTIFICATE_REQUEST:
        m_agreed.mutual = true;
        return;
    case Message::CERTIFICATE:
        m_shown = true;
        return;
    case Message::SERVER_HELLO_DONE:
    case Message::FINISHED:
        TakeFinished();
        return;
    default:
        return;
    }
}

void
TlsEnd::TakeClientHello(std::span<const uint8_t> message)
{
    const auto hello = TlsHello::Parse(message);
    if (m_step != Step::HELLO || !hello)
    {
        m_failed = true;
        return;
    }
    m_named = hello->named;
    const auto outcome = TlsOffer::Agree(hello->offer, m_offered.offer);
    if (!hello->known || outcome.alert != TlsAlert::NONE)
    {
        Refuse(hello->known ? outcome.alert : TlsAlert::HANDSHAKE_FAILURE);
        return;
    }
    m_agreed.version = outcome.version;
    m_agreed.cipher = outcome.cipher;
    m_records = TlsRecords(m_agreed.version, m_agreed.cipher);
    m_work = m_agreed.mutual ? 1 + CHECK : 1;
}

void
TlsEnd::TakeServerHello(std::span<const uint8_t> message)
{
    const std::size_t id = message.size() > TlsHandshake::VERSION_PLACE
                               ? message[TlsHandshake::VERSION_PLACE]
                               : message.size();
    const std::size_t place = TlsHandshake::VERSION_PLACE + 1 + id;
    const auto* suite =
        place + 2 > message.size() ? nullptr : TlsSuite::Find(Get16(message.subspan(place)));
    m_failed = m_step != Step::ANSWER || !suite || !m_offered.offer.Has(suite->version);
    if (!m_failed)
    {
        m_agreed.version = suite->version;
        m_agreed.cipher = suite->cipher;
        m_records = TlsRecords(m_agreed.version, m_agreed.cipher);
        m_agreed.mutual = false;
    }
}

void
TlsEnd::TakeFinished()
{
    switch (m_step)
    {
    case Step::ANSWER:
        m_work = m_agreed.mutual && !m_offered.client.certificates.empty() ? 2 : 1;
        return;
    case Step::FINISH:
        Turn(); // Data may follow immediately.
        return;
    case Step::CONFIRM:
        m_step = Step::UP;
        return;
    default:
        m_failed = true;
    }
}

void
TlsEnd::Refuse(TlsAlert alert)
{
    m_failed = true;
    m_alert = alert;
    // TLS 1.3 sends it in the clear, too.
    Send({static_cast<uint8_t>(Record::ALERT), MAJOR, 3, 0, 2, FATAL, static_cast<uint8_t>(alert)});
}

void
TlsEnd::FinishWork()
{
    if (std::exchange(m_work, 0) > 0)
    {
        Turn();
    }
}

void
TlsEnd::Turn()
{
    const TlsHandshake handshake(m_agreed);
    const bool is13 = m_agreed.version == TlsVersion::TLS_1_3;
    switch (m_step)
    {
    case Step::HELLO:
        Send(handshake.PrintServerHello());
        m_step = Step::FINISH;
        m_shown = false;
        return;
    case Step::ANSWER:
        Send(handshake.PrintClientFinished());
        m_step = is13 ? Step::UP : Step::CONFIRM;
        m_tickets = is13 ? TlsHandshake::TICKETS : 0;
        return;
    case Step::FINISH:
        if (m_agreed.mutual && !m_shown)
        {
            Refuse(TlsAlert::CERTIFICATE_REQUIRED);
            return;
        }
        Send(handshake.PrintServerFinished());
        m_step = Step::UP;
        return;
    default:
        return;
    }
}

} // namespace ns3::net8
