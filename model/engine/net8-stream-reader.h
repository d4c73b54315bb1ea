// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STREAM_READER_H
#define NET8_STREAM_READER_H

#include "net8-byte-source.h"

#include "ns3/net8-packet-header.h"
#include "ns3/net8-session-counters.h"

#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Finds TNS packets in a TCP byte stream, wherever segments begin and end.
 *
 * Of each packet only the first bytes are copied out (all of it while the session is set up); the
 * payload behind them is counted, not touched, so that a virtual payload costs the same whatever
 * its size. The out-of-band byte that a client sends in front of a marker comes in the stream where
 * a firewall clears the URG flag of TCP; it is passed over.
 */
class StreamReader
{
  public:
    /**
     * One TNS packet of the stream.
     */
    struct Received
    {
        PacketHeader header;               ///< Common header.
        const std::vector<uint8_t>& bytes; ///< First bytes of the packet, header included.
    };

    /// Bytes copied of each packet once a session is set up: header, data flags, a byte of native
    /// encryption and the TTC prefix.
    static constexpr uint32_t SHORT_COPY = 27;
    /// The same while the native services are negotiated, whose messages are read whole.
    static constexpr uint32_t LONG_COPY = 2048;

    /**
     * Take the values of the ACCEPT: they hold from the next packet on.
     *
     * @param form form of the packet length
     * @param maximumLength longest packet allowed, bytes
     * @param copyLimit bytes to copy out of each packet
     */
    void Configure(LengthForm form, uint32_t maximumLength, uint32_t copyLimit);

    /**
     * @param segment bytes of the stream, in order, of any size; those of the next packet are used
     * up
     * @return the next packet, readable until the next call; nothing if the segment ends first, or
     * there is an error
     */
    std::optional<Received> Next(ByteSource& segment);

    /**
     * @return what is wrong with the stream, or nothing; after an error it stays unreadable
     */
    std::optional<SessionError> GetError() const;

    /**
     * @return true if the stream stands inside a packet
     */
    bool IsInsidePacket() const;

  private:
    /**
     * Copy the next bytes of a segment into m_head.
     *
     * @param segment what is left of the segment; its copied bytes are removed
     */
    void Copy(ByteSource& segment);

    /**
     * m_head is as long as was wanted: read the header, or pass over the rest of the packet.
     */
    void Advance();

    /**
     * @return whether m_head starts with the out-of-band byte of a client and the header of a
     * marker; no packet can start so, in neither form of length
     */
    bool StartsWithCheckByte() const;

    LengthForm m_form{LengthForm::SHORT_16}; ///< Form of the packet length.
    uint32_t m_maximumLength{65535};         ///< Longest packet allowed, bytes.
    uint32_t m_copyLimit{65535};             ///< Bytes copied of each packet.
    PacketHeader m_header;                   ///< Header of the packet under way.
    std::vector<uint8_t> m_head;             ///< Bytes copied of the packet under way.
    uint32_t m_wanted{PacketHeader::SIZE};   ///< Bytes wanted in m_head.
    uint32_t m_skip{0};                      ///< Bytes of the packet still to be passed over.
    bool m_whole{false};                     ///< Its last byte has arrived.
    std::optional<SessionError> m_error;     ///< Why the stream is unreadable.
};

} // namespace ns3::net8

#endif /* NET8_STREAM_READER_H */
