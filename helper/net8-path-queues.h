// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_QUEUES_H
#define NET8_PATH_QUEUES_H

#include "net8-path-drops.h"

#include "ns3/data-rate.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
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
 * The queues of a network: sizes, queue disciplines, and what they drop.
 */
class Net8PathQueues : public Object
{
  public:
    /// Queue of a host's device, without limit: what TCP gave the host waits there and is not lost
    /// (Linux: TCP small queues, and tcp_write_xmit tries again what a full queue refused).
    static constexpr auto HOST_QUEUE = "4294967295p";
    /// Queue of a port of a router or switch that is not the bottleneck.
    static constexpr auto PORT_QUEUE = "1000p";

    /// The queue discipline on the bottleneck.
    enum class Discipline : uint8_t
    {
        NONE,     ///< The device's drop-tail queue alone (`none`).
        PFIFO,    ///< Drop-tail in the traffic-control layer (`pfifo`).
        RED,      ///< Random early detection (`red`).
        CODEL,    ///< CoDel (`codel`).
        FQ_CODEL, ///< Flow queues with CoDel (`fq_codel`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return the words of an attribute that is a queue discipline
     */
    static Ptr<const AttributeChecker> MakeDisciplineChecker();

    Net8PathQueues();
    ~Net8PathQueues() override;

    /**
     * @param mtu largest IP packet of the links, bytes
     * @throw std::invalid_argument with one sentence when the attributes do not go together
     */
    void Check(uint32_t mtu) const;

    /**
     * @return true when a queue discipline sits on the bottleneck
     */
    bool HasDiscipline() const;

    /**
     * @return size of a device's queue on the bottleneck: QueueSize, or one packet under a queue
     * discipline
     */
    std::string GetDeviceSize() const;

    /**
     * @return QueueSize
     */
    std::string GetSize() const;

    /**
     * Put the queue discipline, if there is one, on a device.
     *
     * @param device a sending device of the bottleneck, with its address assigned
     * @param direction where its packets go
     * @param rate rate of its link
     * @param delay propagation delay of its link
     */
    void InstallDiscipline(const Ptr<NetDevice>& device,
                           PathDirection direction,
                           DataRate rate,
                           Time delay);

    /**
     * Count what a device's queue drops.
     *
     * @param device a sending device
     * @param direction where its packets go
     */
    void CountDrops(const Ptr<NetDevice>& device, PathDirection direction);

    /**
     * @param drops where the packets lost so far are added
     */
    void AddDrops(PathDrops& drops) const;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    QueueSize m_size;                          ///< Size of the bottleneck's queue.
    Discipline m_discipline{Discipline::NONE}; ///< Discipline of the bottleneck's queue.
    std::vector<Ptr<QueueDisc>> m_installed;   ///< Queue disciplines.
    std::shared_ptr<PathDrops> m_drops;        ///< What was lost; shared with the trace sinks.
};

} // namespace ns3::net8

#endif /* NET8_PATH_QUEUES_H */
