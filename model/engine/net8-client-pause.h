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
 * What a client does between two messages: it lets time pass, or a processor that it shares with
 * others works for it. One of them is on at a time.
 */
class ClientPause
{
  public:
    /**
     * @param progress what the session has come to; it must outlive this
     */
    explicit ClientPause(ClientProgress& progress);

    /**
     * Let time pass.
     *
     * @param end until when
     * @param next what is to be done then
     */
    void Until(std::chrono::nanoseconds end, std::function<void()> next);

    /**
     * Have work done by the processor.
     *
     * @param work how much; nothing: it is done at once
     * @param next what is to be done then
     */
    void Work(std::chrono::nanoseconds work, std::function<void()> next);

    /**
     * The time has passed, or the work is done.
     */
    void End();

    /**
     * @return whether either is on
     */
    bool IsOn() const;

    /**
     * @return whether the processor works
     */
    bool IsWorking() const;

  private:
    ClientProgress& m_progress;   ///< What the session has come to.
    std::function<void()> m_next; ///< To be done at the end.
    bool m_working{false};        ///< The processor works.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_PAUSE_H */
