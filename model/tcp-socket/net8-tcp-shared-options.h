// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SHARED_OPTIONS_H
#define NET8_TCP_SHARED_OPTIONS_H

#include "ns3/net8-tcp-settings.h"

#include <set>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Options of a socket that it shares with all that have the same: very many sockets have a few
 * different options.
 */
class Net8TcpSharedOptions
{
  public:
    /**
     * @param options the options from now on
     * @return these options
     */
    Net8TcpSharedOptions& operator=(const TcpSocketOptions& options)
    {
        m_options = &*s_all.insert(options).first;
        return *this;
    }

    /// @return the options
    const TcpSocketOptions& operator*() const
    {
        return *m_options;
    }

    /// @return the options
    const TcpSocketOptions* operator->() const
    {
        return m_options;
    }

  private:
    static inline std::set<TcpSocketOptions> s_all; ///< All options that sockets have had.

    const TcpSocketOptions* m_options{&*s_all.emplace().first}; ///< Those of this socket.
};

} // namespace ns3::net8

#endif // NET8_TCP_SHARED_OPTIONS_H
