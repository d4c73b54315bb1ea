// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETBIOS_LINK_H
#define NET8_NETBIOS_LINK_H

#include "net8-netbios-station.h"

#include "ns3/net8-deadline.h"
#include "ns3/net8-lan-transport.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <set>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The link of 802.2 type 2 between two stations, used by all their NetBIOS sessions.
 *
 * 1. The station that first has a frame to send opens the link; the one that ends the last session
 * also closes the link.
 * 2. If the other station closes the link, waiting frames use the next one; if it stops answering,
 * all sessions fail.
 * 3. A station that opens a link again has forgotten the previous link and its sessions.
 */
class Net8NetbiosLink : public LanTransportUser
{
  public:
    /**
     * @param host the station
     * @param rules rules of links; must outlive this object
     * @param remote the other station
     */
    Net8NetbiosLink(Net8NetbiosStation& host, const LanRules& rules, const LanAddress& remote);

    /**
     * Send a frame of a session.
     *
     * @param session number of the session
     * @param unit the unit in the frame
     * @param frame the frame, from the NetBIOS header on
     */
    void Write(uint16_t session, const LanUnit& unit, const Ptr<Packet>& frame);

    /**
     * Handle a frame.
     *
     * @param unit the unit of the link
     * @param frame the frame's contents; null: none
     */
    void Receive(const LanUnit& unit, const Ptr<Packet>& frame);

    /**
     * Note that a session is over.
     *
     * @param session number of the session
     */
    void Leave(uint16_t session);

    /// Drop references to the node, which is gone.
    void Forget();

    /// @return counts of what it sent
    LanTransport::Counts GetCounts() const;

  private:
    /// A frame that the other station has not acknowledged yet.
    struct Frame
    {
        int64_t offset{0};    ///< Offset in all that was written.
        uint16_t session{0};  ///< Its session.
        LanUnit unit{};       ///< The unit in the frame.
        Ptr<Packet> packet{}; ///< The frame.
    };

    // Inherited
    void Transmit(const LanUnit& unit) override;
    void HandleConnected() override;
    void HandleData(const LanUnit& unit) override;
    void HandleAcknowledged(uint32_t bytes) override;
    void HandleTransportEnd(LanEnd end) override;

    /// Start again, without frames.
    void Renew();

    /// Open the link, and pass it the waiting frames.
    void Connect();

    /**
     * @param unit a unit, as found in a frame
     * @return its kind in the current state of the link
     */
    LanUnit::Kind FindKind(const LanUnit& unit) const;

    /// Drop sessions whose end was waiting to be sent, as the link is gone.
    void EndSessions();

    /// Fail all sessions.
    void FailSessions();

    /// Handle the deadline.
    void HandleDeadline();

    /// Schedule the deadline, and handle the end of the link.
    void Update();

    Net8NetbiosStation& m_host;                ///< The station.
    const LanRules& m_rules;                   ///< Rules of links.
    LanAddress m_remote;                       ///< The other station.
    std::unique_ptr<LanTransport> m_transport; ///< The link.
    std::deque<Frame> m_frames;                ///< Not acknowledged, oldest first.
    std::set<uint16_t> m_sessions;             ///< Sessions under way.
    int64_t m_written{0};                      ///< Bytes passed to the link.
    Ptr<Packet> m_arriving;                    ///< Contents of the frame being received.
    LanEnd m_end{LanEnd::NONE};                ///< How the link has just ended.
    LanTransport::Counts m_counts;             ///< Counts of earlier links.
    Net8Deadline m_deadline;                   ///< Event for the next deadline.
};

} // namespace ns3::net8

#endif // NET8_NETBIOS_LINK_H
