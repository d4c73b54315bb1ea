// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_TRANSPORT_H
#define NET8_PATH_TRANSPORT_H

#include "net8-path-addressing.h"

#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/net8-lan-host.h"
#include "ns3/net8-lan-router.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The transport of Oracle Net on a path: TCP, or a LAN transport directly on Ethernet.
 *
 * NetBIOS needs a single LAN; SPX and DECnet cross a WAN, whose routers forward IPX or DECnet.
 * Hosts have IPv4 addresses, which still name them; the number of an IPX network is the address of
 * its subnet. It is an assumption that each Oracle Net packet is one message of the transport
 * (TransportMessages): no public source says so. Names are looked up without a packet, as from a
 * bindery or node database on the host.
 */
class Net8PathTransport : public Object
{
  public:
    /// The transport of Oracle Net.
    enum class Transport : uint8_t
    {
        TCP,     ///< TCP over IP (attribute value `tcp`).
        SPX,     ///< SPX over IPX (`spx`).
        DECNET,  ///< NSP over DECnet Phase IV (`decnet`).
        NETBIOS, ///< NetBIOS Frames over 802.2 (`netbios`).
    };

    /// How Oracle Net packets become messages of the transport.
    enum class Messages : uint8_t
    {
        PACKET, ///< Each packet is a message (`packet`).
        STREAM, ///< The packets form a byte stream that fills messages (`stream`).
    };

    /// Flow control of DECnet.
    enum class DecnetFlow : uint8_t
    {
        NONE,    ///< None, one segment at a time (`none`).
        SEGMENT, ///< Credits for segments (`segment`).
        MESSAGE, ///< Credits for messages (`message`).
    };

    /// How NetBIOS messages are sent.
    enum class NetbiosSend : uint8_t
    {
        ACK,    ///< SEND: each is acknowledged by DATA ACK (`ack`).
        NO_ACK, ///< SEND.NO.ACK: only the link acknowledges (`no_ack`).
    };

    /// How a client finds an SPX service.
    enum class SpxLookup : uint8_t
    {
        KNOWN, ///< It knows it, from a bindery (`known`).
        SAP,   ///< It queries all servers before each connection (`sap`).
    };

    /// Settings of the path that the transport must fit.
    struct Around
    {
        std::string kind{};                 ///< Kind of the path.
        uint32_t mtu{1500};                 ///< Largest packet of its links, bytes.
        Net8PathAddressing::IpVersion ip{}; ///< IP versions of the network.
        bool discipline{false};             ///< Whether it has a queue discipline.
        bool parted{false};                 ///< Whether it is cut for several processes.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8PathTransport();
    ~Net8PathTransport() override;

    /**
     * Check the attributes.
     *
     * @param around settings of the path
     * @throw std::invalid_argument with one sentence if they do not go together
     */
    void Check(const Around& around) const;

    /**
     * Check the number of routers.
     *
     * @param lines number of lines between the first router and the last
     * @throw std::invalid_argument with one sentence if packets cannot pass so many routers
     */
    void CheckLines(uint32_t lines) const;

    /// @return whether the transport is TCP
    bool IsTcp() const
    {
        return m_transport == Transport::TCP;
    }

    /// @return the socket factory of hosts
    TypeId GetSocketFactory() const;

    /**
     * Install the transport on a host, unless it is TCP.
     *
     * @param device device of the host on the LAN, with its IPv4 address
     * @param router device of the router on that LAN (AttachSite); null: there is only one LAN
     */
    void Install(const Ptr<NetDevice>& device, const Ptr<NetDevice>& router = nullptr);

    /**
     * Let a router forward packets from and to a LAN, unless the transport is TCP; routes to other
     * networks are added separately.
     *
     * @param device device of the router on the LAN, with its IPv4 address
     */
    void AttachSite(const Ptr<NetDevice>& device);

    /**
     * Let two routers forward to each other, unless the transport is TCP; routes are added
     * separately.
     *
     * @param line devices of the link between them, with their IPv4 addresses
     */
    void AttachLine(const NetDeviceContainer& line);

