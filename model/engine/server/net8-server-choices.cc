// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-choices.h"

#include "ns3/net8-name-value.h"
#include "ns3/net8-packet-type.h"

#include <algorithm>

namespace ns3::net8
{

TextError
ServerChoices::Read(ReleaseProfile& out) const
{
    if (auto error = ReleaseProfile::Read(release, out); error.IsError())
    {
        return error;
    }
    out.platform = platform;
    out.verifier11g = verifier11g;
    out.haReadiness = haReadiness;
    out.multibyte = EqualNoCase(characterSet, "AL32UTF8");
    if (!versionText.empty())
    {
        out.versionText = static_cast<uint32_t>(versionText.size());
    }
    if (!nativeServices)
    {
        out.acceptFlags0 = connect_flag::NA_DISABLED;
        out.acceptFlags1 = connect_flag::NA_DISABLED;
    }
    if (disableOobAuto)
    {
        out.acceptFlags2 &= ~accept_flag2::OOB_CHECK;
    }
    return {};
}

TextError
ServerChoices::ApplyTo(ServerSettings& settings) const
{
    auto& profile = settings.release;
    if (auto error = Read(profile); error.IsError())
    {
        return error;
    }
    settings.limits.version = profile.version;
    settings.limits.sdu = std::min(sdu == 0 ? profile.sdu : sdu, profile.maximumSdu);
    settings.limits.tdu = tdu == 0 ? profile.tdu : tdu;
    settings.tduRule = ResolveTduRule(tduRule, profile.version);
    settings.resend =
        resend == ReleaseChoice::DEFAULT ? profile.resend : resend == ReleaseChoice::YES;
    settings.sduReserve = sduReserve;
    return {};
}

} // namespace ns3::net8
