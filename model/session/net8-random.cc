// SPDX-License-Identifier: GPL-2.0-only
#include "net8-random.h"

#include "net8-chrono.h"
#include "net8-fixed-value.h"

#include "ns3/net8-arrival-work.h"
#include "ns3/net8-stream-name.h"

#include <algorithm>
#include <cmath>

namespace ns3::net8
{

bool
IsConstant(const Ptr<RandomVariableStream>& variable)
{
    return DynamicCast<Net8FixedValue>(variable) != nullptr ||
           DynamicCast<ConstantRandomVariable>(variable) != nullptr;
}

int64_t
SetStreamsOfDrawn(std::initializer_list<NamedVariable> variables, int64_t stream)
{
    int64_t set = 0;
    for (const auto& [name, variable] : variables)
    {
        if (variable && !IsConstant(variable))
        {
            variable->SetStream(StreamOf(stream, name));
            ++set;
        }
    }
    return set;
}

Ptr<RandomVariableStream>
KeepShared(const NamedVariable& named)
{
    return named.variable;
}

Net8OwnDraws::Net8OwnDraws(int64_t stream)
    : m_stream(stream)
{
}

Ptr<RandomVariableStream>
Net8OwnDraws::Get(const NamedVariable& shared)
{
    if (!shared.variable || IsConstant(shared.variable))
    {
        return shared.variable;
    }
    const auto stream = StreamOf(m_stream, shared.name);
    for (const auto& [number, own] : m_own)
    {
        if (number == stream)
        {
            return own;
        }
    }
    return m_own.emplace_back(stream, Net8ArrivalWork::MakeOwn(shared.variable, stream)).second;
}

double
SumOfDraws(const Ptr<RandomVariableStream>& variable, uint64_t count)
{
    const auto draw = [&variable] { return std::round(std::max(0.0, variable->GetValue())); };
    if (IsConstant(variable))
    {
        return static_cast<double>(count) * draw();
    }
    double sum = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        sum += draw();
    }
    return sum;
}

Time
SumOfTimes(const Ptr<RandomVariableStream>& variable, uint64_t count)
{
    const auto draw = [&variable] { return Seconds(std::max(0.0, variable->GetValue())); };
    if (IsConstant(variable))
    {
        return draw() * static_cast<int64_t>(count);
    }
    Time sum;
    for (uint64_t i = 0; i < count; ++i)
    {
        sum += draw();
    }
    return sum;
}

bool
IsAlwaysZero(const Ptr<RandomVariableStream>& variable)
{
    return IsConstant(variable) && variable->GetValue() <= 0;
}

UnitTime
DrawForEach(const Ptr<RandomVariableStream>& variable)
{
    if (IsConstant(variable))
    {
        return UnitTime(ToChrono(SumOfTimes(variable)));
    }
    return UnitTime([variable](int64_t count) {
        return ToChrono(SumOfTimes(variable, static_cast<uint64_t>(std::max(count, int64_t{0}))));
    });
}

UnitTime
DrawForAll(const Ptr<RandomVariableStream>& variable)
{
    if (IsConstant(variable))
    {
        return UnitTime(ToChrono(SumOfTimes(variable)));
    }
    return UnitTime([variable](int64_t count) {
        // Multiply before rounding: a byte takes less than a nanosecond.
        const double each = std::max(0.0, variable->GetValue());
        return ToChrono(Seconds(each * static_cast<double>(count)));
    });
}

} // namespace ns3::net8
