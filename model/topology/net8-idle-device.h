// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IDLE_DEVICE_H
#define NET8_IDLE_DEVICE_H

#include "net8-link-packet.h"

#include "ns3/event-id.h"
#include "ns3/net8-idle-flows.h"
#include "ns3/net8-line-device.h"
#include "ns3/net8-nat-ports.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A firewall, a NAT or a load balancer on a link, which forgets connections that are idle.
 *
 * Packets are handled where they leave the sending end. Its own RSTs are received by that end, and
 * those at the limit by both ends of the link, as if they came from the other end of the
 * connection. Inside is the first end of the link.
 */
class Net8IdleDevice
{
  public:
    /// What becomes of a packet of a TCP connection that was forgotten.
    enum class Action : uint8_t
    {
        DROP,    ///< It is dropped silently, as by a firewall.
        RESET,   ///< It is answered with a RST, as by a load balancer or a firewall that rejects.
        PICK_UP, ///< Up it takes the connection up again, as in a NAT of Linux; down it is dropped.
        NEW_PORT,  ///< Up it goes on from another port, as in a NAT; down it is dropped.
        RESET_BOTH ///< As RESET; but both ends got a RST when the connection was forgotten.
    };

    /**
     * Create a device that knows no connection.
     *
     * @param idle how long a connection is remembered without packets
     * @param action what becomes of packets of others
     */
    Net8IdleDevice(Time idle, Action action);

    ~Net8IdleDevice();

    Net8IdleDevice(const Net8IdleDevice&) = delete;
    Net8IdleDevice& operator=(const Net8IdleDevice&) = delete;

    /**
     * @param device an end of the link, which receives RSTs at the limit
     * @param first true for the first end
     */
    void SetEnd(const Ptr<Net8LineDevice>& device, bool first);

    /**
     * Handle a packet.
     *
     * @param packet the packet
     * @param seen what is seen of it; a TCP segment
     * @param header length of its link header; packets with an Ethernet header are neither answered
     * nor changed
     * @param now when it begins to be sent
     * @return whether it passes
     */
    bool Pass(const Packet& packet,
              const LinkPacket& seen,
              std::size_t header,
              std::chrono::nanoseconds now);

    /**
     * Take the answer to the packet that was handled last.
     *
     * @return a RST with its PPP header; null: none
     */
    Ptr<Packet> TakeAnswer();

    /**
     * @param packet a copy of the packet that was handled last, if it was a TCP segment
     * @param up whether it goes up
     * @return the packet as it leaves the device
     */
    Ptr<Packet> Translate(const Ptr<Packet>& packet, bool up) const;

    /**
     * @param link name of the link
     * @param out receives its counters that are not 0
     */
    void AddCounters(const std::string& link, std::map<std::string, uint64_t>& out) const;

  private:
    /**
     * @param segment a TCP segment
     * @param changes whether it may get another port
     * @param now when it begins to be sent
     * @return whether it passes
     */
    bool Place(IdleFlows::Segment segment, bool changes, std::chrono::nanoseconds now);

    /// Wait for the limit of the next connection.
    void Await();

    /// Reset the connections that have reached their limit.
    void Expire();

    /**
     * @return the connections
     */
    const IdleFlows& GetFlows() const;

    Action m_action;                           ///< What becomes of packets of unknown connections.
    IdleFlows m_flows;                         ///< The connections, unless it is a NAT.
    std::unique_ptr<NatPorts> m_ports;         ///< The connections of a NAT; otherwise null.
    std::optional<uint16_t> m_port;            ///< Other port of the last packet; nothing: its own.
    Ptr<Packet> m_answer;                      ///< Answer to the last packet.
    uint64_t m_resets{0};                      ///< RSTs sent.
    uint64_t m_moved{0};                       ///< Packets with another port.
    std::array<Ptr<Net8LineDevice>, 2> m_ends; ///< First and second end of the link.
    EventId m_expiry;                          ///< The limit of the next connection.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_DEVICE_H */
