// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_WORK_H
#define NET8_CLIENT_WORK_H

#include "net8-session-settings.h"

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the application of a client does, and what its processor takes.
 */
class Net8ClientWork : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ClientWork();
    ~Net8ClientWork() override;

    /**
     * @param stream first stream of random numbers
     * @return number of streams that were taken
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param[in,out] settings what the sessions have in common
     */
    void Fill(SessionSettings& settings) const;

  private:
    uint32_t m_queries{0};                 ///< Number of queries.
    Ptr<RandomVariableStream> m_thinkTime; ///< Between two queries, s.
    Ptr<RandomVariableStream> m_callTime;  ///< After each reply of a query, s.
    Ptr<RandomVariableStream> m_rowTime;   ///< For each row received, s.
    uint32_t m_commits{0};                 ///< Commits before the logoff.
    bool m_readLobs{true};                 ///< LOBs are read.
    uint32_t m_lobAmount{0};               ///< Bytes of a LOB asked for in one call; 0: all.
    Time m_packetTime;                     ///< Work for each TNS packet.
    Time m_byteTime;                       ///< Work for each byte.
    bool m_readAhead{true};                ///< Replies are read as they come.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_WORK_H */
