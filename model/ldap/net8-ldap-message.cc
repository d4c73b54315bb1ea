// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ldap-message.h"

#include "ns3/net8-wire-reader.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Bytes under construction.
using Bytes = std::vector<uint8_t>;

// Universal tags of BER (X.690), and those of RFC 4511.
constexpr uint8_t BOOLEAN = 0x01;
constexpr uint8_t INTEGER = 0x02;
constexpr uint8_t OCTETS = 0x04;
constexpr uint8_t ENUMERATED = 0x0a;
constexpr uint8_t SEQUENCE = 0x30;
constexpr uint8_t SET = 0x31;
constexpr uint8_t SIMPLE = 0x80;  // AuthenticationChoice, [0]
constexpr uint8_t PRESENT = 0x87; // Filter, [7]

constexpr uint8_t VERSION = 3;       // LDAP
constexpr uint8_t LONG_LENGTH = 128; // from here on the length has bytes of its own

/**
 * @param tag a tag
 * @param contents contents
 * @return the element
 */
Bytes
Element(uint8_t tag, const Bytes& contents)
{
    Bytes out{tag};
    const auto size = contents.size();
    if (size < LONG_LENGTH)
    {
        out.push_back(static_cast<uint8_t>(size));
    }
    else
    {
        const uint8_t count = size <= 0xff ? 1 : size <= 0xffff ? 2 : 3;
        out.push_back(static_cast<uint8_t>(LONG_LENGTH | count));
        for (uint8_t i = count; i > 0; --i)
        {
            out.push_back(static_cast<uint8_t>(size >> (8U * (i - 1U))));
        }
    }
    out.insert(out.end(), contents.begin(), contents.end());
    return out;
}

/**
 * @param tag a tag
 * @param text contents
 * @return the element
 */
Bytes
Element(uint8_t tag, const std::string& text)
{
    return Element(tag, Bytes(text.begin(), text.end()));
}

/**
 * @param tag a tag of a number or a truth value
 * @param value below 128
 * @return the element
 */
Bytes
Small(uint8_t tag, uint8_t value)
{
    return Element(tag, Bytes{value});
}

/**
 * @param parts elements
 * @return all of them, one after the other
 */
Bytes
Join(std::initializer_list<Bytes> parts)
{
    Bytes out;
    for (const auto& part : parts)
    {
        out.insert(out.end(), part.begin(), part.end());
    }
    return out;
}

/// An element that was read.
struct Read
{
    uint8_t tag{0};                      ///< Its tag.
    std::span<const uint8_t> contents{}; ///< Its contents.
    bool whole{false};                   ///< All of it is there.
    bool wrong{false};                   ///< It cannot be read, whatever follows.
};

/**
 * Read an element.
 *
 * @param reader where it is; after it, if it is whole
 * @return the element
 */
Read
Take(WireReader& reader)
{
    Read found{.tag = reader.U8()};
    std::size_t size = reader.U8();
    if (size >= LONG_LENGTH)
    {
        const auto count = size - LONG_LENGTH;
        found.wrong = count == 0 || count > 4; // indefinite, or far above what is read
        size = 0;
        for (std::size_t i = 0; i < count && !found.wrong; ++i)
        {
            size = size << 8U | reader.U8();
        }
    }
    found.wrong = found.wrong || size > LdapMessage::MOST;
    found.contents = found.wrong ? found.contents : reader.View(size);
    found.whole = !found.wrong && !reader.Failed();
    return found;
}

} // namespace

LdapMessage
LdapMessage::MakeBindRequest(uint8_t id, const std::string& name, const std::string& password)
{
    return {id,
            Operation::BIND_REQUEST,
            Join({Small(INTEGER, VERSION), Element(OCTETS, name), Element(SIMPLE, password)})};
}

