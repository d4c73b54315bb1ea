// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_REPLY_H
#define NET8_TTC_REPLY_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sizes of the messages that make up the replies to the calls of a query, TTC bytes. They depend on
 * the form that client and server agree on: universal integers (thin drivers), structures of the
 * platform that both ends share, or the form between different platforms.
 *
 * A reply is, in this order: description of the columns (execute only), row header (if there are
 * rows), rows, return parameters (execute only), end of call.
 */
struct TtcReplySizes
{
    uint32_t describe{0};          ///< Description of columns, beside the columns.
    uint32_t describeColumn{0};    ///< One column of it, beside its name.
    uint32_t rowHeader{0};         ///< Row header.
    uint32_t columnIndicator{0};   ///< Indicator and return code behind each column value.
    uint32_t parameters{0};        ///< Return parameters.
    uint32_t sessionParameters{0}; ///< What those of a session's first execute have more.
    uint32_t endOfCall{0};         ///< End of call without an error.
    uint32_t executeEnd{0};        ///< What that of an execute has more.
    uint32_t noDataFound{0};       ///< What it has more at the end of the data (ORA-01403).

    /**
     * @param thin a thin driver is the client
     * @param version the agreed TNS version
     * @param samePlatform both ends run on the same platform
     * @return the sizes of replies between them
     */
    static TtcReplySizes Find(bool thin, uint16_t version, bool samePlatform);
};

} // namespace ns3::net8

#endif /* NET8_TTC_REPLY_H */
