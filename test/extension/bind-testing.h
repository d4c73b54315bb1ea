// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_TESTING_H
#define NET8_BIND_TESTING_H

#include <pybind11/pybind11.h>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Add the packets that a server sends, made of their fields, and packets encoded again.
 *
 * @param module the extension net8_testing
 */
void BindPackets(pybind11::module_& module);

/**
 * @ingroup net8-test
 * Add the messages of the database protocol, made of their fields and read.
 *
 * @param module the extension net8_testing
 */
void BindTtcMessages(pybind11::module_& module);

/**
 * @ingroup net8-test
 * Add messages of OCI and of servers that answer it, encoded again.
 *
 * @param module the extension net8_testing
 */
void BindOci(pybind11::module_& module);

/**
 * @ingroup net8-test
 * Add messages of the native services, encoded again.
 *
 * @param module the extension net8_testing
 */
void BindNativeServices(pybind11::module_& module);

/**
 * @ingroup net8-test
 * Add both ends of sessions of TDS.
 *
 * @param module the extension net8_testing
 */
void BindTdsEnds(pybind11::module_& module);

} // namespace ns3::net8

#endif /* NET8_BIND_TESTING_H */
