// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_TOKEN_H
#define NET8_TDS_TOKEN_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * First byte of a token of a reply.
 */
enum class TdsToken : uint8_t
{
    RETURN_STATUS = 0x79,    ///< Return status of a procedure.
    COLUMNS = 0x81,          ///< The columns of a result (COLMETADATA).
    ORDER = 0xa9,            ///< Columns by which rows are sorted.
    ERROR = 0xaa,            ///< An error.
    INFO = 0xab,             ///< An informational message.
    RETURN_VALUE = 0xac,     ///< An output parameter.
    LOGIN_ACK = 0xad,        ///< The logon was accepted.
    FEATURES = 0xae,         ///< Acknowledged features (FEATUREEXTACK).
    ROW = 0xd1,              ///< A row.
    ROW_WITH_NULLS = 0xd2,   ///< A row with a bit for each column that is null (NBCROW).
    ENVIRONMENT = 0xe3,      ///< A change in the session environment (ENVCHANGE).
    SSPI = 0xed,             ///< Bytes of a Windows authentication.
    DONE = 0xfd,             ///< End of a statement.
    DONE_PROCEDURE = 0xfe,   ///< End of a procedure (DONEPROC).
    DONE_IN_PROCEDURE = 0xff ///< End of a statement in a procedure (DONEINPROC).
};

} // namespace ns3::net8

#endif /* NET8_TDS_TOKEN_H */
