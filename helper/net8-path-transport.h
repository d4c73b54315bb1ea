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
 * What carries Oracle Net on a path: TCP, or a transport of LANs right on Ethernet.
 *
 * NetBIOS needs one LAN; SPX and DECnet cross a WAN, whose routers forward IPX or DECnet. Hosts
 * have IPv4 addresses, which stay their names; the number of a network of IPX is the address of its
 * subnet. That a packet of Oracle Net is a message of the transport is assumed
 * (TransportMessages): no public source tells. Names are looked up without a packet, as from a
 * bindery or node data base that the host has.
 */
class Net8PathTransport : public Object
{
  public:
    /// What carries Oracle Net.
    enum class Transport : uint8_t
    {
        TCP,     ///< TCP over IP (attribute value `tcp`).
        SPX,     ///< SPX over IPX (`spx`).
        DECNET,  ///< NSP over DECnet Phase IV (`decnet`).
        NETBIOS, ///< NetBIOS Frames over 802.2 (`netbios`).
    };

    /// How packets of Oracle Net become messages of the transport.
    enum class Messages : uint8_t
    {
        PACKET, ///< Each is a message (`packet`).
        STREAM, ///< They are bytes that fill packets (`stream`).
    };

    /// Flow control of DECnet.
    enum class DecnetFlow : uint8_t
    {
        NONE,    ///< None, one segment at a time (`none`).
        SEGMENT, ///< Credits for segments (`segment`).
        MESSAGE, ///< Credits for messages (`message`).
    };

    /// How messages of NetBIOS are sent.
    enum class NetbiosSend : uint8_t
    {
        ACK,    ///< SEND: each is acknowledged by DATA ACK (`ack`).
        NO_ACK, ///< SEND.NO.ACK: the link alone acknowledges (`no_ack`).
    };

    /// How a client learns where a service of SPX is.
    enum class SpxLookup : uint8_t
    {
        KNOWN, ///< It knows, from a bindery (`known`).
        SAP,   ///< It asks all servers before each connection (`sap`).
    };

    /// What a transport must go with.
    struct Around
    {
        std::string kind{};                 ///< Kind of the path.
        uint32_t mtu{1500};                 ///< Largest packet of its links, bytes.
        Net8PathAddressing::IpVersion ip{}; ///< IP versions of the network.
        bool discipline{false};             ///< It has a queue discipline.
        bool parted{false};                 ///< It is cut for several processes.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8PathTransport();
    ~Net8PathTransport() override;

    /**
     * @param around the path
     * @throw std::invalid_argument with one sentence when the attributes do not go together
     */
    void Check(const Around& around) const;

    /**
     * @param lines lines from one router to another
     * @throw std::invalid_argument with one sentence when no packet passes so many routers
     */
    void CheckLines(uint32_t lines) const;

    /// @return whether TCP carries Oracle Net
    bool IsTcp() const
    {
        return m_transport == Transport::TCP;
    }

    /// @return the socket factory of hosts
    TypeId GetSocketFactory() const;

    /**
     * Give a host the transport, unless that is TCP.
     *
     * @param device device of the host on the LAN, with its IPv4 address
     * @param router device of the router on that LAN (AttachRouter); null: there is one LAN
     */
    void Install(const Ptr<NetDevice>& device, const Ptr<NetDevice>& router = nullptr);

    /**
     * Let a router forward what comes from a LAN, and to it, unless the transport is TCP.
     *
     * @param device device of the router on the LAN, with its IPv4 address
     * @param near whether the LAN is on the clients' side
     */
    void AttachRouter(const Ptr<NetDevice>& device, bool near);

    /**
     * Let a router forward what comes from a LAN, and to it, but for routes to others, unless the
     * transport is TCP.
     *
     * @param device device of the router on the LAN, with its IPv4 address
     * @return the network of that LAN
     */
    uint32_t AttachSite(const Ptr<NetDevice>& device);

    /**
     * Let two routers forward to each other, but for routes, unless the transport is TCP.
     *
     * @param line devices of the link between them, with their IPv4 addresses
     */
    void AttachLine(const NetDeviceContainer& line);

