// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_HOST_H
#define NET8_LAN_HOST_H

#include "net8-lan-connection.h"
#include "net8-lan-directory.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/net8-arrival-work.h"
#include "ns3/net8-lan-frame.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A transport without IP on a host: holds its connections and listening sockets, passes them what
 * the device receives, and frames what they send.
 *
 * Frames that are invalid, of another protocol or of no connection are counted and dropped; a
 * disconnect of a connection that is gone is answered.
 */
class Net8LanHost : public Object
{
  public:
    /// Settings common to all hosts of a LAN.
    struct Protocol
    {
        LanRules rules{};                            ///< Rules of the transport.
        std::shared_ptr<const LanCodec> codec{};     ///< Packet formats.
        LanFraming framing{LanFraming::ETHERNET_II}; ///< Frame format.
        uint32_t sendBuffer{65536};                  ///< Size of a socket's send buffer, bytes.
        Ptr<Net8LanDirectory> directory{};           ///< Hosts of the LAN.
        std::string word{};                          ///< PROTOCOL of its addresses.
        bool announces{false}; ///< Announce periodically: RIP and SAP, or hellos.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LanHost();
    ~Net8LanHost() override;

    /**
     * Install the transport on a device.
     *
     * @param device device of the host on the LAN
     * @param name IPv4 address of the host
     * @param protocol settings of the LAN
     */
    void Install(const Ptr<NetDevice>& device, Ipv4Address name, const Protocol& protocol);

    /**
     * Set the network of the host, and the router to other networks.
     *
     * @param network the network, not 0
     * @param router address of the router on it
     */
    void SetRouter(uint32_t network, const LanAddress& router)
    {
        m_network = network;
        m_router = router;
    }

    /**
     * Receive a frame that does not come through the node.
     *
     * @param packet what follows the type or length field
     * @param type type or length
     * @param from address of the sender
     * @param to destination address
     */
    void Hear(const Ptr<const Packet>& packet,
              uint16_t type,
              const Address& from,
              const Address& to)
    {
        Receive(m_device, packet, type, from, to, NetDevice::PACKET_HOST);
    }

    /// @return settings of the LAN
    const Protocol& GetProtocol() const
    {
        return m_protocol;
    }

    /// @return the node
    Ptr<Node> GetNode() const
    {
        return m_node;
    }

    /// @return IPv4 address of the host
    Ipv4Address GetName() const
    {
        return m_name;
    }

    /**
     * Frame a packet in the format of a protocol, and send it.
     *
     * @param protocol the protocol
     * @param device device to send on
     * @param to destination address
     * @param head first bytes of the packet
     * @param payload the bytes that follow; null: none
     */
    static void SendOn(const Protocol& protocol,
                       const Ptr<NetDevice>& device,
                       const LanAddress& to,
                       const std::vector<uint8_t>& head,
                       const Ptr<Packet>& payload);

    /**
     * @param protocol a protocol
     * @param type type or length of a frame
     * @return bytes that precede its packet in the frame; nothing: the frame is not of that
     * protocol
     */
    static std::optional<uint32_t> FindHead(const Protocol& protocol, uint16_t type);

    /**
     * Listen for connects to a service.
     *
     * @param service the service
     * @param socket the listening connection
     * @return false if another one listens already
     */
    bool Listen(uint16_t service, Net8LanConnection* socket);

    /**
     * Stop listening for connects to a service.
     *
     * @param service the service
     */
    void StopListening(uint16_t service);

    /**
     * Add a connection.
     *
     * @param object object that the host keeps alive until Leave
     * @param connection the same object, as a connection
     * @return its id; 0 if all ids are in use
     */
    uint16_t Enter(const Ptr<Object>& object, Net8LanConnection* connection);

    /**
     * Register a connection by its other end, which asked for it.
     *
     * @param id id of the connection
     * @param ends its ends
     */
    void EnterPeer(uint16_t id, const LanEnds& ends);

    /**
     * Remove a connection that has ended.
     *
     * @param id id of the connection
     * @param ends its ends
     */
    virtual void Leave(uint16_t id, const LanEnds& ends);

    /**
     * @return ends for a connection of this host
     */
    LanEnds MakeEnds() const;

    /**
     * Send a unit.
     *
     * @param ends ends of its connection
     * @param unit the unit
     * @param payload user data; null: none
     */
    virtual void Send(const LanEnds& ends, const LanUnit& unit, const Ptr<Packet>& payload);

