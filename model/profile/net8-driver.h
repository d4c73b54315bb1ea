// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DRIVER_H
#define NET8_DRIVER_H

#include "net8-negotiation.h"
#include "net8-platform.h"
#include "net8-profile-library.h"
#include "net8-session-counters.h"
#include "net8-tns-version.h"

#include "ns3/net8-native-negotiation.h"
#include "ns3/net8-ttc-prefix.h"
#include "ns3/net8-ttc-reply.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

template <typename T>
class ProfileFields;

/// Default driver of a plan.
inline constexpr const char* DEFAULT_DRIVER = "sqlplus";

/**
 * @ingroup net8
 * Authentication method: SQLNET.AUTHENTICATION_SERVICES of an OCI client.
 */
enum class AuthenticationService : uint8_t
{
    NONE, ///< The database, with a password.
    NTS   ///< Windows (NTLM), in two more requests of the native services.
};

/**
 * @ingroup net8
 * How many rows a driver requests in the calls of a query.
 */
enum class FetchHabit : uint8_t
{
    ARRAY,        ///< Prefetch rows with the execute, then one array per call.
    SHORT_SECOND, ///< As ARRAY, but the first fetch fills the array started by the rows of the
                  ///< execute (node).
    GROWING, ///< As ARRAY for the first two fetches, then 250 rows per call (JDBC's default fetch
             ///< size).
    ROUNDED  ///< The first fetch fills the array started by the prefetched rows; if more rows are
             ///< prefetched than an array holds, each fetch requests that many plus the rest of an
             ///< array (OCI).
};

/**
 * @ingroup net8
 * How rows with LOB columns travel: OCI does not prefetch rows of such a query, and drivers learn
 * only from the reply to the execute that there are LOBs.
 */
enum class LobRows : uint8_t
{
    AS_OTHERS,     ///< As rows without LOBs: the columns are defined before the execute (OCI with
                   ///< arrays of locators).
    FETCHED,       ///< None with the execute, then by arrays.
    DEFINED,       ///< None with the execute; the next call defines the columns and fetches the
                   ///< first array (JDBC).
    DEFINED_APART, ///< None with the execute, nor with the next call, which defines the columns
                   ///< (python-oracledb, node-oracledb).
    ONE            ///< None with the execute, then one row per call (SQL*Plus).
};

/**
 * @ingroup net8
 * How a driver estimates the width of a row to size its arrays.
 */
enum class RowGuess : uint8_t
{
    DEFINED, ///< Defined size of the columns.
    HALVED   ///< As DBD::Oracle: half of a VARCHAR2, 4 bytes for a number, 8 for a DATE.
};

/**
 * @ingroup net8
 * One message of a logon. TtcLogonSizes computes its length.
 */
struct LogonStep
{
    const char* name;     ///< Name, for tables: "native services", "protocol" ...
    TtcMessage message;   ///< Message type of the request.
    TtcFunction function; ///< Function code of the request.
    bool single{false};   ///< Native services: only authentication instead of all four.
    bool answered{true};  ///< The server replies.
};

/**
 * @ingroup net8
 * Calls by which a driver fetches a cursor opened by a block.
 */
enum class CursorFetch : uint8_t
{
    FETCH,         ///< Only fetches.
    EXECUTE_FIRST, ///< An execute without text, which executes nothing, then fetches.
    EXECUTE        ///< Only such executes.
};

/**
 * @ingroup net8
 * When the statements of a pipeline release their cursors, to the statement cache or to be closed.
 */
enum class PipedCursors : uint8_t
{
    TOGETHER, ///< All at once, when everything has been fetched, or after an error that ends the
              ///< pipeline.
    EACH      ///< Each when it has been fetched; after an error that ends the pipeline, never.
};

/**
 * @ingroup net8
 * What a driver does when a call takes longer than its call timeout.
 */
enum class TimeoutRule : uint8_t
{
    BREAK,           ///< Sends a break and waits for the answer as long as TCP does.
    BREAK_AND_CLOSE, ///< Sends a break, waits for its answer for the same time again without a
                     ///< byte, then closes the connection.
    CLOSE            ///< Closes the connection if not a byte has come for that time; if bytes keep
                     ///< coming, sends a break.
};

