// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SUBSCRIPTION_SCRIPTS_H
#define NET8_SUBSCRIPTION_SCRIPTS_H

#include "net8-random-script.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The application of a session that subscribes to changes, as python-oracledb does it with
 * client_initiated: it subscribes, rests until a second connection listens, does its work, ends the
 * subscription, rests until that connection is closed, and logs off. If the second connection
 * fails, it does its work all the same, and ends no subscription.
 */
class Net8SubscriberScript : public ClientScript
{
  public:
    /**
     * @param settings settings common to all sessions of the host
     * @param work the application without the subscription; its turn is REST if there is nothing
     * to end. It must outlive this object
     */
    Net8SubscriberScript(const SessionSettings& settings, Net8RandomScript& work);

    std::optional<Task> GetNext(const Outcome& before) override;
    std::chrono::nanoseconds GetReplyTime() override;
    std::chrono::nanoseconds GetRowTime(uint32_t rows) override;
    std::chrono::nanoseconds GetCpuTime(uint32_t rows) override;

  private:
    /// What comes next.
    enum class Step : uint8_t
    {
        SUBSCRIBE, ///< The subscription.
        AWAIT,     ///< A rest until the second connection listens.
        WORK,      ///< The application, and then the end of the subscription.
        CLOSE,     ///< A rest until the second connection is closed.
        END        ///< The logoff.
    };

    Net8RandomScript& m_work; ///< The application.
    ClientQuery m_begin;      ///< Call that begins the subscription.
    ClientQuery m_end;        ///< Call that ends it.
    Step m_step{};            ///< What comes next.
};

/**
 * @ingroup net8
 * The second connection of a subscription: its only call asks for notifications.
 */
class Net8NotifiedScript : public ClientScript
{
  public:
    Net8NotifiedScript();

    std::optional<Task> GetNext(const Outcome& before) override;
    std::chrono::nanoseconds GetReplyTime() override;
    std::chrono::nanoseconds GetRowTime(uint32_t rows) override;

  private:
    ClientQuery m_call;   ///< The call.
    bool m_called{false}; ///< It was made.
};

} // namespace ns3::net8

#endif /* NET8_SUBSCRIPTION_SCRIPTS_H */
