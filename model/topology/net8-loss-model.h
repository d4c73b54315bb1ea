// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LOSS_MODEL_H
#define NET8_LOSS_MODEL_H

#include "net8-loss-draws.h"

#include "ns3/error-model.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-link-loss.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <set>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Loses packets of TCP, UDP, IPX, DECnet and NetBIOS where they arrive: at random, as RandomLoss
 * decides, and by a list of indices. Bursts are lost where a link begins (see Net8LinkConditions).
 *
 * Packets are numbered from 0 in the order in which they reach the model. ARP, ICMP and neighbour
 * discovery are neither numbered nor lost, so that index n means the same packet with and without
 * address resolution.
 */
class Net8LossModel : public ErrorModel
{
  public:
    /// The header that precedes the IP header.
    enum class LinkHeader : uint8_t
    {
        ETHERNET, ///< 14 bytes, EtherType at the end (attribute value `ethernet`).
        PPP,      ///< 2 bytes, PPP protocol number (`ppp`).
    };

    /**
     * Number of packets subject to random loss, and how many of them were lost. As the loss of a
     * packet is independent of its contents, losses minus Rate times draws has mean 0, however the
     * sender reacts to earlier losses.
     */
    struct Tally
    {
        uint64_t draws{0};  ///< Packets subject to random loss.
        uint64_t losses{0}; ///< Those of them that were lost.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LossModel();
    ~Net8LossModel() override;

    /**
     * Parse a list of indices.
     *
     * @param text comma-separated whole numbers, such as "3,17,40"; may be empty
     * @return the indices
     * @throw std::invalid_argument with one sentence that names the invalid entry
     */
    static std::set<uint64_t> ParseList(const std::string& text);

    /**
     * @param indices packets to lose
     */
    void SetList(std::set<uint64_t> indices);

    /**
     * @return packets lost so far
     */
    uint64_t GetLost() const;

    /**
     * @param ends true for TCP segments with PSH, which end a message and whose loss no later
     * segment reveals; false for all other packets
     * @return counts of random losses among them
     */
    const Tally& GetTally(bool ends) const;

    /**
     * @return its draws of the random stream
     */
    LossDraws GetDraws() const;

    /**
     * Set the random stream.
     *
     * @param stream the stream
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    // Inherited
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    /**
     * @param rate probability of loss
     */
    void SetRate(double rate);

    /**
     * @return probability of loss
     */
    double GetRate() const;

    /**
     * @param packet a packet with its link header
     * @return whether it is one of those that count, by its destination
     */
    bool IsAddressed(const Packet& packet) const;

    double m_rate{0};                              ///< Probability of loss.
    LinkHeader m_linkHeader{LinkHeader::ETHERNET}; ///< Header before the IP header.
    Mac48Address m_onlyTo;               ///< Destination of affected frames; broadcast = all.
    std::set<uint64_t> m_list;           ///< Packets to lose.
    uint64_t m_seen{0};                  ///< Packets numbered so far.
    uint64_t m_lost{0};                  ///< Packets lost so far.
    Tally m_ends;                        ///< Random losses among ends of messages.
    Tally m_others;                      ///< Random losses among all other packets.
    Ptr<UniformRandomVariable> m_random; ///< Source of random numbers.
    RandomLoss m_chance;                 ///< Decides the loss of each packet.
};

} // namespace ns3::net8

#endif /* NET8_LOSS_MODEL_H */