/**
 * @ingroup net8
 * How a driver encodes the text of a statement.
 */
enum class TextForm : uint8_t
{
    WHOLE,  ///< Unchanged, preceded by its length as a universal integer.
    LONG,   ///< Up to 252 bytes with a length byte; longer texts in chunks with universal lengths.
    CHUNKED ///< In one chunk with a length byte, or in several followed by a zero.
};

/**
 * @ingroup net8
 * Names that the second authentication repeats.
 */
enum class NamesTold : uint8_t
{
    NONE,       ///< None.
    ALL,        ///< Those of the first authentication.
    BUT_OS_USER ///< Those of the first authentication except the operating system user.
};

/**
 * @ingroup net8
 * Which packets a driver marks after a REDIRECT (header flag 0x04).
 */
enum class RedirectMark : uint8_t
{
    ALWAYS,    ///< Always the CONNECT.
    WITH_DATA, ///< The CONNECT, if it has the connect data of the REDIRECT.
    SESSION    ///< The CONNECT and all later packets on the connection.
};

/**
 * @ingroup net8
 * All properties in which drivers differ: the content of its file in `drivers`, adapted to its
 * release, its operating system and the server. Sizes are TTC bytes.
 */
struct DriverProfile
{
    std::string name;                    ///< Name in plans: "sqlplus", "jdbc-thin" ...
    std::string about;                   ///< Description.
    std::string unknown;                 ///< What is not known about it from any source.
    std::string defaultRelease;          ///< Default release of a plan.
    std::vector<std::string> alsoCalled; ///< Other common names.
    std::string release;                 ///< Release, "12.1", "23ai" ...
    Platform platform{Platform::LINUX};  ///< Operating system it runs on.
    bool thin{false};                    ///< Implements TTC itself, with universal integers,
                                         ///< without OCI.

    // CONNECT
    uint16_t version{0};            ///< TNS version in the CONNECT.
    uint16_t lowestVersion{0};      ///< Lowest version that works in practice.
    uint32_t sdu{8192};             ///< Default SDU, bytes.
    uint32_t tdu{SDU_MAX};          ///< Default TDU, bytes.
    bool tduFollowsSdu{false};      ///< Requests a TDU as large as its SDU by default.
    bool ignoresTdu{false};         ///< Never limits packets to a TDU below the SDU.
    uint16_t serviceOptions{0};     ///< CONNECT, offset 12.
    uint16_t ntCharacteristics{0};  ///< CONNECT, offset 18.
    bool bigEndian{false};          ///< CONNECT, offset 22: `0001` instead of `0100`.
    uint32_t maxConnectDataBack{0}; ///< CONNECT, offset 28, bytes.
    uint8_t connectFlags{0};        ///< CONNECT, offsets 32 and 33.
    uint32_t connectFlags2{0};      ///< CONNECT, offset 70 (318+): 1 requests the out-of-band
                                    ///< check.
    bool lowHalfSdu{false};      ///< 16-bit sizes are the low half of the 32-bit ones, not capped.
    std::string connectData;     ///< Descriptor, with the placeholders {service}, {program},
                                 ///< {host}, {user} and {address}.
    RedirectMark redirectMark{}; ///< Which packets it marks after a REDIRECT.
    uint32_t transportConnectTimeout{60}; ///< Time limit per address, s.
    uint32_t retryDelay{0};               ///< Pause between two rounds of an address list, s.

    // Names
    std::string terminal;        ///< Terminal it sends.
    std::string processId;       ///< Process it sends.
    std::string program;         ///< Program it sends, with {name} and {host}.
    std::string programSuffix;   ///< Suffix added to it in an authentication.
    bool cutsProgramPath{false}; ///< An authentication omits the folder of the program.
    bool tellsOsUser{true};      ///< An authentication has the operating system user.

