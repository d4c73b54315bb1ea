// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_MPI_H
#define NET8_MPI_H

#include "ns3/callback.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The processes of one mpirun, as far as ns-3 was built with MPI.
 *
 * 1. Start comes first, End last; both once a process.
 * 2. Between Enable and Disable nodes belong to ranks, and ns-3's channels between nodes of
 * different ranks cross MPI. The simulator of these ranks is made between the two.
 *
 * Without MPI there is one rank, IsBuilt is false and the functions that need others throw
 * std::logic_error.
 */
class Net8Mpi
{
  public:
    Net8Mpi() = delete;

    /**
     * @return true if the ns-3 in use was built with MPI
     */
    static bool IsBuilt();

    /**
     * Join the other processes, unless that was done.
     */
    static void Start();

    /**
     * Leave the other processes; waits until all do.
     */
    static void End();

    /**
     * End all processes at once.
     *
     * @param code exit code
     */
    static void Abort(int code);

    /**
     * @return number of this process, from 0
     */
    static uint32_t GetRank();

    /**
     * @return number of processes
     */
    static uint32_t GetSize();

    /**
     * Called by all ranks: give the bytes of one to all.
     *
     * @param bytes what that rank gives; the others need give nothing
     * @param from number of that rank
     * @return what it gave
     */
    static std::string Broadcast(std::string bytes, uint32_t from);

    /**
     * Called by all ranks: wait until all others have called it.
     */
    static void Meet();

    /**
     * Let nodes belong to ranks from now on. Called by all ranks, with the type of the simulator
     * chosen and none made.
     */
    static void Enable();

    /**
     * The opposite of Enable, when the simulator is destroyed.
     */
    static void Disable();

    /**
     * @return true between Enable and Disable
     */
    static bool IsEnabled();

    /**
     * Let a device take what other ranks Send to it.
     *
     * @param device a device of a node, which all ranks have
     * @param receive called on the rank of the node
     */
    static void Listen(const Ptr<NetDevice>& device, Callback<void, Ptr<Packet>> receive);

    /**
     * @param packet for a device of another rank, at most 1,900 bytes that are not virtual
     * @param when simulated time at which it arrives, later than now by more than two delays of any
     * channel between ranks
     * @param device a device with Listen
     */
    static void Send(const Ptr<Packet>& packet, Time when, const Ptr<NetDevice>& device);
};

} // namespace ns3::net8

#endif /* NET8_MPI_H */
