// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_HOST_H
#define NET8_PACKETDRILL_HOST_H

#include "net8-packetdrill-connection.h"

#include "ns3/net8-tcp-settings.h"

#include <cstdint>
#include <deque>
#include <stdexcept>

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
 * A script asks for what a host does not have.
 */
class NotThere : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup net8-test
 * A host with the TCP under test: one peer, one listener, its connections one after the other, a
 * device and a clock.
 */
class Host
{
  public:
    static constexpr uint32_t PEER_ISN =
        0x7ffffff0; ///< Sequence number of the peer's SYN: it changes its sign soon.

    virtual ~Host() = default;

    /// @return the time, ns
    virtual TcpTime GetNow() const = 0;

    /// @return our initial sequence number
    virtual uint32_t GetIsn() const = 0;

    /// @param open whether the device takes segments
    virtual void SetDeviceOpen(bool open) = 0;

    /// Note that the route to the peer has changed; connections that are open follow it.
    virtual void NoteRoute()
    {
    }

    /**
     * Run timers up to the next one.
     *
     * @param until the latest time to run to, ns
     * @return whether a timer fired by then
     */
    virtual bool RunOneTimer(TcpTime until) = 0;

    /// @param segment a segment from the peer, with real sequence numbers
    virtual void Receive(const TcpSegment& segment) = 0;

    /**
     * Open a listener.
     *
     * @param options options of what it accepts
     * @param backlog as in listen(2)
     */
    virtual void Listen(const TcpSocketOptions& options, uint32_t backlog) = 0;

    /// @param options options of what the listener accepts from now on
    virtual void SetListenOptions(const TcpSocketOptions& options) = 0;

    /// @return whether the listener has a connection to give
    virtual bool IsAcceptable() const = 0;

    /// @return the connection that accept gives; null when none waits
    virtual Connection* Accept() = 0;

    /**
     * Open a connection.
     *
     * @param options its options
     * @return the connection
     */
    virtual Connection& Connect(const TcpSocketOptions& options) = 0;

    /**
     * Run timers up to a time, and stop at the first segment that leaves.
     *
     * @param until the time, ns
     * @return whether a segment left
     */
    bool RunUntilSegment(TcpTime until)
    {
        while (m_departures.empty())
        {
            if (!RunOneTimer(until))
            {
                return false;
            }
        }
        return true;
    }

    /// @return what left and was not looked at
    std::deque<Departure>& GetDepartures()
    {
        return m_departures;
    }

  private:
    std::deque<Departure> m_departures; ///< What left.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_HOST_H