    // Packets
    uint8_t markerType{0};                       ///< First byte of the out-of-band marker.
    uint8_t markerData{0};                       ///< Last byte of the out-of-band marker.
    bool checksUrgentData{false};                ///< Asks for the out-of-band check where urgent
                                                 ///< data are modelled.
    uint8_t cancelMarker{1};                     ///< Last byte of the marker that cancels a call.
    TimeoutRule callTimeout{};                   ///< What follows a call timeout.
    TimeoutRule pingTimeout{TimeoutRule::CLOSE}; ///< What follows the timeout of a pool's ping.
    std::vector<std::string> reports;            ///< Its own codes for errors of a session: "name
                                                 ///< of the error, blank, code".
    std::vector<std::string> largeSduFlag; ///< Packets with the flag for a large SDU: "markers",
                                           ///< "native services", "first message", "end of file".
    uint16_t endOfRequest{0};              ///< Data flags on the last packet of a request.
    bool databaseLink{false};              ///< Its waits count as database link waits.

    // Logon
    std::vector<std::string> logon;     ///< Steps of a logon, by the names of GetLogon.
    std::vector<std::string> fastLogon; ///< Steps if a 23ai server offers the fast logon.
    bool nativeUnasked{false};          ///< Native services even if the ACCEPT offers none.
    bool osAuthentication{false};       ///< Two more native service requests authenticate (NTS).
    bool tellsConnectData{false};       ///< The second authentication repeats the descriptor.
    std::vector<std::string> leftOut;   ///< Parts then omitted, "CID" ...
    bool endsDenied{true};              ///< Sends the end of file after a failed logon.
    std::vector<std::string> encryptionTypes;       ///< Native services: encryption algorithms.
    std::vector<std::string> checksumTypes;         ///< Native services: checksum algorithms.
    std::vector<std::string> authenticationMethods; ///< Authentication methods besides the
                                                    ///< database.
    bool encryptionMark{false};       ///< The encryption list is followed by an extra byte.
    uint32_t protocolBytes{0};        ///< Protocol request.
    bool namesPlatform{false};        ///< It is followed by the name of the platform.
    uint32_t dataTypesBytes{0};       ///< Data types.
    uint32_t dataTypesSameBytes{0};   ///< Data types to a server on the same platform; 0: same
                                      ///< size.
    uint32_t dataTypesPacketBytes{0}; ///< Maximum TTC bytes of their packets; 0: as agreed.
    uint32_t auth1Bytes{0};           ///< First authentication, without user and names.
    uint32_t auth2Bytes{0};           ///< Second authentication, without these and the descriptor.
    NamesTold auth2Names{};           ///< Names that it repeats.
    uint32_t passwordBytes{0};        ///< Its part for the password, if an authentication by the
                                      ///< operating system can replace that; 0: it cannot.
    uint32_t verifier12cBytes{0};     ///< Additional size with 12c verifiers.
    uint32_t fastAuthBytes{0};        ///< Fast authentication, without user and names.
    uint32_t versionBytes{0};         ///< Version call.
    uint32_t sessionSwitchBytes{0};   ///< Session switch before it, included in its size.
    uint32_t alignmentBytes{0};       ///< Additional size of calls with pointers on equal
                                      ///< platforms.

