// SPDX-License-Identifier: GPL-2.0-only
#include "net8-driver.h"

#include "net8-release.h"

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

/// TTC bytes of an OCI logon request by generation of the client: capture sizes less 10.
struct OciSizes
{
    uint16_t version;   ///< TNS version of the client.
    uint32_t native;    ///< Native services.
    uint32_t protocol;  ///< Protocol.
    uint32_t dataTypes; ///< Data types.
    uint32_t auth1;     ///< First authentication.
    uint32_t auth2;     ///< Second authentication.
    uint32_t release;   ///< Version call.
};

/// Captures: 9.2 -> 10.2; 10.2 -> 10.2; 11 Linux -> 11.1 Windows; 12.1 -> 12.1 (later steps as 11).
/// Equal platforms in the captures of 10.2 and 12.1, different ones in those of 9.2 and 11.
constexpr std::array<OciSizes, 4> OCI_SIZES{{
    {312, 146, 27, 1019, 182, 786, 19},
    {313, 158, 27, 59, 191, 1071, 34},
    {314, 151, 28, 2657, 227, 900, 46},
    {315, 154, 28, 72, 223, 900, 46},
}};

/// Requests of Windows authentication (NTLM): the second of them is not answered (capture of 10.2).
constexpr std::array<LogonStep, 2> OS_AUTHENTICATION{{
    {.name = "native services",
     .message = TtcMessage::NATIVE,
     .function = TtcFunction::NONE,
     .requestBytes = 132,
     .single = true},
    {.name = "native services",
     .message = TtcMessage::NATIVE,
     .function = TtcFunction::NONE,
     .requestBytes = 165,
     .single = true,
     .answered = false},
}};

/**
 * @param version TNS version of an OCI client
 * @return its sizes; releases without a capture take the nearest older one, the oldest takes that
 * of 9.2
 */
const OciSizes&
GetOciSizes(uint16_t version)
{
    const OciSizes* best = OCI_SIZES.data();
    for (const auto& sizes : OCI_SIZES)
    {
        best = sizes.version <= version ? &sizes : best;
    }
    return *best;
}

/**
 * @return SQL*Plus over OCI: one row with the execute, then arrays of 15; CONNECT fields of OCI on
 * Linux
 */
DriverProfile
MakeOci(DriverKind kind, const char* name)
{
    DriverProfile driver{};
    driver.kind = kind;
    driver.name = name;
    driver.release = "12.1";
    driver.lowestVersion = ANY_VERSION;
    driver.serviceOptions = 0x0c41;
    driver.ntCharacteristics = 0x7f08;
    driver.maxConnectDataBack = 2048;
    driver.connectFlags = 0x41;
    driver.native = true;
    driver.habit = FetchHabit::ARRAY;
    driver.prefetchRows = 1;   // SQL*Plus fetches one row first (S5; capture of sqlplus 11.1)
    driver.arraySize = 15;     // SQL*Plus default (S1)
    driver.executeBytes = 229; // capture of sqlplus 11: 260 bytes for a statement of 21 characters
    driver.fetchBytes = TtcPrefix::OCI_FETCH_SIZE;
    driver.logoffBytes = TtcPrefix::MINIMUM;
    driver.describeBytes =
        52 + 11; // one column of the describe, return parameters (captures 26ai, 9.2)
    driver.rowHeaderBytes = 18 + 64; // capture of TOAD on 9.2
    driver.replyHeadBytes = 18;      // the same
    driver.endOfDataBytes = 26;      // text of ORA-01403
    driver.rowOverheadBytes = 4;     // type, length, indicator (capture of TOAD on 9.2)
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
    driver.lowestVersion = THIN_LOWEST;
    driver.ignoresTdu = true; // runs against SDU 4096 and TDU 2048
    driver.ntCharacteristics = 0x4f98;
    driver.bigEndian = true;
    driver.habit = FetchHabit::ARRAY;
    driver.fetchBytes = 7;
    driver.logoffBytes = TtcPrefix::MINIMUM;
    driver.describeBytes = 52 + 17;  // one column of the describe, return parameters (capture 26ai)
    driver.rowHeaderBytes = 10 + 41; // capture 26ai
    driver.replyHeadBytes = 10;      // the same
    driver.endOfDataBytes = 35;      // end-of-call message of 76 bytes instead of 41 (capture 26ai)
    driver.rowOverheadBytes = 2;     // type, length (capture 26ai)
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
    driver.connectFlags = 0x84;
    driver.connectFlags2 = 1;
    driver.markerType = 1;
    driver.markerData = 2;
    driver.lowHalfSdu = true;
    driver.prefetchRows = 2;
    driver.arraySize = 100;
    driver.executeBytes = 61; // 92 bytes for a statement of 21 characters
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
    driver.connectFlags = 0x08;
    driver.native = true;
    driver.endOfRequest = data_flag::END_OF_REQUEST;
    driver.habit = FetchHabit::SHORT_SECOND;
    driver.prefetchRows = 2;
    driver.arraySize = 100;
    driver.executeBytes = 61;
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
    driver.connectFlags = 0x81;
    driver.connectFlags2 = 1;
    driver.markerType = 2;
    driver.markerData = 3;
    driver.native = true;
    driver.endOfRequest = data_flag::END_OF_REQUEST;
    driver.habit = FetchHabit::GROWING;
    driver.prefetchRows = 10;
    driver.arraySize = 10;
    driver.executeBytes = 64; // 95 bytes for a statement of 21 characters
    driver.logoffBytes = 11;  // close cursor and logoff in one
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
        oci.prefetchRows = 0; // capture of TOAD: 25 rows with the execute, then 25 a fetch
        oci.arraySize = 25;
        return std::array{sqlplus, oci, MakeJdbc(), MakePython(), MakeNode(), MakeDblink()};
    }();
    return PROFILES;
}

