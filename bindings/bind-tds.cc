// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Packets and messages of TDS for Python.
 */
#include "bind-bytes.h"
#include "bind.h"

#include "ns3/net8-tds-batch.h"
#include "ns3/net8-tds-call.h"
#include "ns3/net8-tds-login.h"
#include "ns3/net8-tds-packet-header.h"
#include "ns3/net8-tds-packet-type.h"
#include "ns3/net8-tds-prelogin.h"
#include "ns3/net8-tds-reply.h"
#include "ns3/net8-tds-transaction.h"

#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <variant>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param reply a reply
 * @return its contents
 */
std::string
Describe(const TdsReply& reply)
{
    std::string text;
    uint64_t rows = 0;
    const auto add = [&text](const std::string& part) {
        text += (text.empty() ? "" : ", ") + part;
    };
    for (const auto& token : reply.tokens)
    {
        rows += std::holds_alternative<TdsRow>(token) ? 1 : 0;
        if (const auto* columns = std::get_if<TdsColumns>(&token))
        {
            add(std::to_string(columns->columns.size()) + " columns");
        }
        else if (const auto* message = std::get_if<TdsMessage>(&token))
        {
            const bool error = message->token == static_cast<uint8_t>(TdsToken::ERROR);
            add((error ? "error " : "info ") + std::to_string(message->number));
        }
        else if (std::holds_alternative<TdsLoginAck>(token))
        {
            add("logon accepted");
        }
        else if (const auto* change = std::get_if<TdsEnvironment>(&token))
        {
            const auto size = change->GetPacketSize();
            add(size ? "packet size " + std::to_string(*size)
                     : "change " + std::to_string(change->change));
        }
        else if (const auto* done = std::get_if<TdsDone>(&token))
        {
            if (rows > 0)
            {
                add(std::to_string(rows) + (rows == 1 ? " row" : " rows"));
            }
            rows = 0;
            add((done->status & TdsDone::ATTENTION) != 0 ? "cancelled" : "done");
        }
    }
    return text;
}

/**
 * @param type type of the packets
 * @param data a complete message
 * @param wide whether the session uses 7.2 or later
 * @return its contents; nothing if it cannot be decoded
 */
std::optional<std::string>
Read(uint8_t type, const py::bytes& data, bool wide)
{
    const auto bytes = View(data);
    const TdsLayout layout{.wide = wide};
    switch (static_cast<TdsPacketType>(type))
    {
    case TdsPacketType::BATCH:
        if (const auto batch = TdsBatch::Decode(bytes, layout))
        {
            return TdsText::Narrow(batch->text);
        }
        break;
    case TdsPacketType::CALL:
        if (const auto calls = TdsCalls::Decode(bytes, layout))
        {
            std::string names;
            for (const auto& call : calls->calls)
            {
                names += names.empty() ? "" : ", ";
                names += call.name.empty() ? "procedure " + std::to_string(call.number)
                                           : TdsText::Narrow(call.name);
            }
            return names;
        }
        break;
    case TdsPacketType::LOGIN:
        if (const auto login = TdsLogin::Decode(bytes))
        {
            return "packet size " + std::to_string(login->packetSize) + ", program " +
                   TdsText::Narrow(login->Get(TdsLogin::Item::PROGRAM));
        }
        break;
    case TdsPacketType::PRELOGIN:
        if (const auto prelogin = TdsPrelogin::Decode(bytes))
        {
            return std::to_string(prelogin->entries.size()) + " options";
        }
        break;
    case TdsPacketType::TRANSACTION:
        if (const auto asked = TdsTransaction::Decode(bytes, layout))
        {
            return "request " + std::to_string(asked->request);
        }
        break;
    case TdsPacketType::REPLY:
        if (const auto reply = TdsReply::Decode(bytes, layout))
        {
            return Describe(*reply);
        }
        break;
    default:
        break;
    }
    return std::nullopt;
}

} // namespace

void
BindTds(py::module_& module)
{
    module.def("tds_message", &Read, py::arg("type"), py::arg("data"), py::arg("wide"));
    module.def("tds_name", &GetTdsPacketName, py::arg("type"));
    module.def(
        "tds_wide",
        [](const py::bytes& data) { return TdsHeaders::Lead(View(data)); },
        py::arg("data"));
}

} // namespace ns3::net8
