// SPDX-License-Identifier: GPL-2.0-only
#include "net8-radio.h"

#include "ns3/double.h"
#include "ns3/net8-stream-name.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Radio);

namespace
{

// IEEE 802.11-2012, tables 18-17 and 19-8, with short slots.
constexpr int64_t SLOT = 9;                   ///< A slot of a backoff, us.
constexpr int64_t SIFS = 10;                  ///< Time between a frame and its ACK, us.
constexpr int64_t DIFS = SIFS + 2 * SLOT;     ///< Silence before a backoff, us.
constexpr int64_t PREAMBLE = 20;              ///< Preamble and SIGNAL field of a frame, us.
constexpr int64_t SYMBOL = 4;                 ///< A symbol, us.
constexpr int64_t EXTENSION = 6;              ///< Silence at the end of a frame of 802.11g, us.
constexpr uint32_t SERVICE_AND_TAIL = 16 + 6; ///< Bits added to the frame.
constexpr uint32_t FIRST_WINDOW = 15;         ///< First backoff window, slots.
constexpr uint32_t LAST_WINDOW = 1023;        ///< Largest backoff window, slots.
constexpr uint32_t HEADERS = 24 + 8 + 4;      ///< MAC header, LLC with SNAP, FCS; bytes.
constexpr uint32_t ACK = 14;                  ///< ACK, bytes.
constexpr std::array<uint32_t, 8> RATES{6, 9, 12, 18, 24, 36, 48, 54}; ///< Mbit/s.

/**
 * @param bytes MAC frame with its FCS, bytes
 * @param rate Mbit/s
 * @return time on the air
 */
Time
GetAirTime(uint32_t bytes, uint32_t rate)
{
    const uint32_t symbolBits = 4 * rate;
    const uint32_t symbols = (8 * bytes + SERVICE_AND_TAIL + symbolBits - 1) / symbolBits;
    return MicroSeconds(PREAMBLE + SYMBOL * symbols + EXTENSION);
}

} // namespace

TypeId
Net8Radio::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Radio")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Radio>()
            .AddAttribute("Rates",
                          "Rates of 802.11g between which it changes, such as \"54Mbps,24Mbps\".",
                          StringValue("54Mbps"),
                          MakeStringAccessor(&Net8Radio::SetRates),
                          MakeStringChecker())
            .AddAttribute("DwellTime",
                          "Mean time until a new rate is drawn.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Net8Radio::m_dwellTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("FrameLoss",
                          "Probability that a transmission of a frame is lost.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8Radio::m_frameLoss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Attempts",
                          "Transmissions of a frame before it is given up.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&Net8Radio::m_attempts),
                          MakeUintegerChecker<uint32_t>(1, 255));
    return tid;
}

Net8Radio::Net8Radio()
    : m_backoff(CreateObject<UniformRandomVariable>()),
      m_loss(CreateObject<UniformRandomVariable>()),
      m_choice(CreateObject<UniformRandomVariable>()),
      m_dwell(CreateObject<ExponentialRandomVariable>())
{
}

void
Net8Radio::DoDispose()
{
    m_waiting.clear();
    Object::DoDispose();
}

std::vector<uint32_t>
Net8Radio::ParseRates(const std::string& text)
{
    std::vector<uint32_t> rates;
    std::istringstream entries(text);
    for (std::string entry; std::getline(entries, entry, ',');)
    {
        const auto found = std::ranges::find_if(RATES, [&entry](uint32_t rate) {
            return std::to_string(rate) + "Mbps" == entry;
        });
        if (found == RATES.end())
        {
            throw std::invalid_argument(
                "\"" + entry +
                "\" is not a rate of 802.11g; use 6, 9, 12, 18, 24, 36, 48 or "
                "54Mbps.");
        }
        rates.push_back(*found);
    }
    if (rates.empty())
    {
        throw std::invalid_argument("A radio needs at least one rate, such as 54Mbps.");
    }
    return rates;
}

void
Net8Radio::SetRates(std::string rates)
{
    m_rates = ParseRates(rates);
}

Time
Net8Radio::GetFrameTime(uint32_t payload, uint32_t rate)
{
    return GetAirTime(payload + HEADERS, rate);
}

Time
Net8Radio::GetAckTime(uint32_t rate)
{
    // The highest mandatory rate that does not exceed that of the frame.
    return GetAirTime(ACK, rate >= 24 ? 24 : rate >= 12 ? 12 : 6);
}

void
Net8Radio::Carry(uint32_t payload, Done done)
{
    m_waiting.emplace_back(payload, std::move(done));
    if (!m_busy)
    {
        TransmitNext();
    }
}

void
Net8Radio::TransmitNext()
{
    m_busy = true;
    Time used;
    uint32_t window = FIRST_WINDOW;
    for (uint32_t attempt = 1;; ++attempt)
    {
        used += MicroSeconds(DIFS + SLOT * m_backoff->GetInteger(0, window));
        const auto rate = GetRate(Simulator::Now() + used);
        used += GetFrameTime(m_waiting.front().first, rate);
        const auto answer = MicroSeconds(SIFS) + GetAckTime(rate);
        const bool arrived = m_frameLoss == 0 || m_loss->GetValue() >= m_frameLoss;
        m_lost += arrived ? 0 : 1;
        if (arrived || attempt == m_attempts)
        {
            Simulator::Schedule(used, &Net8Radio::Finish, this, arrived, answer);
            return;
        }
        // The sender finds out when the ACK does not arrive.
        used += answer;
        window = std::min(2 * window + 1, LAST_WINDOW);
    }
}

void
Net8Radio::Finish(bool arrived, Time busy)
{
    const auto done = std::move(m_waiting.front().second);
    m_waiting.pop_front();
    Simulator::Schedule(busy, &Net8Radio::Free, this);
    done(arrived);
}

void
Net8Radio::Free()
{
    m_busy = false;
    if (!m_waiting.empty())
    {
        TransmitNext();
    }
}

uint32_t
Net8Radio::GetRate(Time when)
{
    // Exponential times have no memory: draws between two frames do not matter.
    if (m_rate == 0 || (m_rates.size() > 1 && when >= m_until))
    {
        m_rate = m_rates.at(m_choice->GetInteger(0, m_rates.size() - 1));
        m_until = when + Seconds(m_dwell->GetValue(m_dwellTime.GetSeconds(), 0));
    }
    return m_rate;
}

uint64_t
Net8Radio::GetLost() const
{
    return m_lost;
}

int64_t
Net8Radio::AssignStreams(int64_t stream)
{
    m_backoff->SetStream(StreamOf(stream, "backoff"));
    m_loss->SetStream(StreamOf(stream, "loss"));
    m_choice->SetStream(StreamOf(stream, "choice"));
    m_dwell->SetStream(StreamOf(stream, "dwell"));
    return 4;
}

} // namespace ns3::net8
