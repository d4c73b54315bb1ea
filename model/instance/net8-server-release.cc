// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-release.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ServerRelease);

template <typename V, typename U>
Ptr<const AttributeAccessor>
Net8ServerRelease::MakeChoice(U ServerChoices::* field)
{
    return MakeFieldAccessor<V>(&Net8ServerRelease::m_choices, field);
}

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
                          MakeChoice<StringValue>(&ServerChoices::release),
                          MakeStringChecker())
            .AddAttribute("Sdu",
                          "SDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeChoice<UintegerValue>(&ServerChoices::sdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("Tdu",
                          "TDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeChoice<UintegerValue>(&ServerChoices::tdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("TduRule",
                          "Whether packets are cut at the smaller of SDU and TDU (min) or at the "
                          "SDU (ignore); "
                          "default: min before 11g, ignore from there on.",
                          EnumValue(TduChoice::DEFAULT),
                          MakeChoice<EnumValue<TduChoice>>(&ServerChoices::tduRule),
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
                          MakeChoice<EnumValue<PackRule>>(&ServerChoices::pack),
                          MakeEnumChecker(PackRule::BYTE, "byte", PackRule::ROW, "row"))
            .AddAttribute("SduReserve",
                          "Bytes that the server leaves free in each packet of a message.",
                          UintegerValue(0),
                          MakeChoice<UintegerValue>(&ServerChoices::sduReserve),
                          MakeUintegerChecker<uint32_t>(0, SDU_RESERVE_MAX))
            .AddAttribute(
                "Resend",
                "Whether the dedicated server asks for the CONNECT once more; default: up to 21c.",
                EnumValue(ReleaseChoice::DEFAULT),
                MakeChoice<EnumValue<ReleaseChoice>>(&ServerChoices::resend),
                MakeEnumChecker(ReleaseChoice::DEFAULT,
                                "default",
                                ReleaseChoice::YES,
                                "true",
                                ReleaseChoice::NO,
                                "false"))
            .AddAttribute("Verifier11g",
                          "Whether users have verifiers of 11g alone; up to 11.2 they have.",
                          BooleanValue(false),
                          MakeChoice<BooleanValue>(&ServerChoices::verifier11g),
                          MakeBooleanChecker())
            .AddAttribute("HaReadiness",
                          "Whether the server takes what a client says of its high availability.",
                          BooleanValue(false),
                          MakeChoice<BooleanValue>(&ServerChoices::haReadiness),
                          MakeBooleanChecker())
            .AddAttribute("NativeServices",
                          "Whether the ACCEPT offers the native service negotiation.",
                          BooleanValue(true), // every real server of the captures does
                          MakeChoice<BooleanValue>(&ServerChoices::nativeServices),
                          MakeBooleanChecker())
            .AddAttribute("DisableOobAuto",
                          "Whether the server does without the out-of-band check at connect time.",
                          BooleanValue(false),
                          MakeChoice<BooleanValue>(&ServerChoices::disableOobAuto),
                          MakeBooleanChecker())
            .AddAttribute("Platform",
                          "Operating system of the server; OCI on the same one has a short data "
                          "type negotiation and longer replies.",
                          EnumValue(Platform::LINUX),
                          MakeChoice<EnumValue<Platform>>(&ServerChoices::platform),
                          MakeEnumChecker(Platform::LINUX, "linux", Platform::WINDOWS, "windows"))
            .AddAttribute("CharacterSet",
                          "Character set of the database; AL32UTF8 makes the protocol reply 50 "
                          "bytes longer than a set of single bytes.",
                          StringValue("AL32UTF8"), // captures of 10.2 on Linux, 11.2 and 12.1
                          MakeChoice<StringValue>(&ServerChoices::characterSet),
                          MakeStringChecker())
            .AddAttribute("VersionText",
                          "Text in the reply to the version call; empty: as long as the captured "
                          "one of the release.",
                          StringValue(""),
                          MakeChoice<StringValue>(&ServerChoices::versionText),
                          MakeStringChecker());
    return tid;
}

Net8ServerRelease::Net8ServerRelease() = default;
Net8ServerRelease::~Net8ServerRelease() = default;

TextError
Net8ServerRelease::Read(ReleaseProfile& out) const
{
    return m_choices.Read(out);
}

Platform
Net8ServerRelease::GetPlatform() const
{
    return m_choices.platform;
}

void
Net8ServerRelease::ApplyTo(Net8ServerSession::Settings& settings) const
{
    const auto error = m_choices.ApplyTo(settings.dialogue);
    NS_ABORT_MSG_IF(error.IsError(), "Net8ServerRelease: " << error.GetSentence());
    settings.pack = m_choices.pack;
}

} // namespace ns3::net8
