// SPDX-License-Identifier: GPL-2.0-only
#include "net8-direct-path-loads.h"

#include "ns3/net8-direct-path-row.h"
#include "ns3/net8-ttc-direct-path-load.h"
#include "ns3/net8-ttc-direct-path-operation.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Cursor of the load, as small as that of other statements.
constexpr uint32_t CURSOR = 1;

} // namespace

void
DirectPathLoads::Begin(const ClientQuery& query)
{
    m_query = &query;
    m_left = query.bindRows;
    m_stage = Stage::PREPARE;
}

DirectPathLoads::Call
DirectPathLoads::Next(const DriverProfile& driver)
{
    Call call{.kind = CallKind::PREPARE,
              .prefix = {.function = TtcFunction::DIRECT_PATH_PREPARE,
                         .flags = TtcPrefix::STATEMENT,
                         .statement = m_query->number,
                         .length = m_query->requestLength}};
    switch (m_stage)
    {
    case Stage::PREPARE:
        m_stage = Stage::LOAD;
        call.prefix.length = std::max(call.prefix.length, call.prefix.GetRealSize());
        break;
    case Stage::LOAD:
        call = {CallKind::LOAD, MakeLoad(driver)};
        m_stage = m_left > 0 && driver.directPathBatches ? Stage::LOAD : Stage::FINISH;
        break;
    default:
        TtcDirectPathOperation end;
        end.cursor = CURSOR;
        call = {CallKind::FINISH,
                {.function = TtcFunction::DIRECT_PATH_OPERATION,
                 .length = end.Size(TtcLayout::Simulated(driver.token))}};
        m_stage = m_left > 0 ? Stage::PREPARE : Stage::DONE;
    }
    return call;
}

TtcPrefix
DirectPathLoads::MakeLoad(const DriverProfile& driver)
{
    const uint32_t bytes = std::max(m_query->bindRowLength, 1U);
    const uint32_t wanted = m_query->arraySize == 0 ? m_left : m_query->arraySize;
    const uint32_t rows = std::min({m_left, wanted, std::max(DirectPathRow::BATCH / bytes, 1U)});
    m_left -= rows;
    TtcDirectPathLoad load;
    load.cursor = CURSOR;
    load.pieceBytes = rows * bytes;
    return {.function = TtcFunction::DIRECT_PATH_LOAD,
            .rows = rows,
            .length = load.Size(TtcLayout::Simulated(driver.token))};
}

void
DirectPathLoads::Fail(CallKind kind)
{
    m_left = 0;
    m_stage = kind == CallKind::LOAD ? Stage::FINISH : Stage::DONE;
}

bool
DirectPathLoads::IsDone() const
{
    return m_stage == Stage::DONE;
}

} // namespace ns3::net8
