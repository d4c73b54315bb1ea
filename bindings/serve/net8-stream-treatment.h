// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STREAM_TREATMENT_H
#define NET8_STREAM_TREATMENT_H

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What happens to one direction of a connection besides the network, as toxics of toxiproxy ask
 * for.
 */
struct StreamTreatment
{
    std::optional<uint64_t> limit{};      ///< Bytes after which both sockets are closed; none: any.
    std::chrono::nanoseconds linger{0};   ///< How much later its end is passed on.
    uint32_t slice{0};                    ///< Bytes passed at once, on average; 0: any.
    uint32_t spread{0};                   ///< How far their number varies, bytes.
    std::chrono::nanoseconds interval{0}; ///< Time after each slice.
};

} // namespace ns3::net8

#endif /* NET8_STREAM_TREATMENT_H */
