// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_LINK_H
#define NET8_NETWORK_LINK_H

#include "net8-link-conditions.h"
#include "net8-path-losses.h"
#include "net8-path-queues.h"

#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/net8-delivery-trace.h"
#include "ns3/net8-stage-line.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-size.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One link of a network: what a plan says of it, its devices, and what it drops.
 *
 * A point-to-point link between two routers, those of sites among them. Attributes that are not
 * here are those of its part Net8LinkConditions. Up is from the first name of Between to the second
 * one, down is back, towards the clients. Each way has a rate, a delay and a queue of its own;
 * packets are lost at the far end of each way, TCP and UDP alone (see Net8LossModel).
 */
class Net8NetworkLink : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8NetworkLink();
    ~Net8NetworkLink() override;

    /**
     * @return the objects that have its attributes: itself, then its conditions
     */
    std::vector<Ptr<Object>> GetParts();

    /// What the link becomes at some time.
    struct Change
    {
        Time at{};           ///< When.
        DataRate rateUp{};   ///< Rate up; 0: as it is.
        DataRate rateDown{}; ///< Rate down; 0: as it is.
        Time delayUp{};      ///< Delay up; negative: as it is.
        Time delayDown{};    ///< Delay down; negative: as it is.
    };

    /**
     * Let the link become another one. Call it after Lay.
     *
     * @param change what it becomes and when
     */
    void ScheduleChange(const Change& change);

    /**
     * Compute its packets from now on, its changes included. Call it when all is built.
     *
     * @param up direction
     * @return what a line is to know of it
     * @throw std::invalid_argument with one sentence when that cannot be
     */
    Net8StageLine::Model Compute(bool up);

    /**
     * @return its name
     */
    const std::string& GetName() const;

    /**
     * @return names of the sites or routers at its first and its second end
     * @throw std::invalid_argument with one sentence unless they are two
     */
    std::pair<std::string, std::string> GetEnds() const;

    /**
     * @return largest IP packet, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @param up whether up or down
     * @return propagation delay that way
     */
    Time GetDelay(bool up) const;

    /**
     * @param up whether up or down
     * @return rate that way
     */
    DataRate GetRate(bool up) const;

    /**
     * @return whether its ends can be simulated by two processes as far as the link is concerned:
     * its delay is not drawn, nothing is common to both ways, and packets fit a message between
     * processes
     */
    bool MayBeCut() const;

    /**
     * @throw std::invalid_argument with one sentence when the attributes do not go together
     */
    void Check();

    /**
     * Lay it, without addresses. May be called once.
     *
     * @param first router at its first end
     * @param second router at its second end
     * @param anyProtocol whether packets without IP cross it, too
     * @return the devices on both
     * @throw std::invalid_argument with one sentence if those cannot
     */
    NetDeviceContainer Lay(const Ptr<Node>& first, const Ptr<Node>& second, bool anyProtocol);

    /**
     * Let packets cross from rank to rank. Call it after Lay, where its ends are of two ranks.
     *
     * @param gap least delay that it will ever have
     */
    void Cut(Time gap);

    /**
     * Put the queue disciplines on its devices, when they have addresses.
     */
    void InstallDisciplines();

    /**
     * @return the devices at both ends
     */
    const NetDeviceContainer& GetDevices() const;

    /**
     * @return packets lost so far, up being to the server
     */
    PathDrops GetDrops() const;

    /**
     * @param out where its counters go, the ones that are not 0
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    using LossDirection = Net8LinkConditions::Direction; ///< Direction in which packets are lost.

    /**
     * Read a trace of chances to deliver.
     *
     * @param up whether up or down
     * @param text lines with a time each; empty: there is none
     */
    void ReadTrace(bool up, const std::string& text);

    /**
     * @param up whether up or down
     * @return the trace that packets follow that way, or none
     */
    const std::optional<DeliveryTrace>& GetTrace(bool up) const;

    /**
     * @param up whether up or down
     * @param queue its size
     */
    void SetQueue(bool up, QueueSize queue);

    /**
     * @param node a router
     * @param up whether it is at the first end, from which packets go up
     * @return a device on it
     */
    Ptr<NetDevice> MakeDevice(const Ptr<Node>& node, bool up) const;

    /**
     * @param device device of an end, which gets its attributes
     * @param up direction in which it sends
     */
    template <typename Device>
    void Equip(const Ptr<Device>& device, bool up) const;

    /**
     * Connect both ends by lines that packets without IP cross, too.
     *
     * @param first router at the first end
     * @param second router at the second end
     */
    void LayFrames(const Ptr<Node>& first, const Ptr<Node>& second);

    /**
     * Connect both ends point to point.
     *
     * @param first router at the first end
     * @param second router at the second end
     */
    void LayPoints(const Ptr<Node>& first, const Ptr<Node>& second);

    /**
     * Go on as a change says; what is computed knows of it.
     *
     * @param change the change
     */
    void Apply(const Change& change);

    /**
     * @param up whether up or down
     * @return queues that way
     */
    const Ptr<Net8PathQueues>& GetQueues(bool up) const;

    // ATTRIBUTES
    std::string m_name;                                 ///< Its name.
    std::string m_between;                              ///< Names at its ends.
    DataRate m_rate;                                    ///< Rate, down and up.
    DataRate m_rateUp;                                  ///< Rate up; 0: as Rate.
    Time m_delay;                                       ///< Delay, down and up.
    Time m_delayUp;                                     ///< Delay up; negative: as Delay.
    uint32_t m_mtu{1500};                               ///< Largest IP packet, bytes.
    QueueSize m_queueSize;                              ///< Room in the queues.
    QueueSize m_queueSizeUp;                            ///< Room up; 0: as QueueSize.
    Net8PathQueues::Discipline m_discipline{};          ///< Queue discipline.
    double m_lossRate{0};                               ///< Probability of loss.
    LossDirection m_lossDirection{LossDirection::BOTH}; ///< Where it counts.
    std::string m_lossList;                             ///< Packets lost down.
    std::string m_deliveryTrace;                        ///< Chances to deliver down.
    std::string m_deliveryTraceUp;                      ///< Chances to deliver up.

    // STATE
    Ptr<Net8PathQueues> m_up;                             ///< Queue at the first end.
    Ptr<Net8PathQueues> m_down;                           ///< Queue at the second end.
    Ptr<Net8PathLosses> m_losses;                         ///< Packets that are lost.
    NetDeviceContainer m_devices;                         ///< Devices at both ends.
    Ptr<Net8LinkConditions> m_conditions;                 ///< Jitter, bursts of losses, a firewall.
    std::vector<Change> m_changes;                        ///< What it becomes, in order of time.
    bool m_computed{false};                               ///< Its packets are computed.
    std::array<std::optional<DeliveryTrace>, 2> m_traces; ///< Traces up and down.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_LINK_H */
