// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_TREATMENT_H
#define NET8_PACKET_TREATMENT_H

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What happens to the packets of one direction of a connection besides its links, as toxics ask
 * for.
 */
struct PacketTreatment
{
    /// A delay.
    struct Wait
    {
        std::chrono::nanoseconds delay{0};  ///< The delay, or its mean.
        std::chrono::nanoseconds jitter{0}; ///< How far it varies, uniformly.

        /**
         * @param other another delay
         * @return whether it is the same
         */
        bool operator==(const Wait& other) const = default;
    };

    std::vector<Wait> waits{};      ///< Delays, one after the other.
    std::optional<uint64_t> rate{}; ///< Rate of IP packets, bit/s; none: any.
    double loss{0};                 ///< Probability that a packet is lost; 1: all are.

    /**
     * @param other another treatment
     * @return whether it is the same
     */
    bool operator==(const PacketTreatment& other) const = default;
};

} // namespace ns3::net8

#endif /* NET8_PACKET_TREATMENT_H */
