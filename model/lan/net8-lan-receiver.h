// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_RECEIVER_H
#define NET8_LAN_RECEIVER_H

#include "net8-lan-rules.h"

#include <deque>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The receiving side of a LanTransport: accepts pieces in order and decides when to acknowledge
 * them. A piece that arrives too early is dropped.
 */
class LanReceiver
{
  public:
    /// What happens to a received piece.
    enum class Verdict : uint8_t
    {
        TAKEN,  ///< It is the next one and accepted.
        OLD,    ///< It was received before.
        EARLY,  ///< A piece before it is missing.
        NO_ROOM ///< There is no buffer for it.
    };

    /**
     * Create a receiver.
     *
     * @param rules rules of the transport; must outlive this object
     */
    explicit LanReceiver(const LanRules& rules);

    /**
     * Check a received piece.
     *
     * @param unit the piece
     * @param now current simulation time
     * @return what happens to it
     */
    Verdict Take(const LanUnit& unit, LanTime now);

    /**
     * Hand the accepted piece to the program; it occupies a buffer until the program reads it.
     *
     * @param unit the piece
     */
    void Keep(const LanUnit& unit);

    /**
     * Free buffers after the program has read.
     *
     * @param bytes number of bytes read
     * @return whether a buffer became free after there was none
     */
    bool Read(uint32_t bytes);

    /// Note that an acknowledgement was sent, alone or with another unit.
    void Acknowledged();

    /// @return whether an acknowledgement is due now
    bool IsDue() const
    {
        return m_due;
    }

    /// @return whether the piece of the last rejection is still missing
    bool IsRejecting() const
    {
        return m_rejecting;
    }

    /// Note that a rejection was sent.
    void SetRejecting()
    {
        m_rejecting = true;
    }

    /// @return when a delayed acknowledgement is due; LanSender::NEVER if there is none
    LanTime GetDeadline() const
    {
        return m_deadline;
    }

    /// @return whether an acknowledgement is delayed
    bool IsWaiting() const;

    /// Make the delayed acknowledgement due.
    void Expire();

    /// @return next number expected
    int64_t GetExpected() const
    {
        return m_expected;
    }

    /// @return first number without a buffer
    int64_t GetLimit() const;

    /// @return credits that can be granted now; they count as granted afterwards
    uint32_t TakeCredits();

  private:
    /// A message or piece not read yet.
    struct Unread
    {
        uint32_t size{0}; ///< Its size, bytes.
        bool last{false}; ///< Last piece of a message.
    };

    const LanRules& m_rules;     ///< Rules of the transport.
    int64_t m_expected;          ///< Next number expected.
    std::deque<Unread> m_unread; ///< Pieces not read yet.
    int64_t m_granted{0};        ///< Credits granted so far.
    int64_t m_freed{0};          ///< Pieces or messages read.
    bool m_due{false};           ///< An acknowledgement is due.
    uint32_t m_taken{0};         ///< Pieces received since the last acknowledgement.
    bool m_rejecting{false};     ///< The piece of a rejection is missing.
    LanTime m_deadline;          ///< When the delayed acknowledgement is due.
};

} // namespace ns3::net8

#endif // NET8_LAN_RECEIVER_H
