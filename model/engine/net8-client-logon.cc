// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-logon.h"

namespace ns3::net8
{

namespace
{

/**
 * @param accept an ACCEPT
 * @return true if it offers native services: wanted, not disabled, and services are linked
 */
bool
OffersNative(const AcceptPacket& accept)
{
    return (accept.connectFlags0 & connect_flag::NA_WANTED) != 0 &&
           (accept.connectFlags0 & connect_flag::NA_DISABLED) == 0 &&
           (accept.connectFlags1 & connect_flag::NO_NA_SERVICES) == 0;
}

} // namespace

ClientLogon::ClientLogon(const ClientSettings& settings,
                         const AcceptPacket& accept,
                         const std::string& connectData)
    : m_settings(settings)
{
    const uint16_t version = ReadAgreement(accept).version;
    m_steps =
        settings.driver.GetLogon(version,
                                 OffersNative(accept),
                                 (accept.acceptFlags2 & accept_flag2::FAST_AUTHENTICATION) != 0);
    m_driver = &settings.GetDriver(version);
    // Until the protocol reply tells the server's platform it is taken to be the same; nothing
    // before depends on it.
    m_sizes.version = version;
    m_sizes.connectString = ClientIdentity::GetConnectStringLength(settings.driver, connectData);
    m_sizes.identity = settings.identity;
}

std::optional<ClientLogon::Step>
ClientLogon::Next()
{
    if (m_next == m_steps.size())
    {
        return std::nullopt;
    }
    const auto& step = m_steps[m_next++];
    TtcPrefix prefix{.message = step.message,
                     .function = step.function,
                     .flags = m_settings.wrongPassword ? TtcPrefix::WRONG_PASSWORD : uint8_t{0},
                     .rows = step.single ? 1U : 0U,
                     .length = m_sizes.GetRequest(*m_driver, step.message, step.function)};
    m_sizes.nativeSteps += step.message == TtcMessage::NATIVE ? 1 : 0;
    if (step.function == TtcFunction::VERSION && m_driver->sessionSwitchBytes != 0)
    {
        prefix.piggyback = TtcFunction::SESSION_SWITCH;
        prefix.piggybackLength = m_driver->sessionSwitchBytes;
    }
    return Step{prefix, step.answered};
}

void
ClientLogon::TakeReply(const TtcPrefix& prefix)
{
    if (prefix.message != TtcMessage::PROTOCOL)
    {
        return;
    }
    // The server's platform and TNS version, and its verifier.
    const uint32_t server = prefix.rows;
    const uint32_t platform = server & ((1U << TtcPrefix::VERSION_SHIFT) - 1);
    m_sizes.samePlatform = platform == static_cast<uint32_t>(m_driver->platform);
    // A server that is newer than the agreed version still says which fields it knows.
    m_driver = &m_settings.GetDriver(static_cast<uint16_t>(server >> TtcPrefix::VERSION_SHIFT));
    m_sizes.verifier11g = server >> TtcPrefix::VERIFIER_SHIFT != 0;
}

bool
ClientLogon::IsNegotiating() const
{
    return m_next > 0 && m_steps[m_next - 1].message == TtcMessage::NATIVE;
}

const DriverProfile&
ClientLogon::GetDriver() const
{
    return *m_driver;
}

bool
ClientLogon::IsSamePlatform() const
{
    return m_sizes.samePlatform;
}

} // namespace ns3::net8
