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
 * The processes of one mpirun, if ns-3 was built with MPI.
 *
 * 1. Start comes first and End last, each once per process.
 * 2. Between Enable and Disable nodes belong to ranks, and ns-3's channels between nodes of
 * different ranks use MPI. The simulator of these ranks is created between the two.
 *
 * Without MPI there is one rank, IsBuilt is false, and functions that need other ranks throw
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
     * Join the other processes, unless this one has already joined.
     */
    static void Start();

    /**
     * Leave the other processes, after waiting for all to do so.
     */
    static void End();

    /**
     * Abort all processes.
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
     * Broadcast bytes from one rank to all. Must be called by all ranks.
     *
     * @param bytes bytes of that rank; ignored for the others
     * @param from number of that rank
     * @return the bytes of that rank
     */
    static std::string Broadcast(std::string bytes, uint32_t from);

    /**
     * Wait until all ranks have called this. Must be called by all ranks.
     */
    static void Meet();

    /**
     * Let nodes belong to ranks from now on. Must be called by all ranks, after the type of the
     * simulator has been chosen and before it is created.
     */
    static void Enable();

    /**
     * Undo Enable, after the simulator has been destroyed.
     */
    static void Disable();

    /**
     * @return true between Enable and Disable
     */
    static bool IsEnabled();

    /**
     * Let a device receive what other ranks Send to it.
     *
     * @param device a device of a node that all ranks have
     * @param receive called on the rank of the node
     */
    static void Listen(const Ptr<NetDevice>& device, Callback<void, Ptr<Packet>> receive);

    /**
     * Send a packet to a device of another rank.
     *
     * @param packet the packet, with at most 1,900 bytes that are not virtual
     * @param when simulation time at which it arrives, later than now by more than two delays of
     * any channel between ranks
     * @param device a device for which Listen was called
     */
    static void Send(const Ptr<Packet>& packet, Time when, const Ptr<NetDevice>& device);
};

} // namespace ns3::net8

#endif /* NET8_MPI_H */
