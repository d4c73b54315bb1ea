// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-sysctls.h"

#include <type_traits>

namespace ns3::net8
{

namespace
{

using Entry = Net8TcpSysctls::Entry;

constexpr int64_t US = 1000;        ///< Nanoseconds of a microsecond.
constexpr int64_t MS = 1000000;     ///< Nanoseconds of a millisecond.
constexpr int64_t S = 1000000000;   ///< Nanoseconds of a second.
constexpr int64_t BYTES = 1U << 30; ///< Largest buffer.

/**
 * Make an entry for a field.
 *
 * @tparam FIELD the field
 * @tparam UNIT value of 1 in the field
 * @param name name of the attribute
 * @param most largest value
 * @param help one sentence
 * @return the entry
 */
template <auto FIELD, int64_t UNIT = 1>
Entry
Of(const char* name, int64_t most, const char* help)
{
    using Type = std::remove_reference_t<decltype(TcpSettings{}.*FIELD)>;
    constexpr auto KIND = std::is_same_v<Type, bool> ? Entry::Kind::SWITCH
                          : UNIT > 1                 ? Entry::Kind::TIME
                                                     : Entry::Kind::NUMBER;
    return {
        name,
        help,
        KIND,
        most,
        [](const TcpSettings& settings) { return static_cast<int64_t>(settings.*FIELD) * UNIT; },
        [](TcpSettings& settings, int64_t value) {
            settings.*FIELD = static_cast<Type>(value / UNIT);
        }};
}

/**
 * Make an entry for a number of tcp_wmem or tcp_rmem.
 *
 * @tparam FIELD the field
 * @tparam PLACE which of its numbers
 * @param name name of the attribute
 * @param help one sentence
 * @return the entry
 */
template <auto FIELD, std::size_t PLACE>
Entry
Memory(const char* name, const char* help)
{
    return {name,
            help,
            Entry::Kind::NUMBER,
            BYTES,
            [](const TcpSettings& settings) { return int64_t{(settings.*FIELD)[PLACE]}; },
            [](TcpSettings& settings, int64_t value) {
                (settings.*FIELD)[PLACE] = static_cast<uint32_t>(value);
            }};
}

/// @return sysctls of the receiver and of both ends
std::vector<Entry>
MakeReceiving()
{
    using T = TcpSettings;
    return {
        Memory<&T::receiveMemory, 0>("RmemMin", "Smallest receive buffer, bytes of memory."),
        Memory<&T::receiveMemory, 1>("RmemDefault", "Initial receive buffer, bytes of memory."),
        Memory<&T::receiveMemory, 2>("RmemMax", "Largest tuned receive buffer, bytes of memory."),
        Of<&T::maxReceiveBuffer>("CoreRmemMax", BYTES, "net.core.rmem_max, bytes."),
        Of<&T::moderateReceiveBuffer>("ModerateRcvbuf", 1, "Tune the receive buffer."),
        Of<&T::dsack>("Dsack", 1, "Report duplicate segments."),
        Of<&T::ecn>("Ecn", 2, "ECN: 0 never, 1 ask for it, 2 only if the peer asks."),
        Of<&T::ecnFallback>("EcnFallback", 1, "A repeated SYN does not ask for ECN."),
        Of<&T::interactiveThreshold>("PingpongThresh", 255, "Quick replies until interactive."),
        Of<&T::invalidRateLimitMs, MS>("InvalidRatelimit", 3600 * S, "Between two such answers."),
        Of<&T::compressedSackDelayUs, US>("CompSackDelay", S, "Longest delay of a SACK."),
        Of<&T::compressedSackSlackUs, US>("CompSackSlack", S, "Slack of the timer of SACKs."),
        Of<&T::compressedSackPercent>("CompSackRttPercent", 1000, "Same, percent of the RTT."),
        Of<&T::compressedSacks>("CompSackNr", 255, "SACKs held back; 0: none."),
        Of<&T::synAckRetries>("SynackRetries", 255, "Retransmissions of a SYN-ACK."),
        Of<&T::finTimeoutMs, MS>("FinTimeout", 3600 * S, "FIN-WAIT-2 without a user."),
    };
}

/// @return sysctls of the sender
std::vector<Entry>
MakeSending()
{
    using T = TcpSettings;
    using Kind = Entry::Kind;
    return {
        Memory<&T::sendMemory, 0>("WmemMin", "Smallest send buffer, bytes of memory."),
        Memory<&T::sendMemory, 1>("WmemDefault", "Initial send buffer, bytes of memory."),
        Memory<&T::sendMemory, 2>("WmemMax", "Largest tuned send buffer, bytes of memory."),
        Of<&T::maxSendBuffer>("CoreWmemMax", BYTES, "net.core.wmem_max, bytes."),
        Of<&T::notSentLowWater>("NotsentLowat", UINT32_MAX, "Most unsent bytes."),
        Of<&T::slowStartAfterIdle>("SlowStartAfterIdle", 1, "Shrink an unused window."),
        Of<&T::retransmitCollapse>("RetransCollapse", 1, "Join segments to retransmit."),
        {"Frto",
         "F-RTO after a timeout; 0: off.",
         Kind::NUMBER,
         2,
         [](const T& settings) { return int64_t{settings.frto ? 2 : 0}; },
         [](T& settings, int64_t value) { settings.frto = value > 0; }},
        {"EarlyRetrans",
         "Tail loss probe: 3 or 4; else off.",
         Kind::NUMBER,
         4,
         [](const T& settings) { return int64_t{settings.tailLossProbe ? 3 : 0}; },
         [](T& settings, int64_t value) { settings.tailLossProbe = value >= 3; }},
        {"Recovery",
         "RACK: 2 is added for a fixed window, 4 for no shortcut at three SACKs.",
         Kind::NUMBER,
         7,
         [](const T& settings) {
             return int64_t{1 + (settings.rackStaticWindow ? 2 : 0) +
                            (settings.rackNoDupThreshold ? 4 : 0)};
         },
         [](T& settings, int64_t value) {
             settings.rackStaticWindow = (value & 2) != 0;
             settings.rackNoDupThreshold = (value & 4) != 0;
         }},
        Of<&T::reordering>("Reordering", 1000, "Initial reordering, segments."),
        Of<&T::maxReordering>("MaxReordering", 65535, "Largest reordering, segments."),
        Of<&T::synLinearTimeouts>("SynLinearTimeouts", 127, "SYNs before the back-off."),
        Of<&T::retries1>("Retries1", 255, "Retransmissions before the path is suspected."),
        Of<&T::mtuProbing>("MtuProbing",
                           2,
                           "Search of the MTU: 0 no, 1 after a black hole, 2 yes."),
        Of<&T::baseMss>("BaseMss", 65535, "Where the search begins, bytes."),
        Of<&T::leastProbedMss>("MtuProbeFloor", 65535, "Where halving ends, bytes."),
        Of<&T::mtuProbeThreshold>("ProbeThreshold", 65535, "Width that ends the search, bytes."),
        Of<&T::mtuProbeIntervalS, S>("ProbeInterval", 86400 * S, "Until it begins anew."),
        Of<&T::retries2>("Retries2", 255, "Retransmissions before giving up."),
        {"OrphanRetries",
         "The same without a user; 0: 8.",
         Kind::NUMBER,
         255,
         [](const T& settings) { return int64_t{settings.orphanRetries}; },
         [](T& settings, int64_t value) {
             settings.orphanRetries = static_cast<uint8_t>(value == 0 ? 8 : value);
         }},
        Of<&T::rtoMaxMs, MS>("MaxRto", 120 * S, "Largest retransmission timeout."),
        Of<&T::minRttWindowS>("MinRttWlen", 86400, "Window of the minimum RTT, s."),
        Of<&T::pacingSlowStartPercent>("PacingSsRatio", 1000, "Pacing in slow start, percent."),
        Of<&T::pacingAvoidancePercent>("PacingCaRatio", 1000, "Pacing after it, percent."),
        Of<&T::minBurstSegments>("MinTsoSegs", 255, "Smallest burst, segments."),
        Of<&T::burstRttLog>("TsoRttLog", 31, "Larger bursts on short paths."),
        Of<&T::burstWindowDivisor>("TsoWinDivisor", 255, "Share of the window of a burst."),
    };
}

} // namespace

const std::vector<Net8TcpSysctls::Entry>&
Net8TcpSysctls::GetTable()
{
    static const std::vector<Entry> TABLE = [] {
        auto table = MakeReceiving();
        const auto sending = MakeSending();
        table.insert(table.end(), sending.begin(), sending.end());
        return table;
    }();
    return TABLE;
}

Net8TcpSysctls::Net8TcpSysctls()
    : m_values(GetTable().size(), UNSET)
{
}

void
Net8TcpSysctls::Apply(TcpSettings& settings) const
{
    for (std::size_t i = 0; i < m_values.size(); ++i)
    {
        if (m_values[i] != UNSET)
        {
            GetTable()[i].set(settings, m_values[i]);
        }
    }
}

} // namespace ns3::net8
