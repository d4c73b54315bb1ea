// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_WRITER_H
#define NET8_TCP_WRITER_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The writer's side of the send queue: what is written becomes buffers (tcp_sendmsg).
 */
class TcpWriter : private TcpSendPart
{
  public:
    /// How a write is to be treated (send(2)).
    struct WriteFlags
    {
        bool more{false};        ///< MSG_MORE: more will follow.
        bool endOfRecord{false}; ///< MSG_EOR: the record ends with it.
        bool resumed{false};     ///< It goes on with a write that found no room before.
    };

    /// @param core what the parts of the sending half share
    explicit TcpWriter(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Write.
     *
     * @param bytes how many
     * @param flags how
     * @return how many found room
     */
    uint64_t Write(uint64_t bytes, WriteFlags flags);

    /// Put FIN behind what was written, and send what may leave.
    void Finish();

    /// TCP_NODELAY or TCP_CORK changed.
    void UpdateNagle();

  private:
    /// Note that the writer has no more to send (tcp_rate_check_app_limited).
    void CheckAppLimited();

    /**
     * Begin a buffer behind the others (tcp_skb_entail).
     *
     * @return the buffer
     */
    TcpSendRun& StartBuffer();

    /**
     * Write into the last buffer.
     *
     * @param buffer the buffer
     * @param bytes how many, bytes
     * @param first whether they begin a write: an earlier PSH is taken back
     */
    void FillBuffer(TcpSendRun& buffer, uint32_t bytes, bool first);

    /// @return whether half of the largest window was written since the last PSH (forced_push)
    bool IsPushForced() const;

    /**
     * Set PSH.
     *
     * @param buffer the last buffer
     */
    void MarkPush(TcpSendRun& buffer);

    /**
     * A write is over, or has to wait (tcp_push).
     *
     * @param flags how it was made
     * @param nagle NAGLE_* flags
     */
    void PushWritten(WriteFlags flags, uint8_t nagle);
};

} // namespace ns3::net8

#endif // NET8_TCP_WRITER_H
