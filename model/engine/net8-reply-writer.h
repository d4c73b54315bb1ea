// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REPLY_WRITER_H
#define NET8_REPLY_WRITER_H

#include "net8-packing.h"
#include "net8-tns-connection.h"

#include "ns3/net8-ttc-prefix.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One reply on its way out: cut into packets, which are written at once or one after the other, and
 * then taken by the socket.
 */
class ReplyWriter
{
  public:
    /**
     * Begin a reply; the one before is forgotten.
     *
     * @param reply its prefix, with its length
     * @param packing its packets
     */
    void Begin(const TtcPrefix& reply, Packing packing);

    /**
     * Forget the reply under way.
     */
    void Drop();

    /**
     * Write all packets.
     *
     * @param connection where to
     */
    void WriteAll(TnsConnection& connection);

    /**
     * Write an error: its text stands where a dissector looks for it, at the end with a line feed.
     * An error of several packets has no text.
     *
     * @param connection where to
     * @param text text of the error
     */
    void WriteError(TnsConnection& connection, const std::string& text);

    /**
     * Write the next packet.
     *
     * @param connection where to
     */
    void WriteNext(TnsConnection& connection);

    /**
     * @return rows that end in the next packet, where each packet has about equally many
     */
    uint64_t GetNextRows() const;

    /**
     * @return whether all packets but the last are written, or more
     */
    bool IsAtLast() const;

    /**
     * The socket took a packet.
     *
     * @return whether it went out because it was full: one wait for "more data"
     */
    bool Take();

    /**
     * @return whether packets are still to be taken
     */
    bool IsOpen() const;

  private:
    TtcPrefix m_reply;       ///< Its prefix.
    Packing m_packing{0, 0}; ///< Its packets.
    uint64_t m_next{0};      ///< Next packet to write, 0-based.
    uint64_t m_taken{0};     ///< Packets that were taken.
    bool m_open{false};      ///< Packets are still to be taken.
};

} // namespace ns3::net8

#endif /* NET8_REPLY_WRITER_H */
