// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PROCESS_GATE_H
#define NET8_PROCESS_GATE_H

#include "net8-host-memory.h"

#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What stands before the servers of a pool: whether PROCESSES and the memory of the host allow one
 * more, and the memory that those there are have reserved.
 */
class Net8ProcessGate
{
  public:
    /**
     * What servers take, from where.
     */
    struct Settings
    {
        Ptr<Net8HostMemory> memory;         ///< Memory of the host; nothing: without limit.
        std::function<bool()> hasProcess{}; ///< PROCESSES allows one more; empty: always.
        uint64_t processMemory{0};          ///< Memory of the process of a server, bytes.
        uint64_t sessionMemory{0};          ///< Memory of its session, bytes; 0: it has none.
    };

    /**
     * @param settings what servers take
     */
    void Configure(const Settings& settings);

    /**
     * @param servers servers that are there from the start
     * @return whether there is room for all of them
     */
    bool Open(uint32_t servers);

    /**
     * @return whether there may be one more server; if so, its memory is reserved
     */
    bool Admit();

    /**
     * The number of servers has changed: what those that ended had is given back.
     *
     * @param before servers there were
     * @param now servers there are
     */
    void HandleServers(uint32_t before, uint32_t now);

  private:
    /**
     * @return whether there was room for one more server
     */
    bool Reserve();

    Settings m_settings;    ///< What servers take.
    uint32_t m_reserved{0}; ///< Servers for which memory is reserved.
};

} // namespace ns3::net8

#endif /* NET8_PROCESS_GATE_H */
