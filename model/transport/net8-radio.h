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
 * A channel of 802.11g that an access point and its stations share: one frame at a time, in
 * whatever direction.
 *
 * A frame takes DIFS, a backoff of 0 to CW slots, itself, SIFS and the ACK (IEEE 802.11-2012, 9.3
 * and clause 19, ERP-OFDM, short slots, no RTS or CTS). A lost frame is repeated, each time after a
 * backoff from a window twice as large, until it arrives or Attempts are used up. The rate changes
 * to one of Rates, drawn anew, after times that are exponential with mean DwellTime.
 *
 * It stands in for ns-3's Wi-Fi where only the time of frames counts. What differs: senders take
 * turns, so that nothing collides and a backoff begins when the channel is free; a frame keeps its
 * turn while it is repeated; every frame comes after a backoff; ACKs and beacons are not lost.
 */
class Net8Radio : public Object
{
  public:
    /// Told whether the frame has arrived, at its end, before the ACK; else when it is given up.
    using Done = std::function<void(bool arrived)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Radio();

    /**
     * Read a list of rates.
     *
     * @param text rates of 802.11g with commas between, such as "54Mbps,24Mbps"
     * @return the rates, Mbit/s
     * @throw std::invalid_argument with one sentence that names the wrong entry
     */
    static std::vector<uint32_t> ParseRates(const std::string& text);

    /**
     * @param payload IP packet in a frame, bytes
     * @param rate Mbit/s
     * @return time on the air of a data frame
     */
    static Time GetFrameTime(uint32_t payload, uint32_t rate);

    /**
     * @param rate rate of the frame that is acknowledged, Mbit/s
     * @return time on the air of the ACK
     */
    static Time GetAckTime(uint32_t rate);

    /**
     * Send a frame when its turn has come.
     *
     * @param payload IP packet in it, bytes
     * @param done told what became of it
     */
    void Carry(uint32_t payload, Done done);

    /**
     * @return transmissions that were lost so far, repeats among them
     */
    uint64_t GetLost() const;

    /**
     * Fix the random streams.
     *
     * @param stream the first stream to use
     * @return the number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// Send the first of the frames that wait.
    void TransmitNext();
    /**
     * The first frame is over.
     *
     * @param arrived whether it arrived
     * @param busy how long the channel is busy yet
     */
    void Finish(bool arrived, Time busy);
    /// The channel is free.
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
    Time m_dwellTime;              ///< Mean time until a rate is drawn anew.
    double m_frameLoss{0};         ///< Probability that a transmission is lost.
    uint32_t m_attempts{7};        ///< Transmissions of a frame at most.

    // STATE
    std::deque<std::pair<uint32_t, Done>> m_waiting; ///< Frames that wait, the sent one first.
    bool m_busy{false};                              ///< Whether the channel is in use.
    uint32_t m_rate{0};                              ///< Rate now, Mbit/s; 0: none drawn yet.
    Time m_until;                                    ///< When it is drawn anew.
    uint64_t m_lost{0};                              ///< Transmissions lost.
    Ptr<UniformRandomVariable> m_backoff;            ///< Slots of a backoff.
    Ptr<UniformRandomVariable> m_loss;               ///< Decides on each transmission.
    Ptr<UniformRandomVariable> m_choice;             ///< Chooses a rate.
    Ptr<ExponentialRandomVariable> m_dwell;          ///< Times between changes of the rate.
};

} // namespace ns3::net8

#endif /* NET8_RADIO_H */
