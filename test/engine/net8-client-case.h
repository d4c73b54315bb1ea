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
 * An application that asks one statement some times over, at once.
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
    int left{1};                       ///< How often it is still asked.
    std::vector<ClientQuery> list;     ///< Statements that are asked in its place, once each.
    bool piped{false};                 ///< They go in a pipeline.
    bool abort{false};                 ///< Which does nothing behind one that failed.
    std::chrono::nanoseconds think{0}; ///< Time before each query.
    std::vector<Outcome> outcomes;     ///< What it was told of the statement before, each time.
};

/**
 * @ingroup net8-test
 * A client engine whose server is the test: it is told what arrives, and asked what it sent.
 */
class ClientCase
{
  public:
    /// The time, which the test moves.
    std::chrono::nanoseconds now{1000};
    /// How the client talks; to be changed before Try.
    ClientSettings settings;
    /// What it asks.
    FixedScript script;
    /// What it told, in order.
    std::vector<ClientEvent> events;

    /**
     * @param driver name of a driver
     * @param release its release; empty: the newest
     */
    explicit ClientCase(const std::string& driver = "python-thin", const std::string& release = "");

    /**
     * Try an address; TCP is up at once.
     *
     * @param target the address
     */
    void Try(const ClientTarget& target = {.host = "db", .port = 1521});

    /**
     * Follow the REDIRECT that was told; TCP is up at once.
     */
    void Follow();

    /**
     * @return all bytes that the client sent since it was asked last
     */
    std::vector<uint8_t> Sent();

    /**
     * @return type of each packet in these bytes, and its length
     */
    std::vector<std::pair<PacketType, uint32_t>> SentPackets();

    /**
     * @param bytes bytes of the server that arrive
     */
    void Arrive(const std::vector<uint8_t>& bytes);

    /**
     * The server closes the connection.
     */
    void Close();

    /**
     * The server accepts: version 318, SDU 8192, no native services.
     */
    void Accept();

    /**
     * The server answers the call under way.
     *
     * @param reply first bytes of the reply
     */
    void Answer(const TtcPrefix& reply);

    /**
     * The server answers every call of the logon, until the client thinks or asks a query.
     */
    void LogOn();

    /**
     * The server sends a marker.
     *
     * @param data BREAK or RESET
     */
    void Mark(uint8_t data);

    /**
     * Let the time pass up to the next deadline.
     *
     * @return how long that was
     */
    std::chrono::nanoseconds Expire();

    /**
     * @return the first event of a kind, which must be there
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
     * @return the calls that were told
     */
    std::vector<ClientCall> GetCalls() const;

    /**
     * @return the states that the session went through, behind the first
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
     * Take what the engine tells.
     */
    void Listen();

    std::unique_ptr<ClientEngine> m_engine; ///< The engine.
    std::unique_ptr<TnsConnection> m_tns;   ///< Its connection.
    std::unique_ptr<TnsConnection> m_left;  ///< The connection before a REDIRECT.
    TnsConnection m_server;                 ///< Writes what the server says.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_CASE_H */
