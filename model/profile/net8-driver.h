// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DRIVER_H
#define NET8_DRIVER_H

#include "net8-client-identity.h"
#include "net8-negotiation.h"
#include "net8-thin-release.h"

#include "ns3/net8-ttc-prefix.h"
#include "ns3/net8-ttc-reply.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/// TNS versions of 10.2, 11.1 and 18c.
constexpr uint16_t VERSION_10G = 313;
constexpr uint16_t VERSION_11G = 314;
constexpr uint16_t VERSION_18C = 318;

/**
 * @ingroup net8
 * Client programs with a connect sequence and a fetch habit of their own.
 */
enum class DriverKind : uint8_t
{
    SQLPLUS,     ///< SQL*Plus over OCI.
    OCI,         ///< An OCI program that prefetches one array with the execute.
    JDBC_THIN,   ///< Oracle JDBC thin.
    PYTHON_THIN, ///< python-oracledb, thin mode.
    NODE_THIN,   ///< node-oracledb, thin mode.
    DBLINK       ///< A database link: the server as OCI client.
};

/**
 * @ingroup net8
 * Who authenticates the user: SQLNET.AUTHENTICATION_SERVICES of an OCI client.
 */
enum class AuthenticationService : uint8_t
{
    NONE, ///< The database, by a password.
    NTS   ///< Windows (NTLM), in two more requests of the native services.
};

/**
 * @ingroup net8
 * How many rows a driver asks for in the calls of one query.
 */
enum class FetchHabit : uint8_t
{
    ARRAY,        ///< Prefetch rows with the execute, then one array a call.
    SHORT_SECOND, ///< As ARRAY, but the first fetch fills the array that the rows of the execute
                  ///< began (node).
    GROWING, ///< As ARRAY for the first two fetches, then 250 rows a call (JDBC's default fetch
             ///< size).
    ROUNDED  ///< The first fetch fills the array that the prefetched rows began; with more rows
             ///< prefetched than an array has, each fetch brings that many beside the rest of an
             ///< array (OCI).
};

/**
 * @ingroup net8
 * One message of a logon. TtcLogonSizes tells how long it is.
 */
struct LogonStep
{
    const char* name;     ///< Name, for tables: "native services", "protocol" ...
    TtcMessage message;   ///< Message type of the request.
    TtcFunction function; ///< Function code of the request.
    bool single{false};   ///< Native services: for authentication only, not for all four.
    bool answered{true};  ///< The server replies.
};

/**
 * @ingroup net8
 * Everything in which one driver differs from another. Sizes come from the captures in
 * doc/net8.rst, section "Drivers".
 */
struct DriverProfile
{
    DriverKind kind;             ///< Which driver.
    bool thin;                   ///< Speaks TTC itself, in universal integers, without OCI.
    Platform platform;           ///< Operating system it runs on.
    std::string name;            ///< Name in plans: "sqlplus", "jdbc-thin" ...
    std::string release;         ///< Release, "12.1", "23ai" ...
    uint16_t version;            ///< TNS version in the CONNECT.
    uint16_t lowestVersion;      ///< Lowest version it works with in practice.
    uint32_t sdu;                ///< Default SDU, bytes.
    uint32_t tdu;                ///< Default TDU, bytes.
    bool tduFollowsSdu;          ///< Asks for a TDU as large as its SDU unless told otherwise.
    bool ignoresTdu;             ///< Never cuts at a TDU below the SDU.
    uint16_t serviceOptions;     ///< CONNECT, offset 12.
    uint16_t ntCharacteristics;  ///< CONNECT, offset 18.
    bool bigEndian;              ///< CONNECT, offset 22: `0001` instead of `0100`.
    uint32_t maxConnectDataBack; ///< CONNECT, offset 28, bytes.
    uint8_t connectFlags;        ///< CONNECT, offsets 32 and 33.
    uint32_t connectFlags2;      ///< CONNECT, offset 70 (318+): 1 wants the out-of-band check.
    uint8_t markerType;          ///< First byte of the out-of-band marker.
    uint8_t markerData;          ///< Last byte of the out-of-band marker.
    bool lowHalfSdu;             ///< 16-bit sizes are the low half of the 32-bit ones, not capped.
    bool native;                 ///< Does the native service negotiation when the ACCEPT offers it.
    bool osAuthentication;       ///< Two more native service requests authenticate the user (NTS).
    uint16_t endOfRequest;       ///< Data flags on the last packet of a request.
    FetchHabit habit;            ///< Rows a call.
    uint32_t prefetchRows;       ///< Rows asked for with the execute; 0 stands for one array.
    uint32_t arraySize;          ///< Rows a fetch.
    bool lookAhead;              ///< Knows the end of data with the last row.
    bool endsDenied;             ///< Says the end of file after a failed logon.
    bool closesFailed;           ///< Closes the cursor of a failed call with its next call.
    uint32_t executeBytes;       ///< TTC bytes of an execute, statement text not counted.
    bool parsesApart;            ///< Opens a cursor and parses in calls of their own.
    bool token;                  ///< Function calls carry a token, one byte (23ai).
    uint32_t fetchBytes;   ///< Fewest TTC bytes of a fetch; thin ones grow with the row count.
    uint32_t logoffBytes;  ///< TTC bytes of the logoff request, piggybacks in front of it included.
    uint32_t versionBytes; ///< TTC bytes of the version call of a thin driver.
    uint32_t dataTypesBytes;        ///< TTC bytes of the data types of a thin driver.
    const ThinRelease* thinRelease; ///< What its version does, null unless it is thin.
    TtcReplySizes reply; ///< Sizes of the parts of a reply; SetServer fits them to the server.

