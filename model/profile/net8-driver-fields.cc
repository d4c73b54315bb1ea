// SPDX-License-Identifier: GPL-2.0-only
// The keys of a driver's file; net8-driver.cc holds its behaviour.
#include "net8-driver.h"
#include "net8-profile-fields.h"

#include "ns3/net8-native-algorithm.h"

#include <limits>

namespace ns3::net8
{

namespace
{

using Fields = ProfileFields<DriverProfile>;

/**
 * Make a choice among named values.
 *
 * @tparam M a member with named values
 * @param names the names, in the order of the enumeration
 * @return its accessors
 */
template <auto M>
Fields::Choice
ChoiceOf(const std::vector<std::string>& names)
{
    using E = std::remove_cvref_t<decltype(std::declval<DriverProfile>().*M)>;
    return {
        .names = names,
        .set = [](DriverProfile& profile, uint32_t value) { profile.*M = static_cast<E>(value); },
        .get = [](const DriverProfile& profile) { return static_cast<uint32_t>(profile.*M); }};
}

/**
 * @return the fields
 */
std::vector<Fields::Field>
MakeFields()
{
    using D = DriverProfile;
    using Member = Fields::Member;
    constexpr int64_t U8 = std::numeric_limits<uint8_t>::max();
    constexpr int64_t U16 = std::numeric_limits<uint16_t>::max();
    constexpr int64_t BYTES = 65535;
    constexpr int64_t ROWS = 1'000'000'000;
    const std::vector<std::string> steps{"native services",
                                         "protocol",
                                         "data types",
                                         "authentication 1",
                                         "authentication 2",
                                         "version"};
    const std::vector<std::string> timeouts{"break", "break and close", "close"};
    return {
        {"about", Member(&D::about)},
        {"unknown", Member(&D::unknown)},
        {"also_called", Member(&D::alsoCalled)},
        {"default_release", Member(&D::defaultRelease)},
        {"thin", Member(&D::thin)},
        {"version", Member(&D::version), 300, 400},
        {"lowest_version", Member(&D::lowestVersion), 0, 400},
        {"sdu", Member(&D::sdu), SDU_MIN, SDU_MAX},
        {"tdu", Member(&D::tdu), TDU_MIN, SDU_MAX},
        {"tdu_follows_sdu", Member(&D::tduFollowsSdu)},
        {"ignores_tdu", Member(&D::ignoresTdu)},
        {"service_options", Member(&D::serviceOptions), 0, U16},
        {"nt_characteristics", Member(&D::ntCharacteristics), 0, U16},
        {"big_endian", Member(&D::bigEndian)},
        {"max_connect_data_back", Member(&D::maxConnectDataBack), 0, U16},
        {"connect_flags", Member(&D::connectFlags), 0, U8},
        {"connect_flags_2", Member(&D::connectFlags2), 0, std::numeric_limits<uint32_t>::max()},
        {"low_half_sdu", Member(&D::lowHalfSdu)},
        {"connect_data", Member(&D::connectData)},
        {"redirect_mark", ChoiceOf<&D::redirectMark>({"always", "with data", "session"})},
        {"transport_connect_timeout_s", Member(&D::transportConnectTimeout), 0, 86400},
        {"retry_delay_s", Member(&D::retryDelay), 0, 86400},
        {"terminal", Member(&D::terminal)},
        {"process_id", Member(&D::processId)},
        {"program", Member(&D::program)},
        {"program_suffix", Member(&D::programSuffix)},
        {"cuts_program_path", Member(&D::cutsProgramPath)},
        {"tells_os_user", Member(&D::tellsOsUser)},
        {"marker_type", Member(&D::markerType), 0, U8},
        {"marker_data", Member(&D::markerData), 0, U8},
        {"checks_urgent_data", Member(&D::checksUrgentData)},
        {"cancel_marker", Member(&D::cancelMarker), 0, U8},
        {"call_timeout", ChoiceOf<&D::callTimeout>(timeouts)},
        {"ping_timeout", ChoiceOf<&D::pingTimeout>(timeouts)},
        {"reports", Member(&D::reports)},
        {"large_sdu_flag",
         Member(&D::largeSduFlag),
         0,
         0,
         {"markers", "native services", "first message", "end of file"}},
        {"end_of_request", Member(&D::endOfRequest), 0, U16},
        {"database_link", Member(&D::databaseLink)},
        {"logon", Member(&D::logon), 0, 0, steps},
        {"fast_logon",
         Member(&D::fastLogon),
         0,
         0,
         {"native services", "fast authentication", "authentication 2", "version"}},
        {"native_unasked", Member(&D::nativeUnasked)},
        {"tells_connect_data", Member(&D::tellsConnectData)},
        {"left_out", Member(&D::leftOut)},
        {"ends_denied", Member(&D::endsDenied)},
        {"encryption_types",
         Member(&D::encryptionTypes),
         0,
         0,
         NativeAlgorithm::GetNames(NativeAlgorithm::GetEncryption())},
        {"checksum_types",
         Member(&D::checksumTypes),
         0,
         0,
         NativeAlgorithm::GetNames(NativeAlgorithm::GetChecksums())},
        {"authentication_methods", Member(&D::authenticationMethods)},
        {"encryption_mark", Member(&D::encryptionMark)},
        {"protocol_bytes", Member(&D::protocolBytes), 0, BYTES},
        {"names_platform", Member(&D::namesPlatform)},
        {"data_types_bytes", Member(&D::dataTypesBytes), 0, BYTES},
        {"data_types_same_bytes", Member(&D::dataTypesSameBytes), 0, BYTES},
        {"data_types_packet_bytes", Member(&D::dataTypesPacketBytes), 0, BYTES},
        {"auth_1_bytes", Member(&D::auth1Bytes), 0, BYTES},
        {"auth_2_bytes", Member(&D::auth2Bytes), 0, BYTES},
        {"auth_2_names", ChoiceOf<&D::auth2Names>({"none", "all", "all but os_user"})},
        {"password_bytes", Member(&D::passwordBytes), 0, BYTES},
        {"verifier_12c_bytes", Member(&D::verifier12cBytes), 0, BYTES},
        {"fast_auth_bytes", Member(&D::fastAuthBytes), 0, BYTES},
        {"version_bytes", Member(&D::versionBytes), 0, BYTES},
        {"session_switch_bytes", Member(&D::sessionSwitchBytes), 0, BYTES},
        {"alignment_bytes", Member(&D::alignmentBytes), 0, 7},
        {"fetch_habit", ChoiceOf<&D::habit>({"array", "short_second", "growing", "rounded"})},
        {"prefetch_rows", Member(&D::prefetchRows), 0, ROWS},
        {"prefetch_adds_arrays", Member(&D::prefetchAddsArrays)},
        {"array_size", Member(&D::arraySize), 1, ROWS},
        {"array_room", Member(&D::arrayRoom), 0, std::numeric_limits<int32_t>::max()},
        {"array_room_row_bytes", Member(&D::arrayRoomRow), 0, BYTES},
        {"array_room_column_bytes", Member(&D::arrayRoomColumn), 0, BYTES},
        {"array_room_least_rows", Member(&D::arrayRoomLeast), 1, ROWS},
        {"array_room_wide_rows", Member(&D::arrayRoomWide), 1, ROWS},
        {"array_room_guess", ChoiceOf<&D::arrayRoomGuess>({"defined", "halved"})},
        {"executes_alone", Member(&D::executesAlone)},
        {"look_ahead", Member(&D::lookAhead)},
        {"token", Member(&D::token)},
        {"pipelines", Member(&D::pipelines)},
        {"piped_piggybacks", Member(&D::pipedPiggybacks)},
        {"piped_cursors", ChoiceOf<&D::pipedCursors>({"together", "each"})},
        {"tells_pool", Member(&D::tellsPool)},
        {"leaves_pool", Member(&D::leavesPool)},
        {"request_boundaries", Member(&D::requestBoundaries)},
        {"ha_readiness", Member(&D::haReadiness)},
        {"subscribe_bytes", Member(&D::subscribeBytes), 0, BYTES},
        {"sessionless", Member(&D::sessionless)},
        {"direct_path_values", Member(&D::directPathValues), 0, ROWS},
        {"direct_path_batches", Member(&D::directPathBatches)},
        {"direct_path_row_size", Member(&D::directPathRowSize)},
        {"parses_apart", Member(&D::parsesApart)},
        {"lob_rows",
         ChoiceOf<&D::lobRows>({"as_others", "fetched", "defined", "defined_apart", "one"})},
        {"lob_prefetch", Member(&D::lobPrefetch), -1, ROWS},
        {"lob_prefetch_fixed", Member(&D::lobPrefetchFixed)},
        {"lob_length_call", Member(&D::lobLengthCall)},
        {"lob_amount", Member(&D::lobAmount), 0, ROWS},
        {"lob_limit", Member(&D::lobLimit), 0, ROWS},
        {"keeps_results", Member(&D::keepsResults)},
        {"statement_cache", Member(&D::statementCache), 0, ROWS},
        {"execute_bytes", Member(&D::executeBytes), 0, BYTES},
        {"define_column_bytes", Member(&D::defineColumnBytes), 0, BYTES},
        {"bind_bytes", Member(&D::bindBytes), 0, BYTES},
        {"parse_bytes", Member(&D::parseBytes), 0, BYTES},
        {"text_form", ChoiceOf<&D::textForm>({"whole", "long", "chunked"})},
        {"text_chunk", Member(&D::textChunk), 1, BYTES},
        {"text_zero", Member(&D::textZero)},
        {"fetch_bytes", Member(&D::fetchBytes), 0, BYTES},
        {"close_cursor_bytes", Member(&D::closeCursorBytes), 0, BYTES},
        {"closes_failed", Member(&D::closesFailed)},
        {"cursor_fetch", ChoiceOf<&D::cursorFetch>({"fetch", "execute first", "execute"})},
        {"logoff_bytes", Member(&D::logoffBytes), TtcPrefix::MINIMUM, BYTES},
        {"logoff_closes_cursor", Member(&D::logoffClosesCursor)},
        {"read_cursor_bytes", Member(&D::readCursorBytes), 0, BYTES},
        {"error_bytes", Member(&D::errorBytes), 0, BYTES},
    };
}

/**
 * Check whether a key may depend on the other end, which is known only after the ACCEPT, when the
 * plan has been applied.
 *
 * @param key a key
 * @return whether tables [[with]] may have the key
 */
bool
IsOfCalls(std::string_view key)
{
    return key.ends_with("_bytes") || key == "token" || key == "text_chunk" || key == "text_zero" ||
           key == "text_form";
}

/**
 * Check the conditions of a layer.
 *
 * @param file the file
 * @param layer a conditional layer of the file
 * @return the error, if any
 */
TextError
CheckConditions(const ProfileFile& file, const ProfileLayer& layer)
{
    const bool always = layer.agreedFrom == 0 && layer.serverFrom == 0;
    for (const auto& [key, value] : layer.values)
    {
        if (layer.thin || layer.verifier12c || layer.clientFrom != 0)
        {
            return MakeProfileError(file.source,
                                    value,
                                    "tables [[with]] of a driver know agreed_from and server_from");
        }
        if (!always && !IsOfCalls(key))
        {
            return MakeProfileError(file.source,
                                    value,
                                    key + " cannot change with the other end; write it outside of "
                                          "[[with]]");
        }
    }
    return {};
}

} // namespace

TextError
DriverProfile::CheckFile(const ProfileFile& file)
{
    for (const auto* layer : file.GetLayers())
    {
        auto error = GetFields().Check(file, *layer);
        error = error.IsError() ? error : CheckConditions(file, *layer);
        if (error.IsError())
        {
            return error;
        }
    }
    return {};
}

const ProfileFields<DriverProfile>&
DriverProfile::GetFields()
{
    static const Fields FIELDS(MakeFields());
    return FIELDS;
}

const ProfileLibrary&
DriverProfile::GetLibrary()
{
    static const ProfileLibrary LIBRARY(GetDriverTexts(), CheckFile, "driver");
    return LIBRARY;
}

} // namespace ns3::net8
