// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls-handshake.h"

#include "net8-tls-hello.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace ns3::net8
{

namespace
{

using Bytes = std::vector<uint8_t>;

constexpr uint8_t MAJOR = TlsRecords::MAJOR;
constexpr uint8_t MINOR = TlsRecords::MINOR;
/// Sizes of a random number, a 1.3 session id, an X25519 key and a 1.2 check value, bytes.
constexpr uint32_t RANDOM = 32;
constexpr uint32_t SESSION_ID = 32;
constexpr uint32_t KEY = 32;
constexpr uint32_t VERIFY_DATA = 12;
/// Size of a message header: type and length, bytes.
constexpr uint32_t MESSAGE_HEAD = 4;
/// Groups and signatures announced by a client: X25519; RSA-PSS and ECDSA with SHA-256.
constexpr uint32_t GROUP = 0x001d;
constexpr uint32_t SIGNATURE = 0x0804;
/// Signature algorithms in a certificate request (OpenSSL 3.0.19: 20 of them in 1.2).
constexpr uint32_t REQUEST_SIGNATURES = 20;
/// Size of a 1.3 certificate request after its header, bytes.
constexpr uint32_t REQUEST_13 = 41;
/// Size of the encrypted extensions if there are none, bytes.
constexpr uint32_t EXTENSIONS = 2;
/// Ticket overhead: key name, IV and MAC, sent with the encrypted part.
constexpr uint32_t TICKET_FRONT = 16 + 16 + 32;
/// Size of a session in a ticket, in 1.2 and 1.3, and before the client's certificate there, bytes:
/// fitted to four tickets of OpenSSL 3.0.19 (191 and 1135, 255 and 1215 bytes), without residual.
constexpr uint32_t TICKET_SESSION_12 = 100;
constexpr uint32_t TICKET_SESSION_13 = 136;
constexpr uint32_t TICKET_CERTIFICATE = 4;
/// Block size of the ticket cipher, bytes.
constexpr uint32_t TICKET_BLOCK = 16;

/**
 * Append a number.
 *
 * @param bytes receives the number
 * @param value the number
 * @param size its size, bytes
 */
void
Put(Bytes& bytes, uint32_t value, uint32_t size)
{
    for (uint32_t i = size; i > 0; --i)
    {
        bytes.push_back(static_cast<uint8_t>(value >> (8 * (i - 1))));
    }
}

/**
 * Append bytes preceded by their length.
 *
 * @param bytes receives both
 * @param size size of the length, bytes
 * @param content the bytes
 */
void
PutSized(Bytes& bytes, uint32_t size, const Bytes& content)
{
    Put(bytes, static_cast<uint32_t>(content.size()), size);
    bytes.insert(bytes.end(), content.begin(), content.end());
}

/**
 * Append an extension.
 *
 * @param type its number
 * @param content its content
 * @param bytes receives the extension
 */
void
PutExtension(uint32_t type, const Bytes& content, Bytes& bytes)
{
    Put(bytes, type, 2);
    PutSized(bytes, 2, content);
}

/**
 * Append an extension of a client.
 *
 * @param type its type
 * @param content its content
 * @param bytes receives the extension
 */
void
PutExtension(TlsHello::Extension type, const Bytes& content, Bytes& bytes)
{
    PutExtension(static_cast<uint32_t>(type), content, bytes);
}

/**
 * Make the list of versions.
 *
 * @param offer offer of a client
 * @return the versions, newest first, as in the extension
 */
Bytes
MakeVersions(const TlsOffer& offer)
{
    Bytes versions;
    for (const auto version : {TlsVersion::TLS_1_3, TlsVersion::TLS_1_2})
    {
        if (offer.Has(version))
        {
            const bool is13 = version == TlsVersion::TLS_1_3;
            versions.insert(versions.end(),
                            {MAJOR, static_cast<uint8_t>(is13 ? MINOR + 1 : MINOR)});
        }
    }
    Bytes content;
    PutSized(content, 1, versions);
    return content;
}

/**
 * Get the number of a cipher suite.
 *
 * @param cipher its cipher
 * @param version its TLS version
 * @return number of the suite
 */
uint32_t
GetSuite(TlsCipher cipher, TlsVersion version)
{
    const auto* suite = TlsSuite::Find(cipher, version);
    return suite ? suite->number : TlsSuite::Find(TlsCipher::AES_256_GCM, version)->number;
}

/**
 * Make a DER element.
 *
 * @param tag its tag
 * @param content its content
 * @return tag, length and content
 */
Bytes
MakeDer(uint8_t tag, const Bytes& content)
{
    Bytes der{tag};
    const auto size = static_cast<uint32_t>(content.size());
    if (size < 0x80)
    {
        Put(der, size, 1);
    }
    else if (size < 0x100)
    {
        Put(der, 0x81, 1);
        Put(der, size, 1);
    }
    else
    {
        Put(der, 0x82, 1);
        Put(der, size, 2);
    }
    der.insert(der.end(), content.begin(), content.end());
    return der;
}

/**
 * Concatenate bytes.
 *
 * @param parts the parts
 * @return the parts one after the other
 */
Bytes
Join(std::initializer_list<Bytes> parts)
{
    Bytes all;
    for (const auto& part : parts)
    {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

/**
 * Make a certificate with given key and signature sizes.
 *
 * @param key size of the key, bytes
 * @param signature size of the signature, bytes
 * @return the certificate
 */
Bytes
MakeCertificateOf(uint32_t key, uint32_t signature)
{
    // Object identifiers below 2.999 are reserved for examples.
    const Bytes algorithm = MakeDer(0x30, {0x06, 0x03, 0x88, 0x37, 0x01});
    const std::string day = "250101000000Z";
    const Bytes time = MakeDer(0x17, Bytes(day.begin(), day.end()));
    const Bytes name = MakeDer(0x30, {});
    const auto bits = [](uint32_t size) { return MakeDer(0x03, Bytes(size + 1, 0)); };
    const Bytes body = MakeDer(0x30,
                               Join({{0xa0, 0x03, 0x02, 0x01, 0x02},
                                     {0x02, 0x01, 0x01},
                                     algorithm,
                                     name,
                                     MakeDer(0x30, Join({time, time})),
                                     name,
                                     MakeDer(0x30, Join({algorithm, bits(key)}))}));
    return MakeDer(0x30, Join({body, algorithm, bits(signature)}));
}

} // namespace

TlsHandshake::TlsHandshake(TlsParameters parameters)
    : m_parameters(std::move(parameters)),
      m_records(m_parameters.version, m_parameters.cipher)
{
}

bool
TlsHandshake::Is13() const
{
    return m_parameters.version == TlsVersion::TLS_1_3;
}

void
TlsHandshake::AddClear(Message type, const Bytes& body, Bytes& flight)
{
    const auto size = static_cast<uint32_t>(body.size());
    flight.insert(flight.end(), {static_cast<uint8_t>(Record::HANDSHAKE), MAJOR, MINOR});
    Put(flight, MESSAGE_HEAD + size, 2);
    Put(flight, static_cast<uint32_t>(type), 1);
    PutSized(flight, 3, body);
}

void
TlsHandshake::AddHidden(Message type, uint32_t body, Bytes& flight) const
{
    const uint32_t bytes = m_records.GetRecord(MESSAGE_HEAD + body);
    const auto start = flight.size();
    flight.insert(flight.end(),
                  {static_cast<uint8_t>(Is13() ? Record::DATA : Record::HANDSHAKE), MAJOR, MINOR});
    Put(flight, bytes - TlsRecords::HEADER, 2);
    flight.resize(start + bytes);
    flight[start + m_records.GetFront()] = static_cast<uint8_t>(type);
}

void
TlsHandshake::AddChange(Bytes& flight)
{
    flight.insert(flight.end(),
                  {static_cast<uint8_t>(Record::CHANGE_CIPHER_SPEC), MAJOR, MINOR, 0, 1, 1});
}

void
TlsHandshake::AddCertificates(const TlsIdentity& identity, Bytes& flight) const
{
    if (Is13())
    {
        // A context and the length of the list; for each, its length and that of its extensions.
        uint32_t bytes = 4;
        for (const uint32_t size : identity.certificates)
        {
            bytes += 5 + size;
        }
        AddHidden(Message::CERTIFICATE, bytes, flight);
        return;
    }
    Bytes list;
    for (const uint32_t size : identity.certificates)
    {
        PutSized(list, 3, MakeCertificate(size));
    }
    Bytes body;
    PutSized(body, 3, list);
    AddClear(Message::CERTIFICATE, body, flight);
}

uint32_t
TlsHandshake::GetTicket() const
{
    uint32_t session = Is13() ? TICKET_SESSION_13 : TICKET_SESSION_12;
    const auto& certificates = m_parameters.client.certificates;
    if (m_parameters.mutual && !certificates.empty())
    {
        session += TICKET_CERTIFICATE + certificates.front();
    }
    return TICKET_FRONT + (session / TICKET_BLOCK + 1) * TICKET_BLOCK;
}

Bytes
TlsHandshake::PrintClientHello() const
{
    using Extension = TlsHello::Extension;
    const auto& offer = m_parameters.offer;
    const bool newer = offer.Has(TlsVersion::TLS_1_3);
    Bytes hello{MAJOR, MINOR};
    hello.resize(hello.size() + RANDOM);
    PutSized(hello, 1, Bytes(newer ? SESSION_ID : 0));
    Bytes suites;
    for (const uint16_t number : offer.GetSuites())
    {
        Put(suites, number, 2);
    }
    PutSized(hello, 2, suites);
    PutSized(hello, 1, {0});
    Bytes extensions;
    if (!m_parameters.serverName.empty())
    {
        Bytes name{0};
        PutSized(name, 2, {m_parameters.serverName.begin(), m_parameters.serverName.end()});
        Bytes names;
        PutSized(names, 2, name);
        PutExtension(Extension::SERVER_NAME, names, extensions);
    }
    const uint32_t named = static_cast<uint32_t>(extensions.size());
    Bytes group;
    Put(group, GROUP, 2);
    Bytes list;
    PutSized(list, 2, group);
    PutExtension(Extension::GROUPS, list, extensions);
    Bytes signature;
    Put(signature, SIGNATURE, 2);
    list.clear();
    PutSized(list, 2, signature);
    PutExtension(Extension::SIGNATURES, list, extensions);
    if (newer)
    {
        PutExtension(Extension::SUPPORTED_VERSIONS, MakeVersions(offer), extensions);
        Bytes share = group;
        PutSized(share, 2, Bytes(KEY));
        list.clear();
        PutSized(list, 2, share);
        PutExtension(Extension::KEY_SHARE, list, extensions);
    }
    // Padding replaces what OpenSSL sends in addition.
    const uint32_t bytes = named + (newer ? CLIENT_HELLO_13 : CLIENT_HELLO_12);
    const auto used =
        static_cast<uint32_t>(MESSAGE_HEAD + hello.size() + 2 + extensions.size() + 4);
    PutExtension(Extension::PADDING, Bytes(bytes - used), extensions);
    PutSized(hello, 2, extensions);
    Bytes flight;
    AddClear(Message::CLIENT_HELLO, hello, flight);
    return flight;
}

Bytes
TlsHandshake::PrintServerHello() const
{
    const auto& server = m_parameters.server;
    Bytes hello{MAJOR, MINOR};
    hello.resize(hello.size() + RANDOM);
    PutSized(hello, 1, Bytes(Is13() ? SESSION_ID : 0));
    Put(hello, GetSuite(m_parameters.cipher, m_parameters.version), 2);
    Put(hello, 0, 1);
    Bytes extensions;
    Bytes flight;
    if (Is13())
    {
        PutExtension(43, {MAJOR, 4}, extensions);
        Bytes share;
        Put(share, GROUP, 2);
        PutSized(share, 2, Bytes(KEY));
        PutExtension(51, share, extensions);
        PutSized(hello, 2, extensions);
        AddClear(Message::SERVER_HELLO, hello, flight);
        AddChange(flight);
        AddHidden(Message::ENCRYPTED_EXTENSIONS, EXTENSIONS, flight);
        if (m_parameters.mutual)
        {
            AddHidden(Message::CERTIFICATE_REQUEST, REQUEST_13, flight);
        }
        AddCertificates(server, flight);
        AddHidden(Message::CERTIFICATE_VERIFY, 4 + server.signature, flight);
        AddHidden(Message::FINISHED, m_records.GetHash(), flight);
        return flight;
    }
    // Renegotiation, point formats, tickets, extended master secret.
    PutExtension(0xff01, {0}, extensions);
    PutExtension(11, {3, 0, 1, 2}, extensions);
    PutExtension(35, {}, extensions);
    PutExtension(23, {}, extensions);
    PutSized(hello, 2, extensions);
    AddClear(Message::SERVER_HELLO, hello, flight);
    AddCertificates(server, flight);
    Bytes exchange{3};
    Put(exchange, GROUP, 2);
    PutSized(exchange, 1, Bytes(KEY));
    Put(exchange, SIGNATURE, 2);
    PutSized(exchange, 2, Bytes(server.signature));
    AddClear(Message::SERVER_KEY_EXCHANGE, exchange, flight);
    if (m_parameters.mutual)
    {
        Bytes request;
        PutSized(request, 1, {1, 2, 64});
        Bytes signatures;
        for (uint32_t i = 0; i < REQUEST_SIGNATURES; ++i)
        {
            Put(signatures, SIGNATURE, 2);
        }
        PutSized(request, 2, signatures);
        Put(request, 0, 2);
        AddClear(Message::CERTIFICATE_REQUEST, request, flight);
    }
    AddClear(Message::SERVER_HELLO_DONE, {}, flight);
    return flight;
}

Bytes
TlsHandshake::PrintClientFinished() const
{
    const auto& client = m_parameters.client;
    const bool shows = m_parameters.mutual && !client.certificates.empty();
    Bytes flight;
    if (Is13())
    {
        AddChange(flight);
        if (shows)
        {
            AddCertificates(client, flight);
            AddHidden(Message::CERTIFICATE_VERIFY, 4 + client.signature, flight);
        }
        AddHidden(Message::FINISHED, m_records.GetHash(), flight);
        return flight;
    }
    if (shows)
    {
        AddCertificates(client, flight);
    }
    Bytes exchange;
    PutSized(exchange, 1, Bytes(KEY));
    AddClear(Message::CLIENT_KEY_EXCHANGE, exchange, flight);
    if (shows)
    {
        Bytes verify;
        Put(verify, SIGNATURE, 2);
        PutSized(verify, 2, Bytes(client.signature));
        AddClear(Message::CERTIFICATE_VERIFY, verify, flight);
    }
    AddChange(flight);
    AddHidden(Message::FINISHED, VERIFY_DATA, flight);
    return flight;
}

Bytes
TlsHandshake::PrintServerFinished() const
{
    Bytes flight;
    if (Is13())
    {
        for (uint32_t i = 0; i < TICKETS; ++i)
        {
            // Lifetime, age, an 8-byte nonce, the ticket, no extensions.
            AddHidden(Message::SESSION_TICKET, 4 + 4 + 1 + 8 + 2 + GetTicket() + 2, flight);
        }
        return flight;
    }
    Bytes ticket;
    Put(ticket, 0, 4);
    PutSized(ticket, 2, Bytes(GetTicket()));
    AddClear(Message::SESSION_TICKET, ticket, flight);
    AddChange(flight);
    AddHidden(Message::FINISHED, VERIFY_DATA, flight);
    return flight;
}

Bytes
TlsHandshake::MakeCertificate(uint32_t bytes)
{
    // The size of lengths depends on the size: the key takes what is left, the signature the last
    // byte or two.
    const auto least = static_cast<uint32_t>(MakeCertificateOf(1, 1).size());
    uint32_t key = std::max(bytes, least) - least + 1;
    while (key > 1 && MakeCertificateOf(key, 1).size() > bytes)
    {
        --key;
    }
    const auto made = MakeCertificateOf(key, 1);
    return MakeCertificateOf(key,
                             1 + std::max(bytes, static_cast<uint32_t>(made.size())) -
                                 static_cast<uint32_t>(made.size()));
}

} // namespace ns3::net8