    // Calls
    FetchHabit habit{};             ///< Rows per call.
    uint32_t prefetchRows{0};       ///< Rows requested with the execute; 0: one array.
    bool prefetchAddsArrays{false}; ///< Each fetch requests one more array for each array filled by
                                    ///< the prefetched rows.
    uint32_t arraySize{0};          ///< Rows per fetch.
    uint32_t arrayRoom{0};          ///< Size of an array, bytes, unless the application sets its
                                    ///< number of rows; 0: it has arraySize rows.
    uint32_t arrayRoomRow{0};       ///< Space per row, besides its width.
    uint32_t arrayRoomColumn{0};    ///< Space per column.
    uint32_t arrayRoomLeast{1};     ///< Minimum rows of an array of this size.
    uint32_t arrayRoomWide{1};      ///< Its rows if not even one fits.
    RowGuess arrayRoomGuess{};      ///< How the driver estimates the width of a row.
    bool executesAlone{false};      ///< An execute requests no rows unless told to.
    bool lookAhead{false};          ///< Detects the end of data with the last row, if the execute
                                    ///< prefetches rows.
    bool looksAheadAlways{false};   ///< Also if it prefetches none, since a plan says so.
    bool token{false};              ///< Function calls have a one-byte token (23ai).
    bool pipelines{false};          ///< Sends calls without waiting for replies, if requested and
                                    ///< calls have a token.
    bool pipedPiggybacks{false};    ///< The token of a pipelined call is repeated in the piggybacks
                                    ///< before it; otherwise they have a zero.
    PipedCursors pipedCursors{};    ///< When its statements release their cursors.
    bool tellsPool{false};          ///< Sends class and purity of a resident pool with the second
                                    ///< authentication.
    bool leavesPool{false};         ///< Releases the server of a resident pool instead of a logoff.
    bool requestBoundaries{false};  ///< Marks the start of an application's pool request and ends
                                    ///< it with a rollback, if calls have a token.
    bool haReadiness{false};        ///< Tells a server that takes it, with its first call, that it
                                    ///< reads notifications in its session.
    uint32_t subscribeBytes{0};     ///< Subscribes to changes, without token and name of the user;
                                    ///< 0: it does so in no way that is modelled.
    bool sessionless{false};        ///< Has sessionless transactions, if calls have a token.
    uint32_t directPathValues{0};   ///< Settings that it sends to prepare a direct path load; 0: it
                                    ///< has none.
    bool directPathBatches{false};  ///< Sends the batches of one load in separate calls; otherwise
                                    ///< each batch is a load of its own.
    bool directPathRowSize{false};  ///< Writes the size of a row without LOBs in front of it.
    bool parsesApart{false};        ///< Opens a cursor and parses in separate calls.
    LobRows lobRows{};              ///< How rows with LOBs travel.
    int64_t lobPrefetch{-1};        ///< Bytes of a BLOB, characters of a CLOB, that are requested
                                    ///< with its row; 0: its size alone; -1: nothing.
    bool lobPrefetchFixed{false};   ///< No application can change that.
    bool lobsInline{false};         ///< LOBs are fetched as strings, without locators.
    bool lobLengthCall{false};      ///< A LOB whose size did not come with its row is asked for it
                                    ///< in a call of its own.
    uint32_t lobAmount{0};          ///< Bytes of a LOB requested per call; 0: all.
    uint32_t lobLimit{0};           ///< Bytes of a LOB that are read at most; 0: all.
    uint32_t lobArrayRead{1};       ///< LOBs that one call reads.
    bool keepsResults{false};       ///< Caches query results, if it has memory for them.
    uint32_t statementCache{0};     ///< Number of statements whose cursors it caches, so that their
                                    ///< text is sent only once.
    uint32_t executeBytes{0};       ///< Execute, without the statement text.
    uint32_t defineColumnBytes{0};  ///< Definition of a column in it, if it parses separately.
    uint32_t bindBytes{0};          ///< Definition of a bind in it; for thin drivers without two
                                    ///< integers, buffer size and character set; 0 for OCI: that of
                                    ///< a type in the format agreed by both ends.
    uint32_t parseBytes{0};         ///< Parse, without the statement text.
    TextForm textForm{};            ///< Encoding of the text.
    uint32_t textChunk{0};          ///< Maximum size of a chunk of it.
    bool textZero{false};           ///< The text of an execute has a terminating zero byte.
    uint32_t fetchBytes{0};         ///< Minimum of a fetch; in thin drivers it grows with the row
                                    ///< count.
    uint32_t closeCursorBytes{0};   ///< Closing the previous cursor along with an execute.
    /// Closes the cursor of a failed call with the next one; a server assigns a cursor number even
    /// to a statement that it cannot parse.
    bool closesFailed{false};
    CursorFetch cursorFetch{};      ///< How it fetches cursors opened by a block.
    uint32_t logoffBytes{3};        ///< Logoff, with what precedes it.
    bool logoffClosesCursor{false}; ///< It is preceded by closing the cursor.
    uint32_t readCursorBytes{0};    ///< Additional size of closing a cursor if rows were read from
                                    ///< it; included in that of a logoff.
    uint32_t errorBytes{0};         ///< Reply to a failed call, without the error text; 0: its end
                                    ///< of call and a length.
    TtcReplySizes reply;            ///< Sizes of the parts of a reply; adapted by SetServer.

