// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETBIOS_LINK_H
#define NET8_NETBIOS_LINK_H

#include "net8-deadline.h"
#include "net8-netbios-station.h"

#include "ns3/net8-lan-transport.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <set>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The link of 802.2 type 2 between two stations, over which all their sessions of NetBIOS go.
 *
 * 1. Whoever has a frame to send first asks for the link; the station that ends the last session
 * ends the link, too.
 * 2. Frames that wait when the other station ends the link go over the next one; when it does not
 * answer any more, all sessions have failed.
 * 3. A station that asks for a link again has forgotten the one before, and its sessions.
 */
class Net8NetbiosLink : public LanTransportUser
{
  public:
    /**
     * @param host the station
     * @param rules rules of links; must outlive it
     * @param remote the other station
     */
    Net8NetbiosLink(Net8NetbiosStation& host, const LanRules& rules, const LanAddress& remote);

    /**
     * Send a frame of a session.
     *
     * @param session its number
     * @param unit what it says
     * @param frame the frame, from the header of NetBIOS on
     */
    void Write(uint16_t session, const LanUnit& unit, const Ptr<Packet>& frame);

    /**
     * A frame came.
     *
     * @param unit what it says of the link
     * @param frame what it carries; null: nothing
     */
    void Receive(const LanUnit& unit, const Ptr<Packet>& frame);

    /**
     * @param session a session that is no more
     */
    void Leave(uint16_t session);

    /// The node is gone.
    void Forget();

    /// @return what it sent
    LanTransport::Counts GetCounts() const;

  private:
    /// A frame of which the other station has not said that it came.
    struct Frame
    {
        int64_t offset{0};    ///< Where it begins in all that was written.
        uint16_t session{0};  ///< Its session.
        LanUnit unit{};       ///< What it says.
        Ptr<Packet> packet{}; ///< The frame.
    };

    // Inherited
    void Transmit(const LanUnit& unit) override;
    void HandleConnected() override;
    void HandleData(const LanUnit& unit) override;
    void HandleAcknowledged(uint32_t bytes) override;
    void HandleTransportEnd(LanEnd end) override;

    /// Begin anew, without frames.
    void Renew();

    /// Ask for the link, and give it what waits.
    void Connect();

    /**
     * @param unit what came, as a frame says it
     * @return what it is as the link stands
     */
    LanUnit::Kind FindKind(const LanUnit& unit) const;

    /// The link is gone, and so are sessions whose end waits to be told.
    void EndSessions();

    /// All sessions have failed.
    void FailSessions();

    /// The deadline has come.
    void HandleDeadline();

    /// Set the event for the deadline, and see to what has ended.
    void Update();

    Net8NetbiosStation& m_host;                ///< The station.
    const LanRules& m_rules;                   ///< Rules of links.
    LanAddress m_remote;                       ///< The other station.
    std::unique_ptr<LanTransport> m_transport; ///< The link.
    std::deque<Frame> m_frames;                ///< Not acknowledged, oldest first.
    std::set<uint16_t> m_sessions;             ///< Sessions that have begun and not ended.
    int64_t m_written{0};                      ///< Bytes that the link was given.
    Ptr<Packet> m_arriving;                    ///< What the frame that came carries.
    LanEnd m_end{LanEnd::NONE};                ///< How the link has just ended.
    LanTransport::Counts m_counts;             ///< What links before this one sent.
    Net8Deadline m_deadline;                   ///< The next thing that time does.
};

} // namespace ns3::net8

#endif // NET8_NETBIOS_LINK_H
