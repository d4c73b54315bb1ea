// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-logon.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Check whether a server offers native services.
 *
 * @param accept an ACCEPT
 * @return whether it does: wanted, not disabled, and services are linked
 */
bool
OffersNative(const AcceptPacket& accept)
{
    return (accept.connectFlags0 & connect_flag::NA_WANTED) != 0 &&
           (accept.connectFlags0 & connect_flag::NA_DISABLED) == 0 &&
           (accept.connectFlags1 & connect_flag::NO_NA_SERVICES) == 0;
}

/**
 * Get the size of the resident pool fields.
 *
 * @param settings settings of the client
 * @param connectData text of its CONNECT
 * @return bytes that the driver sends about a resident pool with the second authentication: pairs
 * of class and purity, and both in the repeated descriptor if the CONNECT does not have them
 */
uint32_t
CountPool(const ClientSettings& settings, const std::string& connectData)
{
    const auto& request = settings.request;
    if (!settings.driver.tellsPool || request.server != ServerChoice::POOLED)
    {
        return 0;
    }
    constexpr uint32_t PAIR = 7;   // lengths of key and value, twice each, and flags
    constexpr uint32_t PURITY = 1; // 1 or 2
    constexpr uint32_t FLAG = 1;   // belongs to the purity
    const auto missing = [&connectData](std::string_view key, std::string_view value) {
        const bool has = value.empty() || connectData.find(key) != std::string::npos;
        return has ? std::size_t{0} : key.size() + value.size() + std::string_view("(=)").size();
    };
    const std::string_view purity = request.poolPurity == PurityChoice::SELF  ? "SELF"
                                    : request.poolPurity == PurityChoice::NEW ? "NEW"
                                                                              : "";
    const auto& name = request.poolConnectionClass;
    std::size_t bytes = PAIR + std::string_view("AUTH_KPPL_PURITY").size() + PURITY + FLAG;
    bytes +=
        name.empty() ? 0 : PAIR + std::string_view("AUTH_KPPL_CONN_CLASS").size() + name.size();
    bytes += missing("POOL_CONNECTION_CLASS", name) + missing("POOL_PURITY", purity);
    return static_cast<uint32_t>(bytes);
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
    m_required = (accept.connectFlags0 & connect_flag::NA_REQUIRED) != 0;
    m_driver = &settings.GetDriver(version);
    // Until the protocol reply names the server's platform, it is assumed to be the same; nothing
    // before that depends on it.
    m_sizes.version = version;
    m_sizes.connectString = ClientIdentity::GetConnectStringLength(settings.driver, connectData) +
                            CountPool(settings, connectData);
    m_sizes.identity = settings.identity;
}

bool
ClientLogon::LacksSecurity() const
{
    return m_required && std::ranges::none_of(m_steps, [](const LogonStep& step) {
               return step.message == TtcMessage::NATIVE;
           });
}

NativeServices
ClientLogon::MakeNative() const
{
    const auto& security = m_settings.security;
    auto request = m_driver->GetNativeRequest();
    const auto apply = [](const NativeOffer& wanted, NativeOffer& offer) {
        offer.level = wanted.level;
        offer.types = wanted.types.empty() ? offer.types : wanted.types;
    };
    apply(security.encryption, request.encryption);
    apply(security.checksums, request.checksums);
    return request.Print();
}

