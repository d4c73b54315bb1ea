// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_REORDERING_H
#define NET8_TCP_REORDERING_H

#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Estimates how far segments overtake each other: more duplicate ACKs than that indicate a loss
 * (net/ipv4/tcp_input.c).
 */
class TcpReordering
{
  public:
    /**
     * Record observed reordering (tcp_check_sack_reordering).
     *
     * @param state state of the sender
     * @param low lowest sequence number that arrived late
     */
    static void Note(TcpSendState& state, uint32_t low);

    /**
     * Without SACK: handle more duplicate ACKs than segments outstanding
     * (tcp_check_reno_reordering).
     *
     * @param state state of the sender
     * @param added segments to add to those outstanding
     */
    static void NoteWithoutSack(TcpSendState& state, uint32_t added);

    /**
     * Without SACK: count duplicate ACKs as delivered segments (tcp_add_reno_sack).
     *
     * @param state state of the sender
     * @param duplicates number of duplicate ACKs received
     */
    static void AddDuplicates(TcpSendState& state, uint32_t duplicates);

    /**
     * Limit the count of duplicate ACKs to the number that can have occurred
     * (tcp_limit_reno_sacked).
     *
     * @param state state of the sender
     * @return whether the count was higher
     */
    static bool LimitDuplicates(TcpSendState& state);
};

} // namespace ns3::net8

#endif // NET8_TCP_REORDERING_H
