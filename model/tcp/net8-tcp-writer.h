// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_WRITER_H
#define NET8_TCP_WRITER_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The writer's side of the send queue: turns written data into buffers (tcp_sendmsg).
 */
class TcpWriter : private TcpSendPart
{
  public:
    /// Flags of a write (send(2)).
    struct WriteFlags
    {
        bool more{false};        ///< MSG_MORE: more data will follow.
        bool endOfRecord{false}; ///< MSG_EOR: the record ends with it.
        bool resumed{false};     ///< It continues a write that found no space before.
        bool urgent{false};      ///< MSG_OOB: its last byte is urgent.
    };

    /// @param core state shared by the parts of the sending half
    explicit TcpWriter(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Write data.
     *
     * @param bytes number of bytes
     * @param flags flags of the write
     * @return number of bytes accepted
     */
    uint64_t Write(uint64_t bytes, WriteFlags flags);

    /// Queue a FIN after the written data, and send as much as allowed.
    void Finish();

    /// Apply a change of TCP_NODELAY or TCP_CORK.
    void UpdateNagle();

  private:
    /// Note that the writer has no more data to send (tcp_rate_check_app_limited).
    void CheckAppLimited();

    /**
     * Start a buffer after the others (tcp_skb_entail).
     *
     * @return the buffer
     */
    TcpSendRun& StartBuffer();

    /**
     * Write data into the last buffer.
     *
     * @param buffer the last buffer
     * @param bytes number of bytes
     * @param first whether they start a write: an earlier PSH is cleared
     */
    void FillBuffer(TcpSendRun& buffer, uint32_t bytes, bool first);

    /// @return whether half of the maximum window was written since the last PSH (forced_push)
    bool IsPushForced() const;

    /**
     * Set PSH.
     *
     * @param buffer the last buffer
     */
    void MarkPush(TcpSendRun& buffer);

    /**
     * Finish a write, or suspend it (tcp_push).
     *
     * @param flags flags of the write
     * @param nagle NAGLE_* flags of Linux
     */
    void PushWritten(WriteFlags flags, uint8_t nagle);
};

} // namespace ns3::net8

#endif // NET8_TCP_WRITER_H
