// SPDX-License-Identifier: GPL-2.0-only
#include "net8-negotiation.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Maximum SDU below version 314, bytes (Net Services guide 10.2).
constexpr uint32_t SDU_MAX_OLD = 32767;
/// Maximum SDU of version 314, bytes (Net Services guide 11.2).
constexpr uint32_t SDU_MAX_SHORT = 65535;
/// First version whose SDU may use the whole 16-bit field.
constexpr uint16_t VERSION_WHOLE_SHORT = 314;

/**
 * Limit a size, noting whether it was too small: values from a peer are untrusted data.
 *
 * @param size a size from the wire, bytes
 * @param low minimum, bytes
 * @param high maximum, bytes
 * @param outOfRange set if the size was below the minimum
 * @return the size to use, bytes
 */
uint32_t
Limit(uint32_t size, uint32_t low, uint32_t high, bool& outOfRange)
{
    outOfRange = outOfRange || size < low;
    return std::clamp(size, low, high);
}

} // namespace

TduRule
ResolveTduRule(TduChoice choice, uint16_t version)
{
    constexpr uint16_t IGNORED_FROM = 314;
    if (choice == TduChoice::DEFAULT)
    {
        return version < IGNORED_FROM ? TduRule::MIN : TduRule::IGNORE;
    }
    return choice == TduChoice::MIN ? TduRule::MIN : TduRule::IGNORE;
}

uint32_t
Agreement::GetPacketLimit(TduRule rule) const
{
    return rule == TduRule::MIN ? std::min(sdu, tdu) : sdu;
}

uint32_t
MaximumSdu(uint16_t version)
{
    if (version >= VERSION_LONG_SIZES)
    {
        return SDU_MAX;
    }
    return version >= VERSION_WHOLE_SHORT ? SDU_MAX_SHORT : SDU_MAX_OLD;
}

Agreement
Negotiate(const ConnectPacket& connect, const ServerLimits& server)
{
    Agreement agreement;
    agreement.version = std::min(connect.version, server.version);
    const bool longSizes = agreement.version >= VERSION_LONG_SIZES;
    const uint32_t limit = MaximumSdu(agreement.version);
    const uint32_t sdu = longSizes ? connect.sdu32 : connect.sdu16;
    const uint32_t tdu = longSizes ? connect.tdu32 : connect.tdu16;
    agreement.sdu = Limit(std::min(sdu, server.sdu), SDU_MIN, limit, agreement.outOfRange);
    agreement.tdu = Limit(std::min(tdu, server.tdu), TDU_MIN, SDU_MAX, agreement.outOfRange);
    agreement.lengthForm = longSizes ? LengthForm::LONG_32 : LengthForm::SHORT_16;
    return agreement;
}

Agreement
ReadAgreement(const AcceptPacket& accept)
{
    Agreement agreement;
    agreement.version = accept.version;
    agreement.sdu = Limit(accept.GetSdu(), SDU_MIN, SDU_MAX, agreement.outOfRange);
    agreement.tdu = Limit(accept.GetTdu(), TDU_MIN, SDU_MAX, agreement.outOfRange);
    agreement.lengthForm = accept.GetLengthFormAfter();
    return agreement;
}

AcceptPacket
MakeAccept(const Agreement& agreement)
{
    AcceptPacket accept(agreement.version);
    accept.SetSdu(agreement.sdu);
    accept.SetTdu(agreement.tdu);
    return accept;
}

} // namespace ns3::net8
