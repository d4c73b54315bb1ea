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
 * What the application of a client does, and the time its work takes.
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
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return whether any of its times is drawn at random
     */
    bool Draws() const;

    /**
     * @return the settings of queries and of the times between calls
     */
    const WorkSettings& GetSettings() const;

    /**
     * Parse the mix of transactions.
     *
     * @param names names of all transactions, by number
     * @return the mix that the sessions run, or the error in it
     */
    WeightedMix::Parsed ReadMix(const std::vector<std::string>& names) const;

    /**
     * @return the other settings
     */
    ClientWork Get() const;

  private:
    std::string m_transactions; ///< Transactions with weights.
    WorkSettings m_settings;    ///< Settings of queries and times between calls.
    ClientWork m_work;          ///< Other settings.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_WORK_H */
