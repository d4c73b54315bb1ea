// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_QUEUE_H
#define NET8_TCP_SEND_QUEUE_H

#include "net8-tcp-send-run.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The send queue: runs that were sent and are not acknowledged, behind them what was not sent yet.
 *
 * Runs are named by their place; any change but of a mark makes places behind it invalid. The
 * memory that the queue counts is that of Linux's buffers: payload and BUFFER_OVERHEAD for each
 * that is not joined to the one before it (sk_wmem_queued).
 */
class TcpSendQueue
{
  public:
    /// sk_buff of 256 bytes and a small head of 576, of which one comes with every buffer.
    static constexpr uint32_t BUFFER_OVERHEAD = 832;

    /// @return number of runs
    size_t GetRuns() const
    {
        return m_runs.size() - m_first;
    }

    /// @return number of runs that were sent
    size_t GetSentRuns() const
    {
        return m_sent;
    }

    /**
     * @param place place of a run, from the front
     * @return the run; only its marks, times and mss may be changed
     */
    TcpSendRun& At(size_t place)
    {
        return m_runs[m_first + place];
    }

    /**
     * @param place place of a run, from the front
     * @return the run
     */
    const TcpSendRun& At(size_t place) const
    {
        return m_runs[m_first + place];
    }

    /// @return whether nothing waits to be sent
    bool IsAllSent() const
    {
        return m_sent == GetRuns();
    }

    /// @return whether the queue holds nothing
    bool IsEmpty() const
    {
        return GetRuns() == 0;
    }

    /// @return memory of all buffers, bytes
    uint32_t GetMemory() const
    {
        return m_memory;
    }

    /**
     * @param seq a sequence number that was sent
     * @return the place of the run that holds it; the number of sent runs when none does
     */
    size_t Find(uint32_t seq) const;

    /// @return the buffer at the head of what was not sent, alone in its run; there must be one
    TcpSendRun& SplitUnsentHead();

    /// @return the last buffer that was not sent, alone in its run; nullptr when all is sent
    TcpSendRun* SplitUnsentTail();

    /// @return the run at the end of what was not sent; nullptr when all is sent
    const TcpSendRun* PeekUnsentTail() const
    {
        return IsAllSent() ? nullptr : &m_runs.back();
    }

    /**
     * Let the head buffer of what was not sent take payload from the one behind it.
     *
     * @param bytes how much at most, bytes
     */
    void GrowUnsentHead(uint32_t bytes);

    /// @return whether the head of what was not sent is its last buffer, too
    bool UnsentHeadIsTail() const;

    /**
     * Start a new buffer at the end.
     *
     * @param seq its first sequence number
     * @param flags SYN, FIN or none
     * @return the buffer
     */
    TcpSendRun& Append(uint32_t seq, uint8_t flags);

    /**
     * Let the last buffer, which is not sent, grow.
     *
     * @param bytes by how much, bytes
     */
    void GrowTail(uint32_t bytes);

    /// Join the last buffer, which got no more, to the run before it when they are equal.
    void CloseTail();

    /**
     * Cut the head buffer of what was not sent; the rest stays behind it with the marks of its end.
     *
     * @param bytes payload that stays in front, bytes
     */
    void CutUnsentHead(uint32_t bytes);

    /// Count the head buffer of what was not sent as sent; it is joined to the run before it when
    /// they are equal.
    void MarkSent();

    /**
     * Cut a run that was sent so that a boundary lies between two of its buffers.
     *
     * @param place place of the run
     * @param buffers buffers that stay in front; the rest gets the next place
     */
    void SplitRun(size_t place, uint32_t buffers);

    /**
     * Cut a buffer that was sent and is alone in its run.
     *
     * @param place place of the run
     * @param bytes payload that stays in front; the rest gets the next place
     */
    void CutBuffer(size_t place, uint32_t bytes);

    /**
     * Join a buffer that was sent with the one behind it, both alone in their runs; they leave as
     * one from now on.
     *
     * @param place place of the front one
     */
    void JoinBuffers(size_t place);

    /**
     * Release the runs of what was sent that end at or before a sequence number.
     *
     * @param place number of runs to remove from the front
     */
    void RemoveFront(size_t place);

    /**
     * Take payload off the front of the first buffer, which is alone in its run and keeps the rest.
     *
     * @param bytes payload that goes, bytes
     */
    void TrimFront(uint32_t bytes);

    /**
     * Join a run that was sent with the one before it if they are equal now.
     *
     * @param place place of the second
     * @return whether they were joined
     */
    bool JoinWithPrevious(size_t place);

    /**
     * A run was SACKed: Linux joins its buffers to SACKed ones beside them that have segments of
     * the same size, and frees what the joined ones hold beside payload (tcp_shift_skb_data).
     *
     * @param place place of the run
     */
    void ShareSacked(size_t place);

    /// Drop everything.
    void Clear();

  private:
    /**
     * Put a copy of a run behind it.
     *
     * @param place its place
     * @return the copy
     */
    TcpSendRun& Duplicate(size_t place);

    std::vector<TcpSendRun> m_runs; ///< The runs; those before m_first are gone.
    uint32_t m_first{0};            ///< First run that is there.
    uint32_t m_sent{0};             ///< Number of runs that were sent.
    uint32_t m_memory{0};           ///< Memory of all buffers, bytes.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_QUEUE_H
