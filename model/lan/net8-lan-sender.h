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
 * The sending side of a LanTransport: messages cut into numbered pieces, of which as many are
 * unacknowledged as window and receiver allow. After a timeout or a rejection, everything
 * unacknowledged is retransmitted in order.
 */
class LanSender
{
  public:
    /// No deadline.
    static constexpr LanTime NEVER = std::numeric_limits<LanTime>::max();

    /**
     * Create a sender.
     *
     * @param rules rules of the transport; must outlive this object
     */
    explicit LanSender(const LanRules& rules);

    /**
     * Queue a message.
     *
     * @param size its size, at least 1 byte
     */
    void Write(uint32_t size);

    /**
     * Get the next piece to send.
     *
     * @param now current simulation time
     * @return the piece; nothing if none may be sent
     */
    std::optional<LanUnit> Next(LanTime now);

    /**
     * Handle an acknowledgement.
     *
     * @param number next number expected by the other end
     * @param now current simulation time
     * @return number of bytes acknowledged
     */
    uint32_t Acknowledge(int64_t number, LanTime now);

    /**
     * Set the limit of the receiver.
     *
     * @param limit first number for which the other end has no buffer
     */
    void SetLimit(int64_t limit);

    /**
     * Add credits.
     *
     * @param credits further segments or messages that the other end accepts
     */
    void Grant(uint32_t credits);

    /// Retransmit everything that is unacknowledged.
    void GoBack();

    /**
     * Handle an expired deadline.
     *
     * @return false if the maximum number of retransmissions is reached
     */
    bool Expire();

    /**
     * Poll the other end at an expired deadline: nothing is sent until it answers.
     *
     * @param now current simulation time
     * @return false if it was polled often enough
     */
    bool Poll(LanTime now);

    /// Resume after the answer to a poll was passed to Acknowledge: retransmit the rest.
    void Resume();

    /// @return when to call Expire; NEVER if not at all
    LanTime GetDeadline() const
    {
        return m_deadline;
    }

    /// @return lowest unacknowledged number
    int64_t GetBase() const
    {
        return m_base;
    }

    /// @return number of the next piece to send
    int64_t GetNext() const
    {
        return m_next;
    }

    /// @return number of the next new piece
    int64_t GetEnd() const
    {
        return m_base + static_cast<int64_t>(m_pieces.size());
    }

    /// @return whether everything written has been acknowledged
    bool IsDrained() const
    {
        return m_pieces.empty();
    }

    /// @return number of unacknowledged bytes
    uint64_t GetWaiting() const
    {
        return m_waiting;
    }

  private:
    /// A piece of a message.
    struct Piece
    {
        int64_t offset{0};         ///< Its offset in all data written.
        uint32_t size{0};          ///< Its size, bytes.
        int64_t message{0};        ///< Number of its message.
        bool first{false};         ///< First piece of the message.
        bool last{false};          ///< Last piece of the message.
        uint32_t transmissions{0}; ///< How often it was sent.
        LanTime sent{0};           ///< When it was sent last.
    };

    /**
     * Append bytes of a write to the last piece, if that has not been sent.
     *
     * @param size size of the write, bytes
     * @return number of bytes appended
     */
    uint32_t FillUp(uint32_t size);

    /**
     * Check whether the receiver accepts a piece.
     *
     * @param number number of the piece
     * @return whether it does
     */
    bool IsGranted(int64_t number) const;

    /// Reduce the window after a timeout.
    void Shrink();

    const LanRules& m_rules;    ///< Rules of the transport.
    LanRto m_rto;               ///< Timeouts.
    std::deque<Piece> m_pieces; ///< Unacknowledged pieces, from m_base.
    int64_t m_base;             ///< Lowest unacknowledged number.
    int64_t m_next;             ///< Number of the next piece to send.
    int64_t m_limit{0};         ///< First number, or message, that the receiver does not accept.
    uint32_t m_window;          ///< Current window.
    int64_t m_written{0};       ///< Bytes written.
    int64_t m_messages{0};      ///< Messages written.
    uint64_t m_waiting{0};      ///< Unacknowledged bytes.
    uint32_t m_polls{0};        ///< Number of polls without answer.
    LanTime m_deadline{NEVER};  ///< When to retransmit the oldest piece, or to poll again.
};

} // namespace ns3::net8

#endif // NET8_LAN_SENDER_H
