// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PROCESS_GATE_H
#define NET8_PROCESS_GATE_H

#include "net8-host-memory.h"

#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Admission of servers to a pool: checks whether PROCESSES and the memory of the host allow one
 * more, and holds the memory reserved for the existing ones.
 */
class Net8ProcessGate
{
  public:
    /**
     * What servers use, and limits on it.
     */
    struct Settings
    {
        Ptr<Net8HostMemory> memory;         ///< Memory of the host; null: no limit.
        std::function<bool()> hasProcess{}; ///< Whether PROCESSES allows one more; empty: always.
        uint64_t processMemory{0};          ///< Memory of a server process, bytes.
        uint64_t sessionMemory{0};          ///< Memory of its session, bytes; 0: none.
    };

    /**
     * Set what servers use.
     *
     * @param settings the settings
     */
    void Configure(const Settings& settings);

    /**
     * Reserve memory for the servers that exist from the start.
     *
     * @param servers number of servers
     * @return whether there is room for all of them
     */
    bool Open(uint32_t servers);

    /**
     * Ask for one more server; if it is admitted, its memory is reserved.
     *
     * @return whether it is admitted
     */
    bool Admit();

    /**
     * Follow a change in the number of servers, and release the memory of those that ended.
     *
     * @param before number of servers before
     * @param now number of servers now
     */
    void HandleServers(uint32_t before, uint32_t now);

  private:
    /**
     * Reserve the memory of one more server.
     *
     * @return whether there was room
     */
    bool Reserve();

    Settings m_settings;    ///< What servers use.
    uint32_t m_reserved{0}; ///< Servers whose memory is reserved.
};

} // namespace ns3::net8

#endif /* NET8_PROCESS_GATE_H */
