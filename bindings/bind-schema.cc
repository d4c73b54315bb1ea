// SPDX-License-Identifier: GPL-2.0-only
#include "bind-error.h"
#include "bind.h"

#include "ns3/net8-attributes.h"
#include "ns3/net8-column-repetition.h"
#include "ns3/net8-column.h"
#include "ns3/net8-delivery-trace.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-rate-limits.h"
#include "ns3/net8-result-set.h"
#include "ns3/net8-transaction-walk.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <pybind11/stl.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param name name of a class, such as ns3::net8::Net8Client
 * @return its attributes that can be set, by name: help, default, type of the value, and the
 * information of its checker: for numbers and times "type least:most", for words all of them
 * separated by |
 */
py::dict
Attributes(const std::string& name)
{
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(name, &type))
    {
        throw PlanError("There is no class '" + name + "'.");
    }
    py::dict out;
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto info = type.GetAttribute(i);
        if (!(info.flags & TypeId::ATTR_SET))
        {
            continue; // a part, whose attributes are those of its own class
        }
        const auto& checker = info.checker;
        py::dict entry;
        entry["help"] = info.help;
        entry["default"] = info.initialValue->SerializeToString(checker);
        entry["type"] = checker->GetValueTypeName();
        entry["range"] =
            checker->HasUnderlyingTypeInformation() ? checker->GetUnderlyingTypeInformation() : "";
        out[py::str(info.name)] = entry;
    }
    return out;
}

/**
 * @param attributes attributes of a listener
 * @return the attribute that is wrong, and its error; both empty if there is none
 */
std::pair<std::string, std::string>
CheckListener(const AttributeMap& attributes)
{
    auto listener = CreateObject<Net8Listener>();
    SetAttributes(listener->GetParts(), attributes);
    const auto error = listener->Configure();
    listener->Dispose();
    return {error.file, error.message};
}

/**
 * @param columns a list of columns
 * @param repeated number of columns that repeat the previous row and are omitted
 * @param locator size of a LOB locator, bytes
 * @param prefetch bytes of a BLOB and characters of a CLOB that come with a row, 0: its size, -1:
 * nothing
 * @param isInline whether LOBs are strings
 * @return bytes of the columns of the first row of a reply, and of each further row
 */
std::pair<uint64_t, uint64_t>
ColumnBytes(const std::string& columns,
            uint32_t repeated,
            uint32_t locator,
            int64_t prefetch,
            bool isInline)
{
    if (const auto list = Column::ParseList(columns); !list.error.empty())
    {
        throw PlanError("In the list of columns " + list.error + ".");
    }
    auto rows = CreateObject<Net8ResultSet>();
    SetAttributes(rows, {{"RepeatedColumns", std::to_string(repeated)}});
    rows->ReadColumns(columns, {.locator = locator, .prefetch = prefetch, .isInline = isInline});
    const auto bytes = rows->GetColumnBytes();
    return {bytes.first, bytes.further};
}

/**
 * @param columns a list of columns
 * @param prefetch bytes of a BLOB and characters of a CLOB that come with a row
 * @param isInline whether LOBs are strings
 * @return of each LOB column the bytes of its value, and how many of these come with the row
 */
std::vector<std::pair<uint32_t, uint32_t>>
LobColumns(const std::string& columns, int64_t prefetch, bool isInline)
{
    const auto list = Column::ParseList(columns, {.prefetch = prefetch, .isInline = isInline});
    std::vector<std::pair<uint32_t, uint32_t>> found;
    for (std::size_t place = 0; place < list.lobs.size(); ++place)
    {
        found.emplace_back(list.lobs[place], list.lobsAhead[place]);
    }
    return found;
}

/**
 * @param columns a list of columns
 * @param repetition shares of repetition, as text of an attribute
 * @param thin whether the client is a thin driver
 * @return mean bytes of a whole row, of a row without what it repeats, of the bit vector before it,
 * and additional bytes of the row header for the bit vector of the first row
 */
