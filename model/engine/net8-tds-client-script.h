// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CLIENT_SCRIPT_H
#define NET8_TDS_CLIENT_SCRIPT_H

#include "net8-deadlines.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the application above a TDS client asks.
 */
class TdsClientScript
{
  public:
    /// A batch that is to come.
    struct Task
    {
        std::string text;                         ///< Its statements, Latin-1.
        std::chrono::nanoseconds wait{0};         ///< Time until it is sent.
        std::chrono::nanoseconds patience{NEVER}; ///< Time after which it is cancelled (attention).
    };

    virtual ~TdsClientScript() = default;

    /**
     * The session is logged on, or a batch is over.
     *
     * @return what is asked next; nothing: the client closes
     */
    virtual std::optional<Task> GetNext() = 0;

    /**
     * @param rows rows of an answer, all of which is there
     * @return work of the client on it, before anything else
     */
    virtual std::chrono::nanoseconds GetWork([[maybe_unused]] uint64_t rows)
    {
        return std::chrono::nanoseconds(0);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_CLIENT_SCRIPT_H */
