// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_HOST_H
#define NET8_LAN_HOST_H

#include "net8-arrival-work.h"
#include "net8-lan-connection.h"
#include "net8-lan-directory.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
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
 * A transport without IP on a host: knows its connections and the sockets that listen, gives
 * them what the device receives, and puts what they send into frames.
 *
 * What a frame says that is wrong, of another protocol, or of no connection is counted and dropped;
 * a disconnect of a connection that is gone is answered.
 */
class Net8LanHost : public Object
{
  public:
    /// What all hosts of a LAN have in common.
    struct Protocol
    {
        LanRules rules{};                            ///< Rules of the transport.
        std::shared_ptr<const LanCodec> codec{};     ///< Its packets.
        LanFraming framing{LanFraming::ETHERNET_II}; ///< Its frames.
        uint32_t sendBuffer{65536};                  ///< Bytes that may wait in a socket.
        Ptr<Net8LanDirectory> directory{};           ///< Who is who.
        std::string word{};                          ///< PROTOCOL of its addresses.
        bool announces{false};                       ///< RIP and SAP, or hellos, from time to time.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LanHost();
    ~Net8LanHost() override;

    /**
     * @param device device of the host on the LAN
     * @param name IPv4 address of the host
     * @param protocol what it runs
     */
    void Install(const Ptr<NetDevice>& device, Ipv4Address name, const Protocol& protocol);

    /**
     * Say what its network is and who forwards to others.
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
     * Hear a frame that comes by another way than the node's.
     *
     * @param packet what follows the type or length
     * @param type type or length
     * @param from who sent it
     * @param to whom it is for
     */
    void Hear(const Ptr<const Packet>& packet,
              uint16_t type,
              const Address& from,
              const Address& to)
    {
        Receive(m_device, packet, type, from, to, NetDevice::PACKET_HOST);
    }

    /// @return what it runs
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
     * Frame a packet as a protocol has it, and send it.
     *
     * @param protocol the protocol
     * @param device who sends it
     * @param to station that is to have it
     * @param head its first bytes
     * @param payload what follows them; null: nothing
     */
    static void SendOn(const Protocol& protocol,
                       const Ptr<NetDevice>& device,
                       const LanAddress& to,
                       const std::vector<uint8_t>& head,
                       const Ptr<Packet>& payload);

    /**
     * @param protocol a protocol
     * @param type type or length of a frame
     * @return bytes in front of its packet in the frame; nothing: it is no frame of that protocol
     */
    static std::optional<uint32_t> FindHead(const Protocol& protocol, uint16_t type);

    /**
     * Listen for connects to a service.
     *
     * @param service the service
     * @param socket who listens
     * @return false if another socket does
     */
    bool Listen(uint16_t service, Net8LanConnection* socket);

    /**
     * @param service a service that nobody listens for any more
     */
    void StopListening(uint16_t service);

    /**
     * Take a connection in.
     *
     * @param object what the host keeps until Leave
     * @param connection the same, as the connection that it is
     * @return its id; 0 if all are in use
     */
    uint16_t Enter(const Ptr<Object>& object, Net8LanConnection* connection);

    /**
     * @param id a connection that the other end asks for
     * @param ends its ends
     */
    void EnterPeer(uint16_t id, const LanEnds& ends);

    /**
     * @param id a connection that has ended
     * @param ends its ends
     */
    virtual void Leave(uint16_t id, const LanEnds& ends);

    /**
     * @return ends of a connection of this host
     */
    LanEnds MakeEnds() const;

    /**
     * Send a unit.
     *
     * @param ends of its connection
     * @param unit the unit
     * @param payload bytes of the user; null: none
     */
    virtual void Send(const LanEnds& ends, const LanUnit& unit, const Ptr<Packet>& payload);

    /**
     * @return what each packet with data takes on its arrival, before the transport sees it
     */
    Net8ArrivalWork& GetArrivalWork()
    {
        return m_arrivalWork;
    }

