// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-reply.h"

#include "net8-column.h"
#include "net8-oci-describe.h"
#include "net8-oci-end-of-call.h"
#include "net8-oci-parameters.h"
#include "net8-oci-row-header.h"
#include "net8-oci-row.h"
#include "net8-ttc-describe.h"
#include "net8-ttc-end-of-call.h"
#include "net8-ttc-io-vector.h"
#include "net8-ttc-row-header.h"
#include "net8-ttc-statement-parameters.h"

#include "ns3/net8-packet-type.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace ns3::net8
{

namespace
{

/// TNS versions of 10.2, 11.1, 12.1 and 18c.
constexpr uint16_t VERSION_10G = OciLayout::VERSION_10G;
constexpr uint16_t VERSION_11G = OciLayout::VERSION_11G;
constexpr uint16_t VERSION_12C = OciLayout::VERSION_12C;
constexpr uint16_t VERSION_18C = 318;

/// Size of a row with a single null column, bytes: its type and a length.
constexpr uint32_t TYPE_AND_NULL = 2;

/// For OCI 9.2 the reply to the parse call describes the columns, in a special format (capture: 52
/// with one column, split as in later releases), and return parameters are two numbers.
constexpr uint32_t DESCRIBE_9I = 6;
/// See DESCRIBE_9I.
constexpr uint32_t NUMBERS_9I = 2;
/// Number of return parameters in captures of 10.2, 11 and 12.1.
constexpr uint32_t NUMBERS = 6;
/// Size of the setting sent first in captures of OCI 11 and 12.1, number 163, bytes.
constexpr uint32_t SETTING = 11;
/// Capture of OCI 10.2: its return parameters contain the NLS settings changed by the logon, 19 of
/// them.
constexpr uint32_t SETTINGS_10G = 381;
/// Captures of SQL Developer with 10.2: 19 settings take 295 bytes including their number, instead
/// of two zero bytes in a later reply. With 11.2 there are as many.
constexpr uint32_t SETTINGS_THIN = 293;
/// 19c, from published measurements of SELECT * FROM DBA_OBJECTS (26 columns) with SQL*Plus 19c in
/// arrays of 2 and of 100: 219 bytes for each additional reply, which are row header and end of
/// call, plus 4 of a bit vector in the header, minus 7 of the one omitted before the first row, so
/// 222; and a first packet of 8129 bytes with rows of 101, so 49 before 80 of them. The rest is
/// assumed to be as in captures of 12.1.
constexpr TtcReplySizes OCI_19C_SAME{69, 62, 49, 0, 35, 0, 173, 0, 26, 49, 0};

/// Size of the hash of a statement and the time after it, and of a DATE, bytes.
constexpr uint32_t IDENTITY = OciDescribe::IDENTITY;
constexpr uint32_t DATE = OciDescribe::TIME;
/// Maximum size of a data block in captures of thin drivers.
constexpr uint32_t MAX_BYTES = 8168;
/// A system change number in return parameters: three bytes in captures.
constexpr uint32_t SNAPSHOT = 0xae9828;
/// AL32UTF8.
constexpr uint32_t CHARACTER_SET = 873;
/// Type of a number, its scale as described by servers if it has none, and its buffer size.
constexpr uint8_t NUMBER = 2;
constexpr int64_t NUMBER_SCALE = -127;
constexpr uint32_t NUMBER_BYTES = 22;

/**
 * Count the sizes of the replies to OCI.
 *
 * @param layout layout of the messages between OCI and a server
 * @return their sizes
 */
TtcReplySizes
CountOci(const OciLayout& layout)
{
    const bool is9i = !layout.HasSequence();
    OciDescribe describe;
    describe.columns.resize(1);
    OciDescribedColumn& column = describe.columns.front();
    column.name = "X";
    OciRow row;
    row.values.resize(1);
    OciParameters parameters;
    parameters.numbers.resize(is9i ? NUMBERS_9I : NUMBERS);
    OciSetting setting;
    setting.value.resize(SETTING);
    const OciEndOfCall end;
    OciEndOfCall last;
    last.error = TtcEndOfCall::NO_DATA_FOUND;
    last.text = OciEndOfCall::NO_DATA_FOUND;

    TtcReplySizes sizes;
    sizes.describe = is9i ? DESCRIBE_9I : describe.Size(layout) - column.Size(layout);
    // A name is preceded by a length byte, which counts with the column.
    sizes.describeColumn = column.Size(layout) - static_cast<uint32_t>(column.name.size());
    sizes.rowHeader = OciRowHeader().Size(layout);
    sizes.columnIndicator = row.Size(layout) - TYPE_AND_NULL;
    sizes.parameters = parameters.Size(layout);
    // 12.1 sends its setting with the second authentication.
    sizes.sessionParameters = is9i || layout.IsOf12c()       ? 0
                              : layout.client >= VERSION_11G ? setting.Size(layout)
                                                             : SETTINGS_10G;
    sizes.endOfCall = end.Size(layout);
    sizes.noDataFound = last.Size(layout) - sizes.endOfCall;
    // Captures of 11 and 12.1: the fields of a row header, in 23 bytes, or 51 with one bind.
    sizes.ioVector = sizes.rowHeader;
    return sizes;
}

/**
 * Get the sizes of the replies to OCI.
 *
 * @param ends OCI and a server
 * @return the sizes, computed once
 */
const TtcReplySizes&
FindOci(const TtcEnds& ends)
{
    constexpr std::array<uint16_t, 4> VERSIONS{VERSION_10G - 1,
                                               VERSION_10G,
                                               VERSION_11G,
                                               VERSION_12C};
    constexpr std::size_t COUNT = VERSIONS.size();
    using Forms = std::array<TtcReplySizes, COUNT * COUNT * 2>;
    static const Forms FORMS = [&] {
        Forms forms;
        for (std::size_t i = 0; i < forms.size(); ++i)
        {
            forms.at(i) = CountOci({.version = VERSIONS.at(i / 2 % COUNT),
                                    .client = VERSIONS.at(i / 2 / COUNT),
                                    .samePlatform = i % 2 == 1});
        }
        return forms;
    }();
    const auto place = [&](uint16_t version) {
        const auto newer = std::ranges::upper_bound(VERSIONS, version);
        return static_cast<std::size_t>(newer == VERSIONS.begin() ? 0
                                                                  : newer - VERSIONS.begin() - 1);
    };
    // OCI 9.2 sends no structures.
    const bool same = ends.samePlatform && ends.version >= VERSION_10G;
    return FORMS.at((place(ends.client) * COUNT + place(ends.version)) * 2 + (same ? 1 : 0));
}

/**
 * @return the columns in the capture of JDBC with 26ai (ID, NAME, AMOUNT), without names
 */
std::array<TtcDescribedColumn, 3>
GetColumns26ai()
{
    std::array<TtcDescribedColumn, 3> columns;
    for (uint32_t place = 0; place < columns.size(); ++place)
    {
        auto& column = columns.at(place);
        column.type = NUMBER;
        column.scale = NUMBER_SCALE;
        column.bufferBytes = NUMBER_BYTES;
        column.place = place;
        column.name = "X";
    }
    auto& name = columns[1];
    name.scale = 0;
    name.bufferBytes = name.maxCharacters = 50;
    name.characterSet = CHARACTER_SET;
    name.columnId = 0x3ffe;
    return columns;
}

/**
 * Get the size of a column description.
 *
 * @param layout layout of the messages between a thin driver and a server
 * @return its size without the name, bytes
 */
uint32_t
CountColumn(const TtcLayout& layout)
{
    if (layout.HasVectors())
    {
        uint32_t sum = 0;
        const auto columns = GetColumns26ai();
        for (const auto& column : columns)
        {
            sum += column.Size(layout) - static_cast<uint32_t>(column.name.size());
        }
        return sum / columns.size();
    }
    // SQL Developer: a number other than the first column; a string takes 1 to 3 more.
    TtcDescribedColumn column;
    column.type = NUMBER;
    column.scale = NUMBER_SCALE;
    column.bufferBytes = NUMBER_BYTES;
    column.place = 1;
    column.name = "X";
    return column.Size(layout) - static_cast<uint32_t>(column.name.size());
}

/**
 * @return size of the directions of the binds of a block, without one byte each
 */
uint32_t
CountIoVector()
{
    TtcIoVector vector;
    vector.directions.resize(1);
    return vector.Size() - 1;
}

/**
 * Make the end of a call that returned rows.
 *
 * Each number in an end of call takes as many bytes as its value needs: the values here are from
 * captures of SQL Developer with 10.2, 11.2 and 12.1, and of JDBC with 26ai, with fewer than 256
 * rows.
 *
 * @param layout layout of the messages
 * @param execute whether the call is an execute
 * @return the end of call
 */
TtcEndOfCall
MakeThinEnd(const TtcLayout& layout, bool execute)
{
    TtcEndOfCall end;
    end.rows = 1;
    end.cursor = 1;
    // From 12.1 on a fetch does not count as an iteration.
    end.iterations = execute || !layout.HasErrorNumber() ? 1 : 0;
    if (layout.HasStatementType())
    {
        end.sequence = 0x179;
        end.fullStatementType = TtcEndOfCall::QUERY;
    }
    // Up to 11.2 one more byte gives a position in the text, or tells that there are more rows.
    end.position = execute && !layout.HasErrorNumber() ? 1 : 0;
    return end;
}

/**
 * Count the sizes of the replies to thin drivers.
 *
 * @param layout layout of the messages between a thin driver and a server
 * @return their sizes
 */
TtcReplySizes
CountThin(const TtcLayout& layout)
{
    const bool is23ai = layout.HasVectors();
    TtcDescribe describe;
    describe.identity.resize(IDENTITY);
    describe.rowBytes = 1;
    describe.columns.resize(1);
    describe.time.resize(DATE);
    describe.flags = is23ai ? 1 : 0;
    describe.maxBytes = MAX_BYTES;
    describe.minRows = describe.maxRows = is23ai ? 0 : 1;
    TtcRowHeader header;
    header.iterations = 1;
    TtcStatementParameters parameters;
    parameters.numbers = {SNAPSHOT, 0, 1, is23ai ? 1U : 0U, 0, 0};
    const auto execute = MakeThinEnd(layout, true);
    // For 26ai there are only captures of ends of executes.
    const auto end = is23ai ? execute : MakeThinEnd(layout, false);
    auto last = is23ai ? execute : end;
    last.error = TtcEndOfCall::NO_DATA_FOUND;
    last.text = OciEndOfCall::NO_DATA_FOUND;
    if (is23ai)
    {
        // From its capture: no object of a last row, and a position in the text.
        last.rowidFile[0] = std::numeric_limits<uint32_t>::max();
        last.position = 1;
    }

    TtcReplySizes sizes;
    sizes.describe = describe.Size(layout) - describe.columns.front().Size(layout);
    sizes.describeColumn = CountColumn(layout);
    sizes.rowHeader = header.Size(layout);
    sizes.parameters = parameters.Size(layout);
    sizes.endOfCall = end.Size(layout);
    sizes.executeEnd = execute.Size(layout) - sizes.endOfCall;
    sizes.noDataFound = last.Size(layout) - sizes.endOfCall;
    sizes.ioVector = CountIoVector();
    sizes.errorNumbers = layout.HasErrorNumber() ? 2 : 1;
    return sizes;
}

/**
 * Get the sizes of the replies to thin drivers.
 *
 * @param version an agreed TNS version
 * @return the sizes, computed once
 */
const TtcReplySizes&
FindThin(uint16_t version)
{
    const auto count = [](uint8_t fieldVersion, uint32_t settings = 0) {
        // All captures are of JDBC, which reads signed bytes as integers.
        TtcLayout layout;
        layout.fieldVersion = fieldVersion;
        layout.wideBytes = true;
        auto sizes = CountThin(layout);
        sizes.sessionParameters = settings;
        return sizes;
    };
    // 12.1 sends the settings with the second authentication.
    static const auto THIN_10G = count(TtcLayout::VERSION_10_2, SETTINGS_THIN);
    static const auto THIN_11G = count(TtcLayout::VERSION_11_2, SETTINGS_THIN);
    static const auto THIN_12C = count(TtcLayout::VERSION_12_1);
    static const auto THIN_23AI = count(TtcLayout::VERSION_23_4);
    return version >= VERSION_CONNECTION_ID ? THIN_23AI
           : version >= VERSION_12C         ? THIN_12C
           : version >= VERSION_11G         ? THIN_11G
                                            : THIN_10G;
}

} // namespace

TtcReplySizes
TtcReplySizes::Find(const TtcEnds& ends)
{
    if (ends.thin)
    {
        return FindThin(ends.version);
    }
    if (ends.version >= VERSION_18C && ends.samePlatform)
    {
        return OCI_19C_SAME;
    }
    return FindOci(ends);
}

uint32_t
TtcReplySizes::GetErrorLength(std::string_view text) const
{
    constexpr std::string_view PREFIX = "ORA-";
    uint32_t error = 0;
    if (text.starts_with(PREFIX))
    {
        const auto digits = text.substr(PREFIX.size());
        std::from_chars(digits.data(), digits.data() + digits.size(), error);
    }
    const auto size = static_cast<uint32_t>(text.size()) + 1;
    // Preceded by its length, in either format.
    return endOfCall + errorNumbers * (Column::GetIntegerSize(error) - 1) +
           Column::GetStringSize(size);
}

} // namespace ns3::net8
