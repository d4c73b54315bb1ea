// SPDX-License-Identifier: GPL-2.0-only
#include "net8-driver.h"

#include "net8-profile-fields.h"

#include "ns3/net8-column.h"
#include "ns3/net8-native-algorithm.h"
#include "ns3/net8-oci-auth-request.h"
#include "ns3/net8-oci-close-cursors.h"
#include "ns3/net8-oci-described-column.h"
#include "ns3/net8-oci-execute.h"
#include "ns3/net8-oci-fields.h"
#include "ns3/net8-oci-version.h"
#include "ns3/net8-ttc-close-cursors.h"
#include "ns3/net8-ttc-re-execute.h"
#include "ns3/net8-ttc-writer.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ns3::net8
{

namespace
{

/// Largest one-byte integer: longer texts have a longer length.
constexpr uint32_t BYTE_MAX = 255;

/// What a server calls a client that subscribes, with its length: a string of 29 bytes
/// (python-oracledb 26.1 has as much room for it).
constexpr uint32_t SUBSCRIBER = 30;

using OciText = OciFields<TtcWriter>;

/// Steps of a logon, by their names in files.
constexpr std::array<LogonStep, 7> STEPS{{
    {"native services", TtcMessage::NATIVE, TtcFunction::NONE},
    {"fast authentication", TtcMessage::FAST_AUTH, TtcFunction::NONE},
    {"protocol", TtcMessage::PROTOCOL, TtcFunction::NONE},
    {"data types", TtcMessage::DATA_TYPES, TtcFunction::NONE},
    {"authentication 1", TtcMessage::FUNCTION, TtcFunction::AUTH_1},
    {"authentication 2", TtcMessage::FUNCTION, TtcFunction::AUTH_2},
    {"version", TtcMessage::FUNCTION, TtcFunction::VERSION},
}};

/**
 * Get the version number of a release.
 *
 * @param release the release, "11.2" or "23ai"
 * @return its version as in messages: a byte for the first number, half a byte for the second
 */
uint32_t
GetVersionNumber(std::string_view release)
{
    uint32_t first = 0;
    uint32_t second = 0;
    const auto* end = release.data() + release.size();
    const auto [next, error] = std::from_chars(release.data(), end, first);
    if (error == std::errc() && next != end && *next == '.')
    {
        std::from_chars(next + 1, end, second);
    }
    return (first & 0xff) << 24 | (second & 0xf) << 20;
}

/**
 * Get the size difference of a request for a 32-bit client.
 *
 * @tparam MESSAGE an OCI request
 * @param agreed the agreed TNS version
 * @param client TNS version of the client's release
 * @return bytes by which it is shorter if a 32-bit client talks to a 64-bit server
 */
template <class MESSAGE>
uint32_t
CountNarrowed(uint16_t agreed, uint16_t client)
{
    const OciLayout wide{.version = agreed, .client = client};
    const OciLayout narrow{.version = agreed, .client = client, .narrow = true};
    return MESSAGE().Size(wide) - MESSAGE().Size(narrow);
}

} // namespace

uint32_t
DriverProfile::GetCountGrowth(uint32_t rows) const
{
    if (!thin)
    {
        return 0;
    }
    uint32_t growth = 0;
    for (uint32_t rest = rows >> 8; rest > 0; rest >>= 8)
    {
        ++growth;
    }
    return growth;
}

std::string
DriverProfile::FindReport(SessionError error) const
{
    const auto start = SessionCounters::Name(error) + ' ';
    const auto found = std::ranges::find_if(reports, [&start](const auto& entry) {
        return entry.starts_with(start);
    });
    return found == reports.end() ? std::string() : found->substr(start.size());
}

uint32_t
DriverProfile::GetPrefetchGrowth() const
{
    return GetCountGrowth(prefetchRows);
}

uint32_t
DriverProfile::GetReExecuteLength(bool query, uint32_t rows) const
{
    TtcReExecute call;
    call.cursor = 1;
    call.rows = rows;
    call.options = query ? TtcReExecute::EXECUTE : 0;
    return call.Size(TtcLayout::Simulated(token));
}

uint32_t
DriverProfile::GetBindsLength(uint32_t binds, uint32_t integers) const
{
    // A thin driver writes their number as an integer, which is a zero if there are none.
    const uint32_t count = thin && binds > 0 ? Column::GetIntegerSize(binds) - 1 : 0;
    return count + binds * bindBytes + (thin ? integers : 0);
}

void
DriverProfile::SetServer(uint16_t serverVersion, bool samePlatform)
{
    const ProfileLayer::Situation situation{.agreed = std::min(version, serverVersion),
                                            .server = serverVersion,
                                            .client = version,
                                            .thin = thin};
    for (const auto& layer : m_conditional)
    {
        if (layer->Holds(situation))
        {
            GetFields().Apply(*layer, *this);
        }
    }
    if (!thin && bindBytes == 0)
    {
        bindBytes = OciDescribedColumn::CountDefinition(
            {.version = situation.agreed,
             .client = version,
             .samePlatform = samePlatform && situation.agreed >= VERSION_10G});
    }
    if (!thin && platform == Platform::LINUX_32)
    {
        Narrow(situation.agreed);
    }
    reply = TtcReplySizes::Find({.thin = thin,
                                 .client = version,
                                 .version = situation.agreed,
                                 .samePlatform = samePlatform});
}

void
DriverProfile::Narrow(uint16_t agreed)
{
    // In a user's driver file, a message may be shorter than its pointers.
    const auto cut = [](uint32_t& bytes, uint32_t less) { bytes -= std::min(bytes, less); };
    const uint32_t authentication = CountNarrowed<OciAuthRequest>(agreed, version);
    cut(auth1Bytes, authentication);
    cut(auth2Bytes, authentication);
    cut(versionBytes, CountNarrowed<OciVersion>(agreed, version));
    cut(executeBytes, CountNarrowed<OciExecute>(agreed, version));
    cut(closeCursorBytes, CountNarrowed<OciCloseCursors>(agreed, version));
}

void
DriverProfile::SetPlatform(Platform system)
{
    platform = system;
    for (const auto& layer : m_conditional)
    {
        if (layer->platform && IsLinux(*layer->platform) == IsLinux(system))
        {
            GetFields().Apply(*layer, *this);
        }
    }
}

uint32_t
DriverProfile::GetArrayRows(uint64_t width, uint32_t columns) const
{
    if (arrayRoom == 0 || width == 0)
    {
        return 0;
    }
    const uint64_t row = width + arrayRoomRow + uint64_t{arrayRoomColumn} * columns;
    const auto rows = static_cast<uint32_t>(arrayRoom / row);
    return rows == 0 ? arrayRoomWide : std::max(rows, arrayRoomLeast);
}

uint32_t
DriverProfile::GetExecuteLength(uint32_t statement, uint32_t columns) const
{
    if (parsesApart)
    {
        return executeBytes + defineColumnBytes * columns;
    }
    const uint32_t beside = executeBytes + GetPrefetchGrowth();
    // The universal integer before a long text takes one more byte.
    const uint32_t integer = statement > BYTE_MAX ? 1 : 0;
    switch (textForm)
    {
    case TextForm::WHOLE:
        return beside + statement + integer;
    case TextForm::LONG:
        return beside + Column::GetStringSize(statement) + integer;
    default:
        return beside + OciText::GetTextSize(statement + (textZero ? 1 : 0), textChunk);
    }
}

uint32_t
DriverProfile::GetSubscribeLength(uint32_t user) const
{
    return subscribeBytes + user;
}

uint32_t
DriverProfile::GetUnsubscribeLength(uint32_t user) const
{
    // Two bytes more for a number of the registration up to 65,535 than for none.
    return GetSubscribeLength(user) + 1 + SUBSCRIBER + 2;
}

uint32_t
DriverProfile::GetNotifyLength()
{
    // Type, function and sequence number; the client, with its length; kind of request, and
    // nothing.
    return 3 + 2 + SUBSCRIBER + 2;
}

uint32_t
DriverProfile::GetParseLength(uint32_t statement) const
{
    return parseBytes + OciText::GetTextSize(statement, std::max(textChunk, 1U));
}

NativeRequest
DriverProfile::GetNativeRequest() const
{
    NativeRequest request{
        .version = GetVersionNumber(release),
        .methods = authenticationMethods,
        .encryption = {.types = NativeAlgorithm::GetNumbers(NativeAlgorithm::GetEncryption(),
                                                            encryptionTypes)},
        .checksums = {.types = NativeAlgorithm::GetNumbers(NativeAlgorithm::GetChecksums(),
                                                           checksumTypes)},
        .marked = encryptionMark};
    if (osAuthentication)
    {
        request.methods.emplace_back(NativeRequest::WINDOWS);
    }
    return request;
}

uint32_t
DriverProfile::GetCloseCursors(bool samePlatform) const
{
    return closeCursorBytes == 0 ? 0 : closeCursorBytes + (samePlatform ? alignmentBytes : 0);
}

uint32_t
DriverProfile::GetCursorLength(uint32_t rows) const
{
    // An execute without text lacks the text and its accompanying fields: its length and the number
    // of the parse, and two bytes of flags; but it has a cursor and, twice, the rows.
    constexpr uint32_t WITHOUT_TEXT = 2;
    return executeBytes - WITHOUT_TEXT + 2 * GetCountGrowth(rows);
}

uint32_t
DriverProfile::GetCloseCursor(uint32_t cursors) const
{
    TtcCloseCursors close;
    close.cursors.assign(cursors, 1);
    return close.Size(TtcLayout::Simulated(token));
}

bool
DriverProfile::HasLargeSduFlag(std::string_view what) const
{
    return std::ranges::find(largeSduFlag, what) != largeSduFlag.end();
}

std::vector<LogonStep>
DriverProfile::GetLogon(uint16_t agreedVersion, bool nativeOffered, bool fastAuth) const
{
    const bool fast = fastAuth && agreedVersion >= VERSION_CONNECTION_ID && !fastLogon.empty();
    std::vector<LogonStep> steps;
    for (const auto& name : fast ? fastLogon : logon)
    {
        const auto step = *std::ranges::find(STEPS, name, &LogonStep::name);
        if (step.message == TtcMessage::NATIVE && !nativeOffered && !nativeUnasked)
        {
            continue;
        }
        steps.push_back(step);
        if (step.message == TtcMessage::NATIVE && osAuthentication)
        {
            steps.push_back({step.name, step.message, step.function, true});
            steps.push_back({step.name, step.message, step.function, true, false});
        }
    }
    return steps;
}

TextError
DriverProfile::AddRelease(std::span<const std::shared_ptr<const ProfileFile>> chain,
                          const std::string& wanted,
                          std::vector<std::string>& seen)
{
    TextError error;
    error.file = chain.back()->source;
    if (std::ranges::find(seen, wanted) != seen.end())
    {
        error.message = "the release '" + wanted + "' is like itself; name another one";
        return error;
    }
    seen.push_back(wanted);
    bool known = false;
    for (std::size_t i = 0; i < chain.size(); ++i)
    {
        const auto& file = chain[i];
        const auto* found = file->FindRelease(wanted);
        if (!found)
        {
            continue;
        }
        known = true;
        if (!found->like.empty())
        {
            // A file knows only itself and those it is based on.
            auto before = AddRelease(chain.first(i + 1), found->like, seen);
            if (before.IsError())
            {
                return before;
            }
        }
        GetFields().Apply(found->own, *this);
        AddConditional(file, found->conditional);
    }
    seen.pop_back();
    if (known)
    {
        return {};
    }
    error.message = "the driver has no release '" + wanted + "'; use one of ";
    std::string names;
    for (const auto& one : ListReleases(chain))
    {
        names += (names.empty() ? "" : ", ") + one;
    }
    error.message += names;
    return error;
}

void
DriverProfile::AddConditional(const std::shared_ptr<const ProfileFile>& file,
                              const std::vector<ProfileLayer>& layers)
{
    for (const auto& layer : layers)
    {
        m_conditional.emplace_back(file, &layer);
    }
}

TextError
DriverProfile::Read(std::string_view name, std::string_view wanted, DriverProfile& out)
{
    ProfileLibrary::Chain chain;
    if (auto error = GetLibrary().Open(name, chain); error.IsError())
    {
        return error;
    }
    out = {};
    for (const auto& file : chain)
    {
        GetFields().Apply(file->own, out);
        out.AddConditional(file, file->conditional);
    }
    out.name = chain.back()->name;
    out.release = wanted.empty() ? out.defaultRelease : wanted;
    std::vector<std::string> seen;
    if (auto error = out.AddRelease(chain, out.release, seen); error.IsError())
    {
        return error;
    }
    out.SetPlatform(Platform::LINUX);
    out.reply = TtcReplySizes::Find(
        {.thin = out.thin, .client = out.version, .version = out.version, .samePlatform = true});
    return {};
}

std::optional<DriverProfile>
DriverProfile::Find(std::string_view name, std::string_view wanted)
{
    DriverProfile driver;
    return Read(name, wanted, driver).IsError() ? std::nullopt : std::optional(std::move(driver));
}

std::vector<std::string>
DriverProfile::GetNames()
{
    return GetLibrary().GetNames();
}

std::vector<std::string>
DriverProfile::ListReleases(std::span<const std::shared_ptr<const ProfileFile>> chain)
{
    std::vector<std::string> names;
    for (const auto& file : chain)
    {
        for (const auto& release : file->releases)
        {
            std::ranges::copy_if(release.names, std::back_inserter(names), [&](const auto& one) {
                return std::ranges::find(names, one) == names.end();
            });
        }
    }
    return names;
}

std::vector<std::string>
DriverProfile::GetReleases(std::string_view name)
{
    ProfileLibrary::Chain chain;
    return GetLibrary().Open(name, chain).IsError() ? std::vector<std::string>{}
                                                    : ListReleases(chain);
}

std::map<std::string, ProfileValue>
DriverProfile::GetFacts() const
{
    auto facts = GetFields().Get(*this);
    facts["name"].value = name;
    facts["release"].value = release;
    facts["native_bytes"].value = int64_t{GetNativeRequest().Print().Size()};
    return facts;
}

bool
UsesNoDelay(uint16_t version)
{
    return version >= VERSION_10G;
}

} // namespace ns3::net8
