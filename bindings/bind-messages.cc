// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Messages of the database protocol for Python: those of a thin driver that logs on and queries.
 */
#include "bind-bytes.h"
#include "bind-record.h"
#include "bind.h"

#include "ns3/net8-column.h"
#include "ns3/net8-ttc-auth-reply.h"
#include "ns3/net8-ttc-auth-request.h"
#include "ns3/net8-ttc-data-types-reply.h"
#include "ns3/net8-ttc-data-types-request.h"
#include "ns3/net8-ttc-describe.h"
#include "ns3/net8-ttc-described-column.h"
#include "ns3/net8-ttc-end-of-call.h"
#include "ns3/net8-ttc-execute.h"
#include "ns3/net8-ttc-fast-auth.h"
#include "ns3/net8-ttc-io-vector.h"
#include "ns3/net8-ttc-layout.h"
#include "ns3/net8-ttc-pair.h"
#include "ns3/net8-ttc-protocol-reply.h"
#include "ns3/net8-ttc-request.h"
#include "ns3/net8-ttc-row-header.h"
#include "ns3/net8-ttc-row.h"
#include "ns3/net8-ttc-statement-parameters.h"
#include "ns3/net8-ttc-status.h"
#include "ns3/net8-ttc-time.h"
#include "ns3/net8-ttc-type-list.h"
#include "ns3/net8-ttc-version-reply.h"

#include <pybind11/operators.h>
#include <pybind11/stl.h>
#include <string>
#include <tuple>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param module module to add the classes to
 */
void
BindLayout(py::module_& module)
{
    Record<TtcLayout>(module, "TtcLayout", "Layout of the messages of a session.")
        .Has("field_version", &TtcLayout::fieldVersion)
        .Has("wide_bytes", &TtcLayout::wideBytes)
        .Has("end_of_response", &TtcLayout::endOfResponse)
        .Has("statement_type", &TtcLayout::statementType)
        .Has("columns_23", &TtcLayout::columns23)
        .Has("text_lengths", &TtcLayout::textLengths)
        .Has("verifier_12c", &TtcLayout::verifier12c)
        .Get()
        .def_property_readonly("has_token", &TtcLayout::HasToken, "Whether calls have a token.")
        .def(py::self == py::self)
        .def_static(
            "agree",
            [](uint8_t server, const TtcDataTypesRequest& client, bool tellsEnd) {
                return client.AgreeLayout(server, tellsEnd);
            },
            py::arg("server"),
            py::arg("client"),
            py::arg("tells_end"),
            "The layout that a server's field version and a client come to.");
}

/**
 * @param module module to add the classes to
 */
void
BindNegotiation(py::module_& module)
{
    py::class_<TtcTypeList>(
        Record<TtcDataTypesRequest>(module, "TtcDataTypesRequest", "What a client can do.")
            .Has("flags", &TtcDataTypesRequest::flags)
            .Has("compile_time", &TtcDataTypesRequest::compileTime)
            .Has("run_time", &TtcDataTypesRequest::runTime)
            .Has("types", &TtcDataTypesRequest::types)
            .IsMessage()
            .Get(),
        "Types",
        "Data types of a negotiation.");
    Record<TtcDataTypesReply>(module, "TtcDataTypesReply", "Data types that a server knows.")
        .Has("types", &TtcDataTypesReply::types)
        .IsMessage();
    Record<TtcFastAuth>(module, "TtcFastAuth", "Three messages of a logon in one.")
        .Has("data_types", &TtcFastAuth::dataTypes)
        .Has("authentication", &TtcFastAuth::authentication)
        .IsMessage();
    Record<TtcProtocolReply>(module, "TtcProtocolReply", "What a server tells of itself.")
        .Has("platform", &TtcProtocolReply::platform)
        .Has("formats", &TtcProtocolReply::formats)
        .Has("compile_time", &TtcProtocolReply::compileTime)
        .Has("run_time", &TtcProtocolReply::runTime)
        .Tells("field_version", &TtcProtocolReply::GetFieldVersion)
        .IsMessage();
}

/**
 * @param module module to add the classes to
 */
void
BindCalls(py::module_& module)
{
    Record<TtcAuthRequest>(module, "TtcAuthRequest", "An authentication of a client.")
        .Has("user", &TtcAuthRequest::user)
        .Has("mode", &TtcAuthRequest::mode)
        .Has("pairs", &TtcAuthRequest::pairs)
        .IsMessage();
    Record<TtcExecute>(module, "TtcExecute", "Parse, execute and fetch.")
        .Has("cursor", &TtcExecute::cursor)
        .Has("statement", &TtcExecute::statement)
        .Has("rows", &TtcExecute::rows)
        .Has("binds", &TtcExecute::binds)
        .Has("row_counts", &TtcExecute::rowCounts)
        .IsMessage();
}

/**
 * @param module module to add the classes to
 */
