// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SCRIPT_H
#define NET8_CLIENT_SCRIPT_H

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A statement, as far as a driver's calls depend on it.
 */
struct ClientQuery
{
    uint32_t requestLength{0};  ///< TTC bytes of an execute request.
    uint32_t parseLength{0};    ///< TTC bytes of a parse request, where that is a call of its own.
    uint32_t columns{0};        ///< Number of columns.
    std::vector<uint32_t> lobs; ///< Bytes of the value of each LOB column.
    uint32_t lobLocator{0};     ///< Bytes of a LOB locator.
};

/**
 * @ingroup net8
 * What the application above a client asks, and the time that it takes.
 */
class ClientScript
{
  public:
    /// A query that is to come.
    struct Task
    {
        const ClientQuery* query;         ///< The statement; it stays there until its last reply.
        std::chrono::nanoseconds wait{0}; ///< Time until it is asked.
    };

    virtual ~ClientScript() = default;

    /**
     * The session is logged on, or a query is over.
     *
     * @return what is asked next; nothing: the session logs off
     */
    virtual std::optional<Task> GetNext() = 0;

    /**
     * @return time that the application takes for a reply of a query, but for its rows
     */
    virtual std::chrono::nanoseconds GetReplyTime() = 0;

    /**
     * @param rows number of rows
     * @return time that the application takes for them
     */
    virtual std::chrono::nanoseconds GetRowTime(uint32_t rows) = 0;
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SCRIPT_H */
