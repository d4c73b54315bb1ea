// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TLS_H
#define NET8_TLS_H

#include "ns3/data-rate.h"
#include "ns3/net8-tls-handshake.h"
#include "ns3/net8-tns-connection.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <string>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * TLS of a client, or of a listener and the servers behind it: for addresses of protocol TCPS.
 */
class Net8Tls : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Tls();
    ~Net8Tls() override;

    /**
     * Set the random stream of the handshake time, if it is drawn.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return whether the handshake time is drawn at random
     */
    bool Draws() const;

    /**
     * @return what a listener offers at its end points of protocol TCPS
     */
    TlsParameters GetServer() const;

    /**
     * @param service the service that the client asks for
     * @return what the client offers if it uses TLS
     */
    TlsParameters GetClient(const std::string& service) const;

    /**
     * @return whether a client uses TLS at all addresses, not only those of protocol TCPS
     */
    bool IsOn() const;

    /**
     * @param cipher a cipher
     * @return its name in attributes
     */
    static std::string_view GetName(TlsCipher cipher);

    /**
     * @return CPU costs of handshakes and records
     */
    TlsCosts GetCosts() const;

  private:
    /// Kind of a key.
    enum class Key : uint8_t
    {
        RSA_2048,  ///< RSA, 2,048 bits.
        RSA_4096,  ///< RSA, 4,096 bits.
        ECDSA_P256 ///< ECDSA, P-256.
    };

    /**
     * @return certificates and key that this end presents
     */
    TlsIdentity GetIdentity() const;

    /**
     * @return versions and ciphers that this end accepts
     */
    TlsOffer GetOffer() const;

    bool m_on{false};                          ///< TLS at all addresses.
    TlsVersion m_newest{TlsVersion::TLS_1_3};  ///< Newest version.
    TlsVersion m_oldest{TlsVersion::TLS_1_2};  ///< Oldest version.
    std::string m_ciphers;                     ///< Ciphers, separated by commas.
    std::string m_certificates;                ///< Sizes of certificates, bytes, by commas.
    Key m_key{Key::RSA_2048};                  ///< Kind of key.
    bool m_clientAuthentication{false};        ///< The listener asks for client certificates.
    bool m_useSni{false};                      ///< The client names the service (SNI).
    Ptr<RandomVariableStream> m_handshakeTime; ///< Time of this end's part of a handshake, s.
    DataRate m_cipherRate;                     ///< Encryption rate of a core; 0: by cipher.
};

} // namespace ns3::net8

#endif /* NET8_TLS_H */
