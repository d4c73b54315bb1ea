// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_H
#define NET8_BIND_H

#include <pybind11/pybind11.h>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Add packets to the extension.
 *
 * @param module the extension net8._core
 */
void BindWire(pybind11::module_& module);

/**
 * @ingroup net8
 * Add connect strings and connect files.
 *
 * @param module the extension net8._core
 */
void BindConnect(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what messages of the database protocol are, and sizes of rows.
 *
 * @param module the extension net8._core
 */
void BindTtc(pybind11::module_& module);

/**
 * @ingroup net8
 * Add the messages of a thin driver that logs on and queries, read and made of their fields.
 *
 * @param module the extension net8._core
 */
void BindMessages(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what clients offer in the native services, and what both ends agree on.
 *
 * @param module the extension net8._core
 */
void BindNative(pybind11::module_& module);

/**
 * @ingroup net8
 * Add packets and messages of TDS.
 *
 * @param module the extension net8._core
 */
void BindTds(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what tells the attributes of a class, and reads texts of a plan that C++ alone can read.
 *
 * @param module the extension net8._core
 */
void BindSchema(pybind11::module_& module);

/**
 * @ingroup net8
 * Add the one call that runs a simulation.
 *
 * @param module the extension net8._core
 */
void BindRun(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what says which values a driver, a release and a TCP profile decide.
 *
 * @param module the extension net8._core
 */
void BindSettle(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what files of drivers and of server releases say.
 *
 * @param module the extension net8._core
 */
void BindProfile(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what joins this process with the others of an mpirun.
 *
 * @param module the extension net8._core
 */
void BindMpi(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what finds routes in the network of a plan.
 *
 * @param module the extension net8._core
 */
void BindNetwork(pybind11::module_& module);

/**
 * @ingroup net8
 * Add what passes connections of real programs over the network of a plan.
 *
 * @param module the extension net8._core
 */
void BindServe(pybind11::module_& module);

} // namespace ns3::net8

#endif /* NET8_BIND_H */
