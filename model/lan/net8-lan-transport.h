// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_TRANSPORT_H
#define NET8_LAN_TRANSPORT_H

#include "net8-lan-receiver.h"
#include "net8-lan-sender.h"
#include "net8-lan-transport-user.h"

#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a connection of a transport with numbered packets: SPX, SPX II, NSP, NetBIOS Frames.
 *
 * 1. Exchanges before the connection, as many as the rules define; then CONNECT and CONFIRM. NSP
 * acknowledges both.
 * 2. Messages are cut into pieces; window and receiver limit the number in flight. Every unit
 * carries the acknowledgement for the other direction; it is sent alone if there is nothing else to
 * send.
 * 3. Probes break a silence; NSP sends them as zero credits. An end that is silent for too long is
 * given up.
 * 4. Close waits until everything is acknowledged, then sends DISCONNECT.
 *
 * The caller passes in the time with every call; the transport produces units and one deadline.
 */
class LanTransport
{
  public:
    /// State of the connection.
    enum class State : uint8_t
    {
        LISTENING,  ///< It waits for a CONNECT.
        SETUP,      ///< It performs the exchanges before the connection.
        CONNECTING, ///< CONNECT has been sent.
        CONFIRMING, ///< CONFIRM has been sent and waits for its acknowledgement.
        OPEN,       ///< Data may flow.
        CLOSING,    ///< DISCONNECT has been sent.
        ENDED,      ///< The connection has ended.
    };

    /// Counters of sent units.
    struct Counts
    {
        uint64_t data{0};     ///< Pieces, including retransmissions.
        uint64_t repeated{0}; ///< Retransmitted pieces.
        uint64_t acks{0};     ///< Acknowledgements sent alone.
        uint64_t others{0};   ///< All other units.

        /**
         * Add other counters.
         *
         * @param more the other counters
         * @return the sum
         */
        Counts& operator+=(const Counts& more)
        {
            data += more.data;
            repeated += more.repeated;
            acks += more.acks;
            others += more.others;
            return *this;
        }
    };

    /**
     * Create an end.
     *
     * @param rules rules of the transport; must outlive this object
     * @param user its user; must outlive this object
     */
    LanTransport(const LanRules& rules, LanTransportUser& user);

    /**
     * Open a connection.
     *
     * @param now current simulation time
     */
    void Connect(LanTime now);

    /**
     * Send a message.
     *
     * @param size its size, at least 1 byte
     * @param now current simulation time
     */
    void Write(uint32_t size, LanTime now);

    /**
     * Note that the program has read.
     *
     * @param bytes number of bytes
     * @param now current simulation time
     */
    void Read(uint32_t bytes, LanTime now);

    /**
     * End the connection once everything is acknowledged.
     *
     * @param now current simulation time
     */
    void Close(LanTime now);

    /**
     * End the connection at once: SPX sends nothing then, the others disconnect.
     */
    void Abort();

    /**
     * Handle a received unit.
     *
     * @param unit the unit, with as many bits of its numbers as on the wire
     * @param now current simulation time
     */
    void Receive(LanUnit unit, LanTime now);

    /**
     * Handle an acknowledgement received by the link below.
     *
     * @param number next number expected by the other end
     * @param now current simulation time
     */
    void Acknowledge(int64_t number, LanTime now);

    /// Handle a failure of the link below.
    void Fail();

    /**
     * Handle an expired deadline.
     *
     * @param now current simulation time
     */
    void Expire(LanTime now);

    /// @return when to call Expire; LanSender::NEVER if not at all
    LanTime GetDeadline() const;

    /// @return state of the connection
    State GetState() const
    {
        return m_state;
    }

    /// @return number of bytes written but not acknowledged
    uint64_t GetWaiting() const
    {
        return m_sender.GetWaiting();
    }

    /// @return counters of sent units
    const Counts& GetCounts() const
    {
        return m_counts;
    }

    /**
     * Extend a number from its low bits.
     *
     * @param low low bits of the number
     * @param near a number close to it
     * @param modulus number of values of the low bits
     * @return the number
     */
    static int64_t Widen(int64_t low, int64_t near, int64_t modulus);

