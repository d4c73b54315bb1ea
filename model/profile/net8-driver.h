// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DRIVER_H
#define NET8_DRIVER_H

#include "net8-negotiation.h"
#include "net8-platform.h"
#include "net8-profile-library.h"
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

/// Driver unless a plan names one.
inline constexpr const char* DEFAULT_DRIVER = "sqlplus";

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
 * How a driver guesses the width of a row, by which it sizes its arrays.
 */
enum class RowGuess : uint8_t
{
    DEFINED, ///< As the columns are defined.
    HALVED   ///< As DBD::Oracle does: half of a VARCHAR2, 4 bytes of a number, 8 of a DATE.
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
 * With which calls a driver fetches a cursor that a block opened.
 */
enum class CursorFetch : uint8_t
{
    FETCH,         ///< Fetches.
    EXECUTE_FIRST, ///< First with an execute without text, which executes nothing, then fetches.
    EXECUTE        ///< With such executes alone.
};

/**
 * @ingroup net8
 * When the statements of a pipeline give their cursors back, to the statement cache or to be
 * closed.
 */
enum class PipedCursors : uint8_t
{
    TOGETHER, ///< All of them when everything is fetched, and behind an error that ends it.
    EACH      ///< Each when it is fetched; behind an error that ends the pipeline none ever does.
};

/**
 * @ingroup net8
 * How a driver writes the text of a statement.
 */
enum class TextForm : uint8_t
{
    WHOLE,  ///< As it is, its length as a universal integer in front.
    LONG,   ///< Up to 252 bytes behind a length byte, longer ones in chunks with universal lengths.
    CHUNKED ///< In one chunk behind a length byte, or in several with a zero behind them.
};

/**
 * @ingroup net8
 * Which names the second authentication tells once more.
 */
enum class NamesTold : uint8_t
{
    NONE,       ///< None.
    ALL,        ///< Those of the first.
    BUT_OS_USER ///< Those of the first without the user of the operating system.
};

/**
 * @ingroup net8
 * When a driver marks the CONNECT that follows a REDIRECT, and what else (header flag 0x04).
 */
enum class RedirectMark : uint8_t
{
    ALWAYS,    ///< Always.
    WITH_DATA, ///< Where the connect data are those of the REDIRECT.
    SESSION    ///< Always, and all packets that follow on the connection.
};

/**
 * @ingroup net8
 * Everything in which one driver differs from another: what its file in `drivers` says, fitted to
 * its release, its operating system and the server. Sizes are TTC bytes.
 */
struct DriverProfile
{
    std::string name;                    ///< Name in plans: "sqlplus", "jdbc-thin" ...
    std::string about;                   ///< What it is, in words.
    std::string unknown;                 ///< What no source tells of it, in words.
    std::string defaultRelease;          ///< Release unless a plan names one.
    std::vector<std::string> alsoCalled; ///< Other names that people have for it.
    std::string release;                 ///< Release, "12.1", "23ai" ...
    Platform platform{Platform::LINUX};  ///< Operating system it runs on.
    bool thin{false};                    ///< Speaks TTC itself, in universal integers, without OCI.

    // CONNECT
    uint16_t version{0};            ///< TNS version in the CONNECT.
    uint16_t lowestVersion{0};      ///< Lowest version it works with in practice.
    uint32_t sdu{8192};             ///< Default SDU, bytes.
    uint32_t tdu{SDU_MAX};          ///< Default TDU, bytes.
    bool tduFollowsSdu{false};      ///< Asks for a TDU as large as its SDU unless told otherwise.
    bool ignoresTdu{false};         ///< Never cuts at a TDU below the SDU.
    uint16_t serviceOptions{0};     ///< CONNECT, offset 12.
    uint16_t ntCharacteristics{0};  ///< CONNECT, offset 18.
    bool bigEndian{false};          ///< CONNECT, offset 22: `0001` instead of `0100`.
    uint32_t maxConnectDataBack{0}; ///< CONNECT, offset 28, bytes.
    uint8_t connectFlags{0};        ///< CONNECT, offsets 32 and 33.
    uint32_t connectFlags2{0};      ///< CONNECT, offset 70 (318+): 1 wants the out-of-band check.
    bool lowHalfSdu{false};      ///< 16-bit sizes are the low half of the 32-bit ones, not capped.
    std::string connectData;     ///< Descriptor, with {service}, {program}, {host}, {user} and
                                 ///< {address} where those go.
    RedirectMark redirectMark{}; ///< When it marks the CONNECT behind a REDIRECT.
    uint32_t transportConnectTimeout{60}; ///< Until it gives an address up, s.
    uint32_t retryDelay{0};               ///< Between two rounds of a list of addresses, s.

