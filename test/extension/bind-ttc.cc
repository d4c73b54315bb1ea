// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Messages of the database protocol for Python that only tests ask for.
 */
#include "bind-bytes.h"
#include "bind-record.h"
#include "bind-testing.h"
#include "net8-ttc-reply-parts.h"

#include "ns3/net8-ttc-direct-path-load.h"
#include "ns3/net8-ttc-direct-path-operation.h"
#include "ns3/net8-ttc-direct-path-prepare.h"
#include "ns3/net8-ttc-direct-path-reply.h"
#include "ns3/net8-ttc-end-of-call.h"
#include "ns3/net8-ttc-fetch.h"
#include "ns3/net8-ttc-lob-call.h"
#include "ns3/net8-ttc-transaction-switch.h"

#include <pybind11/stl.h>
#include <string>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param module module to add the classes to
 */
void
BindCalls(py::module_& module)
{
    Record<TtcLobCall>(module, "TtcLobCall", "Does something with a LOB.")
        .Has("operation", &TtcLobCall::operation)
        .Has("offset", &TtcLobCall::offset)
        .IsMessage();
    Record<TtcDirectPathPrepare::Keyword>(module,
                                          "TtcDirectPathKeyword",
                                          "A name in the prepare of a direct path load.")
        .Has("name", &TtcDirectPathPrepare::Keyword::name)
        .Has("index", &TtcDirectPathPrepare::Keyword::index);
    Record<TtcDirectPathPrepare>(module, "TtcDirectPathPrepare", "Prepares a direct path load.")
        .Has("keywords", &TtcDirectPathPrepare::keywords)
        .Has("values", &TtcDirectPathPrepare::values)
        .IsMessage();
    Record<TtcDirectPathLoad>(module, "TtcDirectPathLoad", "Rows of a direct path load.")
        .Has("cursor", &TtcDirectPathLoad::cursor)
        .Has("pieces", &TtcDirectPathLoad::pieces)
        .IsMessage();
    Record<TtcDirectPathOperation>(module, "TtcDirectPathOperation", "Ends a direct path load.")
        .Has("operation", &TtcDirectPathOperation::operation)
        .Has("cursor", &TtcDirectPathOperation::cursor)
        .IsMessage();
    Record<TtcTransactionSwitch>(module, "TtcTransactionSwitch", "Switches a transaction.")
        .Has("operation", &TtcTransactionSwitch::operation)
        .Has("identifier", &TtcTransactionSwitch::identifier)
        .Has("flags", &TtcTransactionSwitch::flags)
        .Has("timeout", &TtcTransactionSwitch::timeout)
        .IsMessage();
    Record<TtcFetch>(module, "TtcFetch", "Asks for further rows.")
        .Has("cursor", &TtcFetch::cursor)
        .Has("rows", &TtcFetch::rows)
        .IsMessage();
}

/**
 * @param module module to add the classes to
 */
void
BindReplies(py::module_& module)
{
    Record<TtcEndOfCall::ElementError>(module,
                                       "TtcElementError",
                                       "An element of an array that failed.")
        .Has("error", &TtcEndOfCall::ElementError::error)
        .Has("place", &TtcEndOfCall::ElementError::place)
        .Has("text", &TtcEndOfCall::ElementError::text);
    Record<TtcDirectPathReply>(module, "TtcDirectPathReply", "Reply to a direct path load.")
        .Has("prepares", &TtcDirectPathReply::prepares)
        .Has("columns", &TtcDirectPathReply::columns)
        .Has("numbers", &TtcDirectPathReply::numbers)
        .IsMessage();
}

/**
 * @param data a complete reply
 * @param layout layout of the session
 * @param columns columns of the result, if it was described before
 * @param rowCounts whether the execute asked for the rows changed by each iteration
 * @return its messages; TtcError if it contains something that cannot be decoded
 */
TtcReplyParts
ReadReply(const py::bytes& data, const TtcLayout& layout, uint32_t columns, bool rowCounts)
{
    auto reply = TtcReplyParts::Decode(View(data), layout, {columns, rowCounts});
    if (!reply)
    {
        throw TtcError(std::to_string(View(data).size()) + " bytes are not a reply with rows");
    }
    return *reply;
}

/**
 * @param module module to add the class to
 */
void
BindReplyParts(py::module_& module)
{
    py::class_<TtcReplyParts>(module, "TtcReplyParts", "The messages of a reply.")
        .def_static("decode",
                    &ReadReply,
                    py::arg("data"),
                    py::arg("layout") = TtcLayout{},
                    py::arg("columns") = 0,
                    py::arg("row_counts") = false,
                    "Read the reply of a thin driver's call; TtcError if it holds something else.")
        .def_readonly("columns", &TtcReplyParts::columns)
        .def_readonly("rows", &TtcReplyParts::rows)
        .def_readonly("end", &TtcReplyParts::end)
        .def(
            "encode",
            [](const TtcReplyParts& reply, const TtcLayout& layout) {
                return ToBytes(reply.Encode(layout));
            },
            py::arg("layout") = TtcLayout{},
            "The reply in the layout of a session.");
}

} // namespace

void
BindTtcMessages(py::module_& module)
{
    BindCalls(module);
    BindReplies(module);
    BindReplyParts(module);
}

} // namespace ns3::net8
