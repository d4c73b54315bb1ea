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
 * One end of TLS under a TNS connection, without socket and clock: records that arrive and packets
 * to be sent go in; records and plain bytes come out. A handshake stands still where it takes work
 * (IsWorking), until FinishWork.
 *
 * Each packet goes into records of its own, at most 16,384 plain bytes each; a record is readable
 * once it is whole.
 */
class TlsEnd
{
  public:
    /// Which end.
    enum class Role : uint8_t
    {
        CLIENT, ///< Begins.
        SERVER  ///< Waits.
    };

    /**
     * @param role which end
     * @param parameters what it accepts, and certificates of its own alone
     */
    TlsEnd(Role role, TlsParameters parameters);

    /**
     * Forget the session and shake hands once more, on the same connection.
     */
    void Restart();

    /**
     * @return whether the handshake is over, so that packets may be sent
     */
    bool IsUp() const;

    /**
     * @return whether something that arrived is no TLS, or a handshake has failed
     */
    bool HasFailed() const;

    /**
     * @return whether keys are being worked on
     */
    bool IsWorking() const;

    /**
     * How much work that is: 1 for an end's part of a handshake in which the server alone has a
     * certificate. A client that shows one signs as the server does (1 more), and the server checks
     * it in a fifth of the time (0.5 and 0.1 ms beside 0.5, fact sheet on security layers, section
     * 3), which is done before its answer here.
     *
     * @return parts of a handshake; 0: none
     */
    double GetWork() const;

    /**
     * @return what the other end said why it ended the handshake, or this end to the other
     */
    TlsAlert GetAlert() const;

    /**
     * @return lengths of records, and what a core encrypts of them
     */
    const TlsRecords& GetRecords() const;

    /**
     * The keys are there.
     */
    void FinishWork();

    // SENDING

    /**
     * @param packet a packet
     * @param endsMessage it is one of a message
     */
    void Add(StreamBytes packet, bool endsMessage);

    /**
     * @param room bytes that the socket has room for
     * @param[out] endsMessage with them all of a packet of a message has left
     * @return the next bytes; none if nothing may be sent
     */
    StreamBytes Take(uint32_t room, bool& endsMessage);

    /**
     * @return whether all that may be sent was taken
     */
    bool IsDrained() const;

    /**
     * Forget the packets of which nothing was taken yet.
     */
    void DropWhole();

    // RECEIVING

    /**
     * @param segment bytes that have arrived; those of the next record are used up
     * @return plain bytes of a record; nothing if the segment ends first, or it has failed
     */
    std::unique_ptr<ByteSource> Next(ByteSource& segment);

    /**
     * @return whether the client named the service in its first message
     */
    bool IsNamed() const;

    /**
     * @return full handshakes so far
     */
    uint32_t GetHandshakes() const;

  private:
    /// What is due.
    enum class Step : uint8_t
    {
        HELLO,   ///< The client's first flight, at its server.
        ANSWER,  ///< The server's first flight, at its client.
        FINISH,  ///< The client's second, at its server.
        CONFIRM, ///< The server's second of 1.2, at its client.
        UP       ///< Data.
    };

    /// Records to be sent.
    struct Queued
    {
        StreamBytes bytes;       ///< What is left of them.
        bool endsMessage{false}; ///< They end a packet of a message.
        bool begun{false};       ///< Bytes were taken.
    };

    /**
     * @param flight a flight
     */
    void Send(std::vector<uint8_t> flight);

    /**
     * A record of the handshake is whole.
     *
     * @param type its type
     * @param bytes what it holds
     */
    void TakeHandshake(TlsHandshake::Record type, ByteSource& bytes);

    /**
     * @param message a first message of the client, behind its head
     */
    void TakeClientHello(std::span<const uint8_t> message);

    /**
     * @param message the server's first message, with its head
     */
    void TakeServerHello(std::span<const uint8_t> message);

    /**
     * The other end is done with a flight.
     */
    void TakeFinished();

    /**
     * End the handshake.
     *
     * @param alert why
     */
    void Refuse(TlsAlert alert);

    /**
     * A flight of the other end is whole.
     */
    void Turn();

    Role m_role;                                    ///< Which end.
    TlsParameters m_offered;                        ///< What it offers.
    TlsParameters m_agreed;                         ///< What both come to.
    TlsRecords m_records;                           ///< Lengths of records.
    Step m_step{Step::HELLO};                       ///< What is due.
    double m_work{0};                               ///< Work on keys, in parts of a handshake.
    bool m_failed{false};                           ///< It is over.
    TlsAlert m_alert{TlsAlert::NONE};               ///< Why.
    bool m_shown{false};                            ///< The client has shown a certificate.
    bool m_named{false};                            ///< It has named the service.
    uint32_t m_tickets{0};                          ///< Tickets that are still to come.
    uint32_t m_handshakes{0};                       ///< Handshakes that are over.
    std::list<Queued> m_queue;                      ///< What may be sent.
    std::vector<uint8_t> m_header;                  ///< Header of the record under way.
    std::list<std::unique_ptr<ByteSource>> m_parts; ///< What has arrived of it.
    uint32_t m_missing{0};                          ///< Bytes of it that have not.
};

} // namespace ns3::net8

#endif /* NET8_TLS_END_H */