    // Names
    std::string terminal;        ///< Terminal it tells.
    std::string processId;       ///< Process it tells.
    std::string program;         ///< Program it tells, with {name} and {host}.
    std::string programSuffix;   ///< What an authentication adds to it.
    bool cutsProgramPath{false}; ///< An authentication leaves the folder of the program out.
    bool tellsOsUser{true};      ///< An authentication tells the operating system's user.

    // Packets
    uint8_t markerType{0};                 ///< First byte of the out-of-band marker.
    uint8_t markerData{0};                 ///< Last byte of the out-of-band marker.
    uint8_t cancelMarker{1};               ///< Last byte of the marker that cancels a call.
    std::vector<std::string> largeSduFlag; ///< What has the flag for a large SDU: "markers",
                                           ///< "native services", "first message", "end of file".
    uint16_t endOfRequest{0};              ///< Data flags on the last packet of a request.
    bool databaseLink{false};              ///< Its waits count as those of a database link.

    // Logon
    std::vector<std::string> logon;     ///< Steps of a logon, as GetLogon names them.
    std::vector<std::string> fastLogon; ///< Those where a server of 23ai offers to be faster.
    bool nativeUnasked{false};          ///< Native services also where the ACCEPT offers none.
    bool osAuthentication{false};       ///< Two more native service requests authenticate (NTS).
    bool tellsConnectData{false};       ///< The second authentication repeats the descriptor.
    std::vector<std::string> leftOut;   ///< Parts that it then leaves out, "CID" ...
    bool endsDenied{true};              ///< Says the end of file after a failed logon.
    std::vector<std::string> encryptionTypes;       ///< Native services: algorithms of encryption.
    std::vector<std::string> checksumTypes;         ///< The same of checksums.
    std::vector<std::string> authenticationMethods; ///< Who may authenticate beside the database.
    bool encryptionMark{false};       ///< A byte stands behind the list of encryption.
    uint32_t protocolBytes{0};        ///< Protocol.
    bool namesPlatform{false};        ///< Which has the name of the platform behind it.
    uint32_t dataTypesBytes{0};       ///< Data types.
    uint32_t dataTypesSameBytes{0};   ///< Data types to a server on the same platform; 0: as many.
    uint32_t dataTypesPacketBytes{0}; ///< Most TTC bytes of a packet of them; 0: as agreed.
    uint32_t auth1Bytes{0};           ///< First authentication beside user and names.
    uint32_t auth2Bytes{0};           ///< Second authentication beside them and the descriptor.
    NamesTold auth2Names{};           ///< Names that it tells.
    uint32_t passwordBytes{0};        ///< What it has for the password, where one by the operating
                                      ///< system may come in its place; 0: none does.
    uint32_t verifier12cBytes{0};     ///< What it has more with verifiers of 12c.
    uint32_t fastAuthBytes{0};        ///< Fast authentication beside user and names.
    uint32_t versionBytes{0};         ///< Call that asks for the server's version.
    uint32_t sessionSwitchBytes{0};   ///< Session switch in front of it, counted in it.
    uint32_t alignmentBytes{0};       ///< What calls with pointers have more on equal platforms.