    /**
     * Let a router know how far another one is, which routers of DECnet tell.
     *
     * @param from a router
     * @param to another one, or the same
     * @param lines how many lines lead there
     */
    static void AddRouter(const Ptr<Net8LanRouter>& from,
                          const Ptr<Net8LanRouter>& to,
                          uint32_t lines);

    /// Let all routers announce themselves, if stations do.
    void BeginAnnouncing();

    /**
     * Let routers in a row forward to each other, unless the transport is TCP.
     *
     * @param lines devices of the links between them, from the clients' side
     */
    void ConnectRouters(const NetDeviceContainer& lines);

  protected:
    void DoDispose() override;

  private:
    /// @return rules of the transport as the attributes have it
    LanRules MakeRules() const;

    /// @return rules of SPX or SPX II
    LanRules MakeSpxRules() const;

    /// @return rules of links under NetBIOS
    LanRules MakeLinkRules() const;

    /// @return what writes and reads the packets
    std::shared_ptr<const LanCodec> MakeCodec() const;

    /// @return what the transport needs of a link beside what is in a frame
    uint32_t GetFrameSize() const;

    /// @return the transport of a host, which is yet to be installed
    Ptr<Net8LanHost> MakeHost() const;

    /// Make what all hosts have in common, once.
    void MakeProtocol();

    /**
     * Check what packets cross between two LANs.
     *
     * @throw std::invalid_argument with one sentence when they cannot
     */
    void CheckRouted() const;

    /**
     * @param device device of a node of DECnet, which gets the address that says which node it is
     * @param node the node
     */
    static void SetStation(const Ptr<NetDevice>& device, uint16_t node);

    /**
     * @return a number for a further station
     * @throw std::invalid_argument with one sentence when all are in use
     */
    uint16_t TakeNumber();

    /**
     * @param device a device
     * @return whether ns-3's segment would cut frames of the transport that come in there
     */
    bool IsTapped(const Ptr<NetDevice>& device) const;

    /**
     * Let a router hear frames with a length on ns-3's segment.
     *
     * @param device its device there
     * @param router the router
     */
    static void TapRouter(const Ptr<NetDevice>& device, const Ptr<Net8LanRouter>& router);

    /**
     * Let a host hear frames with a length on ns-3's segment.
     *
     * @param device its device there
     * @param host the host
     */
    static void Tap(const Ptr<NetDevice>& device, const Ptr<Net8LanHost>& host);

    /**
     * @param node a router
     * @return what forwards there
     */
    Ptr<Net8LanRouter> GetRouter(const Ptr<Node>& node);

    /**
     * Tell the routers on the way where a network is.
     *
     * @param network the network
     * @param near whether it is on the clients' side
     */
    void AddRoutes(uint32_t network, bool near);

    Transport m_transport{Transport::TCP};          ///< What carries Oracle Net.
    Messages m_messages{Messages::PACKET};          ///< Messages.
    uint32_t m_spxPacket{576};                      ///< Largest packet of IPX, bytes.
    uint32_t m_spxVersion{1};                       ///< SPX I or II.
    uint32_t m_spxWindow{1};                        ///< Packets without acknowledgement.
    LanFraming m_spxFrame{LanFraming::ETHERNET_II}; ///< Frames of IPX.
    SpxLookup m_spxLookup{SpxLookup::KNOWN};        ///< How services are found.
    bool m_background{false};                       ///< What stations announce.
    uint32_t m_decnetBuffer{576};                   ///< Executor buffer size, bytes.
    DecnetFlow m_decnetFlow{DecnetFlow::NONE};      ///< Flow control of DECnet.
    uint32_t m_netbiosMaxOut{2};                    ///< Frames without acknowledgement.
    uint32_t m_netbiosMaxIn{1};                     ///< Frames until an acknowledgement.
    NetbiosSend m_netbiosSend{NetbiosSend::ACK};    ///< How messages are sent.
    Net8LanHost::Protocol m_protocol;               ///< What all hosts have in common.
    uint32_t m_stations{0};                         ///< Stations that have a number.
    NetDeviceContainer m_lines;                     ///< Devices of the links between routers.
    std::map<uint32_t, bool> m_networks;       ///< Whether they are near, by number of the network.
    std::vector<Ptr<Net8LanRouter>> m_routers; ///< All routers.
};

} // namespace ns3::net8

#endif // NET8_PATH_TRANSPORT_H
