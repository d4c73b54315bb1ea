// SPDX-License-Identifier: GPL-2.0-only
#include "net8-random.h"

#include <algorithm>
#include <cmath>

namespace ns3::net8
{

bool
IsConstant(const Ptr<RandomVariableStream>& variable)
{
    return DynamicCast<ConstantRandomVariable>(variable) != nullptr;
}

void
SetStreamOf(const Ptr<RandomVariableStream>& variable, int64_t stream)
{
    if (!IsConstant(variable))
    {
        variable->SetStream(stream);
    }
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

} // namespace ns3::net8
