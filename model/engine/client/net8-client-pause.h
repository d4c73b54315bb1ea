// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_PAUSE_H
#define NET8_CLIENT_PAUSE_H

#include "net8-client-progress.h"

#include <chrono>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a client does between two messages: it waits for some time, or a shared processor works for
 * it. Only one of them at a time.
 */
class ClientPause
{
  public:
    /**
     * Create an idle pause.
     *
     * @param progress progress of the session; must outlive this object
     */
    explicit ClientPause(ClientProgress& progress);

    /**
     * Wait until a given time.
     *
     * @param end the time
     * @param next called afterwards
     */
    void Until(std::chrono::nanoseconds end, std::function<void()> next);

    /**
     * Let the processor do work.
     *
     * @param work amount of work; 0: done immediately
     * @param next called afterwards
     */
    void Work(std::chrono::nanoseconds work, std::function<void()> next);

    /**
     * End the pause: the time has passed, or the work is done.
     */
    void End();

    /// What was to follow a pause.
    struct Rest
    {
        std::chrono::nanoseconds end; ///< When the pause was to end.
        std::function<void()> next;   ///< What was to be called then; empty: there was no pause.
    };

    /**
     * Stop waiting.
     *
     * @return what was to follow
     */
    Rest Stop();

    /**
     * @return whether a pause is active
     */
    bool IsOn() const;

    /**
     * @return whether the processor is working
     */
    bool IsWorking() const;

  private:
    ClientProgress& m_progress;   ///< Progress of the session.
    std::function<void()> m_next; ///< Called at the end.
    bool m_working{false};        ///< The processor is working.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_PAUSE_H */
