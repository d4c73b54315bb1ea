// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_HOST_H
#define NET8_TCP_HOST_H

#include "net8-tcp-flow.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/net-device.h"
#include "ns3/net8-arrival-work.h"
#include "ns3/net8-packet-slice.h"
#include "ns3/net8-tcp-segment.h"
#include "ns3/net8-tcp-settings.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/tcp-l4-protocol.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace ns3::net8
{

class Net8TcpTables;

/**
 * @ingroup net8
 * What the sockets of a node that run the TCP machine share: host settings, initial sequence
 * numbers, and the interface to IP. Aggregated to the node.
 */
class Net8TcpHost : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8TcpHost();

    /**
     * @param bytes largest SO_SNDBUF of sockets created from now on, bytes
     */
    void SetMaxSendBuffer(uint32_t bytes);

    /// @return largest SO_SNDBUF, bytes
    uint32_t GetMaxSendBuffer() const;

    /**
     * @param bytes largest SO_RCVBUF of sockets created from now on, bytes
     */
    void SetMaxReceiveBuffer(uint32_t bytes);

    /// @return largest SO_RCVBUF, bytes
    uint32_t GetMaxReceiveBuffer() const;

    /**
     * @param node a node
     * @return its host, created if there was none
     */
    static Ptr<Net8TcpHost> Get(const Ptr<Node>& node);

    /// @return the node; null: it is gone
    const Ptr<Node>& GetNode() const
    {
        return m_node;
    }

    /// @return settings of sockets created from now on
    const std::shared_ptr<const TcpSettings>& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @param settings settings of sockets created from now on
     */
    void SetSettings(const TcpSettings& settings);

    /**
     * Draw how long the host has been running, as hosts are not started at the same time: timers
     * fire with its ticks.
     *
     * @param stream random stream to draw from
     * @return number of streams used: 1
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param phase where in the longest cycle of its timers it is, from 0 to 1; nothing: arbitrary,
     * but different between hosts
     * @return how long the host has been running at time 0
     */
    TcpTime MakeUptime(std::optional<double> phase) const;

    /**
     * Make an initial sequence number according to RFC 6528, with the 64 ns clock of Linux. The
     * secret is omitted, so that runs are reproducible.
     *
     * @param flow a connection
     * @return its initial sequence number
     */
    static uint32_t MakeIsn(const Net8TcpFlow& flow);

    /**
     * Choose the address of this end, if it has not been chosen yet.
     *
     * @param flow a connection
     * @param device device that it is bound to; null: none
     * @return largest segment that fits the device of the route and what is known of the path,
     * without options, bytes; nothing if there is no route
     */
    std::optional<uint32_t> FindRoute(Net8TcpFlow& flow, const Ptr<NetDevice>& device) const;

    /// What a router told of the path to a peer.
    struct PathMtu
    {
        uint32_t largest{0}; ///< Largest segment that fits, options included, bytes.
        TcpTime until{0};    ///< How long this is believed, ns.
    };

    /**
     * @param mtu MTU that a router told, bytes
     * @param ipv6 whether it told so for IPv6
     * @return what it means for connections (RFC 1191, RFC 8201)
     */
    static PathMtu MakePathMtu(uint32_t mtu, bool ipv6);

    /**
     * Keep what a router told for all connections to a peer.
     *
     * @param flow a connection to that peer
     * @param path what the router told
     */
    void KeepPathMtu(const Net8TcpFlow& flow, const PathMtu& path);

    /**
     * @param flow a connection
     * @return what a router told of the path to its peer; nothing if none did lately
     */
    std::optional<PathMtu> GetPathMtu(const Net8TcpFlow& flow) const;

    /**
     * Pass a segment to IP.
     *
     * @param flow addresses and ports of its connection
     * @param segment the segment
     * @param packet its payload, to which the header is added
     * @param device device that the connection is bound to; null: none
     */
    void Send(const Net8TcpFlow& flow,
              const TcpSegment& segment,
              const Ptr<Packet>& packet,
              const Ptr<NetDevice>& device) const;

    /// Sends a segment, payload included, without a packet of its own; returns false if it has to
    /// be sent by Send.
    using Shortcut =
        std::function<bool(const Net8TcpFlow&, const TcpSegment&, const Net8PacketSlice& payload)>;

    /**
     * @param shortcut sends the segments that need no packet
     */
    void SetShortcut(Shortcut shortcut)
    {
        m_shortcut = std::move(shortcut);
    }

    /**
     * Send a segment without a packet of its own, if that makes no difference.
     *
     * @param flow addresses and ports of its connection, which is bound to no device
     * @param segment the segment, of a socket that sets no tags
     * @param payload its payload
     * @return false if it has to be sent by Send
     */
    bool SendPlain(const Net8TcpFlow& flow,
                   const TcpSegment& segment,
                   const Net8PacketSlice& payload) const
    {
        return m_tcp && m_shortcut && m_shortcut(flow, segment, payload);
    }

    /**
     * @return the work on each arriving segment with data, before TCP sees it
     */
    Net8ArrivalWork& GetArrivalWork()
    {
        return m_arrivalWork;
    }

    /**
     * @param time time from a read until the process can read again
     */
    void SetWakeUpTime(Time time)
    {
        m_wakeUpTime = time;
    }

    /// @return time from a read until the process can read again
    Time GetWakeUpTime() const
    {
        return m_wakeUpTime;
    }

    /**
     * @param polls whether programs poll after they wrote (TcpConnection::Poll)
     */
    void SetPolls(bool polls)
    {
        m_polls = polls;
    }

    /// @return whether programs poll after they wrote
    bool GetPolls() const
    {
        return m_polls;
    }

    /// @return the node's TCP; null once the node is gone
    const Ptr<TcpL4Protocol>& GetTcp() const
    {
        return m_tcp;
    }

    /// @return its hashed tables of connections; null if it has none
    Net8TcpTables* GetTables() const
    {
        return m_tables;
    }

  protected:
    void DoDispose() override;

  private:
    /// Look up the protocols of the node.
    void FindProtocols();

    /// @return whether checksums are computed, as set in ns-3 when the first segment is sent
    bool MakesChecksums() const;

    Ptr<Node> m_node;                              ///< The node.
    Ptr<TcpL4Protocol> m_tcp;                      ///< Its TCP.
    Net8TcpTables* m_tables{nullptr};              ///< Its hashed tables; null: none.
    Ptr<Ipv4> m_ipv4;                              ///< Its IPv4; null: none.
    Ptr<Ipv6L3Protocol> m_ipv6;                    ///< Its IPv6; null: none.
    mutable std::optional<bool> m_checksums;       ///< Whether checksums are computed.
    std::shared_ptr<const TcpSettings> m_settings; ///< Settings of new sockets.
    Net8ArrivalWork m_arrivalWork;                 ///< Work on an arriving segment.
    std::map<Net8TcpFlow::Ip, PathMtu> m_paths;    ///< What routers told, by peer.
    Time m_wakeUpTime;                             ///< Time between two reads.
    bool m_polls{false};                           ///< Programs poll after they wrote.
    Shortcut m_shortcut;                           ///< Sends without packets, or null.
};

} // namespace ns3::net8

#endif // NET8_TCP_HOST_H
