// SPDX-License-Identifier: GPL-2.0-only
#include "net8-shared-executor.h"

#include <utility>

namespace ns3::net8
{

Net8SharedExecutor::Net8SharedExecutor(Ptr<Net8Dispatcher> dispatcher, std::function<void()> gone)
    : m_dispatcher(dispatcher),
      m_gone(std::move(gone))
{
}

Net8SharedExecutor::~Net8SharedExecutor()
{
    Cancel();
    m_gone();
}

void
Net8SharedExecutor::Start(Events events)
{
    m_start = m_dispatcher->GetProcess()->Submit(Time(), std::move(events.ready));
}

void
Net8SharedExecutor::Run(const Work& work, std::function<void()> done)
{
    m_call = m_dispatcher->Run(work.wait, work.cpu, std::move(done));
}

void
Net8SharedExecutor::Cancel()
{
    // Neither the process nor the dispatcher knows a call or job that is over.
    m_dispatcher->GetProcess()->Cancel(m_start);
    m_dispatcher->Cancel(m_call);
}

} // namespace ns3::net8
