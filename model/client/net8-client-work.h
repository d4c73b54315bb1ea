// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_WORK_H
#define NET8_CLIENT_WORK_H

#include "net8-session-settings.h"

#include "ns3/net8-transaction-walk.h"
#include "ns3/object.h"

#include <string>
#include <vector>

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
     * Fix the streams of what packets and bytes cost, which take one only where they are drawn.
     *
     * @param stream first stream of random numbers
     * @return number of streams that were taken
     */
    int64_t AssignCostStreams(int64_t stream);

    /**
     * @return whether one of its times is drawn at random
     */
    bool Draws() const;

    /**
     * @return what the attributes say of queries and of the times between calls
     */
    const WorkSettings& GetSettings() const;

    /**
     * @param names names of all transactions, by number
     * @return which of them the sessions run, or what is wrong with that
     */
    WeightedMix::Parsed ReadMix(const std::vector<std::string>& names) const;

    /**
     * @return what they say of the rest
     */
    ClientWork Get() const;

  private:
    std::string m_transactions; ///< Transactions with weights.
    WorkSettings m_settings;    ///< Queries and times between calls.
    ClientWork m_work;          ///< The rest.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_WORK_H */
