// SPDX-License-Identifier: GPL-2.0-only
#include "net8-mpi.h"

#include "ns3/node.h"

#ifdef NS3_MPI
#include "ns3/mpi-interface.h"
#include "ns3/mpi-receiver.h"

#include <mpi.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace ns3::net8
{

#ifdef NS3_MPI

namespace
{

/// Bytes that a rank may have under way to another one on the same machine: the packets of one time
/// window. With Open MPI's default of 4 KiB most messages wait until the other rank polls.
const char* const UNDER_WAY = "262144";

} // namespace

bool
Net8Mpi::IsBuilt()
{
    return true;
}

void
Net8Mpi::Start()
{
    int started = 0;
    MPI_Initialized(&started);
    if (started == 0)
    {
        // Open MPI 4 and 5; other MPI implementations ignore them, and values set by the user are
        // kept.
        setenv("OMPI_MCA_btl_vader_fbox_size", UNDER_WAY, 0);
        setenv("OMPI_MCA_btl_sm_fbox_size", UNDER_WAY, 0);
        MPI_Init(nullptr, nullptr);
    }
}

void
Net8Mpi::End()
{
    int started = 0;
    int ended = 0;
    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    if (started != 0 && ended == 0)
    {
        MPI_Finalize();
    }
}

void
Net8Mpi::Abort(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

uint32_t
Net8Mpi::GetRank()
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return static_cast<uint32_t>(rank);
}

uint32_t
Net8Mpi::GetSize()
{
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return static_cast<uint32_t>(size);
}

std::string
Net8Mpi::Broadcast(std::string bytes, uint32_t from)
{
    uint64_t size = bytes.size();
    const int root = static_cast<int>(from);
    MPI_Bcast(&size, 1, MPI_UINT64_T, root, MPI_COMM_WORLD);
    bytes.resize(size);
    // MPI counts in int.
    constexpr uint64_t MOST = std::numeric_limits<int>::max();
    for (uint64_t done = 0; done < size; done += MOST)
    {
        const int count = static_cast<int>(std::min(MOST, size - done));
        MPI_Bcast(bytes.data() + done, count, MPI_CHAR, root, MPI_COMM_WORLD);
    }
    return bytes;
}

void
Net8Mpi::Meet()
{
    MPI_Barrier(MPI_COMM_WORLD);
}

void
Net8Mpi::Enable()
{
    MpiInterface::Enable(MPI_COMM_WORLD);
}

void
Net8Mpi::Disable()
{
    MpiInterface::Disable();
}

bool
Net8Mpi::IsEnabled()
{
    return MpiInterface::IsEnabled();
}

void
Net8Mpi::Listen(const Ptr<NetDevice>& device, Callback<void, Ptr<Packet>> receive)
{
    auto receiver = CreateObject<MpiReceiver>();
    receiver->SetReceiveCallback(receive);
    device->AggregateObject(receiver);
}

void
Net8Mpi::Send(const Ptr<Packet>& packet, Time when, const Ptr<NetDevice>& device)
{
    MpiInterface::SendPacket(packet, when, device->GetNode()->GetId(), device->GetIfIndex());
}

#else

namespace
{

/**
 * @throw std::logic_error always
 */
[[noreturn]] void
Refuse()
{
    throw std::logic_error("The ns-3 in use was built without MPI.");
}

} // namespace

bool
Net8Mpi::IsBuilt()
{
    return false;
}

void
Net8Mpi::Start()
{
    Refuse();
}

void
Net8Mpi::End()
{
}

void
Net8Mpi::Abort(int)
{
    Refuse();
}

uint32_t
Net8Mpi::GetRank()
{
    return 0;
}

uint32_t
Net8Mpi::GetSize()
{
    return 1;
}

std::string
Net8Mpi::Broadcast(std::string, uint32_t)
{
    Refuse();
}

void
Net8Mpi::Meet()
{
    Refuse();
}

void
Net8Mpi::Enable()
{
    Refuse();
}

void
Net8Mpi::Disable()
{
}

bool
Net8Mpi::IsEnabled()
{
    return false;
}

void
Net8Mpi::Listen(const Ptr<NetDevice>&, Callback<void, Ptr<Packet>>)
{
    Refuse();
}

void
Net8Mpi::Send(const Ptr<Packet>&, Time, const Ptr<NetDevice>&)
{
    Refuse();
}

#endif /* NS3_MPI */

} // namespace ns3::net8