  private:
    using Kind = LanUnit::Kind; ///< Kind of a unit.

    /**
     * Send a unit with the fields common to all.
     *
     * @param unit the unit
     */
    void Emit(LanUnit unit);
    /**
     * Send a unit that the handshake timer repeats.
     *
     * @param kind its kind
     * @param now current simulation time
     */
    void EmitHandshake(Kind kind, LanTime now);
    /**
     * Send what may be sent, a due acknowledgement and, once drained, the DISCONNECT of a close.
     *
     * @param now current simulation time
     */
    void Flush(LanTime now);
    /**
     * Send credits if there are enough of them.
     *
     * @param now current simulation time
     */
    void GrantCredits(LanTime now);
    /**
     * Send a credit, unless one is unacknowledged.
     *
     * @param credits number of credits
     * @param now current simulation time
     */
    void EmitCredit(uint32_t credits, LanTime now);
    /**
     * Handle a received DATA.
     *
     * @param unit the unit
     * @param now current simulation time
     */
    void ReceiveData(const LanUnit& unit, LanTime now);
    /**
     * Handle a received CONNECT.
     *
     * @param now current simulation time
     */
    void ReceiveConnect(LanTime now);
    /**
     * Handle a received CONFIRM.
     *
     * @param now current simulation time
     */
    void ReceiveConfirm(LanTime now);
    /**
     * Handle a received unit of the handshake or of the end.
     *
     * @param unit the unit
     * @param now current simulation time
     * @return whether it was one
     */
    bool ReceiveHandshake(const LanUnit& unit, LanTime now);
    /**
     * Handle a received unit of an open connection.
     *
     * @param unit the unit
     * @param now current simulation time
     */
    void ReceiveOpen(const LanUnit& unit, LanTime now);
    /**
     * Open the connection for data.
     *
     * @param now current simulation time
     */
    void Open(LanTime now);
    /**
     * End the connection.
     *
     * @param end how it ends
     */
    void End(LanEnd end);
    /**
     * Handle the expired handshake timer.
     *
     * @param now current simulation time
     */
    void RepeatHandshake(LanTime now);
    /**
     * Handle the expired deadline of the sender.
     *
     * @param now current simulation time
     * @return false if the maximum number of retransmissions is reached
     */
    bool ExpireSender(LanTime now);

    /**
     * Check for silence.
     *
     * @param now current simulation time
     */
    void CheckSilence(LanTime now);
    /// @return when to check for silence
    LanTime GetSilenceDeadline() const;

    const LanRules& m_rules;                       ///< Rules of the transport.
    LanTransportUser& m_user;                      ///< Its user.
    LanSender m_sender;                            ///< The sending side.
    LanReceiver m_receiver;                        ///< The receiving side.
    LanRto m_handshakeRto;                         ///< Timeout of the handshake and of credits.
    State m_state{State::LISTENING};               ///< State of the connection.
    bool m_connector{false};                       ///< This end opened the connection.
    bool m_closing{false};                         ///< Close was called.
    uint32_t m_step{0};                            ///< Current step of SETUP.
    Kind m_handshake{Kind::SETUP};                 ///< Unit that the handshake timer repeats.
    uint32_t m_tries{0};                           ///< How often it was sent.
    LanTime m_handshakeDeadline{LanSender::NEVER}; ///< When it is repeated.
    int64_t m_creditNumber{1};                     ///< Number of the next CREDIT.
    int64_t m_creditExpected{1};                   ///< Number of the next CREDIT expected.
    std::optional<uint32_t> m_credit;              ///< Unacknowledged credits.
    uint32_t m_creditTries{0};                     ///< How often they were sent.
    LanTime m_creditDeadline{LanSender::NEVER};    ///< When they are sent again.
    LanTime m_heard{0};                            ///< When the other end was heard last.
    LanTime m_said{0};                             ///< When this end sent last.
    LanTime m_asked{0};                            ///< When the other end was probed.
    LanTime m_now{0};                              ///< Time of the current call.
    uint16_t m_message{0};                         ///< Last message received (NetBIOS).
    Counts m_counts;                               ///< Counters of sent units.
};

} // namespace ns3::net8

#endif // NET8_LAN_TRANSPORT_H
