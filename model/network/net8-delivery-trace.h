// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DELIVERY_TRACE_H
#define NET8_DELIVERY_TRACE_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The capacity of a link as a trace of mahimahi tells it: each line of a file is a time in
 * milliseconds at which the link can deliver 1504 bytes.
 *
 * A chance to deliver carries as much of the packets that wait as fits, a rest waits for the next,
 * and what is not used is gone. A packet cannot use a chance of the time at which it comes, only
 * later ones. After the last line the trace begins again, its times counted from that of the last
 * line. Several lines may have the same time. Packets longer than 1504 bytes, which mahimahi
 * refuses, take several chances here.
 *
 * Source: mahimahi, src/packet/link_queue.cc (rationalize, use_a_delivery_opportunity, the rules
 * for lines in the constructor) and mm-link(1); R. Netravali et al., "Mahimahi: Accurate
 * Record-and-Replay for HTTP", USENIX ATC 2015.
 */
class DeliveryTrace
{
  public:
    /// Bytes of a chance to deliver: an MTU of 1500 and the header of mahimahi's TUN device.
    static constexpr uint32_t CHANCE_BYTES = 1504;
    /// Bytes of the header of mahimahi's TUN device, which count with each IP packet.
    static constexpr uint32_t HEADER_BYTES = 4;

    /**
     * Read the text of a trace.
     *
     * @param text lines with a time each
     * @param times where the times go, ms
     * @return one sentence with the line that is wrong, or nothing
     */
    static std::string Parse(std::string_view text, std::vector<uint64_t>& times);

    /**
     * @param times what Parse gave
     */
    explicit DeliveryTrace(std::vector<uint64_t> times);

    /**
     * @param times what Parse gave
     * @return what the link can deliver in the mean, bits per second, 1 or more
     */
    static uint64_t GetMeanRate(const std::vector<uint64_t>& times);

    /**
     * Deliver a packet behind all that came before it.
     *
     * @param now when it comes; not before that of the call before
     * @param bytes its length, 1 or more
     * @return when it is delivered
     */
    std::chrono::nanoseconds Deliver(std::chrono::nanoseconds now, uint32_t bytes);

  private:
    /**
     * @return time of the next chance
     */
    std::chrono::nanoseconds GetNext() const;

    /// Go on to the chance after the next.
    void Advance();

    /**
     * Pass over all chances up to a time.
     *
     * @param now the time
     */
    void PassUntil(std::chrono::nanoseconds now);

    std::vector<uint64_t> m_times;        ///< Times of the chances, ms.
    size_t m_next{0};                     ///< The next chance.
    uint64_t m_base{0};                   ///< What the times are counted from, ms.
    std::chrono::nanoseconds m_begun{-1}; ///< Time of the chance that a packet used last.
    uint32_t m_left{0};                   ///< Bytes that it still has.
};

} // namespace ns3::net8

#endif /* NET8_DELIVERY_TRACE_H */
