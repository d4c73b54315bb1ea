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
 * One end of a connection of a transport that numbers packets: SPX, SPX II, NSP, NetBIOS Frames.
 *
 * 1. Questions before the connection, as many as the rules have, each with its answer; then CONNECT
 * and CONFIRM. NSP acknowledges both.
 * 2. Messages are cut into pieces; window and receiver say how many are on their way. Every unit
 * carries the acknowledgement of the other direction; one goes alone where none else goes at once.
 * 3. Silence is broken by probes, which NSP sends as credits of nothing; whoever is silent for too
 * long is given up.
 * 4. Close waits until all is acknowledged, then says DISCONNECT.
 *
 * Time goes in with every call; units, and one deadline, come out.
 */
class LanTransport
{
  public:
    /// What goes on.
    enum class State : uint8_t
    {
        LISTENING,  ///< It waits for a CONNECT.
        SETUP,      ///< It asks before the connection.
        CONNECTING, ///< CONNECT has gone.
        CONFIRMING, ///< CONFIRM has gone and waits for its acknowledgement.
        OPEN,       ///< Data may flow.
        CLOSING,    ///< DISCONNECT has gone.
        ENDED,      ///< Nothing goes on any more.
    };

    /// What it sent.
    struct Counts
    {
        uint64_t data{0};     ///< Pieces, repeated ones included.
        uint64_t repeated{0}; ///< Pieces that were sent again.
        uint64_t acks{0};     ///< Acknowledgements that went alone.
        uint64_t others{0};   ///< All other units.

        /**
         * @param more what else was sent
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
     * @param rules those of the transport; must outlive it
     * @param user whom to tell; must outlive it
     */
    LanTransport(const LanRules& rules, LanTransportUser& user);

    /**
     * Ask for a connection.
     *
     * @param now the time
     */
    void Connect(LanTime now);

    /**
     * Send a message.
     *
     * @param size its bytes, at least 1
     * @param now the time
     */
    void Write(uint32_t size, LanTime now);

    /**
     * The program has read.
     *
     * @param bytes how many
     * @param now the time
     */
    void Read(uint32_t bytes, LanTime now);

    /**
     * End the connection when all is acknowledged.
     *
     * @param now the time
     */
    void Close(LanTime now);

    /**
     * End the connection without waiting: SPX says nothing then, others disconnect.
     */
    void Abort();

    /**
     * A unit came.
     *
     * @param unit what the other end sent, with as many bits of its numbers as the wire has
     * @param now the time
     */
    void Receive(LanUnit unit, LanTime now);

    /**
     * The link below has had an acknowledgement.
     *
     * @param number next number that the other end expects
     * @param now the time
     */
    void Acknowledge(int64_t number, LanTime now);

    /// The link below is gone.
    void Fail();

    /**
     * The deadline has come.
     *
     * @param now the time
     */
    void Expire(LanTime now);

    /// @return when Expire is due; LanSender::NEVER: not at all
    LanTime GetDeadline() const;

    /// @return what goes on
    State GetState() const
    {
        return m_state;
    }

    /// @return bytes that were written and not acknowledged
    uint64_t GetWaiting() const
    {
        return m_sender.GetWaiting();
    }

    /// @return what it sent
    const Counts& GetCounts() const
    {
        return m_counts;
    }

    /**
     * @param low low bits of a number
     * @param near a number that it is next to
     * @param modulus how many values the low bits have
     * @return the number
     */
    static int64_t Widen(int64_t low, int64_t near, int64_t modulus);

  private:
    using Kind = LanUnit::Kind; ///< What a unit is.

    /**
     * Send a unit with what every unit carries.
     *
     * @param unit what goes or came
     */
    void Emit(LanUnit unit);
    /**
     * Send a unit that is repeated by the timer of the handshake.
     *
     * @param kind what it is
     * @param now the time
     */
    void EmitHandshake(Kind kind, LanTime now);
    /**
     * Send what may be sent, and what is due behind it.
     *
     * @param now the time
     */
    void Flush(LanTime now);
    /**
     * Send credits if there are enough of them.
     *
     * @param now the time
     */
    void GrantCredits(LanTime now);
    /**
     * Send a credit, unless one is on its way.
     *
     * @param credits how many
     * @param now the time
     */
    void EmitCredit(uint32_t credits, LanTime now);
    /**
     * A DATA came.
     *
     * @param unit what goes or came
     * @param now the time
     */
    void ReceiveData(const LanUnit& unit, LanTime now);
    /**
     * A CONNECT came.
     *
     * @param now the time
     */
    void ReceiveConnect(LanTime now);
    /**
     * A CONFIRM came.
     *
     * @param now the time
     */
    void ReceiveConfirm(LanTime now);
    /**
     * Something of the handshake or of its end came.
     *
     * @param unit what goes or came
     * @param now the time
     * @return whether it was one of these
     */
    bool ReceiveHandshake(const LanUnit& unit, LanTime now);
    /**
     * A unit of an open connection came.
     *
     * @param unit what goes or came
     * @param now the time
     */
    void ReceiveOpen(const LanUnit& unit, LanTime now);
    /**
     * Data may flow from now.
     *
     * @param now the time
     */
    void Open(LanTime now);
    /**
     * Nothing goes on any more.
     *
     * @param end how it ended
     */
    void End(LanEnd end);
    /**
     * The timer of the handshake has come.
     *
     * @param now the time
     */
    void RepeatHandshake(LanTime now);
    /**
     * The deadline of the sender has come.
     *
     * @param now the time
     * @return false if the retransmissions are used up
     */
    bool ExpireSender(LanTime now);

    /**
     * Look after silence.
     *
     * @param now the time
     */
    void CheckSilence(LanTime now);
    /// @return when silence is to be looked after
    LanTime GetSilenceDeadline() const;

    const LanRules& m_rules;         ///< Those of the transport.
    LanTransportUser& m_user;        ///< Whom to tell.
    LanSender m_sender;              ///< What it sends.
    LanReceiver m_receiver;          ///< What it receives.
    LanRto m_handshakeRto;           ///< Timeouts of the handshake and of credits.
    State m_state{State::LISTENING}; ///< What goes on.
    bool m_connector{false};         ///< It asked for the connection.
    bool m_closing{false};           ///< Close was called.
    uint32_t m_step{0};              ///< Step of SETUP.
    Kind m_handshake{Kind::SETUP};   ///< Unit that the timer of the handshake repeats.
    uint32_t m_tries{0};             ///< How often it was sent.
    LanTime m_handshakeDeadline{LanSender::NEVER}; ///< When it is sent again.
    int64_t m_creditNumber{1};                     ///< Number of the next CREDIT.
    int64_t m_creditExpected{1};                   ///< Number of the next CREDIT of the other end.
    std::optional<uint32_t> m_credit;              ///< Credits that wait for their acknowledgement.
    uint32_t m_creditTries{0};                     ///< How often they were sent.
    LanTime m_creditDeadline{LanSender::NEVER};    ///< When they are sent again.
    LanTime m_heard{0};                            ///< When the other end was heard.
    LanTime m_said{0};                             ///< When this end said something.
    LanTime m_asked{0};                            ///< When the other end was asked.
    LanTime m_now{0};                              ///< The time of the call under way.
    uint16_t m_message{0};                         ///< Last message that came (NetBIOS).
    Counts m_counts;                               ///< What it sent.
};

} // namespace ns3::net8

#endif // NET8_LAN_TRANSPORT_H
