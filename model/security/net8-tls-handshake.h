// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TLS_HANDSHAKE_H
#define NET8_TLS_HANDSHAKE_H

#include "net8-tls-offer.h"
#include "net8-tls-records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What an end shows of itself in a handshake of TLS.
 */
struct TlsIdentity
{
    /// Bytes of a signature of RSA with 2,048 bits.
    static constexpr uint32_t RSA_2048 = 256;

    std::vector<uint32_t>
        certificates{};           ///< Bytes of each certificate it sends; none: it has none.
    uint32_t signature{RSA_2048}; ///< Bytes of its signatures.
};

/**
 * @ingroup net8
 * What a handshake of TLS is made of.
 */
struct TlsParameters
{
    TlsOffer offer{};                         ///< What an end accepts.
    TlsVersion version{TlsVersion::TLS_1_3};  ///< Version that both come to.
    TlsCipher cipher{TlsCipher::AES_256_GCM}; ///< What encrypts then.
    TlsIdentity server{};                     ///< The server.
    TlsIdentity client{};                     ///< The client, where it shows its certificate.
    bool mutual{false};                       ///< The server asks for that.
    std::string serverName{};                 ///< Name that the client asks for; empty: none.
};

/**
 * @ingroup net8
 * The flights of a full handshake of TLS 1.2 or 1.3 with X25519 and session tickets (RFC 5246,
 * 5077, 8446), as long as OpenSSL 3.0.19 writes them. Neither keys nor certificates are real:
 * messages in the clear have the form that their dissectors expect, and what would be encrypted
 * starts with its type and is zero behind it.
 */
class TlsHandshake
{
  public:
    /// Types of records.
    enum class Record : uint8_t
    {
        CHANGE_CIPHER_SPEC = 20, ///< Says that what follows is encrypted.
        ALERT = 21,              ///< Something is wrong, or the end.
        HANDSHAKE = 22,          ///< Messages of a handshake.
        DATA = 23                ///< Data, and what 1.3 encrypts of a handshake.
    };

    /// Types of messages.
    enum class Message : uint8_t
    {
        CLIENT_HELLO = 1,         ///< The client begins.
        SERVER_HELLO = 2,         ///< What the server chose.
        SESSION_TICKET = 4,       ///< A ticket for the next session.
        ENCRYPTED_EXTENSIONS = 8, ///< 1.3: what else the server chose.
        CERTIFICATE = 11,         ///< Certificates.
        SERVER_KEY_EXCHANGE = 12, ///< 1.2: the server's key.
        CERTIFICATE_REQUEST = 13, ///< The server wants a certificate.
        SERVER_HELLO_DONE = 14,   ///< 1.2: the end of the server's first flight.
        CERTIFICATE_VERIFY = 15,  ///< A signature.
        CLIENT_KEY_EXCHANGE = 16, ///< 1.2: the client's key.
        FINISHED = 20             ///< The end of a flight.
    };

    /// Bytes of a message up to the length of the session id, which tells 1.3 from 1.2.
    static constexpr uint32_t VERSION_PLACE = 38;
    /// Bytes of a client's first message without a name, where its newest version is 1.2
    /// (OpenSSL 3.0.19); that it has fewer suites than OpenSSL makes it no shorter.
    static constexpr uint32_t CLIENT_HELLO_12 = 157;
    /// The same with 1.3.
    static constexpr uint32_t CLIENT_HELLO_13 = 220;
    /// Tickets that a server of 1.3 sends behind the handshake.
    static constexpr uint32_t TICKETS = 2;

    /**
     * @param parameters what it is made of
     */
    explicit TlsHandshake(TlsParameters parameters);

    /** @return the client's first flight */
    std::vector<uint8_t> PrintClientHello() const;

    /** @return the server's first flight */
    std::vector<uint8_t> PrintServerHello() const;

    /** @return the client's second flight */
    std::vector<uint8_t> PrintClientFinished() const;

    /** @return the server's second flight; of 1.3 the tickets */
    std::vector<uint8_t> PrintServerFinished() const;

    /**
     * @param bytes bytes of a certificate
     * @return something in the form of one (X.509 in DER) of that length; at least 120 bytes
     */
    static std::vector<uint8_t> MakeCertificate(uint32_t bytes);

  private:
    /**
     * Add a message in the clear, in a record of its own.
     *
     * @param type its type
     * @param body what it says
     * @param flight the flight
     */
    static void AddClear(Message type,
                         const std::vector<uint8_t>& body,
                         std::vector<uint8_t>& flight);

    /**
     * Add a message that is encrypted, in a record of its own.
     *
     * @param type its type
     * @param body bytes of what it says
     * @param flight the flight
     */
    void AddHidden(Message type, uint32_t body, std::vector<uint8_t>& flight) const;

    /**
     * @param flight the flight that says from where on it is encrypted
     */
    static void AddChange(std::vector<uint8_t>& flight);

    /**
     * @param identity an end
     * @param flight receives its certificates
     */
    void AddCertificates(const TlsIdentity& identity, std::vector<uint8_t>& flight) const;

    /** @return bytes of the encrypted part of a ticket */
    uint32_t GetTicket() const;

    /** @return whether it is 1.3 */
    bool Is13() const;

    TlsParameters m_parameters; ///< What it is made of.
    TlsRecords m_records;       ///< Lengths of records.
};

} // namespace ns3::net8

#endif /* NET8_TLS_HANDSHAKE_H */