    /// @return what all its connections sent
    virtual LanTransport::Counts GetCounts() const;

    /// @return frames that were of no connection or wrong
    uint64_t GetStrays() const
    {
        return m_strays;
    }

  protected:
    void DoDispose() override;

    /**
     * A frame came in.
     *
     * @param packet what follows the type or length
     * @param type type or length
     * @param from who sent it
     * @param to whom it is for
     */
    virtual void Receive(Ptr<NetDevice> /* device */,
                         Ptr<const Packet> packet,
                         uint16_t type,
                         const Address& from,
                         const Address& to,
                         NetDevice::PacketType /* packetType */);

    /**
     * The host has worked on what came.
     *
     * @param arrival what came
     * @param payload bytes of the user
     */
    virtual void Take(const LanArrival& arrival, const Ptr<Packet>& payload);

    /**
     * @param packet what follows the type or length; padded to the smallest frame
     * @param to who is to have it
     * @param type type or length
     */
    void Transmit(const Ptr<Packet>& packet, const LanAddress& to, uint16_t type);

    /**
     * Let a packet with data wait until the host has worked on it.
     *
     * @param arrival what came
     * @param payload bytes of the user
     */
    void WorkOn(const LanArrival& arrival, const Ptr<Packet>& payload);

    /**
     * @param arrival what came for a connection
     * @param payload bytes of the user
     */
    void Deliver(const LanArrival& arrival, const Ptr<Packet>& payload);

    /**
     * @param id a connection
     * @return the connection; null: there is none
     */
    Net8LanConnection* Find(uint16_t id) const;

    /// A frame was of no connection or wrong.
    void CountStray()
    {
        ++m_strays;
    }

  private:
    /**
     * Frame a packet and send it.
     *
     * @param to who is to have it
     * @param head its first bytes
     * @param payload what follows them; null: nothing
     */
    void SendFramed(const LanAddress& to,
                    const std::vector<uint8_t>& head,
                    const Ptr<Packet>& payload);

    /**
     * Tell of the services that are listened for.
     *
     * @param ends whom to tell
     */
    void SendServices(const LanEnds& ends);

    /// Tell all stations what they are told from time to time, and again later.
    void Announce();

    /**
     * Services were told, maybe by a router and of several servers.
     *
     * @param arrival the first of them
     * @param packet the packet behind the head of its frame
     */
    void FindServers(const LanArrival& arrival, const Ptr<Packet>& packet);

    /**
     * The first word of another end came.
     *
     * @param arrival what came
     */
    void Connect(const LanArrival& arrival);

    Ptr<Node> m_node;        ///< The node.
    Ptr<NetDevice> m_device; ///< Device on the LAN.
    Ipv4Address m_name;      ///< IPv4 address of the host.
    Protocol m_protocol;     ///< What it runs.
    uint32_t m_network{0};   ///< Its network; 0: there is one.
    LanAddress m_router{};   ///< Who forwards to others.

    /// A connection that the host keeps.
    struct Entry
    {
        Ptr<Object> object{};                   ///< Keeps it.
        Net8LanConnection* connection{nullptr}; ///< The connection.
    };

    /// Station and id of another end.
    using Peer = std::pair<LanAddress, uint16_t>;

    std::map<Peer, uint16_t> m_peers;                   ///< Connections by who asked for them.
    std::map<uint16_t, Net8LanConnection*> m_listening; ///< Who listens, by service.
    std::map<uint16_t, Entry> m_connections;            ///< Connections by id.
    uint16_t m_lastId{0};                               ///< Id that was given last.
    LanTransport::Counts m_counts;                      ///< What ended connections sent.
    Net8ArrivalWork m_arrivalWork; ///< What a packet with data takes on its arrival.
    EventId m_announcing;          ///< The next announcement.
    uint64_t m_strays{0};          ///< Frames of no connection or wrong.
};

} // namespace ns3::net8

#endif // NET8_LAN_HOST_H
