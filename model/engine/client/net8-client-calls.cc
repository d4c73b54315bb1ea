// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-calls.h"

#include "ns3/net8-packing.h"

#include <algorithm>

namespace ns3::net8
{

using std::chrono::nanoseconds;

ClientCalls::ClientCalls(ClientTalk& talk, ClientPause& pause)
    : m_talk(talk),
      m_pause(pause)
{
}

uint32_t
ClientCalls::GetPacketBytes(const TtcPrefix& prefix, const ClientQuery* query)
{
    const bool own = query && query->kind == StatementKind::CALL &&
                     prefix.message == TtcMessage::FUNCTION && prefix.function == query->function;
    return own ? query->requestPacketBytes : 0;
}

ClientCall
ClientCalls::Begin(CallKind kind, const ClientScript::Task& task, TtcPrefix& prefix)
{
    const auto own = GetPacketBytes(prefix, task.query);
    const auto packing = own == 0 ? Packing(prefix.length, m_talk.tns->GetPacketLimit())
                                  : m_talk.tns->Cut(prefix, own);
    prefix.sequence = static_cast<uint8_t>(m_calls - m_kept + 1);
    return {.query = m_resumed.value_or(m_query),
            .statement = task.query ? task.query->number : 0,
            .transaction = task.transaction,
            .execution = task.execution,
            .call = m_calls++,
            .kind = kind,
            .requestBytes = m_talk.tns->GetWireBytes(packing),
            .requestPackets = static_cast<uint32_t>(packing.GetCount())};
}

ClientCall
ClientCalls::Await(const ClientCall& before)
{
    return {.query = before.query, .call = m_calls++, .kind = before.kind, .start = m_talk.now};
}

void
ClientCalls::TakeKept(ClientCall& call, const ClientScript::Task& task, std::function<void()> rest)
{
    call = {.query = m_query,
            .statement = task.query->number,
            .transaction = task.transaction,
            .execution = task.execution,
            .call = m_calls++,
            .kind = CallKind::KEPT,
            .start = m_talk.now,
            .firstByte = m_talk.now,
            .end = m_talk.now,
            .work = m_talk.script.GetRowTime(*task.kept),
            .rows = *task.kept};
    ++m_kept;
    m_cpuWork = nanoseconds(0);
    m_talk.progress.rows += call.rows;
    Digest(call, call.rows, [this, rest = std::move(rest)] {
        EndStatement();
        rest();
    });
}

nanoseconds
ClientCalls::GetPacketWork(uint32_t packets, uint64_t bytes, const ReadPart& done) const
{
    return m_talk.settings.work.packetTime.Of(int64_t{packets} - done.packets) +
           m_talk.settings.work.byteTime.Of(static_cast<int64_t>(bytes - done.bytes)) +
           m_talk.tns->GetCipherTime(m_talk.settings.security.cipherRate, bytes);
}

nanoseconds
ClientCalls::GetWork(const ClientCall& call, const TtcPrefix& prefix) const
{
    return GetPacketWork(call.requestPackets, call.requestBytes, {}) +
           m_talk.tns->GetPackTime(prefix.length);
}

void
ClientCalls::Work(nanoseconds work, std::function<void()> next)
{
    if (m_talk.settings.work.sharesCpu)
    {
        m_pause.Work(work, std::move(next));
        return;
    }
    m_pause.Until(m_talk.now + work, std::move(next));
}

void
ClientCalls::NoteReply(ClientCall& call,
                       const TnsStream::Message& message,
                       const ReadPart& done,
                       bool ofStatement)
{
    call.firstByte = message.firstByte;
    call.end = m_talk.now;
    call.replyBytes = message.wireBytes;
    call.replyPackets = message.packets;
    call.work = std::max(GetPacketWork(message.packets, message.wireBytes, done), nanoseconds(0));
    call.work += m_talk.tns->GetUnpackTime(message);
    if (m_talk.settings.work.sharesCpu)
    {
        m_cpuWork = std::exchange(call.work, nanoseconds(0)) +
                    m_talk.settings.work.byteCpuTime.Of(
                        static_cast<int64_t>(call.requestBytes + call.replyBytes));
    }
    call.work += ofStatement ? m_talk.script.GetReplyTime() : nanoseconds(0);
}

void
ClientCalls::Tell(const ClientCall& call)
{
    m_talk.progress.events.push_back(client_event::CallDone{call});
}

} // namespace ns3::net8
