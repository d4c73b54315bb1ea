// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ROUTER_H
#define NET8_LAN_ROUTER_H

#include "net8-lan-host.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/net8-ipx-tables.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A router of IPX or DECnet on a node: forwards packets from one network to the next, in frames of
 * that network.
 *
 * Its table gives the device through which each network is reached. The table is complete from the
 * start, as after RIP or DECnet's routing messages have converged. DECnet has no networks: there
 * the directory takes the place of its node table and gives the network that a node is on.
 *
 * If stations announce themselves, so does the router. With IPX it uses RIP and SAP, from which it
 * learns services and additional networks (IpxTables); it announces changes at once and answers
 * queries for a service. With DECnet it uses hellos and routing messages, whose costs are those of
 * its table.
 */
class Net8LanRouter : public Object
{
  public:
    /// Counts of packets.
    struct Counts
    {
        uint64_t forwarded{0};   ///< Forwarded.
        uint64_t tooFar{0};      ///< Dropped: too many routers passed.
        uint64_t unreachable{0}; ///< Dropped: unknown network, or invalid.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LanRouter();
    ~Net8LanRouter() override;

    /**
     * Set the protocol.
     *
     * @param protocol protocol to forward, with the directory of all hosts
     * @param node its node number, with DECnet
     */
    void SetProtocol(const Net8LanHost::Protocol& protocol, uint16_t node);

    /// @return its node number, with DECnet
    uint16_t GetNumber() const
    {
        return m_number;
    }

    /**
     * Attach a network of hosts.
     *
     * @param device its device on the network
     * @param network number of the network
     */
    void AttachLan(const Ptr<NetDevice>& device, uint32_t network);

    /**
     * Attach a line to another router.
     *
     * @param device its device on the line
     * @param network number of the line's network
     */
    void AttachLine(const Ptr<NetDevice>& device, uint32_t network);

    /**
     * Add a route.
     *
     * @param network a network behind another router
     * @param device its device on the line that leads there
     * @param lines number of lines on the way
     */
    void AddRoute(uint32_t network, const Ptr<NetDevice>& device, uint32_t lines);

    /**
     * Add another DECnet router.
     *
     * @param number its node number
     * @param lines number of lines on the way
     */
    void AddRouter(uint16_t number, uint32_t lines)
    {
        m_routers[number] = lines;
    }

    /**
     * Start periodic announcements.
     *
     * @param first time of the first one
     */
    void Announce(Time first);

    /**
     * Receive a frame that does not come through the node.
     *
     * @param device device that received it
     * @param packet what follows the type or length field
     * @param type type or length
     * @param from address of the sender
     * @param to destination address
     */
    void Hear(const Ptr<NetDevice>& device,
              const Ptr<const Packet>& packet,
              uint16_t type,
              const Address& from,
              const Address& to)
    {
        Receive(device, packet, type, from, to, NetDevice::PACKET_HOST);
    }

    /// @return counts of packets
    const Counts& GetCounts() const
    {
        return m_counts;
    }

  protected:
    void DoDispose() override;

  private:
    /// Route to a network.
    struct Route
    {
        Ptr<NetDevice> device{}; ///< Device that leads there.
        bool attached{false};    ///< The network is directly attached.
        uint32_t lines{0};       ///< Number of lines on the way.
    };

    /// A port: a device on which it sends and receives announcements.
    struct Port
    {
        Ptr<NetDevice> device{}; ///< The device.
        uint32_t network{0};     ///< Network of the device.
        bool line{false};        ///< It is a line to another router.
    };

    /// Method that announces something on a port.
    using Tell = void (Net8LanRouter::*)(uint32_t port);

    /// A periodic task.
    struct Habit
    {
        bool ipx{false};     ///< Whether for IPX; else for DECnet.
        bool onLans{false};  ///< On networks of hosts.
        bool onLines{false}; ///< On lines.
        uint32_t seconds{0}; ///< Period, s.
        Tell tell{nullptr};  ///< The method to call.
    };

    /// Periodic tasks of routers.
    static const std::array<Habit, 5> HABITS;

    /**
     * Add a port.
     *
     * @param device its device
     * @param network network of the device
     * @param line whether it is a line to another router
     */
    void AddPort(const Ptr<NetDevice>& device, uint32_t network, bool line);

    /**
     * Run a periodic task, and schedule its next run.
     *
     * @param habit number of the task
     */
    void Follow(std::size_t habit);

    /**
     * Announce what is new from one port on all others.
     *
     * @param from the port
     * @param tell method that announces it
     */
    void TellOthers(uint32_t from, Tell tell);

    /// Announce networks by RIP.
    ///
    /// @param port the port
    void TellNetworks(uint32_t port);

    /// Announce services by SAP.
    ///
    /// @param port the port
    void TellServices(uint32_t port);

    /**
     * Send a list of services.
     *
     * @param port the port
     * @param to destination address
     * @param services the services
     */
    void SendServices(uint32_t port, const IpxAddress& to, const std::vector<SapEntry>& services);

    /// Send a DECnet router hello.
    ///
    /// @param port the port
    void SayHello(uint32_t port);

    /// Announce the distances of DECnet nodes.
    ///
    /// @param port the port
    void TellNodes(uint32_t port);

    /// @return cost and circuits to each DECnet node, from number 0
    std::vector<uint16_t> MakeCosts() const;

    /**
     * Send a packet.
     *
     * @param port the port
     * @param to destination station
     * @param bytes the packet
     */
    void SendAt(uint32_t port, const LanAddress& to, const std::vector<uint8_t>& bytes);

    /**
     * @param port a port
     * @return the address of its device
     */
    IpxAddress GetAddress(uint32_t port) const;

    /**
     * Handle an announcement.
     *
     * @param device device that received it
     * @param packet the packet after the head of its frame
     */
    void Overhear(const Ptr<NetDevice>& device, const Ptr<Packet>& packet);

    /**
     * Receive a frame.
     *
     * @param device device that received it
     * @param packet what follows the type or length field
     * @param type type or length
     */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t type,
                 const Address& /* from */,
                 const Address& /* to */,
                 NetDevice::PacketType /* packetType */);

    Net8LanHost::Protocol m_protocol;       ///< The protocol that it forwards.
    uint16_t m_number{0};                   ///< Its DECnet node number.
    std::map<uint32_t, Route> m_routes;     ///< Routes by network.
    std::map<uint16_t, uint32_t> m_routers; ///< Lines to other DECnet routers.
    std::vector<Port> m_ports;              ///< Ports.
    std::map<uint32_t, uint32_t> m_portOf;  ///< Ports by interface index.
    IpxTables m_tables;                     ///< Tables of RIP and SAP.
    std::array<EventId, 5> m_habits;        ///< Events of the periodic tasks.
    Counts m_counts;                        ///< Counts of packets.
};

} // namespace ns3::net8

#endif // NET8_LAN_ROUTER_H
