// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-data-types-request.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Indices in the compile-time capabilities, and bits there (python-oracledb, constants).
constexpr std::size_t LOGON_TYPES = 4;
/// See LOGON_TYPES.
constexpr std::size_t FIELD_VERSION = 7;
/// See LOGON_TYPES.
constexpr std::size_t TTC_4 = 40;
/// See LOGON_TYPES.
constexpr uint8_t VERIFIER_12C = 0x20;
/// See LOGON_TYPES.
constexpr uint8_t END_OF_RESPONSE = 0x20;
/// Flag: converted texts have their own length (python-oracledb, constants); only JDBC does not set
/// it.
constexpr uint8_t CONVERTED_LENGTH = 0x02;
/// Data types (node-oracledb, constants): a signed byte, and the end of call of 20.1.
constexpr uint16_t SIGNED_BYTE = 27;
/// See SIGNED_BYTE.
constexpr uint16_t END_OF_CALL_20_1 = 652;
/// Column descriptions of 23: node-oracledb's UDS, which python-oracledb lists as well, and the one
/// that only JDBC from 23 on lists.
constexpr uint16_t COLUMNS_23 = 663;
/// See COLUMNS_23.
constexpr uint16_t COLUMNS_23_JDBC = 656;

} // namespace

TtcLayout
TtcDataTypesRequest::AgreeLayout(uint8_t server, bool tellsEnd) const
{
    TtcLayout layout;
    layout.fieldVersion = std::min(server, GetFieldVersion());
    layout.wideBytes = ReadsWideBytes();
    layout.endOfResponse = tellsEnd && WantsEndOfResponse();
    layout.statementType = ReadsStatementType();
    layout.columns23 = ReadsColumns23();
    layout.textLengths = HasTextLengths();
    layout.verifier12c = KnowsVerifier12c();
    return layout;
}

uint8_t
TtcDataTypesRequest::GetFieldVersion() const
{
    return GetCapability(FIELD_VERSION);
}

bool
TtcDataTypesRequest::HasTextLengths() const
{
    return (flags & CONVERTED_LENGTH) != 0;
}

bool
TtcDataTypesRequest::KnowsVerifier12c() const
{
    return (GetCapability(LOGON_TYPES) & VERIFIER_12C) != 0;
}

bool
TtcDataTypesRequest::WantsEndOfResponse() const
{
    return (GetCapability(TTC_4) & END_OF_RESPONSE) != 0;
}

bool
TtcDataTypesRequest::ReadsWideBytes() const
{
    const auto entry = types.Find(SIGNED_BYTE);
    return entry && entry->sentAs != 0 && entry->representation == TtcTypeList::UNIVERSAL;
}

bool
TtcDataTypesRequest::ReadsStatementType() const
{
    return types.Find(END_OF_CALL_20_1).has_value();
}

bool
TtcDataTypesRequest::ReadsColumns23() const
{
    return types.Find(COLUMNS_23) || types.Find(COLUMNS_23_JDBC);
}

uint8_t
TtcDataTypesRequest::GetCapability(std::size_t place) const
{
    return place < compileTime.size() ? static_cast<uint8_t>(compileTime[place]) : 0;
}

} // namespace ns3::net8
