// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BYTE_QUEUE_H
#define NET8_BYTE_QUEUE_H

#include "ns3/net8-outgoing-bytes.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Bytes that wait for a socket in the order in which they were added.
 */
class ByteQueue : public OutgoingBytes
{
  public:
    ByteQueue();
    ~ByteQueue() override;

    /**
     * Add bytes at the end.
     *
     * @tparam Bytes container of bytes or characters
     * @param bytes the bytes
     */
    template <typename Bytes>
    void Add(const Bytes& bytes)
    {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }

    std::vector<uint8_t> Take(uint32_t room) override;
    bool IsDrained() const override;

  private:
    std::vector<uint8_t> m_bytes; ///< The bytes.
};

} // namespace ns3::net8

#endif /* NET8_BYTE_QUEUE_H */
