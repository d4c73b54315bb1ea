// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-policy.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-tds-packet-header.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TdsPolicy);

TypeId
Net8TdsPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8TdsPolicy")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8TdsPolicy>()
            .AddAttribute("Driver",
                          "Client program: python-tds or odbc, or file: and the path of a file "
                          "such as those of model/profile/tds-drivers.",
                          StringValue(DEFAULT_TDS_DRIVER),
                          MakeStringAccessor(&Net8TdsPolicy::m_driver),
                          MakeStringChecker())
            .AddAttribute("PacketSize",
                          "Packet size that clients ask for in bytes, 512 to 32767; 0: the "
                          "driver's.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8TdsPolicy::m_packetSize),
                          MakeUintegerChecker<uint32_t>(0, TdsPacketHeader::MOST))
            .AddAttribute("Request",
                          "How results are asked for: batch (the text of statements), rpc (a call "
                          "of sp_executesql), or default (as the driver does).",
                          EnumValue(RequestChoice::DEFAULT),
                          MakeEnumAccessor<RequestChoice>(&Net8TdsPolicy::m_request),
                          MakeEnumChecker(RequestChoice::DEFAULT,
                                          "default",
                                          RequestChoice::BATCH,
                                          "batch",
                                          RequestChoice::CALL,
                                          "rpc"));
    return tid;
}

Net8TdsPolicy::Net8TdsPolicy() = default;
Net8TdsPolicy::~Net8TdsPolicy() = default;

TextError
Net8TdsPolicy::Read(TdsDriverProfile& out) const
{
    auto error = TdsDriverProfile::Read(m_driver, out);
    if (m_packetSize > 0)
    {
        out.packetSize = m_packetSize;
    }
    if (m_request != RequestChoice::DEFAULT)
    {
        out.request = m_request == RequestChoice::CALL ? TdsRequest::CALL : TdsRequest::BATCH;
    }
    return error;
}

void
Net8TdsPolicy::SetStatementLength(uint32_t characters)
{
    m_characters = characters;
}

void
Net8TdsPolicy::Equip(SessionSettings& settings,
                     const ClientIdentity& identity,
                     bool wrongPassword) const
{
    TdsDriverProfile driver;
    const auto error = Read(driver);
    NS_ABORT_MSG_IF(error.IsError(), "Net8TdsPolicy: " << error.GetSentence());
    auto& tds = settings.tds.emplace();
    tds.client = TdsClientSettings(driver);
    const auto take = [](std::string& name, const std::string& given) {
        name = given.empty() ? name : given;
    };
    take(tds.client.host, identity.machine);
    take(tds.client.user, identity.userName);
    take(tds.client.program, identity.program);
    tds.client.password = wrongPassword ? "lion" : tds.client.password;
    const auto limit = settings.limits.connectTimeout;
    tds.client.logonTimeout = limit.IsZero() ? NEVER : ToChrono(limit);
    const auto patience = settings.dialogue.timeouts.callTimeout;
    tds.patience = patience > std::chrono::nanoseconds(0) ? patience : NEVER;
    tds.text = std::string(m_characters, 'x');
}

} // namespace ns3::net8
