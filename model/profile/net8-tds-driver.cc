// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-driver.h"

#include "net8-profile-fields.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ns3::net8
{

namespace
{

using Fields = ProfileFields<TdsDriverProfile>;

/// TDS versions as in a LOGIN7 (MS-TDS 2.2.6.4), and their names.
const std::vector<std::string> VERSION_NAMES{"7.1", "7.2", "7.3", "7.4"};
constexpr std::array<uint32_t, 4> VERSIONS{0x71000001, 0x72090002, 0x730b0003, 0x74000004};

/**
 * @return the keys of a file
 */
const Fields&
GetFields()
{
    using D = TdsDriverProfile;
    using Member = Fields::Member;
    constexpr int64_t U8 = std::numeric_limits<uint8_t>::max();
    constexpr int64_t U32 = std::numeric_limits<uint32_t>::max();
    constexpr int64_t LONGEST_PACKET = 32767;
    static const Fields FIELDS({
        {"about", Member(&D::about)},
        {"also_called", Member(&D::alsoCalled)},
        {"version",
         Fields::Choice{
             .names = VERSION_NAMES,
             .set = [](D& driver, uint32_t value) { driver.version = VERSIONS.at(value); },
             .get =
                 [](const D& driver) {
                     const auto* found = std::ranges::find(VERSIONS, driver.version);
                     return static_cast<uint32_t>(
                         found == VERSIONS.end() ? 0 : found - VERSIONS.begin());
                 }}},
        {"packet_size", Member(&D::packetSize), 0, LONGEST_PACKET},
        {"program_version", Member(&D::programVersion), 0, U32},
        {"instance", Member(&D::instance)},
        {"program", Member(&D::program)},
        {"library", Member(&D::library)},
        {"language", Member(&D::language)},
        {"flags_1", Member(&D::flags1), 0, U8},
        {"flags_2", Member(&D::flags2), 0, U8},
        {"type_flags", Member(&D::typeFlags), 0, U8},
        {"flags_3", Member(&D::flags3), 0, U8},
        {"begins_transaction", Member(&D::beginsTransaction)},
        {"request",
         Fields::Choice{
             .names = {"batch", "rpc"},
             .set = [](D& driver,
                       uint32_t value) { driver.request = static_cast<TdsRequest>(value); },
             .get = [](const D& driver) { return static_cast<uint32_t>(driver.request); }}},
        {"no_delay", Member(&D::noDelay)},
    });
    return FIELDS;
}

/**
 * Check a driver's file.
 *
 * @param file the file
 * @return the error, if any
 */
TextError
CheckDriver(const ProfileFile& file)
{
    TextError error = GetFields().Check(file, file.own);
    if (error.IsError() || (file.conditional.empty() && file.releases.empty()))
    {
        return error;
    }
    error.file = file.source;
    error.line = file.releases.empty() ? 0 : file.releases.front().line;
    error.message = "a driver of TDS has only keys; write a file for each release";
    return error;
}

/**
 * @return the drivers
 */
const ProfileLibrary&
GetLibrary()
{
    static const ProfileLibrary LIBRARY(GetTdsDriverTexts(), CheckDriver, "driver of TDS");
    return LIBRARY;
}

} // namespace

TextError
TdsDriverProfile::Read(std::string_view name, TdsDriverProfile& out)
{
    ProfileLibrary::Chain chain;
    if (auto error = GetLibrary().Open(name, chain); error.IsError())
    {
        return error;
    }
    out = {};
    out.version = VERSIONS.back();
    for (const auto& file : chain)
    {
        GetFields().Apply(file->own, out);
    }
    out.name = chain.back()->name;
    return {};
}

std::vector<std::string>
TdsDriverProfile::GetNames()
{
    return GetLibrary().GetNames();
}

std::map<std::string, ProfileValue>
TdsDriverProfile::GetFacts() const
{
    return GetFields().Get(*this);
}

} // namespace ns3::net8
