// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Both ends of sessions of TDS, for Python.
 */
#include "bind-bytes.h"
#include "bind-testing.h"

#include "ns3/net8-tds-client-engine.h"
#include "ns3/net8-tds-server-dialogue.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <pybind11/stl.h>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// Type, status and length of a packet.
using Packet = std::tuple<uint8_t, uint8_t, uint16_t>;
/// A value of a row in its wire format; nothing: null.
using Value = std::optional<std::string>;
/// Name of a column, its type, largest size of a value, bytes.
using ColumnTuple = std::tuple<std::string, uint8_t, uint32_t>;

/// Answers every batch with the same rows; a SET batch, which has no result, with only a DONE.
class Rows : public TdsServerScript
{
  public:
    /**
     * @param columns columns of the result
     * @param rows its rows
     * @param user name of the user
     * @param password password
     */
    Rows(const std::vector<ColumnTuple>& columns,
         const std::vector<std::vector<Value>>& rows,
         std::string user,
         std::string password)
        : m_user(std::move(user)),
          m_password(std::move(password))
    {
        TdsColumns told;
        for (const auto& [name, type, size] : columns)
        {
            TdsColumns::Column column;
            column.flags = 1;
            column.type.type = type;
            column.type.size = size;
            column.type.collation = std::string("\x09\x04\xd0\x00\x34", TdsType::COLLATION);
            column.name = TdsText::Widen(name);
            if (!column.type.GetCount())
            {
                throw py::value_error("type " + std::to_string(type) + " of column " + name +
                                      " is not one that TDS has here");
            }
            told.columns.push_back(column);
        }
        m_reply.tokens.emplace_back(told);
        for (const auto& values : rows)
        {
            if (values.size() != columns.size())
            {
                throw py::value_error("a row of " + std::to_string(values.size()) +
                                      " values; there are " + std::to_string(columns.size()) +
                                      " columns");
            }
            TdsRow row;
            row.values = told.MakeRow();
            for (std::size_t at = 0; at < values.size(); ++at)
            {
                row.values[at].null = !values[at];
                row.values[at].bytes = values[at].value_or("");
            }
            m_reply.tokens.emplace_back(std::move(row));
        }
        TdsDone done;
        done.status = TdsDone::COUNT;
        done.command = QUERY;
        done.rows = rows.size();
        m_reply.tokens.emplace_back(done);
    }

    bool Admits(const std::string& user, const std::string& password) override
    {
        return user == m_user && password == m_password;
    }

    Answer GetAnswer(const std::string& text, const TdsLayout& /* layout */) override
    {
        asked.push_back(text);
        if (IsSet(text))
        {
            TdsReply done;
            done.tokens.emplace_back(TdsDone{});
            return {.time = std::chrono::nanoseconds(0), .reply = done};
        }
        return {.time = std::chrono::nanoseconds(0), .reply = m_reply};
    }

    std::vector<std::string> asked; ///< Batches received.

  private:
    /**
     * @param text text of a batch
     * @return whether it begins with SET
     */
    static bool IsSet(std::string_view text)
    {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        constexpr std::string_view WORD = "set ";
        return text.size() >= WORD.size() &&
               std::ranges::equal(WORD,
                                  text.substr(0, WORD.size()),
                                  {},
                                  {},
                                  [](unsigned char letter) { return std::tolower(letter); });
    }

    static constexpr uint16_t QUERY = 0xc1; ///< Kind of statement in DONE: a query.

    std::string m_user;     ///< Name of the user.
    std::string m_password; ///< Password.
    TdsReply m_reply;       ///< The answer.
};

/// Asks one text after the other.
class Texts : public TdsClientScript
{
  public:
    /**
     * @param texts texts to ask
     */
    explicit Texts(std::vector<std::string> texts)
        : m_texts(std::move(texts))
    {
    }

    std::optional<Task> GetNext() override
    {
        return m_next < m_texts.size() ? std::optional(Task{.text = m_texts[m_next++]})
                                       : std::nullopt;
    }

  private:
    std::vector<std::string> m_texts; ///< Texts to ask.
    std::size_t m_next{0};            ///< Index of the next one.
};

/**
 * @param from a sender
 * @return all bytes that it has written
 */
std::vector<uint8_t>
TakeAll(TdsConnection& from)
{
    std::vector<uint8_t> sent;
    while (!from.IsDrained())
    {
        const auto bytes = from.Take(TdsPacketHeader::MOST);
        sent.insert(sent.end(), bytes.begin(), bytes.end());
    }
    return sent;
}