LdapMessage
LdapMessage::MakeSearchRequest(uint8_t id, const std::string& object, const std::string& attribute)
{
    // baseObject, scope and derefAliases (never), no limits of size and time, values too, any class
    return {id,
            Operation::SEARCH_REQUEST,
            Join({Element(OCTETS, object),
                  Small(ENUMERATED, 0),
                  Small(ENUMERATED, 0),
                  Small(INTEGER, 0),
                  Small(INTEGER, 0),
                  Small(BOOLEAN, 0),
                  Element(PRESENT, "objectClass"),
                  Element(SEQUENCE, Element(OCTETS, attribute))})};
}

LdapMessage
LdapMessage::MakeSearchEntry(uint8_t id,
                             const std::string& object,
                             const std::string& attribute,
                             const std::string& value)
{
    const auto values = Element(SET, Element(OCTETS, value));
    const auto one = Element(SEQUENCE, Join({Element(OCTETS, attribute), values}));
    return {id, Operation::SEARCH_ENTRY, Join({Element(OCTETS, object), Element(SEQUENCE, one)})};
}

LdapMessage
LdapMessage::MakeResult(uint8_t id, Operation operation, Result result)
{
    return {id,
            operation,
            Join({Small(ENUMERATED, static_cast<uint8_t>(result)),
                  Element(OCTETS, std::string()),
                  Element(OCTETS, std::string())})};
}

LdapMessage
LdapMessage::MakeUnbindRequest(uint8_t id)
{
    return {id, Operation::UNBIND_REQUEST, {}};
}

std::vector<uint8_t>
LdapMessage::Encode() const
{
    return Element(SEQUENCE,
                   Join({Small(INTEGER, id), Element(static_cast<uint8_t>(operation), body)}));
}

std::optional<uint8_t>
LdapMessage::GetResult() const
{
    if (operation != Operation::BIND_RESPONSE && operation != Operation::SEARCH_DONE)
    {
        return std::nullopt;
    }
    WireReader reader(body);
    const auto code = ns3::net8::Take(reader);
    const bool known = code.whole && code.tag == ENUMERATED && code.contents.size() == 1;
    return known ? std::optional(code.contents[0]) : std::nullopt;
}

std::string
LdapMessage::GetObject() const
{
    if (operation != Operation::SEARCH_REQUEST && operation != Operation::SEARCH_ENTRY)
    {
        return "";
    }
    WireReader reader(body);
    const auto name = ns3::net8::Take(reader);
    return name.whole && name.tag == OCTETS
               ? std::string(name.contents.begin(), name.contents.end())
               : "";
}

void
LdapReader::Add(std::span<const uint8_t> bytes)
{
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

std::optional<LdapMessage>
LdapReader::Take()
{
    using Operation = LdapMessage::Operation;
    if (m_failed || m_bytes.empty())
    {
        return std::nullopt;
    }
    WireReader reader(m_bytes);
    const auto message = ns3::net8::Take(reader);
    m_failed = message.wrong || message.tag != SEQUENCE;
    if (m_failed || !message.whole)
    {
        return std::nullopt;
    }
    WireReader inside(message.contents);
    const auto id = ns3::net8::Take(inside);
    const auto operation = ns3::net8::Take(inside);
    constexpr std::array KNOWN{Operation::UNBIND_REQUEST,
                               Operation::BIND_REQUEST,
                               Operation::BIND_RESPONSE,
                               Operation::SEARCH_REQUEST,
                               Operation::SEARCH_ENTRY,
                               Operation::SEARCH_DONE};
    const bool numbered = id.whole && id.tag == INTEGER && id.contents.size() == 1;
    m_failed = !numbered || !operation.whole ||
               std::ranges::find(KNOWN, static_cast<Operation>(operation.tag)) == KNOWN.end();
    if (m_failed)
    {
        return std::nullopt;
    }
    LdapMessage found{id.contents[0],
                      static_cast<Operation>(operation.tag),
                      {operation.contents.begin(), operation.contents.end()}};
    m_bytes.erase(m_bytes.begin(), m_bytes.end() - static_cast<std::ptrdiff_t>(reader.Left()));
    return found;
}

bool
LdapReader::HasFailed() const
{
    return m_failed;
}

} // namespace ns3::net8
