// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Messages of OCI, and of the servers that answer it, for Python.
 */
#include "bind-bytes.h"
#include "bind-testing.h"
#include "net8-oci-auth-reply.h"
#include "net8-oci-reply.h"
#include "net8-oci-request.h"
#include "net8-oci-version-reply.h"

#include <optional>
#include <pybind11/stl.h>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param data a complete request
 * @param layout layout of the session
 * @return its bytes, encoded again; nothing if it cannot be decoded
 */
std::optional<py::bytes>
ReadRequest(const py::bytes& data, const OciLayout& layout)
{
    const auto request = OciRequest::Decode(View(data), layout);
    return request ? std::optional(ToBytes(request->Encode(layout))) : std::nullopt;
}

/// Columns of the result, rows, error number, the reply encoded again, characters of the column
/// names, and bytes of all values.
using Told = std::tuple<uint32_t, uint32_t, uint32_t, py::bytes, uint64_t, uint64_t>;

/**
 * @param reply a reply
 * @return characters of the names of the columns described in it, and bytes of all its values
 */
std::pair<uint64_t, uint64_t>
CountTexts(const OciReply& reply)
{
    uint64_t names = 0;
    uint64_t values = 0;
    for (const auto& part : reply.parts)
    {
        if (const auto* describe = std::get_if<OciDescribe>(&part))
        {
            for (const auto& column : describe->columns)
            {
                names += column.name.size();
            }
        }
        else if (const auto* row = std::get_if<OciRow>(&part))
        {
            for (const auto& value : row->values)
            {
                values += value.size();
            }
        }
    }
    return {names, values};
}

/**
 * @tparam MESSAGE a reply that is one message
 * @param data a complete reply
 * @param layout layout of the session
 * @return its contents
 */
template <class MESSAGE>
std::optional<Told>
ReadMessage(const py::bytes& data, const OciLayout& layout)
{
    TtcReader reader(View(data));
    const auto message = MESSAGE::Read(reader, layout);
    if (!message || reader.Left() > 0)
    {
        return std::nullopt;
    }
    return Told{0, 0, 0, ToBytes(message->Encode(layout)), 0, 0};
}

/**
 * @param function function of the request
 * @param data a complete reply
 * @param layout layout of the session
 * @param columns columns of the result, if it was described before
 * @return its contents; nothing if it cannot be decoded
 */
std::optional<Told>
ReadOciReply(uint8_t function, const py::bytes& data, const OciLayout& layout, uint32_t columns)
{
    switch (static_cast<TtcFunction>(function))
    {
    case TtcFunction::AUTH_1:
    case TtcFunction::AUTH_2:
        return ReadMessage<OciAuthReply>(data, layout);
    case TtcFunction::VERSION:
        return ReadMessage<OciVersionReply>(data, layout);
    default:
        break;
    }
    const auto reply = OciReply::Decode(View(data), layout, columns);
    if (!reply)
    {
        return std::nullopt;
    }
    const auto [names, values] = CountTexts(*reply);
    return Told{reply->columns,
                reply->rows,
                reply->end ? reply->end->error : 0U,
                ToBytes(reply->Encode(layout)),
                names,
                values};
}

} // namespace

void
BindOci(py::module_& module)
{
    py::class_<OciLayout>(module, "OciLayout", "What the layout of OCI's messages depends on.")
        .def(py::init([](uint16_t version,
                         bool samePlatform,
                         uint8_t chunk,
                         uint16_t client,
                         bool narrow) {
                 return OciLayout{.version = version,
                                  .client = client,
                                  .samePlatform = samePlatform,
                                  .narrow = narrow,
                                  .chunk = chunk};
             }),
             py::arg("version"),
             py::arg("same_platform"),
             py::arg("chunk") = OciLayout().chunk,
             py::arg("client") = OciLayout().client,
             py::arg("narrow") = OciLayout().narrow);
    module.def(
        "oci_request",
        &ReadRequest,
        py::arg("data"),
        py::arg("layout"),
        "Read a request of OCI and write it again; None if it holds a call that is not known.");
    module.def(
        "oci_reply",
        &ReadOciReply,
        py::arg("function"),
        py::arg("data"),
        py::arg("layout"),
        py::arg("columns") = 0,
        "Read a reply to OCI: columns, rows, error number, the reply written again, characters "
        "of the names of columns, bytes of all values; None if it holds what is not known.");
}

} // namespace ns3::net8
