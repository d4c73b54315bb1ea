// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REPLY_WRITER_H
#define NET8_REPLY_WRITER_H

#include "net8-server-script.h"
#include "net8-server-settings.h"

#include "ns3/net8-deadlines.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A reply being sent: its packets are written at once or, if packets or rows take time, one after
 * the other, each when the previous one has been taken and its time has passed.
 */
class ReplyWriter
{
  public:
    /// Time points of a clock with an arbitrary epoch.
    using Nanoseconds = std::chrono::nanoseconds;

    /**
     * Start a reply.
     *
     * @param connection where it is sent; must outlive this object
     * @param settings times and packet cutting; must outlive this object
     * @param answer the reply
     */
    ReplyWriter(TnsConnection& connection,
                const ServerSettings& settings,
                const ServerAnswer& answer);

    /**
     * Write the whole reply, or prepare its first packet.
     *
     * @param now current simulation time
     * @return whether everything has been written
     */
    bool Write(Nanoseconds now);

    /**
     * Write the packet that is due; the next one is prepared when this one is taken.
     *
     * @return whether everything has been written
     */
    bool WriteNext();

    /**
     * Write an error at once: its text is where a dissector expects it, at the end with a line
     * feed. An error of several packets has no text.
     *
     * @param text text of the error
     */
    void WriteError(const std::string& text);

    /**
     * Handle that the socket took a packet; prepares the next one if it waited for that.
     *
     * @param now current simulation time
     * @return whether the packet was sent because it was full: one wait for "more data"
     */
    bool Take(Nanoseconds now);

    /**
     * @return when the next packet is due; NEVER if none is prepared
     */
    Nanoseconds GetDue() const;

    /**
     * @return whether packets remain to be taken
     */
    bool IsOpen() const;

  private:
    /**
     * Take the real bytes of the next packet.
     *
     * @param payload size of the payload of the packet, bytes
     * @return its real bytes
     */
    std::vector<uint8_t> TakeReal(uint32_t payload);

    /**
     * Schedule the next packet after the time that it and its rows take.
     *
     * @param now current simulation time
     */
    void Prepare(Nanoseconds now);

    TnsConnection& m_connection;               ///< Where it is sent.
    const ServerSettings& m_settings;          ///< Times and packet cutting.
    TtcPrefix m_reply;                         ///< Prefix of the reply.
    std::vector<uint8_t> m_real;               ///< All of its bytes if they matter, else empty.
    Packing m_packing;                         ///< Its packets.
    bool m_rowsTakeTime;                       ///< Its rows take time.
    std::function<Nanoseconds()> m_packetTime; ///< Time of each packet; empty: none.
    uint64_t m_next{0};                        ///< Index of the next packet to write.
    uint64_t m_taken{0};                       ///< Packets already taken.
    bool m_waits{false};                       ///< The next packet waits for the previous one.
    Nanoseconds m_due{NEVER};                  ///< When the next packet is due.
};

} // namespace ns3::net8

#endif /* NET8_REPLY_WRITER_H */
