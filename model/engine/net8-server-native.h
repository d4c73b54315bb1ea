// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_NATIVE_H
#define NET8_SERVER_NATIVE_H

#include "net8-server-script.h"
#include "net8-server-settings.h"
#include "net8-tns-connection.h"

#include "ns3/net8-native-negotiation.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The native services of a server session: what a client offers of encryption and checksums is
 * answered by what the server chooses; once the client's key is there, packets are sealed.
 */
class ServerNative
{
  public:
    /**
     * @param connection the connection, which outlives this
     * @param settings what the server offers, which outlives this
     */
    ServerNative(TnsConnection& connection, const ServerSettings& settings);

    /**
     * @param message a message of the native services
     * @return what is answered; nothing: it is none of encryption and checksums
     */
    std::optional<ServerAnswer> Answer(const TnsStream::Message& message);

  private:
    TnsConnection& m_connection;      ///< The connection.
    const ServerSettings& m_settings; ///< What the server offers.
    NativeAnswer m_answer;            ///< What was answered.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_NATIVE_H */
