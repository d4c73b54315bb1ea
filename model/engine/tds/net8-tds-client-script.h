// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CLIENT_SCRIPT_H
#define NET8_TDS_CLIENT_SCRIPT_H

#include "ns3/net8-deadlines.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The requests of the application on top of a TDS client.
 */
class TdsClientScript
{
  public:
    /// The next batch.
    struct Task
    {
        std::string text;                         ///< SQL text, Latin-1.
        std::chrono::nanoseconds wait{0};         ///< Time to wait before it is sent.
        std::chrono::nanoseconds patience{NEVER}; ///< Time limit, after which it is cancelled
                                                  ///< (attention).
    };

    virtual ~TdsClientScript() = default;

    /**
     * Get the next batch, after the logon or a completed batch.
     *
     * @return the next batch; nothing to close the connection
     */
    virtual std::optional<Task> GetNext() = 0;

    /**
     * Get the work on an answer.
     *
     * @param rows rows of the complete answer
     * @return time the client spends on it, before anything else
     */
    virtual std::chrono::nanoseconds GetWork([[maybe_unused]] uint64_t rows)
    {
        return std::chrono::nanoseconds(0);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_CLIENT_SCRIPT_H */
