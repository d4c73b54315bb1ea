// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RANDOM_H
#define NET8_RANDOM_H

#include "ns3/net8-unit-time.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * @param variable any variable
 * @return true if it is a constant, so that one draw tells its value
 */
bool IsConstant(const Ptr<RandomVariableStream>& variable);

/// A random variable, and what it is for.
struct NamedVariable
{
    std::string_view name;                     ///< Its name, as that of the key in a plan.
    const Ptr<RandomVariableStream>& variable; ///< The variable; null: none.
};

/**
 * @ingroup net8
 * Set the streams of the variables that are drawn, each to one of its own (see StreamOf). Constants
 * take none.
 *
 * @param variables any variables
 * @param stream number of what they belong to
 * @return number of streams used
 */
int64_t SetStreamsOfDrawn(std::initializer_list<NamedVariable> variables, int64_t stream);

/**
 * @ingroup net8
 * Finds the variable to draw from in place of one that is shared.
 */
using OwnVariable = std::function<Ptr<RandomVariableStream>(const NamedVariable& shared)>;

/**
 * @ingroup net8
 * @param named any variable
 * @return the same variable
 */
Ptr<RandomVariableStream> KeepShared(const NamedVariable& named);

/**
 * @ingroup net8
 * The random variables of one session: copies of those that its host shares, with streams of their
 * own, so that what one session draws does not depend on which others draw between.
 */
class Net8OwnDraws
{
  public:
    /**
     * @param stream number of the session
     */
    explicit Net8OwnDraws(int64_t stream);

    /**
     * Find the session's own variable, which is made at the first call.
     *
     * @param shared the variable that all use; one that cannot be copied, such as an
     * ns3::EmpiricalRandomVariable, or a constant is returned as it is
     * @return the variable of the session
     */
    Ptr<RandomVariableStream> Get(const NamedVariable& shared);

  private:
    int64_t m_stream;                                                 ///< Number of the session.
    std::vector<std::pair<int64_t, Ptr<RandomVariableStream>>> m_own; ///< Streams and copies made.
};

/**
 * @ingroup net8
 * Sum several draws, each rounded to an integer, negative ones counted as 0. A constant is
 * multiplied, not drawn.
 *
 * @param variable the variable to draw from
 * @param count number of draws
 * @return the sum
 */
double SumOfDraws(const Ptr<RandomVariableStream>& variable, uint64_t count);

/**
 * @ingroup net8
 * Sum several durations, negative ones counted as 0. A constant is multiplied, not drawn.
 *
 * @param variable a duration in seconds
 * @param count number of draws
 * @return the sum
 */
Time SumOfTimes(const Ptr<RandomVariableStream>& variable, uint64_t count = 1);

/**
 * @ingroup net8
 * @param variable a duration in seconds
 * @return true if it is the constant 0
 */
bool IsAlwaysZero(const Ptr<RandomVariableStream>& variable);

/**
 * @ingroup net8
 * @param variable a duration in seconds
 * @return the duration, drawn separately for each unit
 */
UnitTime DrawForEach(const Ptr<RandomVariableStream>& variable);

/**
 * @ingroup net8
 * @param variable a duration in seconds
 * @return the duration, drawn once for all units that arrive together, such as the bytes of a
 * message
 */
UnitTime DrawForAll(const Ptr<RandomVariableStream>& variable);

} // namespace ns3::net8

#endif /* NET8_RANDOM_H */
