// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_IMAGE_H
#define NET8_TCP_IMAGE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The bytes of plain variables, most of which are small numbers or 0, to be kept in less memory.
 */
class TcpImage
{
  public:
    /// What is left of the variables.
    using Squeezed = std::unique_ptr<uint8_t[]>;

    TcpImage() = default;

    /**
     * @param squeezed variables to be taken
     */
    explicit TcpImage(const Squeezed& squeezed);

    /**
     * @param variable the next variable to be kept
     */
    template <typename VARIABLE>
    void Put(const VARIABLE& variable)
    {
        static_assert(std::is_trivially_copyable_v<VARIABLE>);
        std::memcpy(Next(alignof(VARIABLE), sizeof(VARIABLE)), &variable, sizeof(variable));
    }

    /**
     * @param variable receives the next variable
     */
    template <typename VARIABLE>
    void Take(VARIABLE& variable)
    {
        static_assert(std::is_trivially_copyable_v<VARIABLE>);
        const auto* from = Next(alignof(VARIABLE), sizeof(VARIABLE));
        std::memcpy(static_cast<void*>(&variable), from, sizeof(variable));
    }

    /// @return all variables that were put, squeezed
    Squeezed Squeeze() const;

  private:
    /**
     * Variables are aligned, so that the same values are the same words.
     *
     * @param alignment alignment of the next variable, bytes
     * @param size its size, bytes
     * @return its place
     */
    uint8_t* Next(std::size_t alignment, std::size_t size)
    {
        const auto place = (m_size + alignment - 1) / alignment * alignment;
        m_size = place + size;
        return m_size <= m_bytes.size() ? &m_bytes[place] : throw std::length_error("TcpImage");
    }

    /// Bytes of all variables at most.
    static constexpr std::size_t MOST = 1024;

    std::array<uint8_t, MOST> m_bytes{}; ///< The variables.
    std::size_t m_size{0};               ///< Bytes put or taken.
};

} // namespace ns3::net8

#endif // NET8_TCP_IMAGE_H
