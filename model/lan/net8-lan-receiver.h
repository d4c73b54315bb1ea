// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_RECEIVER_H
#define NET8_LAN_RECEIVER_H

#include "net8-lan-rules.h"

#include <deque>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What one end of a LanTransport receives: pieces in order, and when they are acknowledged. A piece
 * that comes before its turn is dropped.
 */
class LanReceiver
{
  public:
    /// What becomes of a piece.
    enum class Verdict : uint8_t
    {
        TAKEN,  ///< It is the next one.
        OLD,    ///< It has come before.
        EARLY,  ///< One before it is missing.
        NO_ROOM ///< There is no buffer for it.
    };

    /**
     * @param rules those of the transport; must outlive it
     */
    explicit LanReceiver(const LanRules& rules);

    /**
     * @param unit a piece
     * @param now the time
     * @return what becomes of it
     */
    Verdict Take(const LanUnit& unit, LanTime now);

    /**
     * The piece that was taken is handed to the program, and holds a buffer until that reads it.
     *
     * @param unit the piece
     */
    void Keep(const LanUnit& unit);

    /**
     * The program has read.
     *
     * @param bytes how many
     * @return whether room has come where there was none
     */
    bool Read(uint32_t bytes);

    /// An acknowledgement has gone, alone or with something else.
    void Acknowledged();

    /// @return whether an acknowledgement is due now
    bool IsDue() const
    {
        return m_due;
    }

    /// @return whether the last rejection still waits for its piece
    bool IsRejecting() const
    {
        return m_rejecting;
    }

    /// A rejection has gone.
    void SetRejecting()
    {
        m_rejecting = true;
    }

    /// @return when an acknowledgement is due that waits; LanSender::NEVER: none waits
    LanTime GetDeadline() const
    {
        return m_deadline;
    }

    /// @return whether an acknowledgement waits
    bool IsWaiting() const;

    /// An acknowledgement has waited long enough.
    void Expire();

    /// @return next number expected
    int64_t GetExpected() const
    {
        return m_expected;
    }

    /// @return first number without a buffer
    int64_t GetLimit() const;

    /// @return credits that can be granted now; they count as granted
    uint32_t TakeCredits();

  private:
    /// A message or piece that was not read yet.
    struct Unread
    {
        uint32_t size{0}; ///< Its bytes.
        bool last{false}; ///< Last piece of a message.
    };

    const LanRules& m_rules;     ///< Those of the transport.
    int64_t m_expected;          ///< Next number expected.
    std::deque<Unread> m_unread; ///< Pieces that were not read.
    int64_t m_granted{0};        ///< Credits granted so far.
    int64_t m_freed{0};          ///< Pieces, or messages, that were read.
    bool m_due{false};           ///< An acknowledgement is due.
    uint32_t m_taken{0};         ///< Pieces since the last acknowledgement.
    bool m_rejecting{false};     ///< A rejection waits for its piece.
    LanTime m_deadline;          ///< When an acknowledgement that waits is due.
};

} // namespace ns3::net8

#endif // NET8_LAN_RECEIVER_H
