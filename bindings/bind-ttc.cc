// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * What the messages of the database protocol are, and sizes of rows, for Python.
 */
#include "bind-bytes.h"
#include "bind.h"

#include "ns3/net8-column.h"
#include "ns3/net8-direct-path-row.h"
#include "ns3/net8-ttc-request.h"

#include <pybind11/stl.h>
#include <stdexcept>
#include <string>
#include <tuple>

namespace py = pybind11;

namespace ns3::net8
{

void
BindTtc(py::module_& module)
{
    module.def(
        "direct_path_row_bytes",
        [](const std::string& columns) {
            const auto list = Column::ParseList(columns);
            if (!list.error.empty())
            {
                throw std::invalid_argument(list.error);
            }
            return DirectPathRow(list).GetSize();
        },
        py::arg("columns"),
        "Bytes of a row of a direct path load, with the headers of its pieces; ValueError: these "
        "are no columns.");
    module.def(
        "ttc_message",
        [](const py::bytes& data) {
            const auto found = TtcRequest::Find(View(data));
            return std::tuple(found.GetName(), found.GetFunctionName());
        },
        py::arg("data"),
        "Name of a message by its first bytes, and of the calls that it makes.");
    module.def(
        "ttc_is_whole_native",
        [](const py::bytes& data) { return TtcRequest::IsWholeNative(View(data)); },
        py::arg("data"),
        "Whether a message of native services is as long as it says.");
    module.def(
        "ttc_rows_asked",
        [](const py::bytes& data) { return TtcRequest::GetRowsAsked(View(data)); },
        py::arg("data"),
        "Rows that a fetch asks for, None if it is no fetch.");
}

} // namespace ns3::net8
