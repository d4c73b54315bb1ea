// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls-end.h"

#include "net8-chain-source.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3::net8
{

namespace
{

using Record = TlsHandshake::Record;
using Message = TlsHandshake::Message;

/// A fatal alert: a certificate is required. It is sent in the clear by 1.3, too.
constexpr std::array<uint8_t, 7> ALERT{21, 3, 3, 0, 2, 2, 116};
/// Versions in the header of a record.
constexpr uint8_t MAJOR = 3;

/**
 * @param bytes two bytes
 * @return their number
 */
uint32_t
Get16(std::span<const uint8_t> bytes)
{
    return uint32_t{bytes[0]} << 8 | bytes[1];
}

/**
 * @param suite number of a cipher suite
 * @return what encrypts there
 */
TlsCipher
FindCipher(uint32_t suite)
{
    using Row = std::pair<uint32_t, TlsCipher>;
    constexpr std::array<Row, 9> SUITES{{{0x1301, TlsCipher::AES_128_GCM},
                                         {0x1302, TlsCipher::AES_256_GCM},
                                         {0x1303, TlsCipher::CHACHA20},
                                         {0xc02f, TlsCipher::AES_128_GCM},
                                         {0xc030, TlsCipher::AES_256_GCM},
                                         {0xcca8, TlsCipher::CHACHA20},
                                         {0xc014, TlsCipher::AES_CBC_SHA1},
                                         {0xc027, TlsCipher::AES_CBC_SHA256},
                                         {0xc028, TlsCipher::AES_CBC_SHA384}}};
    const auto found = std::ranges::find(SUITES, suite, &Row::first);
    return found == SUITES.end() ? TlsCipher::AES_256_GCM : found->second;
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
    m_working = false;
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
    return m_working;
}

bool
TlsEnd::IsNamed() const
{
    return m_named;
}

uint32_t
TlsEnd::GetHandshakes() const
{
    return m_handshakes;
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
    // Up to the suite of a hello: its session id may have 32 bytes.
    const uint32_t total = bytes.GetSize();
    std::vector<uint8_t> head(std::min<uint32_t>(total, 80));
    bytes.Take(head);
    const bool hello = head.size() == 80 || head.size() > TlsHandshake::VERSION_PLACE + 3;
    const uint32_t hidden = m_records.GetFront() - TlsRecords::HEADER;
    const auto first = static_cast<Message>(head.empty() ? 0 : head[0]);
    const bool inClear = first == Message::CLIENT_HELLO || first == Message::SERVER_HELLO ||
                         (type == Record::HANDSHAKE && m_agreed.version == TlsVersion::TLS_1_2 &&
                          first != Message{} && head.size() > 0 && head[0] != 0);
    const auto message =
        inClear ? first : static_cast<Message>(head.size() > hidden ? head[hidden] : 0);
    if (IsUp() || type == Record::ALERT)
    {
        m_failed = true;
        return;
    }
    switch (message)
    {
    case Message::CLIENT_HELLO:
        if (m_step != Step::HELLO || !hello)
        {
            m_failed = true;
            return;
        }
        {
            const bool old = head[TlsHandshake::VERSION_PLACE] == 0;
            m_agreed.version = old ? TlsVersion::TLS_1_2 : m_agreed.version;
            m_named = total > (old ? TlsHandshake::CLIENT_HELLO_12 : TlsHandshake::CLIENT_HELLO_13);
        }
        m_records = TlsRecords(m_agreed.version, m_agreed.cipher);
        m_working = true;
        return;
    case Message::SERVER_HELLO: {
        if (m_step != Step::ANSWER || !hello)
        {
            m_failed = true;
            return;
        }
        const uint32_t id = head[TlsHandshake::VERSION_PLACE];
        m_agreed.version = id == 0 ? TlsVersion::TLS_1_2 : m_agreed.version;
        const uint32_t place = TlsHandshake::VERSION_PLACE + 1 + id;
        if (place + 2 > head.size())
        {
            m_failed = true;
            return;
        }
        m_agreed.cipher = FindCipher(Get16(std::span(head).subspan(place)));
        m_records = TlsRecords(m_agreed.version, m_agreed.cipher);
        m_agreed.mutual = false;
        return;
    }
    case Message::CERTIFICATE_REQUEST:
        m_agreed.mutual = true;
        return;
    case Message::CERTIFICATE:
        m_shown = true;
        return;
    case Message::SERVER_HELLO_DONE:
        m_working = m_step == Step::ANSWER;
        m_failed = !m_working;
        return;
    case Message::FINISHED:
        if (m_step == Step::CONFIRM)
        {
            ++m_handshakes;
            m_step = Step::UP;
            return;
        }
        if (m_step == Step::FINISH && m_agreed.version == TlsVersion::TLS_1_3)
        {
            Turn(); // data come right behind it
            return;
        }
        m_working = m_step == Step::ANSWER || m_step == Step::FINISH;
        m_failed = !m_working;
        return;
    default:
        return;
    }
}

void
TlsEnd::FinishWork()
{
    if (std::exchange(m_working, false))
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
        m_handshakes += is13 ? 1 : 0;
        return;
    case Step::FINISH:
        // A client without the certificate that is asked for.
        m_failed = m_agreed.mutual && !m_shown;
        if (m_failed)
        {
            Send({ALERT.begin(), ALERT.end()});
        }
        else
        {
            Send(handshake.PrintServerFinished());
            m_step = Step::UP;
            ++m_handshakes;
        }
        return;
    default:
        return;
    }
}

} // namespace ns3::net8
