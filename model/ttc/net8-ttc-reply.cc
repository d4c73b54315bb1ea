// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-reply.h"

#include "ns3/net8-packet-type.h"

namespace ns3::net8
{

namespace
{

/// TNS versions of 10.2, 11.1, 12.1 and 18c.
constexpr uint16_t VERSION_10G = 313;
constexpr uint16_t VERSION_11G = 314;
constexpr uint16_t VERSION_12C = 315;
constexpr uint16_t VERSION_18C = 318;

/// Capture of OCI 9.2 with 10.2. The description of one column, 52, is split as in later releases;
/// it comes in the reply to the parse call.
constexpr TtcReplySizes OCI_9I{6, 46, 18, 2, 11, 0, 64, 0, 26};
/// Capture of 10.2 with 10.2, same platform. Its return parameters tell the NLS settings that its
/// logon changed; without those they are taken to be as in 11.1.
constexpr TtcReplySizes OCI_10G_SAME{66, 46, 34, 0, 35, 381, 96, 0, 26};
/// 10.2 with different platforms: no capture; row header and end of call of 9.2.
constexpr TtcReplySizes OCI_10G_OTHER{66, 46, 18, 0, 35, 381, 64, 0, 26};
/// Captures of 11.2 with 11.1, both on Windows: four statements with 1 to 5 columns.
constexpr TtcReplySizes OCI_11G_SAME{69, 58, 50, 0, 35, 22, 136, 0, 26};
/// Captures of 11 on Linux with 11.1 on Windows: four statements with 1 to 5 columns.
constexpr TtcReplySizes OCI_11G_OTHER{69, 46, 22, 0, 35, 22, 66, 0, 26};
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
    if (version < VERSION_10G)
    {
        return OCI_9I;
    }
    if (version < VERSION_11G)
    {
        return samePlatform ? OCI_10G_SAME : OCI_10G_OTHER;
    }
    if (!samePlatform)
    {
        return OCI_11G_OTHER; // no capture of later ones
    }
    return version >= VERSION_18C ? OCI_19C_SAME : OCI_11G_SAME;
}

} // namespace ns3::net8
