// SPDX-License-Identifier: GPL-2.0-only
#include "net8-transaction.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/net8-ttc-end-to-end.h"
#include "ns3/net8-ttc-set-schema.h"
#include "ns3/net8-ttc-transaction-switch.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Transaction);

TypeId
Net8Transaction::GetTypeId()
{
    using OnError = Transaction::OnError;
    static TypeId tid =
        TypeId("ns3::net8::Net8Transaction")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Transaction>()
            .AddAttribute("Name",
                          "Name by which clients and results call it.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_name),
                          MakeStringChecker())
            .AddAttribute("Steps",
                          "Its statements in their order, with semicolons between, such as "
                          "header; for each row of header: detail; 2*audit; commit.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_steps),
                          MakeStringChecker())
            .AddAttribute("Mix",
                          "Statements with weights of which it is one, in place of steps, such as "
                          "70*read, 30*write.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_mix),
                          MakeStringChecker())
            .AddAttribute("Module",
                          "Module that a session is told as it begins it; empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_module),
                          MakeStringChecker())
            .AddAttribute("Action",
                          "Action, likewise.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_action),
                          MakeStringChecker())
            .AddAttribute("ClientIdentifier",
                          "Client identifier, likewise.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_clientIdentifier),
                          MakeStringChecker())
            .AddAttribute("ClientInfo",
                          "Client info, likewise.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_clientInfo),
                          MakeStringChecker())
            .AddAttribute("Schema",
                          "Current schema that it sets as it begins; empty: it sets none.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Transaction::m_schema),
                          MakeStringChecker())
            .AddAttribute("Sessionless",
                          "Whether its first call begins or resumes a sessionless transaction.",
                          EnumValue(Sessionless::NO),
                          MakeEnumAccessor<Sessionless>(&Net8Transaction::m_sessionless),
                          MakeEnumChecker(Sessionless::NO,
                                          "no",
                                          Sessionless::BEGIN,
                                          "begin",
                                          Sessionless::RESUME,
                                          "resume"))
            .AddAttribute("ThinkTime",
                          "Time in seconds between two of its statements.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Transaction::m_thinkTime),
                          MakeRandomChecker())
            .AddAttribute("OnError",
                          "What becomes of it when a statement fails: it ends there, or goes on "
                          "with its next one.",
                          EnumValue(OnError::END),
                          MakeEnumAccessor<OnError>(&Net8Transaction::m_onError),
                          MakeEnumChecker(OnError::END, "end", OnError::CONTINUE, "continue"))
            .AddAttribute("Pipeline",
                          "Its statements are sent one behind the other without waiting for "
                          "replies, by a driver that has pipelines to a server of 23ai.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Transaction::m_pipeline),
                          MakeBooleanChecker());
    return tid;
}

Net8Transaction::Net8Transaction() = default;
Net8Transaction::~Net8Transaction() = default;

void
Net8Transaction::DoDispose()
{
    m_thinkTime = nullptr;
    Object::DoDispose();
}

const std::string&
Net8Transaction::GetName() const
{
    return m_name;
}

std::string
Net8Transaction::Make(std::span<const std::string> statements,
                      TransactionSettings::Entry& out) const
{
    out.thinkTime = m_thinkTime;
    out.transaction = {.name = m_name, .onError = m_onError, .pipeline = m_pipeline};
    if (m_steps.empty() == m_mix.empty())
    {
        return m_steps.empty() ? "has neither steps nor a mix; set one of them"
                               : "has both steps and a mix; set one of them";
    }
    if (m_mix.empty())
    {
        auto found = Transaction::Parse(m_steps, statements);
        out.transaction.steps = std::move(found.steps);
        const auto loops = [](const Transaction::Step& step) { return step.eachOf.has_value(); };
        if (m_pipeline && std::ranges::any_of(out.transaction.steps, loops))
        {
            return "is a pipeline and has a step for each row; its rows are not there before all "
                   "statements are sent";
        }
        return found.error;
    }
    auto found = WeightedMix::Parse(m_mix, statements);
    out.transaction.mix = std::move(found.mix);
    return found.error;
}

SessionState
Net8Transaction::MakeState(const DriverProfile& driver) const
{
    const auto layout = TtcLayout::Simulated(driver.token);
    SessionState state;
    if (!m_schema.empty())
    {
        TtcSetSchema call;
        call.schema = m_schema;
        state = {.first = TtcFunction::SET_SCHEMA, .calls = 1, .bytes = call.Size(layout)};
    }
    if (m_sessionless != Sessionless::NO)
    {
        auto start = TtcTransactionSwitch::MakeStart(m_sessionless == Sessionless::RESUME);
        start.head = TtcHead(TtcFunction::TRANSACTION_SWITCH, TtcMessage::PIGGYBACK);
        state.first = state.calls > 0 ? state.first : TtcFunction::TRANSACTION_SWITCH;
        ++state.calls;
        state.bytes += start.Size(layout);
    }
    TtcEndToEnd call;
    call.clientIdentifier = {.set = !m_clientIdentifier.empty(), .text = m_clientIdentifier};
    call.module = {.set = !m_module.empty(), .text = m_module};
    // python-oracledb sends a module together with an action, even an empty one.
    call.action = {.set = call.module.set || !m_action.empty(), .text = m_action};
    call.clientInfo = {.set = !m_clientInfo.empty(), .text = m_clientInfo};
    if (call.clientIdentifier.set || call.action.set || call.clientInfo.set)
    {
        state.first = state.bytes > 0 ? state.first : TtcFunction::SET_END_TO_END;
        ++state.calls;
        state.bytes += call.Size(layout);
    }
    return state;
}

int64_t
Net8Transaction::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"think_time", m_thinkTime}}, stream);
}

} // namespace ns3::net8
