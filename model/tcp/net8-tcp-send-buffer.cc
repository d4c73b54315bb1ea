// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-send-buffer.h"

#include <algorithm>
#include <bit>

namespace ns3::net8
{

bool
TcpSendBuffer::HasRoom(const TcpSendCore& core)
{
    const uint32_t option = core.host.GetOptions().notSentLowWater;
    const uint32_t low = option > 0 ? option : core.state.settings->notSentLowWater;
    return GetHeld(core) < core.state.sendBuffer && core.state.writeSeq - core.state.nxt < low;
}

uint32_t
TcpSendBuffer::GetHeld(const TcpSendCore& core)
{
    const bool payload = core.state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD;
    return payload ? core.state.writeSeq - core.state.una : core.queue.GetMemory();
}

bool
TcpSendBuffer::IsWritable(const TcpSendCore& core)
{
    const uint32_t option = core.host.GetOptions().notSentLowWater;
    const uint64_t low = option > 0 ? option : core.state.settings->notSentLowWater;
    const uint64_t memory = GetHeld(core);
    if (core.state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        // tcp_xmit_lowat in Solaris; sb_lowat in 4.4BSD.
        constexpr uint32_t LOW_WATER = 2048;
        return memory + std::min(LOW_WATER, core.state.sendBuffer / 2) <= core.state.sendBuffer;
    }
    // A third of the buffer must be free, and half of the limit on unsent data.
    return memory < core.state.sendBuffer && core.state.sendBuffer - memory >= memory / 2 &&
           2ULL * (core.state.writeSeq - core.state.nxt) < low;
}

void
TcpSendBuffer::Set(TcpSendCore& core, uint32_t bytes)
{
    constexpr uint32_t SMALLEST = 4608; // SOCK_MIN_SNDBUF
    core.state.bufferLocked = true;
    if (core.state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        core.state.sendBuffer = std::min(bytes, core.state.settings->maxSendBuffer);
        return;
    }
    core.state.sendBuffer =
        std::max(2 * std::min(bytes, core.state.settings->maxSendBuffer), SMALLEST);
}

void
TcpSendBuffer::Expand(TcpSendCore& core)
{
    // Memory of a full segment: payload, 192 bytes of headers and 320 of shared information rounded
    // up to the next size of the allocator, plus an sk_buff of 256 (tcp_sndbuf_expand).
    const uint32_t segment =
        std::bit_ceil(std::max(core.state.mssClamp, core.state.mss) + 192 + 320) + 256;
    const uint32_t segments =
        std::max({TcpSettings::INITIAL_WINDOW, core.state.cwnd, core.state.reordering + 1});
    const uint64_t wanted =
        static_cast<uint64_t>(core.control->GetBufferWindows()) * segments * segment;
    if (core.state.sendBuffer < wanted)
    {
        core.state.sendBuffer =
            static_cast<uint32_t>(std::min<uint64_t>(wanted, core.state.settings->sendMemory[2]));
    }
}

void
TcpSendBuffer::Check(TcpSendCore& core)
{
    if (!core.state.writerWaits)
    {
        return;
    }
    if (!core.state.bufferLocked && core.state.InFlight() < core.state.cwnd)
    {
        Expand(core);
        core.state.cwndStampTick = core.state.tick;
    }
    if (IsWritable(core))
    {
        core.state.writerWaits = false;
        core.chrono.Stop(TcpChrono::Kind::BUFFER_LIMITED, core.queue.IsEmpty(), core.state.NowUs());
    }
}

} // namespace ns3::net8
