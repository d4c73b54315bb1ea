// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_LOGON_H
#define NET8_CLIENT_LOGON_H

#include "net8-client-settings.h"
#include "net8-tns-stream.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-native-sealing.h"
#include "ns3/net8-ttc-logon.h"
#include "ns3/net8-ttc-prefix.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The messages of a driver's logon, one after the other, and what their replies tell of the server.
 */
class ClientLogon
{
  public:
    /// A message that is to be sent.
    struct Step
    {
        TtcPrefix prefix;     ///< Its first bytes.
        bool answered{false}; ///< The server replies, and the next one waits for that.
        /// All of its bytes, where they matter: those of the native services.
        std::vector<uint8_t> real{};
    };

    /**
     * @param settings how the client talks; it must outlive the logon
     * @param accept the ACCEPT
     * @param connectData text of the connect descriptor that was sent
     */
    ClientLogon(const ClientSettings& settings,
                const AcceptPacket& accept,
                const std::string& connectData);

    /**
     * @return the next message; nothing once the logon is complete
     */
    std::optional<Step> Next();

    /**
     * @param driver the driver
     * @param message type of a message
     * @param version agreed TNS version
     * @return header flags of its packets
     */
    static uint8_t GetHeaderFlags(const DriverProfile& driver,
                                  TtcMessage message,
                                  uint16_t version);

    /**
     * @param message a reply
     * @return the Oracle error number with which the services are refused; 0: they are not
     */
    uint32_t TakeReply(const TnsStream::Message& message);

    /**
     * The server refused the last message.
     *
     * @return whether another one follows: where a user is not known as an administrator OCI asks
     * for the operating system's word, and does both once more
     */
    bool GoesOn();

    /**
     * @return what seals packets once all of the native services is sent; nothing before, and where
     * neither is on
     */
    std::optional<NativeSealing> TakeSealing();

    /**
     * @return whether the reply that is due is that of the native services
     */
    bool IsNegotiating() const;

    /**
     * @return the driver, fitted to the server
     */
    const DriverProfile& GetDriver() const;

    /**
     * @return whether the server runs on the platform of the client
     */
    bool IsSamePlatform() const;

    /**
     * @return whether the server requires native services, which the driver does not have
     */
    bool LacksSecurity() const;

  private:
    /**
     * @return the first message of the native services
     */
    NativeServices MakeNative() const;

    const ClientSettings& m_settings; ///< How the client talks.
    const DriverProfile* m_driver;    ///< The driver, fitted to the server.
    std::vector<LogonStep> m_steps;   ///< The messages; given back behind the last one.
    std::size_t m_next{0};            ///< Next of them.
    bool m_negotiating{false};        ///< The last one was of native services.
    TtcLogonSizes m_sizes;            ///< Sizes of requests.
    NativeAnswer m_answer;            ///< What the server chose of encryption and checksums.
    bool m_keyDue{false};             ///< The client's key is to be sent.
    uint32_t m_refusals{0};           ///< Authentications that were refused.
    bool m_required{false};           ///< The ACCEPT requires native services.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_LOGON_H */
