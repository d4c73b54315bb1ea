// SPDX-License-Identifier: GPL-2.0-only
#include "net8-driver.h"

#include "net8-release.h"

#include "ns3/net8-column.h"
#include "ns3/net8-ttc-close-cursors.h"
#include "ns3/net8-ttc-version.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// First release whose thin drivers use fast authentication and 74-byte CONNECT packets with
/// version 319.
constexpr uint16_t VERSION_23AI = VERSION_CONNECTION_ID;
/// Oldest version that current thin drivers talk to (DPY-3010, NJS-138).
constexpr uint16_t THIN_LOWEST = 315;
/// Lowest version in every CONNECT of the captures.
constexpr uint16_t ANY_VERSION = 300;

/// TTC bytes of parts of OCI calls (capture of TOAD on 9.2): parse beside the statement, execute
/// beside the columns, definition of a column (that of 11.1 has as many).
constexpr uint32_t OCI_9I_PARSE = 139;
constexpr uint32_t OCI_9I_EXECUTE = 92;
constexpr uint32_t COLUMN_DEFINITION = 28;
/// Execute beside the statement text: capture of 10.2 (32 bits), captures of 11 (64 bits).
constexpr uint32_t OCI_10G_EXECUTE = 147;
constexpr uint32_t OCI_11G_EXECUTE = 227;
/// The same of 18c and later with 10.2 and from 12.1 on: captures of 12.1 of 2016, the nearest
/// ones. With 11.2 it is that of 11.
constexpr uint32_t OCI_12C_EXECUTE_10G = 199;
constexpr uint32_t OCI_12C_EXECUTE = 271;
/// Largest integer of one byte: longer texts have a longer length in front.
constexpr uint32_t BYTE_MAX = 255;

/**
 * @param length bytes of a text
 * @param chunk most bytes that the client puts behind one length byte
 * @return bytes with length bytes: one in front, or the mark of a long text, one a chunk, and a
 * zero
 */
uint32_t
GetTextBytes(uint32_t length, uint32_t chunk)
{
    return length <= chunk ? 1 + length : 2 + (length + chunk - 1) / chunk + length;
}

/**
 * @return SQL*Plus over OCI: one row with the execute, then arrays of 15
 */
DriverProfile
MakeOci(DriverKind kind, const char* name)
{
    DriverProfile driver{};
    driver.kind = kind;
    driver.name = name;
    driver.release = "12.1";
    driver.lowestVersion = ANY_VERSION;
    driver.connectFlags = 0x41;
    driver.native = true;
    driver.habit = FetchHabit::ARRAY;
    driver.endsDenied = true;
    driver.prefetchRows = 1; // SQL*Plus fetches one row first (S5; capture of sqlplus 11.1)
    driver.arraySize = 15;   // SQL*Plus default (S1)
    driver.fetchBytes = TtcPrefix::OCI_FETCH_SIZE;
    driver.logoffBytes = TtcPrefix::MINIMUM;
    return driver;
}

/**
 * @return what the three thin drivers have in common
 */
DriverProfile
MakeThin(DriverKind kind, const char* name)
{
    DriverProfile driver{};
    driver.kind = kind;
    driver.name = name;
    driver.release = "23ai";
    driver.thin = true;
    driver.lowestVersion = THIN_LOWEST;
    driver.ignoresTdu = true; // runs against SDU 4096 and TDU 2048
    driver.ntCharacteristics = 0x4f98;
    driver.bigEndian = true;
    driver.habit = FetchHabit::ARRAY;
    driver.endsDenied = true;
    driver.fetchBytes = 7;
    return driver;
}

/**
 * @return the python-oracledb thin driver
 */
DriverProfile
MakePython()
{
    auto driver = MakeThin(DriverKind::PYTHON_THIN, "python-thin");
    driver.serviceOptions = 0x0401;
    driver.connectFlags2 = 1;
    driver.markerType = 1;
    driver.markerData = 2;
    driver.lowHalfSdu = true;
    driver.endsDenied = false; // runs of 26.1 with a wrong password
    driver.prefetchRows = 2;
    driver.arraySize = 100;
    driver.executeBytes = 60; // 92 bytes for a statement of 21 characters and its length byte
    return driver;
}

/**
 * @return the node-oracledb thin driver
 */
DriverProfile
MakeNode()
{
    auto driver = MakeThin(DriverKind::NODE_THIN, "node-thin");
    driver.serviceOptions = 0x0001;
    driver.ntCharacteristics = 0x130e;
    driver.habit = FetchHabit::SHORT_SECOND; // lib/thin/resultSet.js: asked for less what is there
    driver.prefetchRows = 2;
    driver.arraySize = 100;
    driver.executeBytes = 60;
    return driver;
}

/**
 * @return the Oracle JDBC thin driver
 */
