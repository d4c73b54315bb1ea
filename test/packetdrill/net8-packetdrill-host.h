// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_HOST_H
#define NET8_PACKETDRILL_HOST_H

#include "ns3/net8-tcp-connection.h"
#include "ns3/net8-tcp-listener.h"
#include "ns3/net8-tcp-settings.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * A segment that left, and when.
 */
struct Departure
{
    TcpTime time{0};    ///< When, ns.
    TcpSegment segment; ///< As it is on the wire: one MSS at most.
    bool more{false};   ///< The burst goes on with the next one.
};

/**
 * @ingroup net8-test
 * A host with the machine under test: one peer, one listener, its connections one after the other,
 * a device and a clock.
 */
class Host final : public TcpListenerHost, public TcpOutput
{
  public:
    static constexpr uint32_t ISN = 0xfffff000; ///< Our initial sequence number: it soon wraps.
    static constexpr uint32_t PEER_ISN =
        0x7ffffff0; ///< That of the peer: it changes its sign soon.

    /// @param settings the host's settings
    explicit Host(const TcpSettings& settings)
        : m_settings(settings)
    {
    }

    /// @return the time, ns
    TcpTime GetNow() const
    {
        return m_now;
    }

    /// @param open whether the device takes segments
    void SetDeviceOpen(bool open)
    {
        m_deviceOpen = open;
    }

    /**
     * Run timers up to a time, and stop at the first segment that leaves.
     *
     * @param until the time, ns
     * @return whether a segment left
     */
    bool RunUntilSegment(TcpTime until);

    /**
     * Run timers up to the next one.
     *
     * @param until the latest time to run to, ns
     * @return whether a timer fired by then
     */
    bool RunOneTimer(TcpTime until);

    /// @param segment a segment from the peer, with real sequence numbers
    void Receive(const TcpSegment& segment);

    /**
     * Open a listener.
     *
     * @param options options of what it accepts
     * @param backlog as in listen(2)
     */
    void Listen(const TcpSocketOptions& options, uint32_t backlog);

    /// @return the listener; null without one
    TcpListener* GetListener()
    {
        return m_listener.get();
    }

    /**
     * Open a connection.
     *
     * @param options its options
     * @return the connection
     */
    TcpConnection& Connect(const TcpSocketOptions& options);

    /// @return the connection that accept gives; null when none waits
    TcpConnection* Accept();

    /// @return what left and was not looked at
    std::deque<Departure>& GetDepartures()
    {
        return m_departures;
    }

    uint32_t MakeIsn(uint64_t peer) override;
    bool TransmitTo(uint64_t peer, const TcpSegment& segment) override;
    TcpOutput& MakeOutput(uint64_t peer) override;
    void TakeConnection(uint64_t peer, std::unique_ptr<TcpConnection> connection) override;
    bool Transmit(const TcpSegment& segment) override;

  private:
    /// @return the next deadline of all, ns
    TcpTime GetDeadline() const;

    const TcpSettings& m_settings;           ///< Settings.
    TcpTime m_now{0};                        ///< The time, ns.
    bool m_deviceOpen{true};                 ///< Whether the device takes segments.
    std::unique_ptr<TcpListener> m_listener; ///< The listener.
    std::vector<std::unique_ptr<TcpConnection>> m_connections; ///< All connections ever.
    std::deque<Departure> m_departures;                        ///< What left.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_HOST_H
