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
 * SPX and DECnet need one LAN, switched or shared, and hosts with IPv4 addresses, which stay their
 * names. That a packet of Oracle Net is a message of the transport is assumed (TransportMessages):
 * no public source tells. Names are looked up without a packet, as from a bindery or node data base
 * that the host has.
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
        NETBIOS, ///< NetBIOS Frames over 802.2 (`netbios`), which no host here has.
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

    /// Make what all hosts have in common.
    void MakeProtocol();

    Transport m_transport{Transport::TCP};          ///< What carries Oracle Net.
    Messages m_messages{Messages::PACKET};          ///< Messages.
    uint32_t m_spxPacket{576};                      ///< Largest packet of IPX, bytes.
    uint32_t m_spxWindow{1};                        ///< Packets without acknowledgement.
    LanFraming m_spxFrame{LanFraming::ETHERNET_II}; ///< Frames of IPX.
    uint32_t m_decnetBuffer{576};                   ///< Executor buffer size, bytes.
    DecnetFlow m_decnetFlow{DecnetFlow::NONE};      ///< Flow control of DECnet.
    Net8LanHost::Protocol m_protocol;               ///< What all hosts have in common.
};

} // namespace ns3::net8

#endif // NET8_PATH_TRANSPORT_H
