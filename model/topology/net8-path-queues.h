// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_QUEUES_H
#define NET8_PATH_QUEUES_H

#include "net8-path-drops.h"

#include "ns3/data-rate.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The queues of a network: sizes, queue disciplines, and drops.
 */
class Net8PathQueues : public Object
{
  public:
    /// Queue size of a host's device, without limit: packets that TCP has passed to the host wait
    /// there and are not lost (Linux: TCP small queues, and tcp_write_xmit retries packets refused
    /// by a full queue).
    static constexpr auto HOST_QUEUE = "4294967295p";
    /// Queue size of a router or switch port that is not the bottleneck.
    static constexpr auto PORT_QUEUE = "1000p";

    /// The queue discipline at the bottleneck.
    enum class Discipline : uint8_t
    {
        NONE,      ///< Only the device's drop-tail queue (`none`).
        PFIFO,     ///< Drop-tail in the traffic-control layer (`pfifo`).
        RED,       ///< Random early detection (`red`).
        CODEL,     ///< CoDel (`codel`).
        FQ_CODEL,  ///< Flow queues with CoDel (`fq_codel`).
        THRESHOLD, ///< First in, first out, with marks from a threshold on (`threshold`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return the checker of an attribute that is a queue discipline
     */
    static Ptr<const AttributeChecker> MakeDisciplineChecker();

    Net8PathQueues();
    ~Net8PathQueues() override;

    /**
     * Check the attributes.
     *
     * @param mtu largest IP packet of the links, bytes
     * @throw std::invalid_argument with one sentence if they do not go together
     */
    void Check(uint32_t mtu) const;

    /**
     * @return true if there is a queue discipline at the bottleneck
     */
    bool HasDiscipline() const;

    /**
     * @return size of a device's queue at the bottleneck: QueueSize, or one packet under a queue
     * discipline
     */
    std::string GetDeviceSize() const;

    /**
     * @return QueueSize
     */
    std::string GetSize() const;

    /**
     * Add a device of the bottleneck to a node, with its queue.
     *
     * @param device the device
     * @param node its node
     */
    void AddDevice(const Ptr<PointToPointNetDevice>& device, const Ptr<Node>& node) const;

    /**
     * Install the queue discipline, if there is one, on a device.
     *
     * @param device a sending device of the bottleneck, with its address assigned
     * @param direction direction of its packets
     * @param rate rate of its link
     * @param delay propagation delay of its link
     */
    void InstallDiscipline(const Ptr<NetDevice>& device,
                           PathDirection direction,
                           DataRate rate,
                           Time delay);

    /**
     * Count the drops of a device's queue.
     *
     * @param device a sending device
     * @param direction direction of its packets
     */
    void CountDrops(const Ptr<NetDevice>& device, PathDirection direction);

    /**
     * @param drops the packets lost so far are added here
     */
    void AddDrops(PathDrops& drops) const;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /**
     * @param rate rate of the device
     * @param delay its propagation delay
     * @return factory of the discipline
     */
    ObjectFactory MakeFactory(DataRate rate, Time delay) const;

    QueueSize m_size;                          ///< Size of the bottleneck's queue.
    Discipline m_discipline{Discipline::NONE}; ///< Discipline of the bottleneck's queue.
    bool m_marks{false};                       ///< It marks instead of dropping.
    QueueSize m_threshold;                     ///< Threshold of the discipline of that name.
    std::vector<Ptr<QueueDisc>> m_installed;   ///< Queue disciplines.
    std::shared_ptr<PathDrops> m_drops;        ///< Packets lost; shared with the trace sinks.
};

} // namespace ns3::net8

#endif /* NET8_PATH_QUEUES_H */
