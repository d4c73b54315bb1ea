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
 * Finds TNS packets in a TCP byte stream, independent of segment boundaries.
 *
 * Only the first bytes of each packet are copied out (all of it during session set-up); the payload
 * after them is counted, not touched, so that a virtual payload costs the same whatever its size.
 * The out-of-band byte that a client sends before a marker, or alone, stays in the stream. It is
 * skipped where TCP has announced it, and before a marker also where a firewall has cleared the URG
 * flag; the marker then says so.
 */
class StreamReader
{
  public:
    /**
     * A TNS packet in the stream.
     */
    struct Received
    {
        PacketHeader header;               ///< Common header.
        const std::vector<uint8_t>& bytes; ///< First bytes of the packet, header included.
        bool markLost{false}; ///< The out-of-band byte came before it as a byte like any other.
    };

    /// The byte that Oracle Net sends as TCP urgent data.
    static constexpr uint8_t OUT_OF_BAND_BYTE = 0x21;
    /// Bytes copied of each packet once a session is set up: header, data flags, a byte of native
    /// encryption and the TTC prefix.
    static constexpr uint32_t SHORT_COPY = 27;
    /// The same while the native services are being negotiated, whose messages are read whole.
    static constexpr uint32_t LONG_COPY = 2048;

    /**
     * Apply the values of the ACCEPT, starting with the next packet.
     *
     * @param form length form
     * @param maximumLength maximum packet length allowed, bytes
     * @param copyLimit bytes to copy of each packet
     */
    void Configure(LengthForm form, uint32_t maximumLength, uint32_t copyLimit);

    /**
     * Get the next packet.
     *
     * @param segment bytes of the stream, in order, of any size; those of the next packet are
     * consumed
     * @return the next packet, valid until the next call; nothing if the segment ends first or
     * there is an error
     */
    std::optional<Received> Next(ByteSource& segment);

    /**
     * Note that TCP announced urgent data: the next out-of-band byte is not part of a packet.
     */
    void NoteUrgent()
    {
        m_announced = true;
    }

    /**
     * @return the error of the stream, if any; after an error nothing more can be read
     */
    std::optional<SessionError> GetError() const;

    /**
     * @return whether the stream position is inside a packet
     */
    bool IsInsidePacket() const;

  private:
    /**
     * Copy the next bytes of a segment into m_head.
     *
     * @param segment rest of the segment; the copied bytes are removed
     */
    void Copy(ByteSource& segment);

    /**
     * Continue once m_head has the wanted length: read the header, or skip the rest of the packet.
     */
    void Advance();

    /**
     * @return whether m_head starts with the out-of-band byte of a client and the header of a
     * marker; no packet can start like that, in either length form
     */
    bool StartsWithCheckByte() const;

    /// Give the memory of m_head, which is empty, to the next reader that needs some: between two
    /// packets a connection holds none. A simulation runs in one thread, so nothing is locked.
    void LendMemory();

    static inline std::vector<uint8_t> s_spare; ///< Memory for the next m_head, or none.

    LengthForm m_form{LengthForm::SHORT_16}; ///< Length form.
    uint32_t m_maximumLength{65535};         ///< Maximum packet length allowed, bytes.
    uint32_t m_copyLimit{65535};             ///< Bytes copied of each packet.
    PacketHeader m_header;                   ///< Header of the current packet.
    std::vector<uint8_t> m_head;             ///< Bytes copied of the current packet.
    uint32_t m_wanted{PacketHeader::SIZE};   ///< Bytes wanted in m_head.
    uint32_t m_skip{0};                      ///< Bytes of the packet still to be skipped.
    bool m_whole{false};                     ///< Its last byte has arrived.
    bool m_announced{false};                 ///< Urgent data are announced and not yet read.
    bool m_markLost{false};                  ///< The byte came before it unannounced.
    std::optional<SessionError> m_error;     ///< Why the stream is unreadable.
};

} // namespace ns3::net8

#endif /* NET8_STREAM_READER_H */