    // Calls
    FetchHabit habit{};             ///< Rows a call.
    uint32_t prefetchRows{0};       ///< Rows asked for with the execute; 0 stands for one array.
    bool prefetchAddsArrays{false}; ///< Each fetch asks for one array more for each array that the
                                    ///< prefetched rows fill.
    uint32_t arraySize{0};          ///< Rows a fetch.
    uint32_t arrayRoom{0};          ///< Room of an array, bytes, unless the application says how
                                    ///< many rows it has; 0: it has arraySize rows.
    uint32_t arrayRoomRow{0};       ///< What a row takes of it beside its width.
    uint32_t arrayRoomColumn{0};    ///< What each of its columns does.
    uint32_t arrayRoomLeast{1};     ///< Fewest rows of an array with such a room.
    uint32_t arrayRoomWide{1};      ///< Its rows where not even one fits.
    RowGuess arrayRoomGuess{};      ///< How the driver guesses the width of a row.
    bool executesAlone{false};      ///< An execute asks for no rows unless it is told to.
    bool lookAhead{false};          ///< Knows the end of data with the last row.
    bool token{false};              ///< Function calls carry a token, one byte (23ai).
    bool pipelines{false};          ///< Sends calls without waiting for replies, if it is asked to
                                    ///< and calls carry a token.
    bool pipedPiggybacks{false};    ///< The token of a call in a pipeline stands in what is in
                                    ///< front of it, too; else that has a zero.
    PipedCursors pipedCursors{};    ///< When its statements give their cursors back.
    bool tellsPool{false};          ///< Tells class and purity of a resident pool with the second
                                    ///< authentication.
    bool leavesPool{false};         ///< Gives the server of a resident pool back in place of a
                                    ///< logoff.
    bool requestBoundaries{false};  ///< Says where a request of an application's pool begins, and
                                    ///< ends it with a rollback, if calls carry a token.
    bool parsesApart{false};        ///< Opens a cursor and parses in calls of their own.
    bool definesLobs{false};        ///< A query with LOB columns takes a call more that defines its
                                    ///< columns, and no rows with the execute.
    bool keepsResults{false};       ///< Keeps results of queries, if it is given room for them.
    uint32_t statementCache{0};     ///< Statements whose cursors it keeps, so that their text goes
                                    ///< once.
    uint32_t executeBytes{0};       ///< Execute, statement text not counted.
    uint32_t defineColumnBytes{0};  ///< Definition of a column in it, where it parses apart.
    uint32_t bindBytes{0};          ///< Definition of a bind in it; of thin drivers beside two
                                    ///< integers, buffer and character set; 0 of OCI: that of a
                                    ///< type in the form that both ends agree on.
    uint32_t parseBytes{0};         ///< Parse, statement text not counted.
    TextForm textForm{};            ///< How it writes the text.
    uint32_t textChunk{0};          ///< Bytes of a chunk, where it is chunked.
    bool textZero{false};           ///< The text of an execute ends with a zero byte.
    uint32_t fetchBytes{0};         ///< Fewest of a fetch; thin ones grow with the row count.
    uint32_t closeCursorBytes{0};   ///< Closing the cursor before, in front of an execute.
    /// Closes the cursor of a failed call, which a server numbers even if it cannot parse, with the
    /// next one.
    bool closesFailed{false};
    CursorFetch cursorFetch{};      ///< How it fetches cursors that a block opened.
    uint32_t logoffBytes{3};        ///< Logoff, with what is in front of it.
    bool logoffClosesCursor{false}; ///< Which is the closing of its cursor.
    uint32_t readCursorBytes{0};    ///< What the closing of a cursor has more if rows were read
                                    ///< from it; of a logoff it counts with its bytes.
    uint32_t errorBytes{0};         ///< Reply to a call that failed, text of the error not counted;
                                    ///< 0: its end of call and a length.
    TtcReplySizes reply; ///< Sizes of the parts of a reply; SetServer fits them to the server.

    /**
     * Fit sizes to the server.
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
     * @param width bytes of a row as the driver guesses it; 0: unknown
     * @param columns columns of a row
     * @return rows of an array that fit its room; 0: its arrays do not follow a width
     */
    uint32_t GetArrayRows(uint64_t width, uint32_t columns) const;

    /**
     * Bytes of an execute request. Where the driver parses apart the statement is in the parse
     * call, and definitions of the columns are in the execute.
     *
     * @param statement characters of the statement text, bytes
     * @param columns columns of a row
     * @return TTC bytes
     */
    uint32_t GetExecuteLength(uint32_t statement, uint32_t columns) const;

    /**
     * @param query whether it is one of a query
     * @param rows rows that it asks for, or rows of binds
     * @return TTC bytes of an execute without text, rows of binds not counted
     */
    uint32_t GetReExecuteLength(bool query, uint32_t rows) const;

