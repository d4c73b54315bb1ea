// SPDX-License-Identifier: GPL-2.0-only
#include "net8-experiment-result.h"

#include "ns3/hash.h"

#include <array>
#include <iomanip>
#include <sstream>

namespace ns3::net8
{

namespace
{

/**
 * Hashes numbers in the order in which they are given.
 */
class Digest
{
  public:
    /**
     * @param numbers numbers to add
     */
    template <std::size_t N>
    void Add(const std::array<int64_t, N>& numbers)
    {
        m_hash = m_hasher.GetHash64(reinterpret_cast<const char*>(numbers.data()), sizeof(numbers));
    }

    /**
     * @return hash of all numbers so far, hexadecimal
     */
    std::string Print() const
    {
        std::ostringstream text;
        text << std::hex << std::setw(16) << std::setfill('0') << m_hash;
        return text.str();
    }

  private:
    Hasher m_hasher;    ///< Hasher, continued from call to call.
    uint64_t m_hash{0}; ///< Hash so far.
};

/**
 * @param record a call
 * @return its numbers
 */
std::array<int64_t, 13>
ToNumbers(const CallRecord& record)
{
    return {record.session,
            record.query,
            record.call,
            static_cast<int64_t>(record.kind),
            record.start.GetNanoSeconds(),
            record.firstByte.GetNanoSeconds(),
            record.end.GetNanoSeconds(),
            record.work.GetNanoSeconds(),
            static_cast<int64_t>(record.requestBytes),
            static_cast<int64_t>(record.replyBytes),
            record.requestPackets,
            record.replyPackets,
            record.rows};
}

/**
 * @param record a session
 * @return its numbers
 */
std::array<int64_t, 12>
ToNumbers(const SessionRecord& record)
{
    return {record.session,
            record.start.GetNanoSeconds(),
            record.connected.GetNanoSeconds(),
            record.accepted.GetNanoSeconds(),
            record.ready.GetNanoSeconds(),
            record.end.GetNanoSeconds(),
            record.version,
            record.sdu,
            record.tdu,
            static_cast<int64_t>(record.bytesSent),
            static_cast<int64_t>(record.bytesReceived),
            record.error ? static_cast<int64_t>(*record.error) : -1};
}

/**
 * @param record a request of a user
 * @return its numbers
 */
std::array<int64_t, 10>
ToNumbers(const RequestRecord& record)
{
    return {record.group,
            record.user,
            record.request,
            record.start.GetNanoSeconds(),
            record.asked.GetNanoSeconds(),
            record.got.GetNanoSeconds(),
            record.done.GetNanoSeconds(),
            record.end.GetNanoSeconds(),
            record.session,
            record.error};
}

/**
 * @param record a failover
 * @return its numbers
 */
std::array<int64_t, 11>
ToNumbers(const FailoverRecord& record)
{
    return {record.session,
            record.failover,
            record.lost.GetNanoSeconds(),
            record.loggedOn.GetNanoSeconds(),
            record.end.GetNanoSeconds(),
            record.attempts,
            record.preconnected ? 1 : 0,
            record.callsAgain,
            static_cast<int64_t>(record.rowsAgain),
            record.cause,
            record.outcome};
}

} // namespace

std::string
GetDigest(const ExperimentResult& result)
{
    Digest digest;
    for (const auto& call : result.calls)
    {
        digest.Add(ToNumbers(call));
        // Plans with a single statement keep the digests they had before there were several.
        if (call.statement >= 0)
        {
            digest.Add(std::array<int64_t, 3>{call.statement, call.transaction, call.execution});
        }
        if (call.failedRows > 0)
        {
            digest.Add(std::array<int64_t, 1>{call.failedRows});
        }
    }
    for (const auto& session : result.sessions)
    {
        digest.Add(ToNumbers(session));
    }
    for (const auto& failover : result.failovers)
    {
        digest.Add(ToNumbers(failover));
    }
    for (const auto& request : result.requests)
    {
        digest.Add(ToNumbers(request));
    }
    for (const auto& [name, count] : result.counters)
    {
        digest.Add(std::array{static_cast<int64_t>(Hash64(name)), static_cast<int64_t>(count)});
    }
    return digest.Print();
}

} // namespace ns3::net8