    /**
     * Adapt sizes to the server.
     *
     * @param serverVersion TNS version of the server, or the agreed version while that is not known
     * @param samePlatform whether both ends run on the same platform
     */
    void SetServer(uint16_t serverVersion, bool samePlatform);

    /**
     * Set the operating system.
     *
     * @param system operating system that the driver runs on: OCI sends it in the CONNECT
     */
    void SetPlatform(Platform system);

    /**
     * Get the array size for a row width.
     *
     * @param width width of a row as estimated by the driver, bytes; 0: unknown
     * @param columns number of columns
     * @return rows that fit into an array; 0: its arrays do not depend on a width
     */
    uint32_t GetArrayRows(uint64_t width, uint32_t columns) const;

    /**
     * Get the size of an execute request. If the driver parses separately, the statement is in the
     * parse call, and column definitions are in the execute.
     *
     * @param statement size of the statement text, bytes
     * @param columns number of columns
     * @return TTC bytes
     */
    uint32_t GetExecuteLength(uint32_t statement, uint32_t columns) const;

    /**
     * Get the size of an execute without text.
     *
     * @param query whether the statement is a query
     * @param rows number of rows requested, or rows of binds
     * @return TTC bytes, without rows of binds
     */
    uint32_t GetReExecuteLength(bool query, uint32_t rows) const;

    /**
     * Get the size of bind definitions.
     *
     * @param binds number of binds per row
     * @param integers for thin drivers: size of the variable part of their definitions, bytes
     * @return TTC bytes added to an execute, without the values
     */
    uint32_t GetBindsLength(uint32_t binds, uint32_t integers) const;

    /**
     * Get the size of a call that begins a subscription.
     *
     * @param user size of the name of the database user, bytes
     * @return TTC bytes, without a token
     */
    uint32_t GetSubscribeLength(uint32_t user) const;

    /**
     * Get the size of a call that ends a subscription: in addition it names the client, with its
     * length in two ways, and the registration.
     *
     * @param user size of the name of the database user, bytes
     * @return TTC bytes, without a token
     */
    uint32_t GetUnsubscribeLength(uint32_t user) const;

    /**
     * @return size of the call that asks for notifications, TTC bytes, without a token
     */
    static uint32_t GetNotifyLength();

    /**
     * Get the size of a parse request.
     *
     * @param statement size of the statement text, bytes
     * @return TTC bytes, for a driver that parses separately
     */
    uint32_t GetParseLength(uint32_t statement) const;

    /**
     * @return the content of its first native services message
     */
    NativeRequest GetNativeRequest() const;

    /**
     * Get the size of closing the previous statement's cursor, as OCI from 10.2 on does with the
     * next execute.
     *
     * @param samePlatform whether both ends run on the same platform
     * @return TTC bytes added to an execute after the first; 0 if the driver does not close it
     */
    uint32_t GetCloseCursors(bool samePlatform) const;

    /**
     * Get the size of an execute that fetches from a cursor of a block.
     *
     * @param rows number of rows requested
     * @return TTC bytes of the execute, which has no text
     */
    uint32_t GetCursorLength(uint32_t rows) const;

    /**
     * Get the size of closing cursors in a thin driver.
     *
     * @param cursors number of cursors, at least one
     * @return TTC bytes added to the next call
     */
    uint32_t GetCloseCursor(uint32_t cursors = 1) const;

    /**
     * @return TTC bytes by which the row count of the default prefetch enlarges an execute request:
     * thin drivers write it as a universal integer, one byte for up to 255 rows (runs with 2 and
     * with 501 rows)
     */
    uint32_t GetPrefetchGrowth() const;

    /**
     * Get the additional size of a row count.
     *
     * @param rows a row count
     * @return TTC bytes added to a request sized for a row count of 255
     */
    uint32_t GetCountGrowth(uint32_t rows) const;

