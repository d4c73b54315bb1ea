// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_MTU_SEARCH_H
#define NET8_TCP_MTU_SEARCH_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Finds segments that fit the path: routers tell its MTU, or, where none does, larger and larger
 * segments are tried (tcp_mtu_probing).
 */
class TcpMtuSearch : private TcpSendPart
{
  public:
    /// What became of a probe.
    enum class Probed : uint8_t
    {
        NONE, ///< None is to be sent now.
        SENT, ///< It was sent.
        WAITS ///< It waits for the window, and so does everything behind it.
    };

    /// @param core state shared by the parts of the sending half
    explicit TcpMtuSearch(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /// Start with an established connection (tcp_mtup_init).
    void Open();

    /// Handle retransmissions that have gone on for a while: larger segments than the path takes
    /// may be the reason (tcp_mtu_probing).
    void SuspectBlackHole();

    /**
     * Send a larger segment, if one is to be tried now (tcp_mtu_probe).
     *
     * @return what became of it
     */
    Probed Probe();

    /// Handle an ACK of data: if it covers the probe, segments grow (tcp_mtup_probe_success).
    void OnAcked();

    /**
     * Handle the message of a router that a segment is too large: cut it anew, and send it again at
     * once (tcp_v4_mtu_reduced).
     *
     * @param largest largest segment that fits the router's next link, options included, bytes
     * @param until how long this is believed, ns
     */
    void OnPacketTooBig(uint32_t largest, TcpTime until);

  private:
    /// Start a new search some time after the last one has ended (tcp_mtu_check_reprobe).
    void SearchAgain();

    /**
     * @param bytes payload of a segment
     * @return whether the unsent data at the front may be joined to it
     *         (tcp_can_coalesce_send_queue_head)
     */
    bool MayJoin(uint32_t bytes) const;

    /**
     * Send a probe.
     *
     * @param bytes its payload, bytes
     * @return whether the device accepted it
     */
    bool Send(uint32_t bytes);
};

} // namespace ns3::net8

#endif // NET8_TCP_MTU_SEARCH_H