DriverProfile
MakeJdbc()
{
    auto driver = MakeThin(DriverKind::JDBC_THIN, "jdbc-thin");
    driver.lowestVersion = ANY_VERSION;
    driver.serviceOptions = 0x0c41;
    driver.connectFlags2 = 1;
    driver.markerType = 2;
    driver.markerData = 3;
    driver.habit = FetchHabit::GROWING;
    driver.prefetchRows = 0; // the fetch size is asked for from the execute on
    driver.arraySize = 10;
    driver.executeBytes = 64; // 95 bytes for a statement of 21 characters
    driver.versionBytes = TtcVersion().Size();
    return driver;
}

/**
 * @return the database link: the 10g server as client, 32,767 rows a fetch
 */
DriverProfile
MakeDblink()
{
    auto driver = MakeOci(DriverKind::DBLINK, "dblink");
    driver.release = "10.2";
    driver.arraySize = 32767; // fits the 353 fetches of S3 exactly
    driver.lookAhead = true;
    return driver;
}

/**
 * @return the profiles in the order of DriverKind, not yet set to a release
 */
const std::array<DriverProfile, 6>&
GetProfiles()
{
    static const auto PROFILES = [] {
        auto sqlplus = MakeOci(DriverKind::SQLPLUS, "sqlplus");
        sqlplus.lookAhead = true; // S5: 99,901 fetches of 10 for 999,001 rows
        auto oci = MakeOci(DriverKind::OCI, "oci");
        oci.habit = FetchHabit::ROUNDED; // issue 218 of python-oracledb, issue 73 of odpi
        oci.prefetchRows = 0; // capture of TOAD: 25 rows with the execute, then 25 a fetch
        oci.arraySize = 25;
        return std::array{sqlplus, oci, MakeJdbc(), MakePython(), MakeNode(), MakeDblink()};
    }();
    return PROFILES;
}

} // namespace

uint32_t
DriverProfile::GetPrefetchGrowth() const
{
    if (!thin)
    {
        return 0;
    }
    uint32_t growth = 0;
    for (uint32_t rest = prefetchRows >> 8; rest > 0; rest >>= 8)
    {
        ++growth;
    }
    return growth;
}

void
DriverProfile::SetServer(uint16_t serverVersion, bool samePlatform)
{
    const uint16_t agreed = std::min(version, serverVersion);
    reply = TtcReplySizes::Find(thin, agreed, samePlatform);
    if (!thin && version >= VERSION_18C)
    {
        executeBytes = agreed >= VERSION_LONG_SIZES ? OCI_12C_EXECUTE
                       : agreed >= VERSION_11G      ? OCI_11G_EXECUTE
                                                    : OCI_12C_EXECUTE_10G;
        fetchBytes =
            agreed >= VERSION_18C ? TtcPrefix::OCI_FETCH_SIZE_18C : TtcPrefix::OCI_FETCH_SIZE;
    }
    if (!thin || serverVersion < VERSION_23AI)
    {
        return;
    }
    // Both ends use the fields that the older one knows, whatever version the ACCEPT says.
    executeBytes += thinRelease->execute23;
    versionBytes += thinRelease->version23;
    dataTypesBytes = thinRelease->dataTypes23;
    logoffBytes = thinRelease->logoff23;
    if (agreed >= VERSION_23AI)
    {
        token = true;
        executeBytes += 1;
        fetchBytes += 1;
    }
}

void
DriverProfile::SetPlatform(Platform system)
{
    platform = system;
    if (thin)
    {
        return;
    }
    const bool windows = system == Platform::WINDOWS;
    // CONNECTs of the captures of OCI.
    ntCharacteristics = !windows ? 0x7f08 : version < VERSION_10G ? 0x860e : 0xc60e;
    serviceOptions = version < VERSION_11G ? 0 : windows ? 0x0041 : 0x0c41;
}

uint32_t
DriverProfile::GetExecuteLength(uint32_t statement, uint32_t columns) const
{
    if (parsesApart)
    {
        return executeBytes + COLUMN_DEFINITION * columns;
    }
    if (kind == DriverKind::JDBC_THIN)
    {
        return executeBytes + statement + (statement > BYTE_MAX ? 1 : 0);
    }
    if (thin)
    {
        return executeBytes + Column::GetStringSize(statement) + (statement > BYTE_MAX ? 1 : 0);
    }
    if (version >= VERSION_18C)
    {
        return executeBytes + GetTextBytes(statement, BYTE_MAX); // captures of 12.1
    }
    // From 10.2 on the text ends with a zero byte. Captures of 9.2 and 11 cut long texts at 64,
    // that of 10.2 at 255.
    return executeBytes + GetTextBytes(statement + 1, version == VERSION_10G ? BYTE_MAX : 64);
}

uint32_t
DriverProfile::GetParseLength(uint32_t statement) const
{
    return OCI_9I_PARSE + GetTextBytes(statement, 64);
}

uint32_t
DriverProfile::GetCloseCursors(bool samePlatform) const
{
    if (thin || parsesApart)
    {
        return 0;
    }
    // Type, function, sequence; pointer; number of cursors; cursor. Aligned between equal 64-bit
    // platforms (captures of 11).
    const bool wide = version >= VERSION_11G;
    return 3 + (wide ? 8 : 4) + 8 + (wide && samePlatform ? 4 : 0);
}

