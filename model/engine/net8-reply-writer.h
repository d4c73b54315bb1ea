// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REPLY_WRITER_H
#define NET8_REPLY_WRITER_H

#include "net8-deadlines.h"
#include "net8-packing.h"
#include "net8-server-script.h"
#include "net8-server-settings.h"
#include "net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One reply on its way out: cut into packets, which are written at once, or, where packets or rows
 * take time, one after the other, each when the one before was taken and its time has passed.
 */
class ReplyWriter
{
  public:
    /// Times of a clock that any epoch may have.
    using Nanoseconds = std::chrono::nanoseconds;

    /**
     * @param connection where to, outlives this
     * @param settings times and how packets are cut, outlives this
     * @param answer the reply
     */
    ReplyWriter(TnsConnection& connection,
                const ServerSettings& settings,
                const ServerAnswer& answer);

    /**
     * Write all of it, or prepare its first packet.
     *
     * @param now the time
     * @return whether all is written
     */
    bool Write(Nanoseconds now);

    /**
     * Write the packet that is due; the next one is prepared when this one is taken.
     *
     * @return whether all is written
     */
    bool WriteNext();

    /**
     * Write an error at once: its text stands where a dissector looks for it, at the end with a
     * line feed. An error of several packets has no text.
     *
     * @param text text of the error
     */
    void WriteError(const std::string& text);

    /**
     * The socket took a packet; if the next one waited for that, it is prepared.
     *
     * @param now the time
     * @return whether it went out because it was full: one wait for "more data"
     */
    bool Take(Nanoseconds now);

    /**
     * @return when the next packet is due; NEVER: none is prepared
     */
    Nanoseconds GetDue() const;

    /**
     * @return whether packets are still to be taken
     */
    bool IsOpen() const;

  private:
    /**
     * @param payload bytes of the next packet
     * @return the first of them, those that are real
     */
    std::vector<uint8_t> TakeReal(uint32_t payload);

    /**
     * Wait for the time that the next packet and its rows take.
     *
     * @param now the time
     */
    void Prepare(Nanoseconds now);

    TnsConnection& m_connection;      ///< Where to.
    const ServerSettings& m_settings; ///< Times, and how packets are cut.
    TtcPrefix m_reply;                ///< Prefix of the reply.
    std::vector<uint8_t> m_real;      ///< All of it, where its bytes matter; else nothing.
    Packing m_packing;                ///< Its packets.
    bool m_rowsTakeTime;              ///< Its rows take time.
    uint64_t m_next{0};               ///< Next packet to write, 0-based.
    uint64_t m_taken{0};              ///< Packets that were taken.
    bool m_waits{false};              ///< The next packet waits for the one before.
    Nanoseconds m_due{NEVER};         ///< When the next packet is due.
};

} // namespace ns3::net8

#endif /* NET8_REPLY_WRITER_H */
