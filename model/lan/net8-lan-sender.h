// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_SENDER_H
#define NET8_LAN_SENDER_H

#include "net8-lan-rto.h"

#include <deque>
#include <limits>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What one end of a LanTransport sends: messages cut into numbered pieces, of which as many are
 * without acknowledgement as window and receiver allow. After a timeout or a rejection all that
 * is not acknowledged is sent again, in order.
 */
class LanSender
{
  public:
    /// No deadline.
    static constexpr LanTime NEVER = std::numeric_limits<LanTime>::max();

    /**
     * @param rules those of the transport; must outlive it
     */
    explicit LanSender(const LanRules& rules);

    /**
     * Queue a message.
     *
     * @param size its bytes, at least 1
     */
    void Write(uint32_t size);

    /**
     * @param now the time
     * @return the next piece that may be sent; nothing if none may
     */
    std::optional<LanUnit> Next(LanTime now);

    /**
     * An acknowledgement came.
     *
     * @param number next number that the other end expects
     * @param now the time
     * @return bytes that were acknowledged
     */
    uint32_t Acknowledge(int64_t number, LanTime now);

    /**
     * @param limit first number that the other end has no buffer for
     */
    void SetLimit(int64_t limit);

    /**
     * @param credits segments or messages more that the other end takes
     */
    void Grant(uint32_t credits);

    /// All that is not acknowledged is to be sent again.
    void GoBack();

    /**
     * The deadline has come.
     *
     * @return false if the retransmissions are used up
     */
    bool Expire();

    /**
     * The deadline has come: send nothing until the other end has said what it has.
     *
     * @param now the time
     * @return false if it was asked often enough
     */
    bool Poll(LanTime now);

    /// The other end has said what it has, which Acknowledge was told: the rest goes again.
    void Resume();

    /// @return when Expire is due; NEVER: not at all
    LanTime GetDeadline() const
    {
        return m_deadline;
    }

    /// @return least number without acknowledgement
    int64_t GetBase() const
    {
        return m_base;
    }

    /// @return number of the next piece to be sent
    int64_t GetNext() const
    {
        return m_next;
    }

    /// @return number of the next new piece
    int64_t GetEnd() const
    {
        return m_base + static_cast<int64_t>(m_pieces.size());
    }

    /// @return whether all that was written is acknowledged
    bool IsDrained() const
    {
        return m_pieces.empty();
    }

    /// @return bytes that are not acknowledged
    uint64_t GetWaiting() const
    {
        return m_waiting;
    }

    /// @return whether it has something to send that only the receiver holds back
    bool IsHeldBack() const;

  private:
    /// A piece of a message.
    struct Piece
    {
        int64_t offset{0};         ///< Where it begins in all that was written.
        uint32_t size{0};          ///< Its bytes.
        int64_t message{0};        ///< Number of its message.
        bool first{false};         ///< First of it.
        bool last{false};          ///< Last of it.
        uint32_t transmissions{0}; ///< How often it was sent.
        LanTime sent{0};           ///< When, last.
    };

    /**
     * Put bytes of a write into the last piece, if that has not gone.
     *
     * @param size bytes of the write
     * @return how many of them
     */
    uint32_t FillUp(uint32_t size);

    /**
     * @param number a piece
     * @return whether the receiver takes it
     */
    bool IsGranted(int64_t number) const;

    /// Give up what a timeout takes from the window.
    void Shrink();

    const LanRules& m_rules;    ///< Those of the transport.
    LanRto m_rto;               ///< Timeouts.
    std::deque<Piece> m_pieces; ///< Not acknowledged, from m_base.
    int64_t m_base;             ///< Least number without acknowledgement.
    int64_t m_next;             ///< Next to be sent.
    int64_t m_limit{0};         ///< First number, or message, that the receiver does not take.
    uint32_t m_window;          ///< Window now.
    int64_t m_written{0};       ///< Bytes that were written.
    int64_t m_messages{0};      ///< Messages that were written.
    uint64_t m_waiting{0};      ///< Bytes that are not acknowledged.
    uint32_t m_polls{0};        ///< How often the other end was asked; 0: it is not.
    LanTime m_deadline{NEVER};  ///< When the oldest piece is sent again, or the next poll.
};

} // namespace ns3::net8

#endif // NET8_LAN_SENDER_H
