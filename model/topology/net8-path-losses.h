// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_LOSSES_H
#define NET8_PATH_LOSSES_H

#include "net8-loss-model.h"
#include "net8-path-drops.h"

#include "ns3/net-device.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The packets that a network loses, at random or by a list.
 */
class Net8PathLosses : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8PathLosses();
    ~Net8PathLosses() override;

    /**
     * Check the list.
     *
     * @throw std::invalid_argument with one sentence if it cannot be parsed
     */
    void Check() const;

    /**
     * Install the losses that the attributes set for packets arriving at a device.
     *
     * @param direction TO_CLIENT or TO_SERVER
     * @param device the receiving device
     * @param header header of its frames
     * @param addressed count only frames to the device's own address
     */
    void Install(PathDirection direction,
                 const Ptr<NetDevice>& device,
                 Net8LossModel::LinkHeader header,
                 bool addressed);

    /**
     * @param drops the packets lost so far are added here
     */
    void AddDrops(PathDrops& drops) const;

    /**
     * @return the direction in which LossRate counts
     */
    PathDirection GetDirection() const;

    /**
     * Add counts of packets subject to LossRate, if it is set, and of those lost:
     * `loss_draws_of_ends_to_client` and `losses_of_ends_to_client` for TCP segments that end a
     * message, `loss_draws_of_others_to_client` and `losses_of_others_to_client`, and the same
     * to_server.
     *
     * @param out the counts are added here
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

    /**
     * @param out the draws of all models are added here
     */
    void AddLossDraws(std::vector<LossDraws>& out) const;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    double m_rate{0};                               ///< Probability that a packet is lost.
    PathDirection m_direction{PathDirection::BOTH}; ///< Direction of LossRate.
    std::string m_list;                             ///< Packets lost towards the clients.
    std::vector<Ptr<Net8LossModel>> m_toClient;     ///< Loss models towards the clients.
    std::vector<Ptr<Net8LossModel>> m_toServer;     ///< Loss models towards the server.
};

} // namespace ns3::net8

#endif /* NET8_PATH_LOSSES_H */
