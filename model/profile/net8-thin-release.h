// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_THIN_RELEASE_H
#define NET8_THIN_RELEASE_H

#include <cstdint>
#include <string_view>
#include <vector>

namespace ns3::net8
{

enum class DriverKind : uint8_t;

/**
 * @ingroup net8
 * In what the versions of one thin driver differ: TTC bytes of the requests of their logons, and
 * habits. Each was run against the responder of test/drivers.
 */
struct ThinRelease
{
    DriverKind kind;       ///< Which driver.
    std::string_view name; ///< Release in a plan: "19c" for JDBC, "3.4" for python-oracledb ...
    uint16_t version;      ///< TNS version in the CONNECT.
    uint8_t connectFlags;  ///< CONNECT, offsets 32 and 33.
    bool marksEnd;         ///< Marks the last packet of a request.
    bool asksVersion;      ///< Asks for the version of the server after the logon.
    bool tellsConnectData; ///< The second authentication repeats the descriptor.
    bool closesFailed;     ///< Closes the cursor of a failed call with its next call.
    uint32_t tdu;          ///< TDU in the CONNECT, bytes; 0: as other releases.
    uint32_t native;       ///< Native services; 0: does without them.
    uint32_t protocol;     ///< Protocol.
    uint32_t dataTypes;    ///< Data types, to a server before 23ai.
    uint32_t dataTypes23;  ///< Data types, to a server of 23ai.
    uint32_t auth1Head;    ///< Head of the first authentication.
    uint32_t auth2;        ///< Second authentication beside user, names and descriptor.
    uint32_t fastAuth;     ///< Fast authentication beside user and names; 0: sends three messages.
    uint32_t execute23;    ///< Bytes of an execute for fields newer than 12.1, without the token.
    uint32_t version23;    ///< Bytes of the version call likewise.
    uint32_t logoff;       ///< Logoff with what is in front of it, to a server before 23ai.
    uint32_t logoff23;     ///< Logoff likewise to a server of 23ai, tokens included.
    uint32_t endsCursor;   ///< Bytes in front of it for a cursor that was read to its end.

    /**
     * @param kind which driver
     * @param name a release in a plan
     * @return whether it is a version of this driver
     */
    static bool IsKnown(DriverKind kind, std::string_view name);

    /**
     * @param kind a thin driver
     * @param name a release in a plan: its own or, for the nearest one, of Oracle
     * @param version TNS version of that release
     * @return what it does
     */
    static const ThinRelease& Find(DriverKind kind, std::string_view name, uint16_t version);

    /**
     * @return the releases that are none of Oracle's, such as "3.4"
     */
    static std::vector<std::string_view> GetOwnNames();
};

} // namespace ns3::net8

#endif /* NET8_THIN_RELEASE_H */
