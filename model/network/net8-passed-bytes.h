// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PASSED_BYTES_H
#define NET8_PASSED_BYTES_H

#include <cstdint>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One direction of a TCP connection as seen at a point on its path: which of its bytes pass for the
 * first time, so that retransmissions count once.
 *
 * Segments may come in any order. Bytes that were lost before this point leave a gap, and count
 * when they are retransmitted; bytes lost after this point have passed, and their retransmission
 * does not count. A SYN starts over.
 */
class PassedBytes
{
  public:
    /**
     * Handle a passing segment.
     *
     * @param sequence its sequence number
     * @param bytes its payload
     * @param syn whether it is a SYN, which takes one sequence number before its payload
     * @return bytes of the payload that pass for the first time
     */
    uint32_t Take(uint32_t sequence, uint32_t bytes, bool syn);

  private:
    /**
     * Fill gaps with a segment.
     *
     * @param from first byte of a segment
     * @param to the byte after its last one
     * @return number of its bytes that fill gaps
     */
    int64_t FillGaps(int64_t from, int64_t to);

    bool m_begun{false};               ///< A segment has passed.
    int64_t m_end{0};                  ///< End of the bytes that have passed, not wrapped.
    std::map<int64_t, int64_t> m_gaps; ///< Bytes before it that have not passed: end by start.
};

} // namespace ns3::net8

#endif /* NET8_PASSED_BYTES_H */
