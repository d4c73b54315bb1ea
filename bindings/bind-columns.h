// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_COLUMNS_H
#define NET8_BIND_COLUMNS_H

#include "ns3/net8-experiment.h"

#include <pybind11/pybind11.h>

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

} // namespace ns3::net8

#endif /* NET8_BIND_COLUMNS_H */
