// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RANDOM_SCRIPT_H
#define NET8_RANDOM_SCRIPT_H

#include "net8-session-settings.h"

#include "ns3/net8-client-script.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The application above a Net8Client: one statement, some times over, with random times between.
 */
class Net8RandomScript : public ClientScript
{
  public:
    /**
     * @param settings what all sessions of the host have in common; it must outlive the script
     */
    explicit Net8RandomScript(const SessionSettings& settings);

    std::optional<Task> GetNext(const Outcome& before) override;
    std::chrono::nanoseconds GetReplyTime() override;
    std::chrono::nanoseconds GetRowTime(uint32_t rows) override;
    std::chrono::nanoseconds GetCpuTime(uint32_t rows) override;

  private:
    const SessionSettings& m_settings; ///< What all sessions have in common.
    uint32_t m_asked{0};               ///< Queries asked so far.
};

} // namespace ns3::net8

#endif /* NET8_RANDOM_SCRIPT_H */
