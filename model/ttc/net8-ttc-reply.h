// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_REPLY_H
#define NET8_TTC_REPLY_H

#include <cstdint>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the form of the replies of a session depends on.
 */
struct TtcEnds
{
    bool thin{false};        ///< A thin driver is the client.
    uint16_t client{0};      ///< TNS version of the client's release.
    uint16_t version{0};     ///< The agreed TNS version.
    bool samePlatform{true}; ///< Both ends run on the same platform.
};

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
    uint32_t ioVector{0};          ///< Directions of the binds of a block, beside a byte for each.
    uint32_t errorNumbers{0};      ///< How often it tells an error number in as many bytes as that
                                   ///< takes; OCI's take the same always.

    /**
     * @param ends client and server
     * @return the sizes of replies between them
     */
    static TtcReplySizes Find(const TtcEnds& ends);

    /**
     * @param text text of an error, such as ORA-00942: table or view does not exist, without the
     * line feed that ends it
     * @return the end of a call that failed with it
     */
    uint32_t GetErrorLength(std::string_view text) const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_REPLY_H */
