// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tls-hello.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Size of the version and the random number before the session id, bytes.
constexpr uint32_t FRONT = 2 + 32;
/// Version numbers on the wire.
constexpr uint32_t NUMBER_12 = 0x0303;
constexpr uint32_t NUMBER_13 = 0x0304;

/**
 * Reads bytes from the front; returns nothing after missing bytes.
 */
class Cursor
{
  public:
    /**
     * Create a cursor.
     *
     * @param bytes the bytes
     */
    explicit Cursor(std::span<const uint8_t> bytes)
        : m_bytes(bytes)
    {
    }

    /**
     * Read a big-endian number.
     *
     * @param count its size, bytes
     * @return the number
     */
    uint32_t Number(uint32_t count)
    {
        uint32_t value = 0;
        for (const uint8_t byte : Part(count))
        {
            value = value << 8 | byte;
        }
        return value;
    }

    /**
     * Take bytes.
     *
     * @param count their number
     * @return the bytes
     */
    std::span<const uint8_t> Part(uint32_t count)
    {
        m_good = m_good && count <= m_bytes.size();
        if (!m_good)
        {
            return {};
        }
        const auto part = m_bytes.first(count);
        m_bytes = m_bytes.subspan(count);
        return part;
    }

    /** @return whether no bytes were missing */
    bool IsGood() const
    {
        return m_good;
    }

    /** @return whether bytes remain */
    bool HasMore() const
    {
        return m_good && !m_bytes.empty();
    }

  private:
    std::span<const uint8_t> m_bytes; ///< The remaining bytes.
    bool m_good{true};                ///< No bytes were missing.
};

/**
 * Read the cipher suites of a message.
 *
 * @param numbers the suites
 * @param out receives their ciphers, in order of first occurrence
 */
void
TakeSuites(std::span<const uint8_t> numbers, TlsOffer& out)
{
    Cursor cursor(numbers);
    while (cursor.HasMore())
    {
        const auto* suite = TlsSuite::Find(cursor.Number(2));
        if (suite && std::ranges::find(out.ciphers, suite->cipher) == out.ciphers.end())
        {
            out.ciphers.push_back(suite->cipher);
        }
    }
}

/**
 * Read the versions of a client.
 *
 * @param extension the versions extension
 * @param out receives the versions
 */
void
TakeVersions(std::span<const uint8_t> extension, TlsHello& out)
{
    Cursor cursor(extension);
    Cursor versions(cursor.Part(cursor.Number(1)));
    bool old = false;
    bool fresh = false;
    while (versions.HasMore())
    {
        const uint32_t number = versions.Number(2);
        old = old || number == NUMBER_12;
        fresh = fresh || number == NUMBER_13;
    }
    out.known = old || fresh;
    out.offer.oldest = old ? TlsVersion::TLS_1_2 : TlsVersion::TLS_1_3;
    out.offer.newest = fresh ? TlsVersion::TLS_1_3 : TlsVersion::TLS_1_2;
}

} // namespace

std::optional<TlsHello>
TlsHello::Parse(std::span<const uint8_t> message)
{
    TlsHello hello;
    hello.offer.newest = TlsVersion::TLS_1_2;
    Cursor cursor(message);
    cursor.Part(FRONT);
    cursor.Part(cursor.Number(1)); // session id
    TakeSuites(cursor.Part(cursor.Number(2)), hello.offer);
    cursor.Part(cursor.Number(1)); // compression
    Cursor extensions(cursor.Part(cursor.Number(2)));
    while (extensions.HasMore())
    {
        const auto type = static_cast<Extension>(extensions.Number(2));
        const auto content = extensions.Part(extensions.Number(2));
        if (type == Extension::SUPPORTED_VERSIONS)
        {
            TakeVersions(content, hello);
        }
        hello.named = hello.named || type == Extension::SERVER_NAME;
    }
    if (!cursor.IsGood() || !extensions.IsGood())
    {
        return std::nullopt;
    }
    hello.known = hello.known && !hello.offer.ciphers.empty();
    return hello;
}

} // namespace ns3::net8
