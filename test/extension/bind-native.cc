// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Messages of the native services for Python.
 */
#include "bind-bytes.h"
#include "bind-testing.h"

#include "ns3/net8-native-services.h"

#include <optional>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ns3::net8
{

void
BindNativeServices(py::module_& module)
{
    module.def(
        "native_services",
        [](const py::bytes& data) -> std::optional<py::bytes> {
            TtcReader reader(View(data));
            const auto message = NativeServices::Read(reader);
            if (!message || reader.Left() > 0)
            {
                return std::nullopt;
            }
            return ToBytes(message->Encode());
        },
        py::arg("data"),
        "Read a message of the native services and write it again; None if it is not one.");
}

} // namespace ns3::net8
