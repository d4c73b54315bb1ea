// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_CASE_H
#define NET8_CLIENT_CASE_H

#include "ns3/net8-client-engine.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * An application that executes one statement a number of times without think time.
 */
class FixedScript : public ClientScript
{
  public:
    std::optional<Task> GetNext(const Outcome& before) override
    {
        outcomes.push_back(before);
        if (!list.empty())
        {
            const auto place = outcomes.size() - 1;
            return place < list.size()
                       ? std::optional(Task{.query = &list[place], .piped = piped, .abort = abort})
                       : std::nullopt;
        }
        return left-- > 0 ? std::optional(Task{.query = &query, .wait = think}) : std::nullopt;
    }

    std::chrono::nanoseconds GetReplyTime() override
    {
        return {};
    }

    std::chrono::nanoseconds GetRowTime(uint32_t /* rows */) override
    {
        return {};
    }

    ClientQuery query;                 ///< The statement.
    int left{1};                       ///< Number of executions left.
    std::vector<ClientQuery> list;     ///< Statements to execute instead, once each.
    bool piped{false};                 ///< Whether they are executed in a pipeline.
    bool abort{false};                 ///< Whether the pipeline skips the calls after a failed one.
    std::chrono::nanoseconds think{0}; ///< Time before each query.
    std::vector<Outcome> outcomes;     ///< Outcomes of the previous statements, as reported.
};

/**
 * @ingroup net8-test
 * A client engine whose server is the test, which delivers bytes and checks what was sent.
 */
class ClientCase
{
  public:
    /// Current time, which the test advances.
    std::chrono::nanoseconds now{1000};
    /// Settings of the client; must be changed before Try.
    ClientSettings settings;
    /// What it executes.
    FixedScript script;
    /// Events it reported, in order.
    std::vector<ClientEvent> events;

    /**
     * Create a client.
     *
     * @param driver name of the driver
     * @param release release of the driver; empty: the newest
     */
    explicit ClientCase(const std::string& driver = "python-thin", const std::string& release = "");

    /**
     * Try to connect to an address; TCP is established immediately.
     *
     * @param target the address
     */
    void Try(const ClientTarget& target = {.host = "db", .port = 1521});

    /**
     * Follow the reported REDIRECT; TCP is established immediately.
     */
    void Follow();

    /**
     * @return all bytes the client sent since the last call
     */
    std::vector<uint8_t> Sent();

    /**
     * @return type and length of each packet in these bytes
     */
    std::vector<std::pair<PacketType, uint32_t>> SentPackets();

    /**
     * Deliver bytes to the client.
     *
     * @param bytes bytes from the server
     */
    void Arrive(const std::vector<uint8_t>& bytes);

    /**
     * Close the connection from the server.
     */
    void Close();

    /**
     * Break the connection.
     *
     * @param error why it becomes unusable
     */
    void Lose(SessionError error = SessionError::RESET);

    /**
     * Accept the connection: version 318, SDU 8192, no native services.
     */
    void Accept();

    /**
     * Answer the current call.
     *
     * @param reply first bytes of the reply
     */
    void Answer(const TtcPrefix& reply);

    /**
     * Answer every call of the logon, until the client thinks or executes a statement.
     */
    void LogOn();

    /**
     * Send a marker from the server.
     *
     * @param data BREAK or RESET
     */
    void Mark(uint8_t data);

    /**
     * Advance the time to the next deadline.
     *
     * @return how much the time advanced
     */
    std::chrono::nanoseconds Expire();

    /**
     * @return the first event of a kind, which must exist
     * @tparam T the kind
     */
    template <typename T>
    T Get() const
    {
        for (const auto& event : events)
        {
            if (const auto* found = std::get_if<T>(&event))
            {
                return *found;
            }
        }
        throw std::logic_error("it was not told");
    }

    /**
     * @return the calls reported
     */
    std::vector<ClientCall> GetCalls() const;

    /**
     * @return the states the session went through after the first one
     */
    std::vector<std::string> GetStates() const;

    /**
     * @return the engine
     */
    ClientEngine& GetEngine();

    /**
     * @return its connection
     */
    TnsConnection& GetTns();

  private:
    /**
     * Take the events of the engine.
     */
    void Listen();

    std::unique_ptr<ClientEngine> m_engine; ///< The engine.
    std::unique_ptr<TnsConnection> m_tns;   ///< Its connection.
    std::unique_ptr<TnsConnection> m_left;  ///< The connection before a REDIRECT.
    TnsConnection m_server;                 ///< Encodes what the server sends.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_CASE_H */
