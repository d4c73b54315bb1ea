// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RANDOM_SCRIPT_H
#define NET8_RANDOM_SCRIPT_H

#include "net8-session-settings.h"

#include "ns3/net8-client-script.h"
#include "ns3/net8-random.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a pooled connection is to do at its turn.
 */
enum class PoolTurn : uint8_t
{
    REST, ///< Nothing.
    PING, ///< Check that its server answers.
    WORK, ///< Run one query or one transaction.
    END   ///< Log off.
};

/**
 * @ingroup net8
 * The application above a Net8Client: repeats one statement a number of times, with random times
 * between. In a pool it asks the statement once at each turn and rests otherwise.
 */
class Net8RandomScript : public ClientScript
{
  public:
    /**
     * @param settings settings common to all sessions of the host; they must outlive the script
     * @param stream number of the random streams of the session
     */
    Net8RandomScript(const SessionSettings& settings, int64_t stream);

    std::optional<Task> GetNext(const Outcome& before) override;
    std::chrono::nanoseconds GetReplyTime() override;
    std::chrono::nanoseconds GetRowTime(uint32_t rows) override;
    std::chrono::nanoseconds GetCpuTime(uint32_t rows) override;

    /**
     * @param turn what the connection, which rests, is to do next
     */
    void SetTurn(PoolTurn turn);

    /**
     * @return what the connection is to do next
     */
    PoolTurn GetTurn() const;

  protected:
    /**
     * Take the turn, in a pool.
     *
     * @param work task to do if the turn is one to work
     * @return the task to do; nothing: the session logs off
     */
    std::optional<Task> TakeTurn(const std::optional<Task>& work);

    /**
     * @param shared a time that all sessions of the host share, s
     * @param count number of draws
     * @return the sum of draws of this session
     */
    Time Draw(const NamedVariable& shared, uint64_t count = 1);

    /**
     * @return the session's source of choices, between 0 and 1
     */
    Ptr<UniformRandomVariable> GetChoice();

  private:
    Net8OwnDraws m_draws;                ///< Random variables of the session.
    Ptr<UniformRandomVariable> m_choice; ///< Its choices; null: none so far.
    int64_t m_stream;                    ///< Number of its random streams.
    const SessionSettings& m_settings;   ///< Settings common to all sessions.
    uint32_t m_asked{0};                 ///< Queries asked so far.
    PoolTurn m_turn{PoolTurn::REST};     ///< Next turn, in a pool.
};

} // namespace ns3::net8

#endif /* NET8_RANDOM_SCRIPT_H */
