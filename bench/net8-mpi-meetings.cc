// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Measures what each rank of a simulation computes between two meetings of all ranks. This is a
 * library to be preloaded: through MPI's profiling interface it intercepts the calls in which ranks
 * meet or wait. Processor time within them is excluded, as MPI waits by polling.
 *
 * MPI_Finalize writes a file named by NET8_MPI_MEETINGS and the rank: one line per meeting with the
 * processor time in nanoseconds that this rank has used since the previous one, and a last line for
 * what came afterwards.
 */
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <mpi.h>
#include <string>
#include <vector>

namespace
{

std::vector<int64_t> g_taken; ///< Processor time up to each meeting, nanoseconds.
int64_t g_sum{0};             ///< Processor time since the last meeting, without waits.
int64_t g_from{0};            ///< When this rank last returned from MPI.

/**
 * @return processor time of this thread, nanoseconds
 */
int64_t
GetProcessorTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/**
 * Call MPI, excluding the time spent there.
 *
 * @param call a call that may wait
 * @return its result
 */
template <typename CALL>
int
Wait(CALL call)
{
    g_sum += GetProcessorTime() - g_from;
    const int result = call();
    g_from = GetProcessorTime();
    return result;
}

/**
 * Call MPI where all ranks meet.
 *
 * @param call a call that all ranks make
 * @return its result
 */
template <typename CALL>
int
Meet(CALL call)
{
    const int result = Wait(call);
    g_taken.push_back(g_sum);
    g_sum = 0;
    return result;
}

/**
 * Write the file of this rank.
 */
void
Write()
{
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char* name = std::getenv("NET8_MPI_MEETINGS");
    std::ofstream file(std::string(name ? name : "meetings") + "." + std::to_string(rank));
    for (const auto taken : g_taken)
    {
        file << taken << '\n';
    }
    file << g_sum << '\n';
}

} // namespace

// These are described in MPI's own documentation.
/// @cond

extern "C" int
MPI_Init(int* argc, char*** argv)
{
    return Wait([=] {
        const int result = PMPI_Init(argc, argv);
        g_sum = 0;
        return result;
    });
}

extern "C" int
MPI_Allgather(const void* from,
              int count,
              MPI_Datatype type,
              void* to,
              int toCount,
              MPI_Datatype toType,
              MPI_Comm ranks)
{
    return Meet([=] { return PMPI_Allgather(from, count, type, to, toCount, toType, ranks); });
}

extern "C" int
MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm ranks)
{
    return Meet([=] { return PMPI_Allreduce(from, to, count, type, op, ranks); });
}

extern "C" int
MPI_Barrier(MPI_Comm ranks)
{
    return Meet([=] { return PMPI_Barrier(ranks); });
}

extern "C" int
MPI_Bcast(void* bytes, int count, MPI_Datatype type, int from, MPI_Comm ranks)
{
    return Meet([=] { return PMPI_Bcast(bytes, count, type, from, ranks); });
}

extern "C" int
MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status)
{
    return Wait([=] { return PMPI_Waitany(count, requests, index, status); });
}

extern "C" int
MPI_Finalize()
{
    g_sum += GetProcessorTime() - g_from;
    Write();
    return PMPI_Finalize();
}

/// @endcond
