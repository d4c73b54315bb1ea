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
 * @return true if it is a constant, of which one draw tells all
 */
bool IsConstant(const Ptr<RandomVariableStream>& variable);

/**
 * @ingroup net8
 * Fix the stream of a variable. A constant, which has none, is left alone: to begin a stream takes
 * ns-3 as long as to make many small objects.
 *
 * @param variable any variable
 * @param stream number of the stream
 */
void SetStreamOf(const Ptr<RandomVariableStream>& variable, int64_t stream);

/**
 * @ingroup net8
 * Fix the streams of those variables that are drawn. Constants take none: they may be added to a
 * model without other streams changing their numbers.
 *
 * @param variables any variables
 * @param stream number of the first stream
 * @return number of streams that were taken
 */
int64_t SetStreamsOfDrawn(std::initializer_list<Ptr<RandomVariableStream>> variables,
                          int64_t stream);

/**
 * @ingroup net8
 * @param variable where the values come from
 * @param count number of draws
 * @return the sum of that many draws, negative ones counted as 0 and each rounded to an integer; a
 * constant is multiplied, not drawn
 */
double SumOfDraws(const Ptr<RandomVariableStream>& variable, uint64_t count);

/**
 * @ingroup net8
 * @param variable a duration in seconds
 * @param count number of draws
 * @return the sum of that many draws, negative ones counted as 0; a constant is multiplied, not
 * drawn
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
 * @return the same, drawn for each thing anew
 */
UnitTime DrawForEach(const Ptr<RandomVariableStream>& variable);

/**
 * @ingroup net8
 * @param variable a duration in seconds
 * @return the same, drawn once for all things that come together: a price of the bytes of a message
 */
UnitTime DrawForAll(const Ptr<RandomVariableStream>& variable);

} // namespace ns3::net8

#endif /* NET8_RANDOM_H */
