// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SLEEPER_H
#define NET8_TCP_SLEEPER_H

#include "net8-tcp-connection.h"

#include <cstddef>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Pointer to a connection that takes a third of its memory while nothing happens to it, as Linux
 * keeps less of a connection in TIME-WAIT. Whoever uses the connection wakes it, and finds it as it
 * was: a simulation may have a million of them that wait for their users.
 */
class TcpSleeper
{
  public:
    TcpSleeper() = default;

    /**
     * @param connection the connection; null: none
     * @return this pointer
     */
    TcpSleeper& operator=(std::unique_ptr<TcpConnection> connection)
    {
        m_awake = std::move(connection);
        m_asleep = nullptr;
        return *this;
    }

    /// @return whether there is a connection
    explicit operator bool() const
    {
        return m_awake || m_asleep;
    }

    /// @return the connection, awake; null: there is none
    TcpConnection* get() const
    {
        if (m_asleep)
        {
            Wake();
        }
        return m_awake.get();
    }

    /// @return the connection, awake
    TcpConnection* operator->() const
    {
        return get();
    }

    /// @return the connection, awake
    TcpConnection& operator*() const
    {
        return *get();
    }

    /**
     * Let the connection sleep if nothing is on its way and nothing is due soon. References to it
     * are invalid afterwards.
     *
     * @param now current time, ns
     */
    void Rest(TcpTime now);

    /// @return whether it sleeps
    bool IsAsleep() const
    {
        return m_asleep != nullptr;
    }

  private:
    /// Wake the connection.
    void Wake() const;

    mutable std::unique_ptr<TcpConnection> m_awake; ///< The connection, if it is awake.
    mutable TcpImage::Squeezed m_asleep;            ///< What is left of it otherwise.
};

} // namespace ns3::net8

#endif // NET8_TCP_SLEEPER_H
