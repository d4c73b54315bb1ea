// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RADIO_H
#define NET8_RADIO_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An 802.11g channel shared by an access point and its stations: one frame at a time, in either
 * direction.
 *
 * A frame takes DIFS, a backoff of 0 to CW slots, its own air time, SIFS and the ACK (IEEE
 * 802.11-2012, 9.3 and clause 19, ERP-OFDM, short slots, no RTS or CTS). A lost frame is repeated,
 * each time after a backoff from a window twice as large, until it arrives or Attempts are used up.
 * The rate is drawn again from Rates after exponential times with mean DwellTime.
 *
 * It replaces ns-3's Wi-Fi where only the time of frames matters. Differences: senders take turns,
 * so there are no collisions and a backoff begins when the channel is free; a frame keeps its turn
 * while it is repeated; every frame has a backoff; ACKs and beacons are not lost.
 */
class Net8Radio : public Object
{
  public:
    /// Callback invoked when the frame has arrived, at its end and before the ACK, or when it is
    /// given up.
    using Done = std::function<void(bool arrived)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Radio();

    /**
     * Parse a list of rates.
     *
     * @param text rates of 802.11g, separated by commas, such as "54Mbps,24Mbps"
     * @return the rates, Mbit/s
     * @throw std::invalid_argument with one sentence that names the invalid entry
     */
    static std::vector<uint32_t> ParseRates(const std::string& text);

    /**
     * @param payload IP packet in a frame, bytes
     * @param rate Mbit/s
     * @return time on the air of a data frame
     */
    static Time GetFrameTime(uint32_t payload, uint32_t rate);

    /**
     * @param rate rate of the acknowledged frame, Mbit/s
     * @return time on the air of the ACK
     */
    static Time GetAckTime(uint32_t rate);

    /**
     * Send a frame when its turn comes.
     *
     * @param payload size of the IP packet in it, bytes
     * @param done called with the outcome
     */
    void Carry(uint32_t payload, Done done);

    /**
     * @return transmissions lost so far, repetitions included
     */
    uint64_t GetLost() const;

    /**
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return the number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// Send the first waiting frame.
    void TransmitNext();
    /**
     * Finish the first frame.
     *
     * @param arrived whether it arrived
     * @param busy time for which the channel remains busy
     */
    void Finish(bool arrived, Time busy);
    /// Free the channel.
    void Free();
    /**
     * @param when a time, not before the last one asked for
     * @return rate at that time, Mbit/s
     */
    uint32_t GetRate(Time when);
    /**
     * @param rates list of rates
     */
    void SetRates(std::string rates);

    // ATTRIBUTES
    std::vector<uint32_t> m_rates; ///< Rates, Mbit/s.
    Time m_dwellTime;              ///< Mean time until the rate is drawn again.
    double m_frameLoss{0};         ///< Probability that a transmission is lost.
    uint32_t m_attempts{7};        ///< Most transmissions of a frame.

    // STATE
    std::deque<std::pair<uint32_t, Done>>
        m_waiting;                          ///< Waiting frames, starting with the one being sent.
    bool m_busy{false};                     ///< Whether the channel is in use.
    uint32_t m_rate{0};                     ///< Current rate, Mbit/s; 0: none drawn yet.
    Time m_until;                           ///< When it is drawn again.
    uint64_t m_lost{0};                     ///< Transmissions lost.
    Ptr<UniformRandomVariable> m_backoff;   ///< Slots of a backoff.
    Ptr<UniformRandomVariable> m_loss;      ///< Decides the loss of each transmission.
    Ptr<UniformRandomVariable> m_choice;    ///< Chooses a rate.
    Ptr<ExponentialRandomVariable> m_dwell; ///< Times between changes of the rate.
};

} // namespace ns3::net8

#endif /* NET8_RADIO_H */
