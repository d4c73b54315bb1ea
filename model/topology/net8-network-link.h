// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_LINK_H
#define NET8_NETWORK_LINK_H

#include "net8-link-conditions.h"
#include "net8-path-losses.h"
#include "net8-path-queues.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/net-device-container.h"
#include "ns3/net8-delivery-trace.h"
#include "ns3/net8-line-device.h"
#include "ns3/net8-stage-line.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-size.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One link of a network: its settings in a plan, its devices, and what it drops.
 *
 * A point-to-point link between two routers, which may be those of sites. Attributes not listed
 * here are those of its part Net8LinkConditions. Up is from the first name of Between to the second
 * one; down is back, towards the clients. Each direction has its own rate, delay and queue. Packets
 * are lost at the far end of each direction, TCP and UDP only (see Net8LossModel).
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
     * @return the objects that hold its attributes: the link itself, then its conditions
     */
    std::vector<Ptr<Object>> GetParts();

    /// A change of the link.
    struct Change
    {
        Time at{};           ///< Time of the change.
        DataRate rateUp{};   ///< New rate up; 0: unchanged.
        DataRate rateDown{}; ///< New rate down; 0: unchanged.
        Time delayUp{};      ///< New delay up; negative: unchanged.
        Time delayDown{};    ///< New delay down; negative: unchanged.
    };

    /**
     * Schedule a change. Must be called after Lay.
     *
     * @param change the change
     * @return its event
     */
    EventId ScheduleChange(const Change& change);

    /**
     * Say which of the scheduled changes may be taken back.
     *
     * @param from when the first of them is due
     * @param settle called before something depends on them; takes back those that will not happen
     */
    void SetUnsettled(Time from, std::function<void()> settle);

    /**
     * Take a change out of what is scheduled, so that it never happens.
     *
     * @param event its event
     */
    void TakeBack(const EventId& event);

    /**
     * Compute its packets from now on, including its changes. Must be called when everything is
     * built.
     *
     * @param up direction
     * @return the settings of a computed line for it
     * @throw std::invalid_argument with one sentence if it cannot be computed
     */
    Net8StageLine::Model Compute(bool up);

    /**
     * @return its name
     */
    const std::string& GetName() const;

    /**
     * @return names of the sites or routers at its first and its second end
     * @throw std::invalid_argument with one sentence unless there are two
     */
    std::pair<std::string, std::string> GetEnds() const;

    /**
     * @return largest IP packet, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @param up true for up, false for down
     * @return propagation delay in that direction
     */
    Time GetDelay(bool up) const;

    /**
     * @param up true for up, false for down
     * @return rate in that direction
     */
    DataRate GetRate(bool up) const;

    /**
     * @return whether the link allows its ends to be simulated by two processes: its delay is not
     * drawn, the directions share nothing, and packets fit into a message between processes
     */
    bool MayBeCut() const;

    /**
     * Check the attributes.
     *
     * @throw std::invalid_argument with one sentence if they do not go together
     */
    void Check();

    /**
     * Connect the two ends, without addresses. May be called once.
     *
     * @param first router at its first end
     * @param second router at its second end
     * @param anyProtocol whether packets other than IP cross it, too
     * @return the devices at both ends
     * @throw std::invalid_argument with one sentence if such packets cannot cross it
     */
    NetDeviceContainer Lay(const Ptr<Node>& first, const Ptr<Node>& second, bool anyProtocol);

    /**
     * Let packets cross between ranks. Must be called after Lay, if its ends belong to two ranks.
     *
     * @param gap smallest delay that it will ever have
     */
    void Cut(Time gap);

    /**
     * Install the queue disciplines on its devices, once these have addresses.
     */
    void InstallDisciplines();

    /**
     * @return the devices at both ends
     */
    const NetDeviceContainer& GetDevices() const;

    /**
     * @return packets lost so far, where up is towards the server
     */
    PathDrops GetDrops() const;

    /**
     * @return whether it is said what becomes of TCP urgent data
     */
    bool HandlesUrgentData() const
    {
        return m_conditions->HandlesUrgentData();
    }

    /**
     * @param out receives its counters that are not 0
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

    /**
     * @param out the draws that decided its losses are added here
     */
    void AddLossDraws(std::vector<LossDraws>& out) const;

    /**
     * @param out receives the counters of LossRate, see Net8PathLosses, and of its conditions
     */
    void AddLossCounters(std::map<std::string, uint64_t>& out) const;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    using LossDirection = Net8LinkConditions::Direction; ///< Direction in which packets are lost.

    /**
     * Read a delivery trace.
     *
     * @param up true for up, false for down
     * @param text lines with one time each; empty: no trace
     */
    void ReadTrace(bool up, const std::string& text);

    /**
     * @param up true for up, false for down
     * @return the delivery trace of that direction, if there is one
     */
    const std::optional<DeliveryTrace>& GetTrace(bool up) const;

    /**
     * @param up true for up, false for down
     * @param queue size of the queue
     */
    void SetQueue(bool up, QueueSize queue);

    /**
     * @param node a router
     * @param up whether it is at the first end, which sends up
     * @return a device on it
     */
    Ptr<Net8LineDevice> MakeDevice(const Ptr<Node>& node, bool up) const;

    /**
     * @param device device of an end, whose attributes are set
     * @param up direction in which it sends
     */
    template <typename Device>
    void Equip(const Ptr<Device>& device, bool up) const;

    /**
     * Connect the two ends by a line that packets other than IP cross, too.
     *
     * @param first router at the first end
     * @param second router at the second end
     */
    void LayFrames(const Ptr<Node>& first, const Ptr<Node>& second);

    /**
     * Connect the two ends point to point.
     *
     * @param first router at the first end
     * @param second router at the second end
     */
    void LayPoints(const Ptr<Node>& first, const Ptr<Node>& second);

    /// A change that is scheduled.
    struct Scheduled
    {
        Change change{}; ///< What changes.
        EventId event{}; ///< When it does.
    };

    /**
     * @param up direction
     * @return changes of its rate, in order of time
     */
    std::vector<FifoStage::RateChange> GetRateChanges(bool up) const;

    /**
     * @param up direction
     * @return changes of its delay, in order of time
     */
    std::vector<Net8LinkConditions::DelayChange> GetDelayChanges(bool up) const;

    /**
     * Apply a change; computed lines know it already.
     *
     * @param change the change
     */
    void Apply(const Change& change);

    /**
     * @param up true for up, false for down
     * @return queues of that direction
     */
    const Ptr<Net8PathQueues>& GetQueues(bool up) const;

    // ATTRIBUTES
    std::string m_name;                        ///< Its name.
    std::string m_between;                     ///< Names at its ends.
    DataRate m_rate;                           ///< Rate, down and up, unless RateUp is set.
    DataRate m_rateUp;                         ///< Rate up; 0: as Rate.
    Time m_delay;                              ///< Delay, down and up.
    Time m_delayUp;                            ///< Delay up; negative: as Delay.
    uint32_t m_mtu{1500};                      ///< Largest IP packet, bytes.
    QueueSize m_queueSize;                     ///< Size of the queues.
    QueueSize m_queueSizeUp;                   ///< Size up; 0: as QueueSize.
    bool m_marks{false};                       ///< It marks instead of dropping.
    QueueSize m_threshold;                     ///< Threshold of the discipline of that name.
    Net8PathQueues::Discipline m_discipline{}; ///< Queue discipline.
    double m_lossRate{0};                      ///< Probability of loss.
    LossDirection m_lossDirection{LossDirection::BOTH}; ///< Direction of the losses.
    std::string m_lossList;                             ///< List of packets lost down.
    std::string m_deliveryTrace;                        ///< Delivery trace down.
    std::string m_deliveryTraceUp;                      ///< Delivery trace up.

    // STATE
    Ptr<Net8PathQueues> m_up;             ///< Queue at the first end.
    Ptr<Net8PathQueues> m_down;           ///< Queue at the second end.
    Ptr<Net8PathLosses> m_losses;         ///< Losses of packets.
    NetDeviceContainer m_devices;         ///< Devices at both ends.
    Ptr<Net8LinkConditions> m_conditions; ///< Jitter, bursts of losses, a firewall.
    std::vector<Scheduled> m_changes;     ///< Changes, in order of time.
    Time m_unsettled{Time::Max()};        ///< From when on changes may be taken back.
    std::function<void()> m_settle{};     ///< Takes them back, or null.
    bool m_computed{false};               ///< Whether its packets are computed.
    std::array<std::optional<DeliveryTrace>, 2> m_traces; ///< Delivery traces up and down.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_LINK_H */