    /**
     * @param binds binds of a row
     * @param integers of thin drivers: bytes of what their definitions have beside fixed fields
     * @return TTC bytes that they add to an execute, their values not counted
     */
    uint32_t GetBindsLength(uint32_t binds, uint32_t integers) const;

    /**
     * @param statement characters of the statement text, bytes
     * @return TTC bytes of the parse request of a driver that parses apart
     */
    uint32_t GetParseLength(uint32_t statement) const;

    /**
     * @return what it tells in its first message of the native services
     */
    NativeRequest GetNativeRequest() const;

    /**
     * OCI from 10.2 on closes the cursor of the statement before with the next execute.
     *
     * @param samePlatform both ends run on the same platform
     * @return TTC bytes that this adds to an execute after the first; 0 if the driver does not
     */
    uint32_t GetCloseCursors(bool samePlatform) const;

    /**
     * @param rows rows that it asks for
     * @return TTC bytes of an execute without text that fetches from a cursor of a block
     */
    uint32_t GetCursorLength(uint32_t rows) const;

    /**
     * @param cursors how many, at least one
     * @return TTC bytes that closing cursors adds to the next call of a thin driver
     */
    uint32_t GetCloseCursor(uint32_t cursors = 1) const;

    /**
     * @return TTC bytes that the row count adds to the execute request: thin drivers write it as a
     * universal integer, one byte for up to 255 rows (runs with 2 and with 501 rows)
     */
    uint32_t GetPrefetchGrowth() const;

    /**
     * @param rows a row count
     * @return TTC bytes that it adds to a request that has room for one of 255
     */
    uint32_t GetCountGrowth(uint32_t rows) const;

    /**
     * @param what "markers", "native services" or "first message"
     * @return whether it has the flag for a large SDU
     */
    bool HasLargeSduFlag(std::string_view what) const;

    /**
     * @param agreedVersion the agreed TNS version
     * @param nativeOffered whether the ACCEPT offers native services
     * @param fastAuth whether the ACCEPT offers fast authentication
     * @return the messages after the ACCEPT, in order
     */
    std::vector<LogonStep> GetLogon(uint16_t agreedVersion,
                                    bool nativeOffered,
                                    bool fastAuth) const;

    /**
     * @param name name of a driver, or "file:" and the path of its file
     * @param wanted its release, of Oracle's or of its own ("3.4"), or empty for its default
     * @param[out] out the profile
     * @return what is wrong: no such driver, no such release, or something in the file
     */
    static TextError Read(std::string_view name, std::string_view wanted, DriverProfile& out);

    /**
     * @param name as above
     * @param wanted as above
     * @return the profile, or nothing if there is none
     */
    static std::optional<DriverProfile> Find(std::string_view name, std::string_view wanted = "");

    /**
     * @return names of the drivers that are built in
     */
    static std::vector<std::string> GetNames();

    /**
     * @param name name of a driver, or "file:" and the path of its file
     * @return names of its releases, in the order of its file
     */
    static std::vector<std::string> GetReleases(std::string_view name);

    /**
     * @return its values by key of a driver's file
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
     * Tell what is wrong with the values of a driver's file.
     *
     * @param file a file
     * @return the first of it
     */
    static TextError CheckFile(const ProfileFile& file);

    /**
     * Take over what files say of a release.
     *
     * @param chain the driver's file and those in front of it
     * @param wanted name of the release
     * @param seen releases on the way to it
     * @return what is wrong: it is unknown
     */
    TextError AddRelease(std::span<const std::shared_ptr<const ProfileFile>> chain,
                         const std::string& wanted,
                         std::vector<std::string>& seen);

    /**
     * @param file a file
     * @param layers what holds at times, of that file
     */
    void AddConditional(const std::shared_ptr<const ProfileFile>& file,
                        const std::vector<ProfileLayer>& layers);

    /**
     * @param chain a driver's file and those in front of it
     * @return names of its releases
     */
    static std::vector<std::string> ListReleases(
        std::span<const std::shared_ptr<const ProfileFile>> chain);

    /**
     * Take a client of 32 bits: pointers to a server of 64 bits are one byte (OciLayout::narrow).
     *
     * @param agreed the agreed TNS version
     */
    void Narrow(uint16_t agreed);

    /// What holds at times, in order; each keeps its file.
    std::vector<std::shared_ptr<const ProfileLayer>> m_conditional;
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
