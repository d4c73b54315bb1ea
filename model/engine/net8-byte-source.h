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
 * Bytes that have arrived, to be taken from the front. Whoever has them keeps them as it likes: in
 * memory, or as a packet of a simulator whose payload is only counted.
 */
class ByteSource
{
  public:
    virtual ~ByteSource() = default;

    /**
     * @return bytes that are left
     */
    virtual uint32_t GetSize() const = 0;

    /**
     * Take bytes from the front.
     *
     * @param to where they go; no more than are left
     */
    virtual void Take(std::span<uint8_t> to) = 0;

    /**
     * Pass over bytes at the front.
     *
     * @param count their number; no more than are left
     */
    virtual void Skip(uint32_t count) = 0;

    /**
     * Take bytes from the front, and keep them as they are kept here.
     *
     * @param count their number; no more than are left
     * @return the bytes
     */
    virtual std::unique_ptr<ByteSource> Split(uint32_t count) = 0;
};

/**
 * @ingroup net8
 * Bytes that it owns.
 */
class OwnedSource : public ByteSource
{
  public:
    /**
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
    std::size_t m_taken{0};       ///< How many were taken.
};

/**
 * @ingroup net8
 * Bytes in memory.
 */
class SpanSource : public ByteSource
{
  public:
    /**
     * @param bytes the bytes; they stay where they are
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
    std::span<const uint8_t> m_bytes; ///< Bytes that are left.
};

} // namespace ns3::net8

#endif /* NET8_BYTE_SOURCE_H */
