// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SERVER_SCRIPT_H
#define NET8_TDS_SERVER_SCRIPT_H

#include "ns3/net8-tds-reply.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Provides the answers of a TDS server.
 */
class TdsServerScript
{
  public:
    /// Columns and rows, encoded once for all sessions that request them.
    struct Result
    {
        std::vector<uint8_t> bytes; ///< The tokens.
        std::vector<uint64_t> ends; ///< Their end offsets, bytes.
    };

    /// An answer.
    struct Answer
    {
        std::chrono::nanoseconds time{0};       ///< Time before its first byte, without CPU.
        TdsReply reply{};                       ///< The tokens after those of the result.
        std::shared_ptr<const Result> result{}; ///< Tokens before them; null: none.
        std::chrono::nanoseconds cpu{0};        ///< CPU time before that time.
    };

    virtual ~TdsServerScript() = default;

    /**
     * Check the credentials of a user.
     *
     * @param user name of the user, Latin-1
     * @param password the password, Latin-1
     * @return whether the user may log on
     */
    virtual bool Admits(const std::string& user, const std::string& password) = 0;

    /**
     * Answer a request.
     *
     * @param text text of a batch, or the first parameter of a call, Latin-1
     * @param layout layout of the session
     * @return the answer, in the form for a batch
     */
    virtual Answer GetAnswer(const std::string& text, const TdsLayout& layout) = 0;

    /**
     * @return CPU time of a logon
     */
    virtual std::chrono::nanoseconds GetLogonCpu()
    {
        return std::chrono::nanoseconds(0);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_SERVER_SCRIPT_H */
