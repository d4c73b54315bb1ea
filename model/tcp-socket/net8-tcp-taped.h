// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TAPED_H
#define NET8_TCP_TAPED_H

#include "ns3/net8-tcp-connection.h"

#include <cstdint>

namespace ns3::net8
{

class Net8TcpTape;

/**
 * @ingroup net8
 * A socket with a TCP machine that tells a tape what happens to it, see Net8TcpTape.
 */
class Net8TcpTaped
{
  public:
    /// What happened in a time that was skipped.
    struct Skipped
    {
        TcpTime by{0};       ///< Its length, ns.
        uint64_t written{0}; ///< Bytes written in it.
        uint64_t read{0};    ///< Bytes read in it.
        bool moved{false};   ///< The event behind the deadline is another one.
        TcpTime deadline{0}; ///< Time of that event, ns; TcpTimers::NEVER: there is none.
        TcpTime known{0};    ///< When it was scheduled, ns.
    };

    virtual ~Net8TcpTaped() = default;

    /**
     * @param tape is told what happens to the machine; null: nobody is
     */
    virtual void SetTape(Net8TcpTape* tape) = 0;

    /**
     * @return the machine; null: there is no connection
     */
    virtual const TcpConnection* GetMachine() const = 0;

    /**
     * @return time of the event behind the deadline of the machine, ns; TcpTimers::NEVER: there is
     * none
     */
    virtual TcpTime GetDeadlineEvent() const = 0;

    /**
     * Go on after a time that was skipped, in which all other events of the socket moved along.
     *
     * @param later the machine at its end
     * @param skipped what happened in it
     */
    virtual void Skip(const TcpConnection& later, const Skipped& skipped) = 0;
};

} // namespace ns3::net8

#endif // NET8_TCP_TAPED_H
