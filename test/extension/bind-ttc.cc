// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Messages of the database protocol for Python.
 */
#include "bind-bytes.h"
#include "bind-testing.h"
#include "net8-ttc-auth-reply.h"
#include "net8-ttc-auth-request.h"
#include "net8-ttc-data-types-reply.h"
#include "net8-ttc-execute.h"
#include "net8-ttc-fast-auth.h"
#include "net8-ttc-protocol-reply.h"
#include "net8-ttc-reply-parts.h"
#include "net8-ttc-row.h"
#include "net8-ttc-time.h"
#include "net8-ttc-version-reply.h"

#include "ns3/net8-column.h"
#include "ns3/net8-ttc-describe.h"
#include "ns3/net8-ttc-direct-path-load.h"
#include "ns3/net8-ttc-direct-path-operation.h"
#include "ns3/net8-ttc-direct-path-prepare.h"
#include "ns3/net8-ttc-direct-path-reply.h"
#include "ns3/net8-ttc-fetch.h"
#include "ns3/net8-ttc-io-vector.h"
#include "ns3/net8-ttc-lob-call.h"
#include "ns3/net8-ttc-request.h"
#include "ns3/net8-ttc-row-header.h"
#include "ns3/net8-ttc-statement-parameters.h"
#include "ns3/net8-ttc-status.h"
#include "ns3/net8-ttc-transaction-switch.h"

#include <pybind11/operators.h>
#include <pybind11/stl.h>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// Bytes that are not a valid message; `TtcError` in Python.
class TtcError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @tparam RECORD a class that Python knows
 * @param fields some of its fields
 * @return an object with these fields, and defaults for the others
 */
template <class RECORD>
RECORD
FromKeywords(const py::kwargs& fields)
{
    py::object record = py::cast(RECORD{});
    for (const auto& [name, value] : fields)
    {
        py::setattr(record, name, value);
    }
    return record.cast<RECORD>();
}

/**
 * Defines a class of fields for Python.
 */
template <class RECORD>
class Record
{
  public:
    /**
     * @param module module to add the class to
     * @param name its name
     * @param sentence its docstring
     */
    Record(py::module_& module, const char* name, const char* sentence)
        : m_name(name),
          m_class(module, name, sentence)
    {
        m_class.def(py::init(&FromKeywords<RECORD>));
    }

    /**
     * @param name name of a field
     * @param field a number, a flag or a record
     * @return this object
     */
    template <class FIELD>
    Record& Has(const char* name, FIELD RECORD::* field)
    {
        m_class.def_readwrite(name, field);
        return *this;
    }

    /**
     * @param name name of a field
     * @param field bytes, which may be text
     * @return this object
     */
    Record& Has(const char* name, std::string RECORD::* field)
    {
        m_class.def_property(
            name,
            [field](const RECORD& record) { return py::bytes(record.*field); },
            [field](RECORD& record, const py::bytes& bytes) {
                record.*field = static_cast<std::string>(bytes);
            });
        return *this;
    }

    /**
     * @param name name of a method without arguments
     * @param method the method
     * @return this object
     */
    template <class METHOD>
    Record& Tells(const char* name, METHOD method)
    {
        m_class.def_property_readonly(name, method);
        return *this;
    }

    /**
     * Add the methods of a message.
     *
     * @return this object
     */
    Record& IsMessage()
    {
        m_class.def("size", &RECORD::Size, py::arg("layout") = TtcLayout{}, "Bytes of encode().");
        m_class.def(
            "encode",
            [](const RECORD& message, const TtcLayout& layout) {
                return ToBytes(message.Encode(layout));
            },
            py::arg("layout") = TtcLayout{},
            "The message in the layout of a session.");
        m_class.def_static(
            "decode",
            [name = m_name](const py::bytes& data, const TtcLayout& layout) {
                auto message = RECORD::Decode(View(data), layout);
                if (!message)
                {
                    throw TtcError(std::to_string(View(data).size()) + " bytes do not decode as " +
                                   name);
                }
                return *message;
            },
            py::arg("data"),
            py::arg("layout") = TtcLayout{},
            "The message that starts the bytes; TtcError if it does not.");
        return *this;
    }

    /** @return the class */
    py::class_<RECORD>& Get()
    {
        return m_class;
    }

  private:
    std::string m_name;         ///< Its name.
    py::class_<RECORD> m_class; ///< The class.
};

/**
 * @param module module to add the class to
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
    Record<TtcDataTypesRequest>(module, "TtcDataTypesRequest", "What a client can do.")
        .Has("flags", &TtcDataTypesRequest::flags)
        .Has("compile_time", &TtcDataTypesRequest::compileTime)
        .Has("run_time", &TtcDataTypesRequest::runTime)
        .Has("types", &TtcDataTypesRequest::types)
        .IsMessage();
    Record<TtcDataTypesReply>(module, "TtcDataTypesReply", "Data types that a server knows.")
        .Has("types", &TtcDataTypesReply::types)
        .IsMessage();
    Record<TtcFastAuth>(module, "TtcFastAuth", "Three messages of a logon in one.")
        .Has("data_types", &TtcFastAuth::dataTypes)
        .Has("authentication", &TtcFastAuth::authentication)
        .IsMessage();
    Record<TtcProtocolReply>(module, "TtcProtocolReply", "What a server tells of itself.")
        .Has("platform", &TtcProtocolReply::platform)
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
    Record<TtcStatementParameters>(module, "TtcStatementParameters", "Cursor of an execute.")
        .Has("numbers", &TtcStatementParameters::numbers)
        .IsMessage();
    Record<TtcIoVector>(module, "TtcIoVector", "Directions of bind variables.")
        .Has("directions", &TtcIoVector::directions)
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
    Record<TtcDirectPathReply>(module, "TtcDirectPathReply", "Reply to a direct path load.")
        .Has("prepares", &TtcDirectPathReply::prepares)
        .Has("columns", &TtcDirectPathReply::columns)
        .Has("numbers", &TtcDirectPathReply::numbers)
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

/**
 * @param module module to add the functions to
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
BindTtcMessages(py::module_& module)
{
    py::register_exception<TtcError>(module, "TtcError", PyExc_ValueError);
    BindLayout(module);
    py::class_<TtcTypeList>(module, "TtcTypeList", "Data types of a negotiation.");
    Record<TtcPair>(module, "TtcPair", "A key and its value.")
        .Has("key", &TtcPair::key)
        .Has("value", &TtcPair::value)
        .Has("flags", &TtcPair::flags);
    BindNegotiation(module);
    BindCalls(module);
    BindReplies(module);
    BindRows(module);
    BindReplyParts(module);
    BindValues(module);
}

} // namespace ns3::net8
