// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ECN_H
#define NET8_TCP_ECN_H

#include "net8-tcp-segment.h"
#include "net8-tcp-settings.h"

#include <cstdint>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Explicit congestion notification of one connection (RFC 3168): what was negotiated, whether the
 * receiver has an echo to send, and whether the sender has to confirm one. The rules are those of
 * Linux (include/net/tcp_ecn.h, mode TCP_ECN_MODE_RFC3168; tcp_ecn_send); accurate ECN (RFC 9768)
 * is not modelled.
 */
class TcpEcn
{
  public:
    /**
     * @param settings settings of the host
     * @return whether the congestion control works with marks alone (TCP_CONG_NEEDS_ECN): it always
     * asks for ECN, and each of its packets is ECN-capable
     */
    static bool IsNeeded(const TcpSettings& settings)
    {
        return settings.congestion == TcpCongestion::DCTCP;
    }

    /**
     * Begin an active opening (tcp_ecn_send_syn).
     *
     * @param settings settings of the host
     */
    void Ask(const TcpSettings& settings)
    {
        m_needed = IsNeeded(settings);
        m_agreed = settings.ecn == TcpSettings::ECN_ASKS || m_needed;
    }

    /**
     * @param settings settings of the host
     * @param copy whether the SYN is a retransmission, which no longer asks (tcp_ecn_clear_syn)
     * @return flags of the SYN besides SYN
     */
    uint8_t GetSynFlags(const TcpSettings& settings, bool copy) const
    {
        constexpr uint8_t ASKING = TcpSegment::ECE | TcpSegment::CWR;
        return m_agreed && !(copy && settings.ecnFallback) ? ASKING : 0;
    }

    /**
     * Decide on a SYN that asks for ECN (tcp_ecn_create_request).
     *
     * @param syn the SYN
     * @param settings settings of the host
     * @return whether ECN is used
     */
    static bool Accepts(const TcpSegment& syn, const TcpSettings& settings)
    {
        const bool asks = syn.Has(TcpSegment::ECE) && syn.Has(TcpSegment::CWR);
        const bool capable = syn.ecn != TcpSegment::NOT_ECT;
        return asks && ((!capable && settings.ecn != TcpSettings::ECN_OFF) || IsNeeded(settings));
    }

    /**
     * Take over the result of a listener's handshake.
     *
     * @param agreed whether ECN is used
     * @param settings settings of the host
     */
    void Accept(bool agreed, const TcpSettings& settings)
    {
        m_agreed = agreed;
        m_needed = agreed && IsNeeded(settings);
    }

    /**
     * Take the answer to our SYN (tcp_ecn_rcv_synack).
     *
     * @param synAck the SYN-ACK
     */
    void TakeSynAck(const TcpSegment& synAck)
    {
        m_agreed = m_agreed && synAck.Has(TcpSegment::ECE) && !synAck.Has(TcpSegment::CWR);
        m_needed = m_needed && m_agreed;
    }

    /**
     * Take the peer's SYN in a simultaneous opening (tcp_ecn_rcv_syn).
     *
     * @param syn the SYN
     */
    void TakePeerSyn(const TcpSegment& syn)
    {
        m_agreed = m_agreed && syn.Has(TcpSegment::ECE) && syn.Has(TcpSegment::CWR);
        m_needed = m_needed && m_agreed;
    }

    /// @return whether both ends use ECN
    bool IsAgreed() const
    {
        return m_agreed;
    }

    /// @return whether the congestion control gets every mark as an event
    bool IsNeeded() const
    {
        return m_needed;
    }

    /**
     * @param segment a received segment other than a SYN
     * @return whether it tells of a mark (tcp_ecn_rcv_ecn_echo)
     */
    bool IsEcho(const TcpSegment& segment) const
    {
        return m_agreed && segment.Has(TcpSegment::ECE) && !segment.Has(TcpSegment::SYN);
    }

    /// The window was reduced: the next new data says so.
    void QueueConfirmation()
    {
        m_confirms = m_agreed;
    }

    /// The reduction was undone: nothing is to be confirmed.
    void WithdrawConfirmation()
    {
        m_confirms = false;
    }

    /**
     * Mark a segment that is sent and no SYN (tcp_ecn_send).
     *
     * @param segment the segment, complete but for its marks
     * @param fresh whether it holds data sent for the first time
     */
    void Mark(TcpSegment& segment, bool fresh)
    {
        segment.ecn = m_needed || (m_agreed && fresh) ? TcpSegment::ECT_0 : TcpSegment::NOT_ECT;
        if (!m_agreed)
        {
            return;
        }
        if (fresh && std::exchange(m_confirms, false))
        {
            segment.flags |= TcpSegment::CWR;
        }
        segment.flags |= m_echoes ? TcpSegment::ECE : 0;
    }

    /// What received data says about ECN.
    enum class Verdict : uint8_t
    {
        NOTHING, ///< Nothing new.
        QUICK    ///< ACKs must not be delayed now.
    };

    /**
     * Look at the mark of received data (tcp_data_ecn_check), where marks are no events of the
     * congestion control.
     *
     * @param mark its codepoint
     * @return what follows for ACKs
     */
    Verdict TakeMark(uint8_t mark)
    {
        if (mark == TcpSegment::NOT_ECT)
        {
            return m_seen ? Verdict::QUICK : Verdict::NOTHING; // Probably a retransmission.
        }
        m_seen = true;
        if (mark == TcpSegment::CE && !m_echoes)
        {
            m_echoes = true;
            return Verdict::QUICK;
        }
        return Verdict::NOTHING;
    }

    /**
     * @param echoes whether segments tell the peer of a mark
     */
    void SetEchoes(bool echoes)
    {
        m_echoes = echoes;
    }

  private:
    bool m_agreed{false};   ///< Both ends use ECN (TCP_ECN_MODE_RFC3168).
    bool m_needed{false};   ///< The congestion control needs it (TCP_CONG_NEEDS_ECN).
    bool m_confirms{false}; ///< The next new data has CWR (TCP_ECN_QUEUE_CWR).
    bool m_echoes{false};   ///< Segments have ECE (TCP_ECN_DEMAND_CWR).
    bool m_seen{false};     ///< ECN-capable data were received (TCP_ECN_SEEN).
};

} // namespace ns3::net8

#endif // NET8_TCP_ECN_H
