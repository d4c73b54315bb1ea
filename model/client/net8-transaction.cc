// SPDX-License-Identifier: GPL-2.0-only
#include "net8-transaction.h"

#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

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
            .AddAttribute("ThinkTime",
                          "Time in seconds between two of its statements.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Transaction::m_thinkTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("OnError",
                          "What becomes of it when a statement fails: it ends there, or goes on "
                          "with its next one.",
                          EnumValue(OnError::END),
                          MakeEnumAccessor<OnError>(&Net8Transaction::m_onError),
                          MakeEnumChecker(OnError::END, "end", OnError::CONTINUE, "continue"));
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
    out.transaction = {.name = m_name, .onError = m_onError};
    if (m_steps.empty() == m_mix.empty())
    {
        return m_steps.empty() ? "has neither steps nor a mix; one of them would be right"
                               : "has steps and a mix; one of them would be right";
    }
    if (m_mix.empty())
    {
        auto found = Transaction::Parse(m_steps, statements);
        out.transaction.steps = std::move(found.steps);
        return found.error;
    }
    auto found = WeightedMix::Parse(m_mix, statements);
    out.transaction.mix = std::move(found.mix);
    return found.error;
}

int64_t
Net8Transaction::AssignStreams(int64_t stream)
{
    m_thinkTime->SetStream(stream);
    return 1;
}

} // namespace ns3::net8
