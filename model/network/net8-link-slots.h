// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_SLOTS_H
#define NET8_LINK_SLOTS_H

#include "net8-link-draw.h"

#include <chrono>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The slots of netem: packets are held until the next slot and then delivered together, as on links
 * that are shared by time (Wi-Fi, DOCSIS, LTE).
 *
 * A packet that is due after the last slot has passed waits for a new one, which begins a random
 * time later, uniform from `least` to `most`. A slot takes all packets that are due before it
 * begins, up to a number of packets or bytes; the others wait for another slot, drawn from the
 * moment at which this one is full.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, netem_dequeue and get_slot_next; tc-netem(8), slot.
 */
class LinkSlots
{
  public:
    using Time = std::chrono::nanoseconds; ///< A time, or a length of time.

    /// Properties of the slots.
    struct Settings
    {
        Time least{0};       ///< Shortest time to a slot.
        Time most{0};        ///< Longest time to a slot.
        uint32_t packets{0}; ///< Packets in a slot; 0: any number.
        uint32_t bytes{0};   ///< Bytes after which a slot is full; 0: any number.
    };

    /**
     * Create slots.
     *
     * @param settings properties of the slots
     * @param draw source of random numbers; not used where all slots are as long
     */
    LinkSlots(const Settings& settings, LinkDraw draw);

    /**
     * Get the time at which the next packet is delivered. Called once for each, in order.
     *
     * @param due when it would be delivered without slots
     * @param bytes its length with its link header
     * @return when its slot begins
     */
    Time GetDelivery(Time due, uint32_t bytes);

  private:
    /**
     * Draw a new slot.
     *
     * @param now the time from which it is drawn
     */
    void Draw(Time now);

    Settings m_settings;  ///< Properties of the slots.
    LinkDraw m_draw;      ///< Source of random numbers.
    Time m_slot{-1};      ///< When the slot begins; below 0: there was none.
    int64_t m_packets{0}; ///< Packets that still fit into it.
    int64_t m_bytes{0};   ///< Bytes that still fit into it.
};

} // namespace ns3::net8

#endif /* NET8_LINK_SLOTS_H */
