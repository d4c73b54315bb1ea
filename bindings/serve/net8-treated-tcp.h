// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TREATED_TCP_H
#define NET8_TREATED_TCP_H

#include "net8-packet-treatment.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/net8-fifo-stage.h"
#include "ns3/net8-link-delay.h"
#include "ns3/net8-link-loss.h"
#include "ns3/net8-tcp-flow.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/tcp-l4-protocol.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Stands between TCP and IP of a host, and treats packets of some of its connections.
 *
 * The packets of a direction keep their order: one that would overtake arrives together with the
 * one before it, also after a change. Where a rate is set, up to 100 of them wait for it, and
 * others are lost.
 */
class Net8TreatedTcp : public IpL4Protocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Install it on a host.
     *
     * @param node a host with TCP over ns-3's IP
     * @param stream random stream that it draws from
     * @return what was installed
     */
    static Ptr<Net8TreatedTcp> Install(const Ptr<Node>& node, int64_t stream);

    /**
     * Treat the packets of a connection from now on.
     *
     * @param flow the connection, as this host sees it
     * @param in what happens to packets that it receives
     * @param out what happens to packets that it sends
     */
    void Treat(const Net8TcpFlow& flow, const PacketTreatment& in, const PacketTreatment& out);

    /**
     * @param flow a connection as one of its hosts sees it
     * @return the same as the other one does
     */
    static Net8TcpFlow GetReverse(const Net8TcpFlow& flow);

    /**
     * Forget a connection some seconds after it has ended at both hosts: what one of them keeps in
     * TIME-WAIT only answers. Until then its last packets are treated. The hosts have hashed tables
     * of connections, else it is kept.
     *
     * @param flow a connection that nobody uses any more, as this host sees it
     * @param peer host of its other end
     * @param over called when it is forgotten
     */
    void ForgetWhenOver(const Net8TcpFlow& flow,
                        const Ptr<Node>& peer,
                        const std::function<void()>& over);

    /**
     * @param flow a connection, as this host sees it
     * @return whether its packets are or were treated, and it is not over
     */
    bool Has(const Net8TcpFlow& flow) const
    {
        return m_ways.contains(flow);
    }

    // Inherited
    int GetProtocolNumber() const override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv4Header& ip,
                     Ptr<Ipv4Interface> interface) override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv6Header& ip,
                     Ptr<Ipv6Interface> interface) override;
    void ReceiveIcmp(Ipv4Address icmpSource,
                     uint8_t icmpTtl,
                     uint8_t icmpType,
                     uint8_t icmpCode,
                     uint32_t icmpInfo,
                     Ipv4Address payloadSource,
                     Ipv4Address payloadDestination,
                     const uint8_t payload[8]) override;
    void ReceiveIcmp(Ipv6Address icmpSource,
                     uint8_t icmpTtl,
                     uint8_t icmpType,
                     uint8_t icmpCode,
                     uint32_t icmpInfo,
                     Ipv6Address payloadSource,
                     Ipv6Address payloadDestination,
                     const uint8_t payload[8]) override;
    void SetDownTarget(DownTargetCallback target) override;
    void SetDownTarget6(DownTargetCallback6 target) override;
    DownTargetCallback GetDownTarget() const override;
    DownTargetCallback6 GetDownTarget6() const override;

  protected:
    void DoDispose() override;

  private:
    /// A simulated time.
    using Nanos = std::chrono::nanoseconds;

    /// One direction of a connection.
    struct Way
    {
        PacketTreatment treatment{};      ///< What happens to its packets.
        std::optional<RandomLoss> loss{}; ///< Loses them.
        std::optional<FifoStage> line{};  ///< Has the rate.
        std::vector<LinkDelay> waits{};   ///< Delays them.
        Nanos last{0};                    ///< When the last one arrives.
    };

    /// Both directions of a connection.
    struct Ways
    {
        Way in;             ///< Packets that the host receives.
        Way out;            ///< Packets that it sends.
        bool ending{false}; ///< It is forgotten when it is over.
    };

    /**
     * @param way a direction
     * @param treatment what happens to its packets from now on
     */
    void Change(Way& way, const PacketTreatment& treatment);

    /**
     * @param way a direction
     * @param bytes length of a packet with its IP header
     * @param now when it comes
     * @return when it goes on; nothing: it is lost
     */
    static std::optional<Nanos> Take(Way& way, uint32_t bytes, Nanos now);

    /**
     * Let a packet go on when it is due, if it is not lost.
     *
     * @param way its direction
     * @param bytes its length with its IP header
     * @param go lets it go on
     */
    static void Pass(Way& way, uint32_t bytes, const std::function<void()>& go);

    /**
     * Receive a packet.
     *
     * @tparam Header IP header of a version
     * @tparam Interface interface of that version
     * @param packet the packet, from its TCP header on
     * @param ip its IP header
     * @param interface where it came in
     * @return how TCP received it; as good, if it does so later or never
     */
    template <typename Header, typename Interface>
    RxStatus Arrive(const Ptr<Packet>& packet, const Header& ip, const Ptr<Interface>& interface);

    /**
     * @tparam Target what takes packets of an IP version
     * @tparam Ip address of that version
     * @tparam Route route of that version
     * @param target takes the packets that are sent
     * @return treats them before
     */
    template <typename Target, typename Ip, typename Route>
    Target Before(const Target& target);

    Ptr<TcpL4Protocol> m_tcp;                                      ///< TCP of the host.
    Ptr<UniformRandomVariable> m_random;                           ///< Source of random numbers.
    std::unordered_map<Net8TcpFlow, Ways, Net8TcpFlowHash> m_ways; ///< Treated connections.
};

} // namespace ns3::net8

#endif /* NET8_TREATED_TCP_H */