void
BindReplies(py::module_& module)
{
    Record<TtcEndOfCall>(module, "TtcEndOfCall", "End of a reply.")
        .Has("failed", &TtcEndOfCall::failed)
        .Has("rows", &TtcEndOfCall::rows)
        .Has("error", &TtcEndOfCall::error)
        .Has("cursor", &TtcEndOfCall::cursor)
        .Has("statement_type", &TtcEndOfCall::statementType)
        .Has("call", &TtcEndOfCall::call)
        .Has("padding", &TtcEndOfCall::padding)
        .Has("full_statement_type", &TtcEndOfCall::fullStatementType)
        .Has("text", &TtcEndOfCall::text)
        .IsMessage();
    Record<TtcStatus>(module, "TtcStatus", "Reply without a result.").IsMessage();
    Record<TtcAuthReply>(module, "TtcAuthReply", "Reply to an authentication.")
        .Has("pairs", &TtcAuthReply::pairs)
        .Has("end", &TtcAuthReply::end)
        .IsMessage();
    Record<TtcVersionReply>(module, "TtcVersionReply", "Banner and version of a server.")
        .Has("banner", &TtcVersionReply::banner)
        .Has("number", &TtcVersionReply::number)
        .IsMessage();
    Record<TtcIoVector>(module, "TtcIoVector", "Directions of bind variables.")
        .Has("directions", &TtcIoVector::directions)
        .IsMessage();
    Record<TtcStatementParameters>(module, "TtcStatementParameters", "Cursor of an execute.")
        .Has("numbers", &TtcStatementParameters::numbers)
        .IsMessage();
}

/**
 * @param module module to add the classes to
 */
void
BindRows(py::module_& module)
{
    Record<TtcDescribedColumn>(module, "TtcDescribedColumn", "A column of a described result.")
        .Has("type", &TtcDescribedColumn::type)
        .Has("scale", &TtcDescribedColumn::scale)
        .Has("buffer_bytes", &TtcDescribedColumn::bufferBytes)
        .Has("character_set", &TtcDescribedColumn::characterSet)
        .Has("form", &TtcDescribedColumn::form)
        .Has("max_characters", &TtcDescribedColumn::maxCharacters)
        .Has("name", &TtcDescribedColumn::name)
        .Has("place", &TtcDescribedColumn::place)
        .IsMessage();
    Record<TtcDescribe>(module, "TtcDescribe", "Description of the columns of a result.")
        .Has("identity", &TtcDescribe::identity)
        .Has("row_bytes", &TtcDescribe::rowBytes)
        .Has("flag", &TtcDescribe::flag)
        .Has("columns", &TtcDescribe::columns)
        .Has("time", &TtcDescribe::time)
        .Has("max_bytes", &TtcDescribe::maxBytes)
        .Has("min_rows", &TtcDescribe::minRows)
        .Has("max_rows", &TtcDescribe::maxRows)
        .IsMessage();
    Record<TtcRowHeader>(module, "TtcRowHeader", "Start of the rows of a reply.")
        .Has("requests", &TtcRowHeader::requests)
        .Has("iterations", &TtcRowHeader::iterations)
        .IsMessage();
    Record<TtcRow>(module, "TtcRow", "Values of a row.")
        .Has("return_codes", &TtcRow::returnCodes)
        .Get()
        .def_property(
            "values",
            [](const TtcRow& row) {
                py::list values;
                for (const auto& value : row.values)
                {
                    values.append(py::bytes(value));
                }
                return values;
            },
            [](TtcRow& row, const std::vector<py::bytes>& values) {
                row.values.assign(values.begin(), values.end());
            })
        .def(
            "encode",
            [](const TtcRow& row) { return ToBytes(row.Encode()); },
            "The row; it is the same in each layout.");
}

/**
 * @param module module to add the classes to
 */
void
BindValues(py::module_& module)
{
    Record<TtcTime>(module, "TtcTime", "A point in time as columns hold it.")
        .Has("year", &TtcTime::year)
        .Has("month", &TtcTime::month)
        .Has("day", &TtcTime::day)
        .Has("hour", &TtcTime::hour)
        .Has("minute", &TtcTime::minute)
        .Has("second", &TtcTime::second)
        .Has("nanoseconds", &TtcTime::nanoseconds)
        .Tells("date", [](const TtcTime& time) { return py::bytes(time.GetDate()); })
        .Tells("timestamp", [](const TtcTime& time) { return py::bytes(time.GetTimestamp()); })
        .Tells("zoned_timestamp",
               [](const TtcTime& time) { return py::bytes(time.GetZonedTimestamp()); });
    module.def(
        "ttc_number",
        [](const std::string& text) {
            const auto bytes = Column::EncodeNumber(text);
            if (bytes.empty())
            {
                throw TtcError("'" + text + "' is not a NUMBER");
            }
            return ToBytes(bytes);
        },
        py::arg("text"),
        "A decimal number as a column holds it.");
    module.def(
        "ttc_call",
        [](const py::bytes& data) {
            const auto found = TtcRequest::Find(View(data));
            return std::tuple(found.start, found.sequence);
        },
        py::arg("data"),
        "Where the call starts that wants a reply, behind piggybacks, and its number.");
}

} // namespace

void
BindMessages(py::module_& module)
{
    py::register_exception<TtcError>(module, "TtcError", PyExc_ValueError);
    BindLayout(module);
    Record<TtcPair>(module, "TtcPair", "A key and its value.")
        .Has("key", &TtcPair::key)
        .Has("value", &TtcPair::value)
        .Has("flags", &TtcPair::flags);
    BindNegotiation(module);
    BindCalls(module);
    BindReplies(module);
    BindRows(module);
    BindValues(module);
}

} // namespace ns3::net8