/// A TDS server with a single result, for a Python socket.
class Server
{
  public:
    /**
     * @param columns columns of the result
     * @param rows its rows
     * @param user name of the user
     * @param password password
     * @param packetSize packet size for clients that do not ask for one, bytes
     */
    Server(const std::vector<ColumnTuple>& columns,
           const std::vector<std::vector<Value>>& rows,
           const std::string& user,
           const std::string& password,
           uint32_t packetSize)
        : m_rows(columns, rows, user, password),
          m_connection(PROCESS),
          m_dialogue(m_settings, m_rows, m_connection)
    {
        m_settings.packetSize = packetSize;
    }

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /**
     * @param data bytes that arrived
     * @return bytes to send
     */
    py::bytes Feed(const py::bytes& data)
    {
        SpanSource source(View(data));
        m_dialogue.HandleBytes(source, std::chrono::nanoseconds(0));
        return ToBytes(TakeAll(m_connection));
    }

    /** @return whether the client is logged on */
    bool IsLoggedOn() const
    {
        return m_dialogue.IsLoggedOn();
    }

    /** @return batches received */
    const std::vector<std::string>& GetAsked() const
    {
        return m_rows.asked;
    }

    /** @return name of the error; empty if there is none */
    std::string GetError() const
    {
        const auto error = m_dialogue.GetError();
        return error ? SessionCounters::Name(*error) : "";
    }

  private:
    static constexpr uint16_t PROCESS = 51; ///< Its process number: those of users follow 50.

    TdsServerSettings m_settings; ///< The server.
    Rows m_rows;                  ///< What it answers.
    TdsConnection m_connection;   ///< Its connection.
    TdsServerDialogue m_dialogue; ///< The dialogue.
};

/**
 * Run a session between a client and a server of the model.
 *
 * @param settings settings of the client
 * @param texts texts that it asks
 * @param columns columns of the result
 * @param rows its rows
 * @return packets of the client and of the server; ValueError if the session fails
 */
std::pair<std::vector<Packet>, std::vector<Packet>>
Talk(const TdsClientSettings& settings,
     const std::vector<std::string>& texts,
     const std::vector<ColumnTuple>& columns,
     const std::vector<std::vector<Value>>& rows)
{
    std::pair<std::vector<Packet>, std::vector<Packet>> packets;
    const auto into = [](std::vector<Packet>& list) {
        return [&list](const TdsPacketHeader& header) {
            list.emplace_back(header.type, header.status, header.length);
        };
    };
    Texts script(texts);
    Rows answers(columns, rows, settings.user, settings.password);
    const TdsServerSettings server;
    TdsConnection ofClient(0, into(packets.first));
    TdsConnection ofServer(1, into(packets.second));
    TdsClientEngine client(settings, script, ofClient);
    TdsServerDialogue dialogue(server, answers, ofServer);
    constexpr std::chrono::nanoseconds NOW(0);
    client.HandleConnected(NOW);
    while (!ofClient.IsDrained() || client.GetDeadline() != NEVER)
    {
        const auto asked = TakeAll(ofClient);
        SpanSource toServer(asked);
        dialogue.HandleBytes(toServer, NOW);
        const auto answered = TakeAll(ofServer);
        SpanSource toClient(answered);
        client.HandleBytes(toClient, NOW);
        client.HandleDeadline(NOW);
    }
    const auto error = client.GetError() ? client.GetError() : dialogue.GetError();
    if (error)
    {
        throw py::value_error("the session ended with " + SessionCounters::Name(*error));
    }
    return packets;
}

} // namespace

void
BindTdsEnds(py::module_& module)
{
    py::class_<TdsClientSettings>(module, "TdsClientSettings")
        .def(py::init<>())
        .def_readwrite("version", &TdsClientSettings::version)
        .def_readwrite("packet_size", &TdsClientSettings::packetSize)
        .def_readwrite("instance", &TdsClientSettings::instance)
        .def_readwrite("host", &TdsClientSettings::host)
        .def_readwrite("user", &TdsClientSettings::user)
        .def_readwrite("password", &TdsClientSettings::password)
        .def_readwrite("program", &TdsClientSettings::program)
        .def_readwrite("server", &TdsClientSettings::server)
        .def_readwrite("library", &TdsClientSettings::library)
        .def_readwrite("database", &TdsClientSettings::database)
        .def_readwrite("begins_transaction", &TdsClientSettings::beginsTransaction);
    py::class_<Server>(module, "TdsServer")
        .def(py::init<const std::vector<ColumnTuple>&,
                      const std::vector<std::vector<Value>>&,
                      const std::string&,
                      const std::string&,
                      uint32_t>(),
             py::arg("columns"),
             py::arg("rows"),
             py::arg("user"),
             py::arg("password"),
             py::arg("packet_size") = TdsPacketHeader::BEFORE_LOGIN)
        .def("feed", &Server::Feed, py::arg("data"))
        .def_property_readonly("logged_on", &Server::IsLoggedOn)
        .def_property_readonly("asked", &Server::GetAsked)
        .def_property_readonly("error", &Server::GetError);
    module.def("tds_dialogue",
               &Talk,
               py::arg("settings"),
               py::arg("texts"),
               py::arg("columns"),
               py::arg("rows"));
}

} // namespace ns3::net8