/**
 * @param kind a thin driver
 * @return the second authentication request, TTC bytes
 */
uint32_t
GetThinAuth2(DriverKind kind)
{
    return kind == DriverKind::PYTHON_THIN ? 583 : kind == DriverKind::NODE_THIN ? 412 : 957;
}

/**
 * @param driver a thin driver
 * @return protocol, data types and first authentication, each a round trip
 */
std::vector<LogonStep>
GetThinSteps(const DriverProfile& driver)
{
    const bool python = driver.kind == DriverKind::PYTHON_THIN;
    const bool node = driver.kind == DriverKind::NODE_THIN;
    return {
        {"protocol",
         TtcMessage::PROTOCOL,
         TtcFunction::NONE,
         python ? 19U
         : node ? 17U
                : 23U},
        {"data types",
         TtcMessage::DATA_TYPES,
         TtcFunction::NONE,
         python ? 2654U
         : node ? 2657U
                : 2713U},
        {"authentication 1",
         TtcMessage::FUNCTION,
         TtcFunction::AUTH_1,
         python ? 132U
         : node ? 133U
                : 130U},
    };
}

} // namespace

uint32_t
DriverProfile::GetPrefetchGrowth() const
{
    if (fetchBytes == TtcPrefix::OCI_FETCH_SIZE)
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

std::vector<LogonStep>
DriverProfile::GetLogon(uint16_t agreedVersion, bool nativeOffered, bool fastAuth) const
{
    std::vector<LogonStep> steps;
    const bool thin = fetchBytes != TtcPrefix::OCI_FETCH_SIZE;
    const auto& oci = GetOciSizes(version);
    if (native && (nativeOffered || !thin))
    {
        const uint32_t bytes = !thin ? oci.native : kind == DriverKind::NODE_THIN ? 146 : 140;
        steps.push_back({"native services", TtcMessage::NATIVE, TtcFunction::NONE, bytes});
    }
    if (native && osAuthentication && !thin)
    {
        std::ranges::copy(OS_AUTHENTICATION, std::back_inserter(steps));
    }
    if (!thin)
    {
        steps.push_back({"protocol", TtcMessage::PROTOCOL, TtcFunction::NONE, oci.protocol});
        steps.push_back({"data types", TtcMessage::DATA_TYPES, TtcFunction::NONE, oci.dataTypes});
        steps.push_back({"authentication 1", TtcMessage::FUNCTION, TtcFunction::AUTH_1, oci.auth1});
        steps.push_back({"authentication 2", TtcMessage::FUNCTION, TtcFunction::AUTH_2, oci.auth2});
        steps.push_back({"version", TtcMessage::FUNCTION, TtcFunction::VERSION, oci.release});
        return steps;
    }
    if (agreedVersion >= VERSION_23AI && fastAuth)
    {
        const uint32_t bytes = kind == DriverKind::PYTHON_THIN ? 2815
                               : kind == DriverKind::NODE_THIN ? 2817
                                                               : 2997;
        steps.push_back({"fast authentication", TtcMessage::FAST_AUTH, TtcFunction::NONE, bytes});
    }
    else
    {
        std::ranges::copy(GetThinSteps(*this), std::back_inserter(steps));
    }
    steps.push_back(
        {"authentication 2", TtcMessage::FUNCTION, TtcFunction::AUTH_2, GetThinAuth2(kind)});
    return steps;
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
    const auto side = ReleaseProfile::Find(release.empty() ? driver.release : release);
    if (!side)
    {
        return std::nullopt;
    }
    driver.release = side->name;
    driver.version = side->version;
    // The client's default is 8192 from 11g on, also where the server's is larger (Net Services
    // guide 23).
    driver.sdu = std::min(side->sdu, 8192U);
    const bool longSizes = side->version >= VERSION_LONG_SIZES;
    const bool oci = driver.fetchBytes == TtcPrefix::OCI_FETCH_SIZE;
    // Both captured: OCI 12.1, JDBC and node ask for the largest TDU, python for its SDU in all
    // fields, also when that is set.
    driver.tduFollowsSdu = longSizes && driver.kind == DriverKind::PYTHON_THIN;
    driver.tdu = !longSizes             ? side->version >= 314 ? 65535 : 32767
                 : driver.tduFollowsSdu ? driver.sdu
                                        : SDU_MAX;
    if (side->version < 314 && oci)
    {
        driver.serviceOptions = 0;
        driver.ntCharacteristics = 0x860e;
        driver.maxConnectDataBack = 512;
    }
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
    constexpr uint16_t VERSION_10G = 313;
    return version >= VERSION_10G;
}

} // namespace ns3::net8
