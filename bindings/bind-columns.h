// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_COLUMNS_H
#define NET8_BIND_COLUMNS_H

#include "ns3/net8-experiment.h"

#include <cstdint>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Turn the rows of a simulation into columns of integers.
 *
 * @param result what a simulation gave; its rows are released
 * @return the same for Python
 */
pybind11::dict ToPython(ExperimentResult& result);

/// A column of integers, or one of another type, which is converted.
using IntegerColumn =
    pybind11::array_t<int64_t, pybind11::array::c_style | pybind11::array::forcecast>;

/**
 * @ingroup net8
 * Write rows of integers as lines of CSV.
 *
 * @param columns the columns
 * @return a line for each row
 * @throw std::invalid_argument if they are not equally long
 */
pybind11::bytes FormatRows(const std::vector<IntegerColumn>& columns);

} // namespace ns3::net8

#endif /* NET8_BIND_COLUMNS_H */
