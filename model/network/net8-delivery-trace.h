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
 * The capacity of a link as a mahimahi trace: each line of the file is a time in milliseconds at
 * which the link can deliver 1504 bytes.
 *
 * A delivery opportunity carries as much of the waiting packets as fits, the rest waits for the
 * next one, and unused capacity is lost. A packet cannot use an opportunity at its own arrival
 * time, only later ones. After the last line the trace starts again, with its times counted from
 * that of the last line. Several lines may have the same time. Packets longer than 1504 bytes,
 * which mahimahi refuses, use several opportunities here.
 *
 * Source: mahimahi, src/packet/link_queue.cc (rationalize, use_a_delivery_opportunity, the rules
 * for lines in the constructor) and mm-link(1); R. Netravali et al., "Mahimahi: Accurate
 * Record-and-Replay for HTTP", USENIX ATC 2015.
 */
class DeliveryTrace
{
  public:
    /// Bytes per delivery opportunity: an MTU of 1500 and the header of mahimahi's TUN device.
    static constexpr uint32_t CHANCE_BYTES = 1504;
    /// Bytes of the header of mahimahi's TUN device, counted with each IP packet.
    static constexpr uint32_t HEADER_BYTES = 4;

    /**
     * Read the text of a trace.
     *
     * @param text lines with one time each
     * @param times receives the times, ms
     * @return one sentence naming the invalid line, or nothing
     */
    static std::string Parse(std::string_view text, std::vector<uint64_t>& times);

    /**
     * Create a trace.
     *
     * @param times the times read by Parse, ms
     */
    explicit DeliveryTrace(std::vector<uint64_t> times);

    /**
     * Get the mean rate of a trace.
     *
     * @param times the times read by Parse, ms
     * @return mean rate that the link can deliver, bits per second, 1 or more
     */
    static uint64_t GetMeanRate(const std::vector<uint64_t>& times);

    /**
     * Deliver a packet after all earlier ones.
     *
     * @param now its arrival time; not before that of the previous call
     * @param bytes its length, 1 or more
     * @return when it is delivered
     */
    std::chrono::nanoseconds Deliver(std::chrono::nanoseconds now, uint32_t bytes);

  private:
    /**
     * @return time of the next opportunity
     */
    std::chrono::nanoseconds GetNext() const;

    /// Move on by one opportunity.
    void Advance();

    /**
     * Skip all opportunities up to a time.
     *
     * @param now current simulation time
     */
    void PassUntil(std::chrono::nanoseconds now);

    std::vector<uint64_t> m_times;        ///< Times of the opportunities, ms.
    size_t m_next{0};                     ///< Index of the next opportunity.
    uint64_t m_base{0};                   ///< Start of the current pass through the trace, ms.
    std::chrono::nanoseconds m_begun{-1}; ///< Time of the last opportunity used.
    uint32_t m_left{0};                   ///< Bytes left of it.
};

} // namespace ns3::net8

#endif /* NET8_DELIVERY_TRACE_H */
