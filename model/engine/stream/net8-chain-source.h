// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CHAIN_SOURCE_H
#define NET8_CHAIN_SOURCE_H

#include "net8-byte-source.h"

#include <cstdint>
#include <list>
#include <memory>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Received bytes in several parts, one after the other.
 */
class ChainSource : public ByteSource
{
  public:
    /// The parts.
    using Parts = std::list<std::unique_ptr<ByteSource>>;

    /**
     * Create a source.
     *
     * @param parts the parts, none of them empty
     */
    explicit ChainSource(Parts parts);

    uint32_t GetSize() const override;
    void Take(std::span<uint8_t> to) override;
    void Skip(uint32_t count) override;
    std::unique_ptr<ByteSource> Split(uint32_t count) override;

  private:
    Parts m_parts; ///< The remaining parts.
};

} // namespace ns3::net8

#endif /* NET8_CHAIN_SOURCE_H */
