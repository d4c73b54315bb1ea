// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SERVER_SCRIPT_H
#define NET8_TDS_SERVER_SCRIPT_H

#include "ns3/net8-tds-reply.h"

#include <chrono>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a TDS server answers to requests.
 */
class TdsServerScript
{
  public:
    /// An answer.
    struct Answer
    {
        std::chrono::nanoseconds time{0}; ///< Time that the server takes before its first byte.
        TdsReply reply;                   ///< The tokens.
    };

    virtual ~TdsServerScript() = default;

    /**
     * @param user name of the user, Latin-1
     * @param password password, Latin-1
     * @return whether they may log on
     */
    virtual bool Admits(const std::string& user, const std::string& password) = 0;

    /**
     * @param text text of a batch, or the first parameter of a call, Latin-1
     * @return its answer
     */
    virtual Answer GetAnswer(const std::string& text) = 0;
};

} // namespace ns3::net8

#endif /* NET8_TDS_SERVER_SCRIPT_H */