    /**
     * @return the work on each arriving packet with data, before the transport sees it
     */
    Net8ArrivalWork& GetArrivalWork()
    {
        return m_arrivalWork;
    }

    /// @return counts of what all its connections sent
    virtual LanTransport::Counts GetCounts() const;

    /// @return frames that were invalid or of no connection
    uint64_t GetStrays() const
    {
        return m_strays;
    }

  protected:
    void DoDispose() override;

    /**
     * Receive a frame.
     *
     * @param packet what follows the type or length field
     * @param type type or length
     * @param from address of the sender
     * @param to destination address
     */
    virtual void Receive(Ptr<NetDevice> /* device */,
                         Ptr<const Packet> packet,
                         uint16_t type,
                         const Address& from,
                         const Address& to,
                         NetDevice::PacketType /* packetType */);

    /**
     * Process a packet after the host's work on it.
     *
     * @param arrival the packet
     * @param payload user data
     */
    virtual void Take(const LanArrival& arrival, const Ptr<Packet>& payload);

    /**
     * Transmit a packet, padded to the smallest frame.
     *
     * @param packet what follows the type or length field
     * @param to destination address
     * @param type type or length
     */
    void Transmit(const Ptr<Packet>& packet, const LanAddress& to, uint16_t type);

    /**
     * Delay a packet with data until the host has worked on it.
     *
     * @param arrival the packet
     * @param payload user data
     */
    void WorkOn(const LanArrival& arrival, const Ptr<Packet>& payload);

    /**
     * Deliver a packet to its connection.
     *
     * @param arrival the packet
     * @param payload user data
     */
    void Deliver(const LanArrival& arrival, const Ptr<Packet>& payload);

    /**
     * @param id id of a connection
     * @return the connection; null if there is none
     */
    Net8LanConnection* Find(uint16_t id) const;

    /// Count a frame that was invalid or of no connection.
    void CountStray()
    {
        ++m_strays;
    }

  private:
    /**
     * Frame a packet and send it.
     *
     * @param to destination address
     * @param head first bytes of the packet
     * @param payload the bytes that follow; null: none
     */
    void SendFramed(const LanAddress& to,
                    const std::vector<uint8_t>& head,
                    const Ptr<Packet>& payload);

    /**
     * Send the list of services that are listened for.
     *
     * @param ends ends to send it to
     */
    void SendServices(const LanEnds& ends);

    /// Send the periodic announcement to all stations, and schedule the next one.
    void Announce();

    /**
     * Handle a list of services, which may come from a router and name several servers.
     *
     * @param arrival the first service
     * @param packet the packet after the head of its frame
     */
    void FindServers(const LanArrival& arrival, const Ptr<Packet>& packet);

    /**
     * Handle the first packet of another end.
     *
     * @param arrival the packet
     */
    void Connect(const LanArrival& arrival);

    Ptr<Node> m_node;        ///< The node.
    Ptr<NetDevice> m_device; ///< Device on the LAN.
    Ipv4Address m_name;      ///< IPv4 address of the host.
    Protocol m_protocol;     ///< Settings of the LAN.
    uint32_t m_network{0};   ///< Its network; 0: there is only one.
    LanAddress m_router{};   ///< Router to other networks.

    /// A connection held by the host.
    struct Entry
    {
        Ptr<Object> object{};                   ///< Keeps it alive.
        Net8LanConnection* connection{nullptr}; ///< The connection.
    };

    /// Station and id of another end.
    using Peer = std::pair<LanAddress, uint16_t>;

    std::map<Peer, uint16_t> m_peers; ///< Connections by the end that asked for them.
    std::map<uint16_t, Net8LanConnection*> m_listening; ///< Listening connections by service.
    std::map<uint16_t, Entry> m_connections;            ///< Connections by id.
    uint16_t m_lastId{0};                               ///< Last id assigned.
    LanTransport::Counts m_counts;                      ///< Counts of ended connections.
    Net8ArrivalWork m_arrivalWork;                      ///< Work on an arriving packet with data.
    EventId m_announcing;                               ///< The next announcement.
    uint64_t m_strays{0};                               ///< Frames invalid or of no connection.
};

} // namespace ns3::net8

#endif // NET8_LAN_HOST_H