    /**
     * Check whether a packet has the flag for a large SDU.
     *
     * @param what kind of packet: "markers", "native services" or "first message"
     * @return whether it does
     */
    bool HasLargeSduFlag(std::string_view what) const;

    /**
     * Find the code of its own that the driver reports for an error of a session.
     *
     * @param error the error
     * @return "DPY-4011"; empty: the driver passes the Oracle error on
     */
    std::string FindReport(SessionError error) const;

    /**
     * Get the messages of a logon.
     *
     * @param agreedVersion the agreed TNS version
     * @param nativeOffered whether the ACCEPT offers native services
     * @param fastAuth whether the ACCEPT offers fast authentication
     * @return the messages after the ACCEPT, in order
     */
    std::vector<LogonStep> GetLogon(uint16_t agreedVersion,
                                    bool nativeOffered,
                                    bool fastAuth) const;

    /**
     * Read a driver's profile.
     *
     * @param name name of a driver, or "file:" and the path of its file
     * @param wanted its release, either Oracle's or its own ("3.4"); empty: its default
     * @param[out] out receives the profile
     * @return the error: unknown driver, unknown release, or an error in the file
     */
    static TextError Read(std::string_view name, std::string_view wanted, DriverProfile& out);

    /**
     * Find a driver's profile.
     *
     * @param name name of a driver, or "file:" and the path of its file
     * @param wanted its release; empty: its default
     * @return the profile, or nothing if there is none
     */
    static std::optional<DriverProfile> Find(std::string_view name, std::string_view wanted = "");

    /**
     * @return names of the built-in drivers
     */
    static std::vector<std::string> GetNames();

    /**
     * Get the releases of a driver.
     *
     * @param name name of a driver, or "file:" and the path of its file
     * @return names of its releases, in the order of its file
     */
    static std::vector<std::string> GetReleases(std::string_view name);

    /**
     * @return its values, by the keys of a driver's file
     */
    std::map<std::string, ProfileValue> GetFacts() const;

  private:
    /**
     * @return the keys of a driver's file
     */
    static const ProfileFields<DriverProfile>& GetFields();

    /**
     * @return the drivers
     */
    static const ProfileLibrary& GetLibrary();

    /**
     * Check the values of a driver's file.
     *
     * @param file the file
     * @return the first error, if any
     */
    static TextError CheckFile(const ProfileFile& file);

    /**
     * Apply the values of a release.
     *
     * @param chain the driver's file, preceded by the files it is based on
     * @param wanted name of the release
     * @param seen releases already visited on the way to it
     * @return an error if the release is unknown
     */
    TextError AddRelease(std::span<const std::shared_ptr<const ProfileFile>> chain,
                         const std::string& wanted,
                         std::vector<std::string>& seen);

    /**
     * Add conditional values.
     *
     * @param file the file
     * @param layers conditional layers of the file
     */
    void AddConditional(const std::shared_ptr<const ProfileFile>& file,
                        const std::vector<ProfileLayer>& layers);

    /**
     * List the releases of a driver.
     *
     * @param chain its file, preceded by the files it is based on
     * @return names of its releases
     */
    static std::vector<std::string> ListReleases(
        std::span<const std::shared_ptr<const ProfileFile>> chain);

    /**
     * Adapt to a 32-bit client: pointers to a 64-bit server take one byte (OciLayout::narrow).
     *
     * @param agreed the agreed TNS version
     */
    void Narrow(uint16_t agreed);

    /// Conditional values, in order; each keeps its file alive.
    std::vector<std::shared_ptr<const ProfileLayer>> m_conditional;
};

/**
 * Get whether an end disables Nagle's algorithm by default (TCP.NODELAY in sqlnet.ora): yes in
 * current releases, no in the releases of protocol.ora. The change is assumed to have come with
 * 10g.
 *
 * @ingroup net8
 * @param version TNS version of that end
 * @return whether it sets TCP_NODELAY
 */
bool UsesNoDelay(uint16_t version);

} // namespace ns3::net8

#endif /* NET8_DRIVER_H */