std::tuple<uint64_t, double, uint32_t, uint32_t>
RepetitionBytes(const std::string& columns, const std::string& repetition, bool thin)
{
    const auto list = Column::ParseList(columns);
    auto shares = ColumnRepetition::ParseShares(repetition);
    if (list.bytes.empty() || !shares || shares->empty())
    {
        throw PlanError("There are no columns, or no shares of repetition.");
    }
    shares->resize(list.bytes.size(), shares->back());
    const auto mean = ColumnRepetition::GetMean(list.bytes, *shares, thin);
    return {mean.whole, mean.values, mean.vector, mean.header};
}

/// A step of a transaction: its statements, how often they are executed, and the statement for each
/// of whose rows they are executed instead; -1: none.
using StepTuple = std::tuple<std::vector<uint32_t>, uint32_t, int64_t>;

/**
 * @param text steps of a transaction
 * @param statements names of the statements
 * @return the steps, and the error in them
 */
std::pair<std::vector<StepTuple>, std::string>
ReadSteps(const std::string& text, const std::vector<std::string>& statements)
{
    const auto found = Transaction::Parse(text, statements);
    std::vector<StepTuple> steps;
    for (const auto& step : found.steps)
    {
        steps.emplace_back(step.statements,
                           step.times,
                           step.eachOf ? int64_t{*step.eachOf} : int64_t{-1});
    }
    return {steps, found.error};
}

/**
 * @param text a delivery trace
 * @return the error in it; if there is none, its mean rate (bit/s) and its length (ms)
 */
std::tuple<std::string, uint64_t, uint64_t>
ReadDeliveryTrace(const std::string& text)
{
    std::vector<uint64_t> times;
    const auto error = DeliveryTrace::Parse(text, times);
    return error.empty() ? std::tuple(error, DeliveryTrace::GetMeanRate(times), times.back())
                         : std::tuple(error, uint64_t{0}, uint64_t{0});
}

} // namespace

void
BindSchema(py::module_& m)
{
    m.def(
        "check_listener",
        &CheckListener,
        py::arg("attributes"),
        "Return the parameter of a listener that is wrong and what is wrong with it, or nothing.");
    m.def(
        "listener_rate",
        [](const std::string& rateLimit, uint32_t connectionRate) {
            Net8RateLimits::Limit limit;
            if (const auto error = Net8RateLimits::Parse(rateLimit, limit); error.IsError())
            {
                throw PlanError(error.message);
            }
            return Net8RateLimits::GetRate(limit, connectionRate);
        },
        py::arg("rate_limit"),
        py::arg("connection_rate"),
        "Return the connections per second that an end point of a listener may accept; 0: any "
        "number.");
    m.def("read_delivery_trace",
          &ReadDeliveryTrace,
          py::arg("text"),
          "Return what is wrong with a trace of chances to deliver, what it can deliver in the "
          "mean (bit/s), and its length (ms).");
    m.def("column_bytes",
          &ColumnBytes,
          py::arg("columns"),
          py::arg("repeated") = 0,
          py::arg("locator") = Column::LOB_LOCATOR,
          py::arg("prefetch") = 0,
          py::arg("inline") = false,
          "Return the bytes of the columns of the first row of a reply and of each further one; of "
          "the latter the last repeated columns are left out.");
    m.def("lob_columns",
          &LobColumns,
          py::arg("columns"),
          py::arg("prefetch") = 0,
          py::arg("inline") = false,
          "Return of each LOB column the bytes of its value, and how many come with the row.");
    m.def(
        "defined_length",
        [](const std::string& columns) { return Column::ParseList(columns).defined; },
        py::arg("columns"),
        "Return the bytes of a row as its columns are defined; of no list 0.");
    m.def(
        "repetition_bytes",
        &RepetitionBytes,
        py::arg("columns"),
        py::arg("repetition"),
        py::arg("thin"),
        "Return the mean bytes of a whole row, of the values of a row without what it repeats, of "
        "the bit vector in front of it, and what the row header has more for the first row.");
    m.def("read_steps",
          &ReadSteps,
          py::arg("text"),
          py::arg("statements"),
          "Return the steps of a transaction, each with the numbers of its statements, how often "
          "they are done, and the number of the statement for each row of which or -1; and what is "
          "wrong with them.");
    m.def("attributes",
          &Attributes,
          py::arg("owner"),
          "Return help, default, type and range of each attribute of a class, by name.");
}

} // namespace ns3::net8
