// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-release.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/net8-name-value.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ServerRelease);

TypeId
Net8ServerRelease::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ServerRelease")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ServerRelease>()
            .AddAttribute("Release",
                          "Oracle release of the server: 7.3, 8.1, 9.2, 10.2, 11.1, 11.2, 12.1, "
                          "12.2, 18c, 19c, 21c, 23ai or 26ai, or file: and the path of a file such "
                          "as those of model/profile/releases.",
                          StringValue("19c"),
                          MakeStringAccessor(&Net8ServerRelease::m_release),
                          MakeStringChecker())
            .AddAttribute("Sdu",
                          "SDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8ServerRelease::m_sdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("Tdu",
                          "TDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8ServerRelease::m_tdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("TduRule",
                          "Whether packets are cut at the smaller of SDU and TDU (min) or at the "
                          "SDU (ignore); "
                          "default: min before 11g, ignore from there on.",
                          EnumValue(TduChoice::DEFAULT),
                          MakeEnumAccessor<TduChoice>(&Net8ServerRelease::m_tduRule),
                          MakeEnumChecker(TduChoice::DEFAULT,
                                          "default",
                                          TduChoice::MIN,
                                          "min",
                                          TduChoice::IGNORE,
                                          "ignore"))
            .AddAttribute("Pack",
                          "Where replies are cut into packets: at the last byte that fits (byte), "
                          "or at the end of the last row that fits (row).",
                          EnumValue(PackRule::BYTE), // S1, the 2651 bytes of three rows
                          MakeEnumAccessor<PackRule>(&Net8ServerRelease::m_pack),
                          MakeEnumChecker(PackRule::BYTE, "byte", PackRule::ROW, "row"))
            .AddAttribute("SduReserve",
                          "Bytes that the server leaves free in each packet of a message.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8ServerRelease::m_sduReserve),
                          MakeUintegerChecker<uint32_t>(0, SDU_RESERVE_MAX))
            .AddAttribute(
                "Resend",
                "Whether the dedicated server asks for the CONNECT once more; default: up to 21c.",
                EnumValue(Choice::DEFAULT),
                MakeEnumAccessor<Choice>(&Net8ServerRelease::m_resend),
                MakeEnumChecker(Choice::DEFAULT,
                                "default",
                                Choice::YES,
                                "true",
                                Choice::NO,
                                "false"))
            .AddAttribute("Verifier11g",
                          "Whether users have verifiers of 11g alone; up to 11.2 they have.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8ServerRelease::m_verifier11g),
                          MakeBooleanChecker())
            .AddAttribute("NativeServices",
                          "Whether the ACCEPT offers the native service negotiation.",
                          BooleanValue(true), // every real server of the captures does
                          MakeBooleanAccessor(&Net8ServerRelease::m_nativeServices),
                          MakeBooleanChecker())
            .AddAttribute("DisableOobAuto",
                          "Whether the server does without the out-of-band check at connect time.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8ServerRelease::m_disableOobAuto),
                          MakeBooleanChecker())
            .AddAttribute("Platform",
                          "Operating system of the server; OCI on the same one has a short data "
                          "type negotiation and longer replies.",
                          EnumValue(Platform::LINUX),
                          MakeEnumAccessor<Platform>(&Net8ServerRelease::m_platform),
                          MakeEnumChecker(Platform::LINUX, "linux", Platform::WINDOWS, "windows"))
            .AddAttribute("CharacterSet",
                          "Character set of the database; AL32UTF8 makes the protocol reply 50 "
                          "bytes longer than a set of single bytes.",
                          StringValue("AL32UTF8"), // captures of 10.2 on Linux, 11.2 and 12.1
                          MakeStringAccessor(&Net8ServerRelease::m_characterSet),
                          MakeStringChecker())
            .AddAttribute("VersionText",
                          "Text in the reply to the version call; empty: as long as the captured "
                          "one of the release.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ServerRelease::m_versionText),
                          MakeStringChecker());
    return tid;
}

Net8ServerRelease::Net8ServerRelease() = default;
Net8ServerRelease::~Net8ServerRelease() = default;

TextError
Net8ServerRelease::Read(ReleaseProfile& out) const
{
    if (auto error = ReleaseProfile::Read(m_release, out); error.IsError())
    {
        return error;
    }
    out.platform = m_platform;
    out.verifier11g = m_verifier11g;
    out.multibyte = EqualNoCase(m_characterSet, "AL32UTF8");
    if (!m_versionText.empty())
    {
        out.versionText = static_cast<uint32_t>(m_versionText.size());
    }
    return {};
}

Platform
Net8ServerRelease::GetPlatform() const
{
    return m_platform;
}

void
Net8ServerRelease::ApplyTo(Net8ServerSession::Settings& settings) const
{
    auto& dialogue = settings.dialogue;
    const auto error = Read(dialogue.release);
    NS_ABORT_MSG_IF(error.IsError(), "Net8ServerRelease: " << error.GetSentence());
    auto& release = dialogue.release;
    dialogue.limits.version = release.version;
    dialogue.limits.sdu = std::min(m_sdu == 0 ? release.sdu : m_sdu, release.maximumSdu);
    dialogue.limits.tdu = m_tdu == 0 ? release.tdu : m_tdu;
    dialogue.tduRule = ResolveTduRule(m_tduRule, release.version);
    dialogue.resend = m_resend == Choice::DEFAULT ? release.resend : m_resend == Choice::YES;
    if (!m_nativeServices)
    {
        release.acceptFlags0 = connect_flag::NA_DISABLED;
        release.acceptFlags1 = connect_flag::NA_DISABLED;
    }
    if (m_disableOobAuto)
    {
        release.acceptFlags2 &= ~accept_flag2::OOB_CHECK;
    }
    settings.pack = m_pack;
    dialogue.sduReserve = m_sduReserve;
}

} // namespace ns3::net8
