// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_LOGON_H
#define NET8_CLIENT_LOGON_H

#include "net8-client-settings.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-native-sealing.h"
#include "ns3/net8-tns-stream.h"
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
 * The messages of a driver's logon in sequence, and what their replies reveal about the server.
 */
class ClientLogon
{
  public:
    /// A message to send.
    struct Step
    {
        TtcPrefix prefix;     ///< Its first bytes.
        bool answered{false}; ///< The server replies, and the next message waits for that.
        /// All of its bytes, if they matter: messages of the native services.
        std::vector<uint8_t> real{};
    };

    /**
     * Prepare a logon.
     *
     * @param settings settings of the client; must outlive this object
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
     * Get the header flags of a logon message.
     *
     * @param driver the driver
     * @param message type of the message
     * @param version agreed TNS version
     * @return header flags of its packets
     */
    static uint8_t GetHeaderFlags(const DriverProfile& driver,
                                  TtcMessage message,
                                  uint16_t version);

    /**
     * Handle a reply.
     *
     * @param message the reply
     * @return the Oracle error number if the services are refused, else 0
     */
    uint32_t TakeReply(const TnsStream::Message& message);

    /**
     * Handle a refusal of the last message.
     *
     * @return whether another message follows: if a user is not known as an administrator, OCI asks
     * for the operating system's word, and does both once more
     */
    bool GoesOn();

    /**
     * @return the sealing of packets, once all native service messages are sent; nothing before
     * that, or if neither encryption nor checksums are on
     */
    std::optional<NativeSealing> TakeSealing();

    /**
     * @return whether the next reply is that of the native services
     */
    bool IsNegotiating() const;

    /**
     * @return the driver, adapted to the server
     */
    const DriverProfile& GetDriver() const;

    /**
     * @return whether the server runs on the same platform as the client
     */
    bool IsSamePlatform() const;

    /**
     * @return whether the server takes key values for high availability
     */
    bool TakesReadiness() const;

    /**
     * @return whether the server requires native services that the driver does not have
     */
    bool LacksSecurity() const;

  private:
    /**
     * @return the first message of the native services
     */
    NativeServices MakeNative() const;

    const ClientSettings& m_settings; ///< Settings of the client.
    const DriverProfile* m_driver;    ///< The driver, adapted to the server.
    std::vector<LogonStep> m_steps;   ///< The messages; released after the last one.
    std::size_t m_next{0};            ///< Index of the next one.
    bool m_negotiating{false};        ///< The last one was of the native services.
    bool m_takesReadiness{false};     ///< The server takes key values for high availability.
    TtcLogonSizes m_sizes;            ///< Sizes of the requests.
    NativeAnswer m_answer;            ///< Encryption and checksums chosen by the server.
    bool m_keyDue{false};             ///< The client's key must still be sent.
    uint32_t m_refusals{0};           ///< Authentications refused so far.
    bool m_required{false};           ///< The ACCEPT requires native services.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_LOGON_H */