    /**
     * Fit sizes to the server. To be called once.
     *
     * @param serverVersion TNS version of the server, or the agreed one while it is not known
     * @param samePlatform both ends run on the same platform
     */
    void SetServer(uint16_t serverVersion, bool samePlatform);

    /**
     * @param system operating system that the driver runs on: OCI tells it in the CONNECT
     */
    void SetPlatform(Platform system);

    /**
     * Bytes of an execute request. Releases up to 9.2 send the statement in a parse call of its
     * own, and definitions of the columns with the execute.
     *
     * @param statement characters of the statement text, bytes
     * @param columns columns of a row
     * @return TTC bytes
     */
    uint32_t GetExecuteLength(uint32_t statement, uint32_t columns) const;

    /**
     * @param statement characters of the statement text, bytes
     * @return TTC bytes of the parse request of releases up to 9.2
     */
    uint32_t GetParseLength(uint32_t statement) const;

    /**
     * OCI from 10.2 on closes the cursor of the statement before with the next execute.
     *
     * @param samePlatform both ends run on the same platform
     * @return TTC bytes that this adds to an execute after the first; 0 if the driver does not
     */
    uint32_t GetCloseCursors(bool samePlatform) const;

    /**
     * A server numbers a cursor even for a statement that it cannot parse.
     *
     * @return TTC bytes that closing the cursor of a failed call adds to the next one; 0 if the
     * driver does not
     */
    uint32_t GetCloseFailed() const;

    /**
     * JDBC 12.2 says of a cursor that its rows are read before it closes it; a failed statement
     * has none.
     *
     * @return TTC bytes by which the logoff after a failed call is shorter
     */
    uint32_t GetLogoffSaving() const;

    /**
     * @return TTC bytes of the session switch in front of the version call, 0 without
     */
    uint32_t GetSessionSwitch() const;

    /**
     * @return TTC bytes that the row count adds to the execute request: thin drivers write it as a
     * universal integer, one byte for up to 255 rows (runs with 2 and with 501 rows)
     */
    uint32_t GetPrefetchGrowth() const;

    /**
     * @return whether a query with LOB columns takes a call more that defines its columns, and no
     * rows with the execute (python-oracledb and node-oracledb, thin mode)
     */
    bool DefinesLobs() const;

    /**
     * @param version the agreed TNS version
     * @param nativeOffered whether the ACCEPT offers native services
     * @param fastAuth whether the ACCEPT offers fast authentication
     * @return the messages after the ACCEPT, in order
     */
    std::vector<LogonStep> GetLogon(uint16_t version, bool nativeOffered, bool fastAuth) const;

    /**
     * @param name a driver name
     * @param release its release, of Oracle's or of a thin driver's own ("3.4"), or empty for the
     * driver's default
     * @return the profile, or nothing if the name or the release is unknown
     */
    static std::optional<DriverProfile> Find(std::string_view name, std::string_view release = "");

    /**
     * @return the known names
     */
    static std::vector<std::string> GetNames();

  private:
    /**
     * Take over what the version of a thin driver does.
     */
    void SetThinRelease();
};

/**
 * Whether an end switches Nagle's algorithm off unless its sqlnet.ora says otherwise (TCP.NODELAY):
 * yes in current releases, no in the releases of protocol.ora. The change is taken to have come
 * with 10g.
 *
 * @ingroup net8
 * @param version TNS version of that end
 * @return true if it sets TCP_NODELAY
 */
bool UsesNoDelay(uint16_t version);

} // namespace ns3::net8

#endif /* NET8_DRIVER_H */
