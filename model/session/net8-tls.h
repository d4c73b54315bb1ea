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
 * TLS of a client or of a listener and the servers behind it: addresses of protocol TCPS.
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
     * @param stream first stream of random numbers
     * @return number of streams that were taken: of a time that is drawn alone
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return whether its time is drawn at random
     */
    bool Draws() const;

    /**
     * @return what a listener offers at its end points of protocol TCPS
     */
    TlsParameters GetServer() const;

    /**
     * @param service the service that a client wants
     * @return what the client offers where it speaks TLS
     */
    TlsParameters GetClient(const std::string& service) const;

    /**
     * @return whether a client speaks TLS at all addresses, not at those of protocol TCPS alone
     */
    bool IsOn() const;

    /**
     * @param cipher what encrypts
     * @return its name in attributes
     */
    static std::string_view GetName(TlsCipher cipher);

    /**
     * @return what handshakes and records take of a processor
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
     * @return what this end shows of itself
     */
    TlsIdentity GetIdentity() const;

    /**
     * @return versions and ciphers that this end accepts
     */
    TlsOffer GetOffer() const;

    bool m_on{false};                          ///< All its addresses are of protocol TCPS.
    TlsVersion m_newest{TlsVersion::TLS_1_3};  ///< Newest version.
    TlsVersion m_oldest{TlsVersion::TLS_1_2};  ///< Oldest version.
    std::string m_ciphers;                     ///< What encrypts, with commas.
    std::string m_certificates;                ///< Bytes of certificates, with commas.
    Key m_key{Key::RSA_2048};                  ///< Kind of its key.
    bool m_clientAuthentication{false};        ///< A listener wants clients' certificates.
    bool m_useSni{false};                      ///< A client names the service.
    Ptr<RandomVariableStream> m_handshakeTime; ///< Its part of a handshake, s.
    DataRate m_cipherRate;                     ///< What a core encrypts; 0: as the cipher has it.
};

} // namespace ns3::net8

#endif /* NET8_TLS_H */