    /**
     * Set the distance from one router to another, which DECnet routers announce.
     *
     * @param from a router
     * @param to another router, or the same
     * @param lines number of lines on the way
     */
    static void AddRouter(const Ptr<Net8LanRouter>& from,
                          const Ptr<Net8LanRouter>& to,
                          uint32_t lines);

    /// Start the announcements of all routers, if stations announce themselves.
    void BeginAnnouncing();

  protected:
    void DoDispose() override;

  private:
    /// @return rules of the transport, as set by the attributes
    LanRules MakeRules() const;

    /// @return rules of SPX or SPX II
    LanRules MakeSpxRules() const;

    /// @return rules of the links under NetBIOS
    LanRules MakeLinkRules() const;

    /// @return codec of its packets
    std::shared_ptr<const LanCodec> MakeCodec() const;

    /// @return bytes that the largest frame of SPX or DECnet carries, compared with the MTU of a
    /// link
    uint32_t GetFrameSize() const;

    /// @return the transport of a host, still to be installed
    Ptr<Net8LanHost> MakeHost() const;

    /// Create the settings common to all hosts, once.
    void MakeProtocol();

    /**
     * Check which packets can cross between two LANs.
     *
     * @throw std::invalid_argument with one sentence if they cannot
     */
    void CheckRouted() const;

    /**
     * Set the address that identifies a DECnet node.
     *
     * @param device device of the node
     * @param node the node
     */
    static void SetStation(const Ptr<NetDevice>& device, uint16_t node);

    /**
     * @return number of one more station
     * @throw std::invalid_argument with one sentence if all numbers are in use
     */
    uint16_t TakeNumber();

    /**
     * @param device a device
     * @return whether ns-3's segment would truncate frames of the transport that arrive there
     */
    bool IsTapped(const Ptr<NetDevice>& device) const;

    /**
     * Let a router receive frames with a length field on ns-3's segment.
     *
     * @param device its device there
     * @param router the router
     */
    static void TapRouter(const Ptr<NetDevice>& device, const Ptr<Net8LanRouter>& router);

    /**
     * Let a host receive frames with a length field on ns-3's segment.
     *
     * @param device its device there
     * @param host the host
     */
    static void Tap(const Ptr<NetDevice>& device, const Ptr<Net8LanHost>& host);

    /**
     * @param node a router
     * @return its router of the transport
     */
    Ptr<Net8LanRouter> GetRouter(const Ptr<Node>& node);

    Transport m_transport{Transport::TCP};          ///< Transport of Oracle Net.
    Messages m_messages{Messages::PACKET};          ///< Messages.
    uint32_t m_spxPacket{576};                      ///< Largest packet of IPX, bytes.
    uint32_t m_spxVersion{1};                       ///< SPX I or II.
    uint32_t m_spxWindow{1};                        ///< Packets allowed without acknowledgement.
    LanFraming m_spxFrame{LanFraming::ETHERNET_II}; ///< Frames of IPX.
    SpxLookup m_spxLookup{SpxLookup::KNOWN};        ///< How services are found.
    bool m_background{false};                       ///< Whether stations announce themselves.
    uint32_t m_decnetBuffer{576};                   ///< Executor buffer size, bytes.
    DecnetFlow m_decnetFlow{DecnetFlow::NONE};      ///< Flow control of DECnet.
    uint32_t m_netbiosMaxOut{2};                    ///< Frames allowed without acknowledgement.
    uint32_t m_netbiosMaxIn{1};                     ///< Frames per acknowledgement.
    NetbiosSend m_netbiosSend{NetbiosSend::ACK};    ///< How messages are sent.
    Net8LanHost::Protocol m_protocol;               ///< Settings common to all hosts.
    uint32_t m_stations{0};                         ///< Number of stations so far.
    std::vector<Ptr<Net8LanRouter>> m_routers;      ///< All routers.
};

} // namespace ns3::net8

#endif // NET8_PATH_TRANSPORT_H
