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

/// Bytes of a row of one column that is null: its type and a length.
constexpr uint32_t TYPE_AND_NULL = 2;

/// To OCI 9.2 the reply to the parse call describes the columns, in a form of its own (capture: 52
/// with one column, split as in later releases), and return parameters are two numbers.
constexpr uint32_t DESCRIBE_9I = 6;
/// See DESCRIBE_9I.
constexpr uint32_t NUMBERS_9I = 2;
/// Numbers in the return parameters of captures of 10.2, 11 and 12.1.
constexpr uint32_t NUMBERS = 6;
/// Bytes of the one setting that they tell first in captures of OCI 11 and 12.1, number 163.
constexpr uint32_t SETTING = 11;
/// Capture of OCI 10.2: its return parameters tell the NLS settings that the logon changed, 19 of
/// them.
constexpr uint32_t SETTINGS_10G = 381;
/// Captures of SQL Developer with 10.2: 19 settings are 295 bytes from their number on, in place of
/// two zero bytes of a later reply. With 11.2 they are as many.
constexpr uint32_t SETTINGS_THIN = 293;
/// 19c, from published measurements of SELECT * FROM DBA_OBJECTS (26 columns) with SQL*Plus 19c in
/// arrays of 2 and of 100: 219 bytes for each reply more, which are row header and end of call, 4
/// of a bit vector in the header, less 7 of the one that is not in front of the first row, so 222;
/// and a first packet of 8129 bytes with rows of 101, so 49 in front of 80 of them. The rest is
/// taken to be as in captures of 12.1.
constexpr TtcReplySizes OCI_19C_SAME{69, 62, 49, 0, 35, 0, 173, 0, 26, 49, 0};

/// Bytes of the hash of a statement and the time behind it, and of a DATE.
constexpr uint32_t IDENTITY = OciDescribe::IDENTITY;
constexpr uint32_t DATE = OciDescribe::TIME;
/// Largest block of data in captures of thin drivers.
constexpr uint32_t MAX_BYTES = 8168;
/// Number of a change of the database, as return parameters tell it: three bytes in captures.
constexpr uint32_t SNAPSHOT = 0xae9828;
/// AL32UTF8.
constexpr uint32_t CHARACTER_SET = 873;
/// Type of a number, its scale as servers describe one without, and room for it.
constexpr uint8_t NUMBER = 2;
constexpr int64_t NUMBER_SCALE = -127;
constexpr uint32_t NUMBER_BYTES = 22;

/**
 * @param layout layout of the messages of OCI and a server
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
    // A name has a length byte in front of it that counts with the column.
    sizes.describeColumn = column.Size(layout) - static_cast<uint32_t>(column.name.size());
    sizes.rowHeader = OciRowHeader().Size(layout);
    sizes.columnIndicator = row.Size(layout) - TYPE_AND_NULL;
    sizes.parameters = parameters.Size(layout);
    // 12.1 tells its setting with the second authentication.
    sizes.sessionParameters = is9i || layout.IsOf12c()       ? 0
                              : layout.client >= VERSION_11G ? setting.Size(layout)
                                                             : SETTINGS_10G;
    sizes.endOfCall = end.Size(layout);
    sizes.noDataFound = last.Size(layout) - sizes.endOfCall;
    // Captures of 11 and 12.1: the fields of a row header, in 23 bytes or 51 with one bind.
    sizes.ioVector = sizes.rowHeader;
    return sizes;
}

/**
 * @param ends OCI and a server
 * @return sizes of replies there, counted once
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
 * @return the columns of the capture of JDBC with 26ai (ID, NAME, AMOUNT), without names
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
 * @param layout layout of the messages of a thin driver and a server
 * @return bytes of the description of a column, beside its name
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
    // SQL Developer: a number that is not the first column; a string takes 1 to 3 more.
    TtcDescribedColumn column;
    column.type = NUMBER;
    column.scale = NUMBER_SCALE;
    column.bufferBytes = NUMBER_BYTES;
    column.place = 1;
    column.name = "X";
    return column.Size(layout) - static_cast<uint32_t>(column.name.size());
}

/**
 * @return bytes of the directions of the binds of a block, beside the one for each
 */
uint32_t
CountIoVector()
{
    TtcIoVector vector;
    vector.directions.resize(1);
    return vector.Size() - 1;
}

/**
 * Each number of an end of call takes as many bytes as it is large: those here are of captures of
 * SQL Developer with 10.2, 11.2 and 12.1, and of JDBC with 26ai, and rows are below 256.
 *
 * @param layout layout of the messages
 * @param execute whether it ends an execute
 * @return the end of a call that found rows
 */
TtcEndOfCall
MakeThinEnd(const TtcLayout& layout, bool execute)
{
    TtcEndOfCall end;
    end.rows = 1;
    end.cursor = 1;
    // From 12.1 on a fetch counts no iteration.
    end.iterations = execute || !layout.HasErrorNumber() ? 1 : 0;
    if (layout.HasStatementType())
    {
        end.sequence = 0x179;
        end.fullStatementType = TtcEndOfCall::QUERY;
    }
    // Up to 11.2 it tells a place in the text, or that there are more rows, in a byte more.
    end.position = execute && !layout.HasErrorNumber() ? 1 : 0;
    return end;
}

/**
 * @param layout layout of the messages of a thin driver and a server
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
    // Of 26ai there are ends of executes alone.
    const auto end = is23ai ? execute : MakeThinEnd(layout, false);
    auto last = is23ai ? execute : end;
    last.error = TtcEndOfCall::NO_DATA_FOUND;
    last.text = OciEndOfCall::NO_DATA_FOUND;
    if (is23ai)
    {
        // Its capture: no object of a last row, and a place in the text.
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
 * @param version an agreed TNS version
 * @return sizes of replies to thin drivers, counted once
 */
const TtcReplySizes&
FindThin(uint16_t version)
{
    const auto count = [](uint8_t fieldVersion, uint32_t settings = 0) {
        // All captures are of JDBC, which takes signed bytes as integers.
        TtcLayout layout;
        layout.fieldVersion = fieldVersion;
        layout.wideBytes = true;
        auto sizes = CountThin(layout);
        sizes.sessionParameters = settings;
        return sizes;
    };
    // 12.1 tells the settings with the second authentication.
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
    // Behind its length, in either form.
    return endOfCall + errorNumbers * (Column::GetIntegerSize(error) - 1) +
           Column::GetStringSize(size);
}

} // namespace ns3::net8
