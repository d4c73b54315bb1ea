// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_SIMULATOR_HOST_H
#define NET8_PACKETDRILL_SIMULATOR_HOST_H

#include "../net8-packetdrill-host.h"
#include "net8-packetdrill-simulator-connection.h"

#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-route.h"
#include "ns3/node.h"
#include "ns3/tcp-l4-protocol.h"

#include <deque>
#include <memory>
#include <vector>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * A node of ns-3 whose peer is the script: segments come from it and go to it below TCP.
 */
class SimulatorHost final : public Host
{
  public:
    /// Which sockets the node has.
    enum class Kind
    {
        MACHINE, ///< Those of net8, over the TCP machine.
        STOCK    ///< ns-3's own, as near to Linux as their attributes allow.
    };

    /**
     * @param settings the host's settings
     * @param kind its sockets
     */
    SimulatorHost(const TcpSettings& settings, Kind kind);

    ~SimulatorHost() override;

    TcpTime GetNow() const override;
    uint32_t GetIsn() const override;
    void SetDeviceOpen(bool open) override;
    void NoteRoute() override;
    bool RunOneTimer(TcpTime until) override;
    void Receive(const TcpSegment& segment) override;
    void Listen(const TcpSocketOptions& options, uint32_t backlog) override;
    void SetListenOptions(const TcpSocketOptions& options) override;
    bool IsAcceptable() const override;
    Connection* Accept() override;
    Connection& Connect(const TcpSocketOptions& options) override;

  private:
    /**
     * @param options what is set for it
     * @return a socket
     */
    Ptr<Socket> MakeSocket(const TcpSocketOptions& options);

    /**
     * A segment leaves the node.
     *
     * @param packet the segment
     * @param source its source
     * @param destination its destination
     * @param protocol number of TCP
     * @param route its route
     */
    void Emit(Ptr<Packet> packet,
              Ipv4Address source,
              Ipv4Address destination,
              uint8_t protocol,
              Ptr<Ipv4Route> route);

    /// Something happened that the script may wait for.
    void Wake();

    const TcpSettings& m_settings;     ///< Settings.
    Kind m_kind;                       ///< Which sockets.
    Ptr<Node> m_node;                  ///< The node.
    Ptr<TcpL4Protocol> m_tcp;          ///< Its TCP.
    Ptr<Ipv4Interface> m_interface;    ///< Where segments come in.
    Ptr<Socket> m_listener;            ///< It listens.
    TcpSocketOptions m_listenOptions;  ///< What was set for it.
    std::deque<Connection*> m_waiting; ///< Accepted by ns-3, not yet by the script.
    std::vector<std::unique_ptr<SimulatorConnection>> m_connections; ///< All connections ever.
    uint16_t m_localPort{LISTEN_PORT};                               ///< Port of the node.
    uint16_t m_peerPort{CALLER_PORT};                                ///< Port of the peer.
    uint32_t m_isn{0};   ///< Sequence number of our SYN.
    bool m_woken{false}; ///< Something happened.

    static constexpr uint16_t LISTEN_PORT = 8080;  ///< Of who listens.
    static constexpr uint16_t CALLER_PORT = 40000; ///< Of a peer that calls.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_SIMULATOR_HOST_H
