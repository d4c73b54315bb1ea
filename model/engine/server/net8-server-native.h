// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_NATIVE_H
#define NET8_SERVER_NATIVE_H

#include "net8-server-script.h"
#include "net8-server-settings.h"

#include "ns3/net8-native-negotiation.h"
#include "ns3/net8-tns-connection.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The native services of a server session: the server answers the client's offer of encryption and
 * checksums with its choice; once the client's key has arrived, packets are sealed.
 */
class ServerNative
{
  public:
    /**
     * Create the services of a session.
     *
     * @param connection the connection; must outlive this object
     * @param settings what the server offers; must outlive this object
     */
    ServerNative(TnsConnection& connection, const ServerSettings& settings);

    /**
     * Answer a message of the native services.
     *
     * @param message the message
     * @return the answer; nothing if the message is not about encryption and checksums
     */
    std::optional<ServerAnswer> Answer(const TnsStream::Message& message);

  private:
    TnsConnection& m_connection;      ///< The connection.
    const ServerSettings& m_settings; ///< What the server offers.
    NativeAnswer m_answer;            ///< The answer to the client.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_NATIVE_H */
