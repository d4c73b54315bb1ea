// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TLS_H
#define NET8_TLS_H

#include "ns3/net8-tls-handshake.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <optional>
#include <string>

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
     * @return what a listener offers; nothing: it speaks TCP
     */
    std::optional<TlsParameters> GetServer() const;

    /**
     * @param service the service that a client wants
     * @return what the client offers; nothing: it speaks TCP
     */
    std::optional<TlsParameters> GetClient(const std::string& service) const;

    /**
     * @return time that this end's part of a handshake takes
     */
    Time GetHandshakeTime() const;

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

    bool m_on{false};                           ///< Its addresses are of protocol TCPS.
    TlsVersion m_version{TlsVersion::TLS_1_3};  ///< Newest version.
    TlsCipher m_cipher{TlsCipher::AES_256_GCM}; ///< What encrypts.
    std::string m_certificates;                 ///< Bytes of certificates, with commas.
    Key m_key{Key::RSA_2048};                   ///< Kind of its key.
    bool m_clientAuthentication{false};         ///< A listener wants clients' certificates.
    bool m_useSni{false};                       ///< A client names the service.
    Time m_handshakeTime;                       ///< Its part of a handshake.
};

} // namespace ns3::net8

#endif /* NET8_TLS_H */