std::optional<ClientLogon::Step>
ClientLogon::Next()
{
    if (m_keyDue)
    {
        m_keyDue = false;
        const auto key = NativeAnswer::PrintKey(0);
        return Step{{.message = TtcMessage::NATIVE, .rows = 1, .length = key.Size()},
                    false,
                    key.Encode()};
    }
    m_negotiating = false;
    if (m_next == m_steps.size())
    {
        std::vector<LogonStep>().swap(m_steps); // An assignment would keep their memory.
        m_next = 0;
        return std::nullopt;
    }
    const auto& step = m_steps[m_next++];
    m_negotiating = step.message == TtcMessage::NATIVE;
    TtcPrefix prefix{.message = step.message,
                     .function = step.function,
                     .flags = m_settings.wrongPassword ? TtcPrefix::WRONG_PASSWORD : uint8_t{0},
                     .rows = step.single ? 1U : 0U,
                     .length = m_sizes.GetRequest(*m_driver, step.message, step.function)};
    if (m_settings.notInPasswordFile &&
        (step.message == TtcMessage::FUNCTION || step.message == TtcMessage::FAST_AUTH))
    {
        prefix.rows = TtcPrefix::UNKNOWN_ADMINISTRATOR;
        const bool second = step.function == TtcFunction::AUTH_2;
        prefix.length -= second ? std::min(m_driver->passwordBytes, prefix.length) : 0;
    }
    std::vector<uint8_t> real;
    if (step.message == TtcMessage::NATIVE && m_sizes.nativeSteps++ == 0)
    {
        real = MakeNative().Encode();
        prefix.length = static_cast<uint32_t>(real.size());
    }
    if (step.message == TtcMessage::PROTOCOL && m_driver->platform == Platform::LINUX_32)
    {
        // Other drivers show their platform in the CONNECT.
        prefix.rows = static_cast<uint32_t>(m_driver->platform);
    }
    if (step.function == TtcFunction::VERSION && m_driver->sessionSwitchBytes != 0)
    {
        prefix.piggyback = TtcFunction::SESSION_SWITCH;
        prefix.piggybackLength = m_driver->sessionSwitchBytes;
    }
    return Step{prefix, step.answered, std::move(real)};
}

uint32_t
ClientLogon::TakeReply(const TnsStream::Message& message)
{
    const auto& prefix = message.prefix;
    if (const auto services = NativeServices::Decode(message.native))
    {
        m_answer = NativeAnswer::Parse(*services);
        m_keyDue = m_answer.IsOn();
        return services->GetError();
    }
    if (prefix.message != TtcMessage::PROTOCOL)
    {
        return 0;
    }
    // The server's platform and TNS version, and its verifier.
    const uint32_t server = prefix.rows;
    const uint32_t platform = server & ((1U << TtcPrefix::VERSION_SHIFT) - 1);
    m_sizes.samePlatform = platform == static_cast<uint32_t>(m_driver->platform);
    // A server newer than the agreed version still announces which fields it knows.
    m_driver = &m_settings.GetDriver(static_cast<uint16_t>(server >> TtcPrefix::VERSION_SHIFT));
    m_sizes.verifier11g = (server >> TtcPrefix::VERIFIER_SHIFT & 1) != 0;
    m_takesReadiness = (server >> TtcPrefix::READINESS_SHIFT & 1) != 0;
    return 0;
}

bool
ClientLogon::GoesOn()
{
    // Captured from OCI 11: two authentications of each kind, then the end.
    constexpr uint32_t REFUSALS_MAX = 4;
    constexpr std::size_t BOTH = 2;
    const bool falls = m_settings.notInPasswordFile && m_driver->passwordBytes != 0;
    if (!falls || ++m_refusals == REFUSALS_MAX || m_next < BOTH)
    {
        return false;
    }
    m_next -= m_refusals % BOTH == 0 ? BOTH : 0;
    return m_next < m_steps.size();
}

std::optional<NativeSealing>
ClientLogon::TakeSealing()
{
    if (m_keyDue || !m_answer.IsOn())
    {
        return std::nullopt;
    }
    const NativeSealing sealing(m_answer.encryption.type, m_answer.checksum.type);
    m_answer = {};
    return sealing;
}

bool
ClientLogon::IsNegotiating() const
{
    return m_negotiating;
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

bool
ClientLogon::TakesReadiness() const
{
    return m_takesReadiness;
}

uint8_t
ClientLogon::GetHeaderFlags(const DriverProfile& driver, TtcMessage message, uint16_t version)
{
    const bool first = message == TtcMessage::PROTOCOL || message == TtcMessage::FAST_AUTH;
    if (version < VERSION_LONG_SIZES || (message != TtcMessage::NATIVE && !first))
    {
        return 0;
    }
    const bool marked = driver.HasLargeSduFlag(first ? "first message" : "native services");
    return marked ? header_flag::LARGE_SDU : uint8_t{0};
}

} // namespace ns3::net8
