// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PASSED_BYTES_H
#define NET8_PASSED_BYTES_H

#include <cstdint>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One direction of a TCP connection as a point of its way sees it: which of its bytes pass for the
 * first time, so that what is repeated counts once.
 *
 * Segments come in any order. Bytes that were lost before this point leave a gap, and count when
 * they are repeated; bytes that were lost behind it have passed, and their repetition counts
 * nothing. A SYN begins anew.
 */
class PassedBytes
{
  public:
    /**
     * Take a segment that passes.
     *
     * @param sequence its sequence number
     * @param bytes its payload
     * @param syn whether it is a SYN, which takes one sequence number before its payload
     * @return bytes of the payload that pass for the first time
     */
    uint32_t Take(uint32_t sequence, uint32_t bytes, bool syn);

  private:
    /**
     * @param from first byte of a segment
     * @param to the byte behind its last one
     * @return bytes of it that fill gaps
     */
    int64_t FillGaps(int64_t from, int64_t to);

    bool m_begun{false};               ///< A segment has passed.
    int64_t m_end{0};                  ///< Behind the last byte that has passed, not wrapped.
    std::map<int64_t, int64_t> m_gaps; ///< What has not passed before it: end by begin.
};

} // namespace ns3::net8

#endif /* NET8_PASSED_BYTES_H */
