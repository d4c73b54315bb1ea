// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_REORDERING_H
#define NET8_TCP_REORDERING_H

#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How far segments were seen to overtake each other: above that many duplicate ACKs a loss is
 * believed (net/ipv4/tcp_input.c).
 */
class TcpReordering
{
  public:
    /**
     * Reordering was seen (tcp_check_sack_reordering).
     *
     * @param state the sender
     * @param low lowest sequence number that arrived late
     */
    static void Note(TcpSendState& state, uint32_t low);

    /**
     * Without SACK: more duplicate ACKs came than segments are out (tcp_check_reno_reordering).
     *
     * @param state the sender
     * @param added segments to add to what is out
     */
    static void NoteWithoutSack(TcpSendState& state, uint32_t added);

    /**
     * Without SACK: count duplicate ACKs as segments that arrived (tcp_add_reno_sack).
     *
     * @param state the sender
     * @param duplicates duplicate ACKs that came
     */
    static void AddDuplicates(TcpSendState& state, uint32_t duplicates);

  private:
    /**
     * Hold the count of duplicate ACKs to what can have caused them (tcp_limit_reno_sacked).
     *
     * @param state the sender
     * @return whether more came
     */
    static bool LimitDuplicates(TcpSendState& state);
};

} // namespace ns3::net8

#endif // NET8_TCP_REORDERING_H
