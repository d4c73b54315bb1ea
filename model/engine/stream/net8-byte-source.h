// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BYTE_SOURCE_H
#define NET8_BYTE_SOURCE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Received bytes, to be taken from the front. The implementation stores them as it likes: in
 * memory, or as a simulator packet whose payload is only counted.
 */
class ByteSource
{
  public:
    virtual ~ByteSource() = default;

    /**
     * @return number of remaining bytes
     */
    virtual uint32_t GetSize() const = 0;

    /**
     * Take bytes from the front.
     *
     * @param to receives the bytes; no more than remain
     */
    virtual void Take(std::span<uint8_t> to) = 0;

    /**
     * Skip bytes at the front.
     *
     * @param count number of bytes; no more than remain
     */
    virtual void Skip(uint32_t count) = 0;

    /**
     * Take bytes from the front without copying them out.
     *
     * @param count number of bytes; no more than remain
     * @return the bytes
     */
    virtual std::unique_ptr<ByteSource> Split(uint32_t count) = 0;
};

/**
 * @ingroup net8
 * A byte source that owns its bytes.
 */
class OwnedSource : public ByteSource
{
  public:
    /**
     * Create a source.
     *
     * @param bytes the bytes
     */
    explicit OwnedSource(std::vector<uint8_t> bytes)
        : m_bytes(std::move(bytes))
    {
    }

    uint32_t GetSize() const override
    {
        return static_cast<uint32_t>(m_bytes.size() - m_taken);
    }

    void Take(std::span<uint8_t> to) override
    {
        std::ranges::copy(std::span(m_bytes).subspan(m_taken, to.size()), to.begin());
        m_taken += to.size();
    }

    void Skip(uint32_t count) override
    {
        m_taken += count;
    }

    std::unique_ptr<ByteSource> Split(uint32_t count) override
    {
        std::vector<uint8_t> bytes(count);
        Take(bytes);
        return std::make_unique<OwnedSource>(std::move(bytes));
    }

  private:
    std::vector<uint8_t> m_bytes; ///< The bytes.
    std::size_t m_taken{0};       ///< Bytes taken so far.
};

/**
 * @ingroup net8
 * A byte source over bytes in memory.
 */
class SpanSource : public ByteSource
{
  public:
    /**
     * Create a source.
     *
     * @param bytes the bytes; not copied, must outlive the source
     */
    explicit SpanSource(std::span<const uint8_t> bytes)
        : m_bytes(bytes)
    {
    }

    uint32_t GetSize() const override
    {
        return static_cast<uint32_t>(m_bytes.size());
    }

    void Take(std::span<uint8_t> to) override
    {
        std::ranges::copy(m_bytes.first(to.size()), to.begin());
        Skip(static_cast<uint32_t>(to.size()));
    }

    void Skip(uint32_t count) override
    {
        m_bytes = m_bytes.subspan(count);
    }

    std::unique_ptr<ByteSource> Split(uint32_t count) override
    {
        std::vector<uint8_t> bytes(count);
        Take(bytes);
        return std::make_unique<OwnedSource>(std::move(bytes));
    }

  private:
    std::span<const uint8_t> m_bytes; ///< Remaining bytes.
};

} // namespace ns3::net8

#endif /* NET8_BYTE_SOURCE_H */
