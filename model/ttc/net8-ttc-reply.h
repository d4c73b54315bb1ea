// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_REPLY_H
#define NET8_TTC_REPLY_H

#include <cstdint>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the format of the replies in a session depends on.
 */
struct TtcEnds
{
    bool thin{false};        ///< The client is a thin driver.
    uint16_t client{0};      ///< TNS version of the client's release.
    uint16_t version{0};     ///< The agreed TNS version.
    bool samePlatform{true}; ///< Both ends run on the same platform.
};

/**
 * @ingroup net8
 * Sizes of the messages in the replies to the calls of a query, TTC bytes. They depend on the
 * format that client and server agree on: universal integers (thin drivers), structures of the
 * platform that both ends share, or the format between different platforms.
 *
 * A reply is, in this order: description of the columns (execute only), row header (if there are
 * rows), rows, return parameters (execute only), end of call.
 */
struct TtcReplySizes
{
    uint32_t describe{0};          ///< Description of columns, without the columns.
    uint32_t describeColumn{0};    ///< One column of it, without its name.
    uint32_t rowHeader{0};         ///< Row header.
    uint32_t columnIndicator{0};   ///< Indicator and return code after each column value.
    uint32_t parameters{0};        ///< Return parameters.
    uint32_t sessionParameters{0}; ///< Additional size of these in a session's first execute.
    uint32_t endOfCall{0};         ///< End of call without an error.
    uint32_t executeEnd{0};        ///< Additional size of it for an execute.
    uint32_t noDataFound{0};       ///< Additional size of it at the end of data (ORA-01403).
    uint32_t ioVector{0};          ///< Directions of the binds of a block, without one byte each.
    uint32_t errorNumbers{0};      ///< How often an error number is encoded with variable length;
                                   ///< in OCI its size is fixed.

    /**
     * Get the sizes of replies.
     * @param ends client and server
     * @return the sizes of replies between the two
     */
    static TtcReplySizes Find(const TtcEnds& ends);

    /**
     * Get the size of an error.
     * @param text text of the error, such as "ORA-00942: table or view does not exist", without the
     * final line feed
     * @return size of the end of a call that failed with it, TTC bytes
     */
    uint32_t GetErrorLength(std::string_view text) const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_REPLY_H */
