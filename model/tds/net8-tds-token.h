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
    RETURN_STATUS = 0x79,    ///< What a procedure returned.
    COLUMNS = 0x81,          ///< The columns of a result (COLMETADATA).
    ORDER = 0xa9,            ///< By which columns rows are in order.
    ERROR = 0xaa,            ///< An error.
    INFO = 0xab,             ///< A message that is no error.
    RETURN_VALUE = 0xac,     ///< A parameter that comes back.
    LOGIN_ACK = 0xad,        ///< The logon is accepted.
    FEATURES = 0xae,         ///< Features that were asked for (FEATUREEXTACK).
    ROW = 0xd1,              ///< A row.
    ROW_WITH_NULLS = 0xd2,   ///< A row with a bit for each column that is null (NBCROW).
    ENVIRONMENT = 0xe3,      ///< Something of the session has changed (ENVCHANGE).
    SSPI = 0xed,             ///< Bytes of an authentication of Windows.
    DONE = 0xfd,             ///< A statement is over.
    DONE_PROCEDURE = 0xfe,   ///< A procedure is over (DONEPROC).
    DONE_IN_PROCEDURE = 0xff ///< A statement of a procedure is over (DONEINPROC).
};

} // namespace ns3::net8

#endif /* NET8_TDS_TOKEN_H */
