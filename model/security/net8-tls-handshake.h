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
 * How an end identifies itself in a TLS handshake.
 */
struct TlsIdentity
{
    /// Size of a 2,048-bit RSA signature, bytes.
    static constexpr uint32_t RSA_2048 = 256;

    std::vector<uint32_t> certificates{}; ///< Size of each certificate it sends, bytes; none: it
                                          ///< has no certificate.
    uint32_t signature{RSA_2048};         ///< Size of its signatures, bytes.
};

/**
 * @ingroup net8
 * Parameters of a TLS handshake.
 */
struct TlsParameters
{
    TlsOffer offer{};                         ///< What an end accepts.
    TlsVersion version{TlsVersion::TLS_1_3};  ///< Agreed version.
    TlsCipher cipher{TlsCipher::AES_256_GCM}; ///< Agreed cipher.
    TlsIdentity server{};                     ///< The server.
    TlsIdentity client{};                     ///< The client, if it presents a certificate.
    bool mutual{false};                       ///< The server requests a client certificate.
    std::string serverName{};                 ///< Server name requested by the client; empty: none.
};

/**
 * @ingroup net8
 * The flights of a full TLS 1.2 or 1.3 handshake with X25519 and session tickets (RFC 5246, 5077,
 * 8446), with the lengths produced by OpenSSL 3.0.19. Neither keys nor certificates are real:
 * clear-text messages have the format that dissectors expect, and encrypted ones start with their
 * type, followed by zeros.
 */
class TlsHandshake
{
  public:
    /// Record types.
    enum class Record : uint8_t
    {
        CHANGE_CIPHER_SPEC = 20, ///< What follows is encrypted.
        ALERT = 21,              ///< An error, or the end.
        HANDSHAKE = 22,          ///< Messages of a handshake.
        DATA = 23                ///< Data, and the encrypted part of a handshake in 1.3.
    };

    /// Message types.
    enum class Message : uint8_t
    {
        CLIENT_HELLO = 1,         ///< First message of the client.
        SERVER_HELLO = 2,         ///< Choices of the server.
        SESSION_TICKET = 4,       ///< A ticket for the next session.
        ENCRYPTED_EXTENSIONS = 8, ///< 1.3: further choices of the server.
        CERTIFICATE = 11,         ///< Certificates.
        SERVER_KEY_EXCHANGE = 12, ///< 1.2: the server's key.
        CERTIFICATE_REQUEST = 13, ///< The server requests a certificate.
        SERVER_HELLO_DONE = 14,   ///< 1.2: end of the server's first flight.
        CERTIFICATE_VERIFY = 15,  ///< A signature.
        CLIENT_KEY_EXCHANGE = 16, ///< 1.2: the client's key.
        FINISHED = 20             ///< End of a flight.
    };

    /// Offset of the session id length in a message, which distinguishes 1.3 from 1.2, bytes.
    static constexpr uint32_t VERSION_PLACE = 38;
    /// Size of a client's first message without a server name, if its newest version is 1.2
    /// (OpenSSL 3.0.19), bytes; offering fewer suites than OpenSSL does not shorten it.
    static constexpr uint32_t CLIENT_HELLO_12 = 157;
    /// The same with 1.3.
    static constexpr uint32_t CLIENT_HELLO_13 = 220;
    /// Tickets that a 1.3 server sends after the handshake.
    static constexpr uint32_t TICKETS = 2;

    /**
     * Create a handshake.
     *
     * @param parameters its parameters
     */
    explicit TlsHandshake(TlsParameters parameters);

    /** @return the client's first flight */
    std::vector<uint8_t> PrintClientHello() const;

    /** @return the server's first flight */
    std::vector<uint8_t> PrintServerHello() const;

    /** @return the client's second flight */
    std::vector<uint8_t> PrintClientFinished() const;

    /** @return the server's second flight; for 1.3, the tickets */
    std::vector<uint8_t> PrintServerFinished() const;

    /**
     * Make a dummy certificate.
     *
     * @param bytes size of the certificate, at least 120 bytes
     * @return bytes of that size in the format of a certificate (X.509 in DER)
     */
    static std::vector<uint8_t> MakeCertificate(uint32_t bytes);

  private:
    /**
     * Add a clear-text message in a separate record.
     *
     * @param type its type
     * @param body its content
     * @param flight receives the record
     */
    static void AddClear(Message type,
                         const std::vector<uint8_t>& body,
                         std::vector<uint8_t>& flight);

    /**
     * Add an encrypted message in a separate record.
     *
     * @param type its type
     * @param body size of its content, bytes
     * @param flight receives the record
     */
    void AddHidden(Message type, uint32_t body, std::vector<uint8_t>& flight) const;

    /**
     * Add the record that announces encryption.
     *
     * @param flight receives the record
     */
    static void AddChange(std::vector<uint8_t>& flight);

    /**
     * Add the certificates of an end.
     *
     * @param identity identity of the end
     * @param flight receives its certificates
     */
    void AddCertificates(const TlsIdentity& identity, std::vector<uint8_t>& flight) const;

    /** @return size of the encrypted part of a ticket, bytes */
    uint32_t GetTicket() const;

    /** @return whether the version is 1.3 */
    bool Is13() const;

    TlsParameters m_parameters; ///< Parameters.
    TlsRecords m_records;       ///< Record lengths.
};

} // namespace ns3::net8

#endif /* NET8_TLS_HANDSHAKE_H */
