// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_TRANSPORT_H
#define NET8_PATH_TRANSPORT_H

#include "net8-path-addressing.h"

#include "ns3/net-device.h"
#include "ns3/net8-lan-host.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What carries Oracle Net on a path: TCP, or a transport of LANs right on Ethernet.
 *
 * SPX, DECnet and NetBIOS need one LAN, switched or shared, and hosts with IPv4 addresses, which
 * stay their names. That a packet of Oracle Net is a message of the transport is assumed
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

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8PathTransport();
    ~Net8PathTransport() override;

    /**
     * @param kind what the path is made of, as a plan calls it
     * @param mtu largest packet of the links, bytes
     * @param ip IP versions of the network
     * @throw std::invalid_argument with one sentence when the attributes do not go together
     */
    void Check(const std::string& kind, uint32_t mtu, Net8PathAddressing::IpVersion ip) const;

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
     */
    void Install(const Ptr<NetDevice>& device);

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

    /// Make what all hosts have in common.
    void MakeProtocol();

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
};

} // namespace ns3::net8

#endif // NET8_PATH_TRANSPORT_H
