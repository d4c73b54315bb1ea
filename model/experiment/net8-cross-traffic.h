// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CROSS_TRAFFIC_H
#define NET8_CROSS_TRAFFIC_H

#include "net8-variation.h"

#include "ns3/application-container.h"
#include "ns3/data-rate.h"
#include "ns3/net8-network-cut.h"
#include "ns3/net8-topology.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Background traffic that shares the bottleneck of a Net8Path.
 *
 * 1. `constant`: UDP packets of PacketSize at Rate.
 * 2. `pareto`: UDP packets at Rate during on periods, silence during off periods; both have Pareto
 *    lengths with the means MeanOn and MeanOff and the same Shape. The mean rate is
 *    Rate x MeanOn / (MeanOn + MeanOff).
 * 3. `bulk`: TCP connections that always have data to send.
 *
 * Flows sources of that kind start at Start and stop at Stop. Set the attributes, then Install.
 */
class Net8CrossTraffic : public Object
{
  public:
    /// Kind of traffic.
    enum class Kind : uint8_t
    {
        CONSTANT, ///< Constant bit rate (attribute value `constant`).
        PARETO,   ///< On-off with Pareto periods (`pareto`).
        BULK,     ///< TCP bulk transfer (`bulk`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8CrossTraffic();
    ~Net8CrossTraffic() override;

    /**
     * Install sources and sinks on a network.
     *
     * @param network the network, built
     * @throw std::invalid_argument with one sentence if the attributes do not go together
     */
    void Install(Ptr<Net8Topology> network);

    /**
     * Estimate the traffic.
     *
     * @param network the network of sites that it will cross, of which nothing is built
     * @param span time in which packets are counted, from 0 on
     * @return packets expected by the end of the traffic or of the span, with origin and
     * destination; flows of `bulk` fill the slowest link of their route
     */
    ExpectedWork::Flow Expect(const Net8NetworkPlan& network, Time span) const;

    /**
     * @return payload that the sink of each flow has received so far, bytes
     */
    std::vector<uint64_t> GetReceivedBytes() const;

    /**
     * @return whether it is of kind bulk
     */
    bool IsBulk() const;

    /**
     * Vary start times, and hosts of bulk flows. Must be called after Install.
     *
     * @param variation what differs between real runs
     * @param stream number of its random streams
     */
    void Vary(const Net8Variation& variation, int64_t stream);

    /**
     * @return what kind of traffic it is, and from where to where
     */
    std::string GetRelation() const;

    /**
     * Set the random streams. Must be called after Install.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return the number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /**
     * Check the attributes.
     *
     * @param mtu MTU of the path, bytes
     * @param ipv6 whether the traffic is IPv6
     * @throw std::invalid_argument with one sentence if they do not go together
     */
    void Check(uint32_t mtu, bool ipv6) const;
    /**
     * Limit the queue of a host, for UDP that is sent faster than its link.
     *
     * @param node the host
     */
    static void LimitQueue(const Ptr<Node>& node);

    /**
     * Install the TCP profile of bulk flows on a host that has none.
     *
     * @param node the host
     * @param network the network
     */
    void InstallProfile(Ptr<Node> node, const Net8Topology& network) const;
    /**
     * @return socket factory of the flows
     */
    TypeId GetProtocol() const;
    /**
     * @param remote socket address of the sink
     * @return a source, not installed on a node yet
     */
    Ptr<Application> MakeSource(const Address& remote) const;
    /**
     * @return how much a bulk source hands over at a time, bytes: as ns-3's by default, but more
     * where a large send buffer would hold very many packets
     */
    uint32_t GetSendSize() const;
    /**
     * @param mean mean length of a period
     * @return random variable for its length, s
     */
    Ptr<RandomVariableStream> MakePeriod(Time mean) const;

    // ATTRIBUTES
    Kind m_kind{Kind::CONSTANT};                         ///< Kind of traffic.
    DataRate m_rate;                                     ///< Rate of one flow.
    uint32_t m_packetSize{1000};                         ///< UDP payload, bytes.
    PathDirection m_direction{PathDirection::TO_CLIENT}; ///< Direction of the traffic.
    std::string m_clientSite;                            ///< Its site on the clients' side.
    std::string m_serverSite;                            ///< Its site on the server's side.
    Time m_start;                                        ///< Start of the sources.
    Time m_stop;                                         ///< End of the sources; 0 = never.
    Time m_meanOn;                                       ///< Mean on period.
    Time m_meanOff;                                      ///< Mean off period.
    double m_shape{1.5};                                 ///< Pareto shape.
    uint32_t m_flows{1};                                 ///< Number of flows.
    TypeId m_congestionControl;                          ///< Congestion control of bulk flows.
    uint32_t m_sendBuffer{0};                            ///< Their send buffer, bytes.
    uint32_t m_receiveBuffer{0};                         ///< Their receive buffer, bytes.

    // STATE
    ApplicationContainer m_sources; ///< Sources.
    ApplicationContainer m_sinks;   ///< Sinks.
};

} // namespace ns3::net8

#endif /* NET8_CROSS_TRAFFIC_H */
