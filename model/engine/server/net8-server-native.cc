// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-native.h"

namespace ns3::net8
{

ServerNative::ServerNative(TnsConnection& connection, const ServerSettings& settings)
    : m_connection(connection),
      m_settings(settings)
{
}

std::optional<ServerAnswer>
ServerNative::Answer(const TnsStream::Message& message)
{
    const auto services = NativeServices::Decode(message.native);
    if (!services)
    {
        return std::nullopt;
    }
    ServerAnswer answer;
    const auto request = NativeRequest::Parse(*services);
    if (!request)
    {
        if (!m_answer.IsOn() || !services->Find(NativeService::Type::INTEGRITY))
        {
            return std::nullopt;
        }
        m_connection.SetNegotiating(false);
        m_connection.SetSealing({m_answer.encryption.type, m_answer.checksum.type});
        answer.kind = ServerAnswer::Kind::NOTHING;
        return answer;
    }
    m_answer = NativeAnswer::Choose(*request,
                                    m_settings.security.encryption,
                                    m_settings.security.checksums,
                                    request->version);
    const auto reply = m_answer.Print();
    answer.real = reply.Encode();
    answer.reply = {.message = TtcMessage::NATIVE,
                    .sequence = message.prefix.sequence,
                    .length = reply.Size()};
    return answer;
}

} // namespace ns3::net8
