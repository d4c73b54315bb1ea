// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TLS_END_H
#define NET8_TLS_END_H

#include "net8-byte-source.h"
#include "net8-stream-bytes.h"

#include "ns3/net8-tls-handshake.h"

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of TLS below a TNS connection, independent of sockets and clocks. The caller passes in
 * received records and packets to send; it produces records and plain bytes. A handshake pauses
 * while work on keys is pending (IsWorking), until FinishWork.
 *
 * Each packet is sent in separate records with at most 16,384 plain bytes each; a record can be
 * read once it is complete.
 */
class TlsEnd
{
  public:
    /// Role of an end.
    enum class Role : uint8_t
    {
        CLIENT, ///< Starts the handshake.
        SERVER  ///< Waits for the client.
    };

    /**
     * Create an end.
     *
     * @param role its role
     * @param parameters what it accepts, with its own certificates only
     */
    TlsEnd(Role role, TlsParameters parameters);

    /**
     * Discard the session and repeat the handshake on the same connection.
     */
    void Restart();

    /**
     * @return whether the handshake is complete, so that packets may be sent
     */
    bool IsUp() const;

    /**
     * @return whether received data is not TLS, or a handshake has failed
     */
    bool HasFailed() const;

    /**
     * @return whether work on keys is pending
     */
    bool IsWorking() const;

    /**
     * @return whether the handshake is over, and only records of data come and go
     */
    bool IsSteady() const;

    /**
     * Get the amount of pending work: 1 for one end's part of a handshake in which only the server
     * has a certificate. A client that presents one signs as the server does (1 more), and the
     * server verifies it in a fifth of the time (0.5 and 0.1 ms versus 0.5, fact sheet on security
     * layers, section 3), which happens before its answer here.
     *
     * @return work in units of a handshake; 0: none
     */
    double GetWork() const;

    /**
     * @return the alert by which this or the other end ended the handshake
     */
    TlsAlert GetAlert() const;

    /**
     * @return record lengths and cipher speed
     */
    const TlsRecords& GetRecords() const;

    /**
     * Finish the pending work on keys.
     */
    void FinishWork();

    // SENDING

    /**
     * Queue a packet.
     *
     * @param packet a packet
     * @param endsMessage whether it belongs to a message
     */
    void Add(StreamBytes packet, bool endsMessage);

    /**
     * Take bytes to send.
     *
     * @param room bytes the socket has room for
     * @param[out] endsMessage set if they complete a packet of a message
     * @return the next bytes; none if nothing may be sent
     */
    StreamBytes Take(uint32_t room, bool& endsMessage);

    /**
     * @return whether everything that may be sent has been taken
     */
    bool IsDrained() const;

    /**
     * Discard the packets of which no byte has been taken yet.
     */
    void DropWhole();

    // RECEIVING

    /**
     * Decrypt the next record.
     *
     * @param segment received bytes; those of the next record are consumed
     * @return plain bytes of the record; nothing if the segment ends first, or TLS has failed
     */
    std::unique_ptr<ByteSource> Next(ByteSource& segment);

    /**
     * @return whether the client named the service in its first message
     */
    bool IsNamed() const;

  private:
    /// The next step of the handshake.
    enum class Step : uint8_t
    {
        HELLO,   ///< The client's first flight arrives at the server.
        ANSWER,  ///< The server's first flight arrives at the client.
        FINISH,  ///< The client's second flight arrives at the server.
        CONFIRM, ///< The server's second flight of TLS 1.2 arrives at the client.
        UP       ///< Data.
    };

    /// Records to send.
    struct Queued
    {
        StreamBytes bytes;       ///< The remaining bytes.
        bool endsMessage{false}; ///< They end a packet of a message.
        bool begun{false};       ///< Some of the bytes have been taken.
    };

    /**
     * Send a flight.
     *
     * @param flight a flight
     */
    void Send(std::vector<uint8_t> flight);

    /**
     * Handle a complete handshake record.
     *
     * @param type its type
     * @param bytes its content
     */
    void TakeHandshake(TlsHandshake::Record type, ByteSource& bytes);

    /**
     * Handle the client's first message.
     *
     * @param message the message without its header
     */
    void TakeClientHello(std::span<const uint8_t> message);

    /**
     * Handle the server's first message.
     *
     * @param message the message with its header
     */
    void TakeServerHello(std::span<const uint8_t> message);

    /**
     * Handle a completed flight of the other end.
     */
    void TakeFinished();

    /**
     * Fail the handshake.
     *
     * @param alert why
     */
    void Refuse(TlsAlert alert);

    /**
     * Handle a complete flight of the other end.
     */
    void Turn();

    Role m_role;                                    ///< Its role.
    TlsParameters m_offered;                        ///< What this end offers.
    TlsParameters m_agreed;                         ///< What both ends agree on.
    TlsRecords m_records;                           ///< Record lengths.
    Step m_step{Step::HELLO};                       ///< The next step.
    double m_work{0};                               ///< Pending work on keys, in units of a
                                                    ///< handshake.
    bool m_failed{false};                           ///< TLS has failed.
    TlsAlert m_alert{TlsAlert::NONE};               ///< Why.
    bool m_shown{false};                            ///< The client has presented a certificate.
    bool m_named{false};                            ///< The client has named the service.
    uint32_t m_tickets{0};                          ///< Tickets still expected.
    std::list<Queued> m_queue;                      ///< Records to send.
    std::vector<uint8_t> m_header;                  ///< Header of the current record.
    std::list<std::unique_ptr<ByteSource>> m_parts; ///< The part of it already received.
    uint32_t m_missing{0};                          ///< Bytes of it still missing.
};

} // namespace ns3::net8

#endif /* NET8_TLS_END_H */
