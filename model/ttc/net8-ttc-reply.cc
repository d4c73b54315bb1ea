// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-reply.h"

#include "net8-oci-describe.h"
#include "net8-oci-end-of-call.h"
#include "net8-oci-parameters.h"
#include "net8-oci-row-header.h"
#include "net8-oci-row.h"
#include "net8-ttc-end-of-call.h"

#include "ns3/net8-packet-type.h"

#include <array>

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
/// Bytes of the one setting that they tell first in captures of 11, number 163.
constexpr uint32_t SETTING = 11;
/// Capture of 10.2: its return parameters tell the NLS settings that the logon changed, 19 of them.
constexpr uint32_t SETTINGS_10G = 381;
/// 19c, from published measurements of SELECT * FROM DBA_OBJECTS (26 columns) with SQL*Plus 19c in
/// arrays of 2 and of 100: 219 bytes for each reply more, which are row header and end of call, 4
/// of a bit vector in the header, less 7 of the one that is not in front of the first row, so 222;
/// and a first packet of 8129 bytes with rows of 101, so 49 in front of 80 of them. The rest is
/// taken to be as in captures of 12.1.
constexpr TtcReplySizes OCI_19C_SAME{69, 62, 49, 0, 35, 22, 173, 0, 26};
/// Captures of SQL Developer with 10.2 and 11.2: the end of a call has its error number and its
/// rows once. For 1 to 255 rows; a number takes 24 in the description, a string 1 to 3 more.
constexpr TtcReplySizes THIN_11G{49, 24, 10, 0, 16, 0, 34, 1, 28};
/// Capture of SQL Developer with 12.1.
constexpr TtcReplySizes THIN_12C{49, 24, 10, 0, 16, 0, 36, 1, 30};
/// Capture of JDBC with 26ai: three columns, and ends of executes alone.
constexpr TtcReplySizes THIN_23AI{48, 32, 10, 0, 17, 0, 41, 0, 35};

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
    sizes.sessionParameters = is9i                     ? 0
                              : layout.HasQueryCache() ? setting.Size(layout)
                                                       : SETTINGS_10G;
    sizes.endOfCall = end.Size(layout);
    sizes.noDataFound = last.Size(layout) - sizes.endOfCall;
    return sizes;
}

/**
 * @param version a TNS version of OciLayout
 * @param samePlatform both ends run on the same platform
 * @return sizes of replies there, counted once
 */
const TtcReplySizes&
FindOci(uint16_t version, bool samePlatform)
{
    using Two = std::array<TtcReplySizes, 2>;
    const auto count = [](uint16_t of) {
        return Two{CountOci({.version = of, .samePlatform = false}),
                   CountOci({.version = of, .samePlatform = true})};
    };
    static const Two OCI_9I = count(VERSION_10G - 1);
    static const Two OCI_10G = count(VERSION_10G);
    static const Two OCI_11G = count(VERSION_11G);
    const auto& two = version < VERSION_10G ? OCI_9I : version < VERSION_11G ? OCI_10G : OCI_11G;
    return two.at(samePlatform ? 1 : 0);
}

} // namespace

TtcReplySizes
TtcReplySizes::Find(bool thin, uint16_t version, bool samePlatform)
{
    if (thin)
    {
        return version >= VERSION_CONNECTION_ID ? THIN_23AI
               : version >= VERSION_12C         ? THIN_12C
                                                : THIN_11G;
    }
    if (version >= VERSION_18C && samePlatform)
    {
        return OCI_19C_SAME;
    }
    // OCI 9.2 sends no structures, and 12.1 counts as 11.
    return FindOci(version, samePlatform && version >= VERSION_10G);
}

} // namespace ns3::net8