uint32_t
DriverProfile::GetCloseFailed() const
{
    TtcCloseCursors close;
    close.cursors = {1};
    return closesFailed ? close.Size(TtcLayout::Simulated(token)) : 0;
}

uint32_t
DriverProfile::GetLogoffSaving() const
{
    return thin ? thinRelease->endsCursor : 0;
}

uint32_t
DriverProfile::GetSessionSwitch() const
{
    return thin || version < VERSION_10G ? 0 : 15;
}

bool
DriverProfile::DefinesLobs() const
{
    return kind == DriverKind::PYTHON_THIN || kind == DriverKind::NODE_THIN;
}

std::vector<LogonStep>
DriverProfile::GetLogon(uint16_t agreedVersion, bool nativeOffered, bool fastAuth) const
{
    using enum TtcMessage;
    const auto none = TtcFunction::NONE;
    std::vector<LogonStep> steps;
    if (native && (nativeOffered || !thin))
    {
        steps.push_back({"native services", NATIVE, none});
        if (osAuthentication && !thin)
        {
            steps.push_back({"native services", NATIVE, none, true});
            steps.push_back({"native services", NATIVE, none, true, false});
        }
    }
    if (thin && agreedVersion >= VERSION_23AI && fastAuth && thinRelease->fastAuth != 0)
    {
        steps.push_back({"fast authentication", FAST_AUTH, none});
    }
    else
    {
        steps.push_back({"protocol", PROTOCOL, none});
        steps.push_back({"data types", DATA_TYPES, none});
        steps.push_back({"authentication 1", FUNCTION, TtcFunction::AUTH_1});
    }
    steps.push_back({"authentication 2", FUNCTION, TtcFunction::AUTH_2});
    if (!thin || thinRelease->asksVersion)
    {
        steps.push_back({"version", FUNCTION, TtcFunction::VERSION});
    }
    return steps;
}

void
DriverProfile::SetThinRelease()
{
    thinRelease = &ThinRelease::Find(kind, release, version);
    connectFlags = thinRelease->connectFlags;
    native = thinRelease->native != 0;
    closesFailed = thinRelease->closesFailed;
    endOfRequest = thinRelease->marksEnd ? data_flag::END_OF_REQUEST : 0;
    dataTypesBytes = thinRelease->dataTypes;
    logoffBytes = thinRelease->logoff;
    if (thinRelease->tdu != 0)
    {
        tdu = thinRelease->tdu;
        tduFollowsSdu = false;
    }
}

std::optional<DriverProfile>
DriverProfile::Find(std::string_view name, std::string_view release)
{
    const auto found = std::ranges::find(GetProfiles(), name, &DriverProfile::name);
    if (found == GetProfiles().end())
    {
        return std::nullopt;
    }
    DriverProfile driver = *found;
    const std::string wanted(release.empty() ? driver.release : release);
    auto side = ReleaseProfile::Find(wanted);
    if (!side && driver.thin && ThinRelease::IsKnown(driver.kind, wanted))
    {
        // A version of its own; all of them came with or after 23ai.
        side = ReleaseProfile::Find("23ai");
    }
    if (!side)
    {
        return std::nullopt;
    }
    driver.release = wanted;
    driver.version = side->version;
    // The client's default is 8192 from 11g on, also where the server's is larger (Net Services
    // guide 23).
    driver.sdu = std::min(side->sdu, 8192U);
    if (driver.habit == FetchHabit::GROWING && side->version < VERSION_23AI)
    {
        driver.habit = FetchHabit::ARRAY; // runs: 23.3 grows, 12.2, 19.3 and 21.1 do not
    }
    const bool longSizes = side->version >= VERSION_LONG_SIZES;
    // Both captured: OCI 12.1, JDBC and node ask for the largest TDU, python for its SDU in all
    // fields, also when that is set.
    driver.tduFollowsSdu = longSizes && driver.kind == DriverKind::PYTHON_THIN;
    driver.tdu = !longSizes             ? side->version >= 314 ? 65535 : 32767
                 : driver.tduFollowsSdu ? driver.sdu
                                        : SDU_MAX;
    if (driver.thin)
    {
        driver.SetThinRelease();
    }
    else
    {
        const bool old = side->version < VERSION_11G;
        driver.maxConnectDataBack = old ? 512 : 2048;
        // Captured of a program on the interface of OCI 7; SQL*Plus and servers are taken to
        // bundle.
        driver.parsesApart = driver.kind == DriverKind::OCI && side->version < VERSION_10G;
        driver.executeBytes = driver.parsesApart ? OCI_9I_EXECUTE
                              : old              ? OCI_10G_EXECUTE
                                                 : OCI_11G_EXECUTE;
    }
    driver.SetPlatform(Platform::LINUX);
    driver.reply = TtcReplySizes::Find(driver.thin, driver.version, true);
    return driver;
}

std::vector<std::string>
DriverProfile::GetNames()
{
    std::vector<std::string> names;
    for (const auto& driver : GetProfiles())
    {
        names.push_back(driver.name);
    }
    return names;
}

bool
UsesNoDelay(uint16_t version)
{
    return version >= VERSION_10G;
}

} // namespace ns3::net8
