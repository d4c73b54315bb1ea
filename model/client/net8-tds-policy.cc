// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-policy.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-smb-call.h"
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
                                          "rpc"))
            .AddAttribute("NamedPipe",
                          "Whether packets go through the named pipe sql\\query of SMB, over "
                          "NetBIOS frames or over TCP, in place of a socket.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8TdsPolicy::m_namedPipe),
                          MakeBooleanChecker())
            .AddAttribute("PipeRead",
                          "How a client reads from a named pipe: peek (it looks before each packet "
                          "how much there is) or read (at once).",
                          EnumValue(PipeRead::PEEK), // hypothesis H of the fact sheet, for E22
                          MakeEnumAccessor<PipeRead>(&Net8TdsPolicy::m_pipeRead),
                          MakeEnumChecker(PipeRead::PEEK, "peek", PipeRead::READ, "read"))
            .AddAttribute("PipeReadLimit",
                          "Most bytes of one read from a named pipe; 0: a packet.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8TdsPolicy::m_readLimit),
                          MakeUintegerChecker<uint32_t>(0, SmbCall::MOST))
            .AddAttribute("PipePeekInterval",
                          "Time until a client looks again whether there is something in a named "
                          "pipe.",
                          TimeValue(MilliSeconds(10)), // assumed
                          MakeTimeAccessor(&Net8TdsPolicy::m_peekInterval),
                          MakeTimeChecker(NanoSeconds(1)));
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

std::optional<PipeSettings>
Net8TdsPolicy::GetPipe(bool framed, uint16_t port) const
{
    constexpr uint16_t WITHOUT_NETBIOS = 445; // SMB on TCP alone
    if (!m_namedPipe)
    {
        return std::nullopt;
    }
    PipeSettings pipe;
    pipe.framed = framed;
    pipe.asksSession = port != WITHOUT_NETBIOS;
    pipe.peeks = m_pipeRead == PipeRead::PEEK;
    pipe.readLimit = m_readLimit;
    pipe.peekInterval = ToChrono(m_peekInterval);
    return pipe;
}

void
Net8TdsPolicy::SetPipe(const std::optional<PipeSettings>& pipe)
{
    m_pipe = pipe;
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
    tds.pipe = m_pipe;
    if (tds.pipe)
    {
        tds.pipe->client = tds.client.host;
        tds.pipe->server = tds.client.server;
        tds.pipe->user = tds.client.user;
    }
}

} // namespace ns3::net8
