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
 * What a connection of a pool is woken for.
 */
enum class PoolTurn : uint8_t
{
    REST, ///< Nothing.
    PING, ///< To see whether its server answers.
    WORK, ///< One query, or one transaction.
    END   ///< To log off.
};

/**
 * @ingroup net8
 * The application above a Net8Client: one statement, some times over, with random times between. In
 * a pool it asks once whenever it has the turn, and rests else.
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

    /**
     * @param turn what the connection, which rests, is to do next
     */
    void SetTurn(PoolTurn turn);

  protected:
    /**
     * Take the turn, in a pool.
     *
     * @param work what is asked at a turn to work
     * @return what is asked; nothing: the session logs off
     */
    std::optional<Task> TakeTurn(const std::optional<Task>& work);

    /**
     * @return what the connection of a pool is to do next
     */
    PoolTurn GetTurn() const;

  private:
    PoolTurn m_turn{PoolTurn::REST};   ///< What it does next, in a pool.
    const SessionSettings& m_settings; ///< What all sessions have in common.
    uint32_t m_asked{0};               ///< Queries asked so far.
};

} // namespace ns3::net8

#endif /* NET8_RANDOM_SCRIPT_H */
