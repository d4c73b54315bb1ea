// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RANDOM_H
#define NET8_RANDOM_H

#include "ns3/net8-unit-time.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <initializer_list>

namespace ns3::net8
{

/**
 * @ingroup net8
 * @param variable any variable
 * @return true if it is a constant, so that one draw tells its value
 */
bool IsConstant(const Ptr<RandomVariableStream>& variable);

/**
 * @ingroup net8
 * Set the stream of a variable. A constant, which has none, is left alone: beginning a stream takes
 * ns-3 as long as making many small objects.
 *
 * @param variable any variable
 * @param stream number of the stream
 */
void SetStreamOf(const Ptr<RandomVariableStream>& variable, int64_t stream);

/**
 * @ingroup net8
 * Set the streams of the variables that are drawn. Constants take none, so they can be added to a
 * model without changing the random numbers of other streams.
 *
 * @param variables any variables
 * @param stream number of the first stream
 * @return number of streams used
 */
int64_t SetStreamsOfDrawn(std::initializer_list<Ptr<RandomVariableStream>> variables,
                          int64_t stream);

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
