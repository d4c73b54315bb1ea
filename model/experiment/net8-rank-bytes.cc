// SPDX-License-Identifier: GPL-2.0-only
#include "net8-rank-bytes.h"

#include "net8-record-members.h"

#include "ns3/net8-chrono.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace ns3::net8
{

namespace
{

/**
 * Serializes values one after the other.
 */
class Writer
{
  public:
    /**
     * @param values numbers, times, texts, addresses and lists of records
     */
    template <typename... VALUE>
    void operator()(const VALUE&... values)
    {
        (Put(values), ...);
    }

    /**
     * @return all bytes written
     */
    std::string Take()
    {
        return std::move(m_bytes);
    }

  private:
    /**
     * @param value a number, a Boolean or an enumerator
     */
    template <typename VALUE>
        requires(std::is_arithmetic_v<VALUE> || std::is_enum_v<VALUE>)
    void Put(VALUE value)
    {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }

    /// @param value a time
    void Put(const Time& value)
    {
        Put(value.GetTimeStep());
    }

    /// @param value a text
    void Put(const std::string& value)
    {
        Put(static_cast<uint64_t>(value.size()));
        m_bytes += value;
    }

    /// @param value an address
    void Put(const Address& value)
    {
        std::array<uint8_t, 2 + Address::MAX_SIZE> bytes{};
        const auto size = value.CopyAllTo(bytes.data(), bytes.size());
        Put(std::string(bytes.begin(), bytes.begin() + size));
    }

    /// @param value an error, or none
    void Put(const std::optional<SessionError>& value)
    {
        Put(value.has_value());
        Put(value.value_or(SessionError{}));
    }

    /// @param value waits
    void Put(const WaitStatistics& value)
    {
        for (std::size_t i = 0; i < WaitStatistics::SIZE; ++i)
        {
            const auto& [count, total, longest] = value.Get(static_cast<WaitEvent>(i));
            (*this)(count, ToTime(total), ToTime(longest));
        }
    }

    /// @param value steps of a server
    void Put(const std::vector<ServerStep>& value)
    {
        Put(static_cast<uint64_t>(value.size()));
        for (const auto& [kind, event, end, time, count] : value)
        {
            (*this)(kind, event, ToTime(end), ToTime(time), count);
        }
    }

    std::string m_bytes; ///< Written so far.
};

/**
 * Parses what Writer has written.
 */
class Reader
{
  public:
    /**
     * @param bytes the bytes; they must outlive this object
     */
    explicit Reader(const std::string& bytes)
        : m_bytes(bytes)
    {
    }

    /**
     * @param values receive the next values
     */
    template <typename... VALUE>
    void operator()(VALUE&... values)
    {
        (Get(values), ...);
    }

    /**
     * @return the next value
     */
    template <typename VALUE>
    VALUE Next()
    {
        VALUE value{};
        Get(value);
        return value;
    }

  private:
    /// @param value receives the next value
    template <typename VALUE>
        requires(std::is_arithmetic_v<VALUE> || std::is_enum_v<VALUE>)
    void Get(VALUE& value)
    {
        std::memcpy(&value, Take(sizeof(value)), sizeof(value));
    }

    /// @param value receives the next value
    void Get(Time& value)
    {
        value = TimeStep(Next<int64_t>());
    }

    /// @param value receives the next value
    void Get(std::string& value)
    {
        const auto size = Next<uint64_t>();
        value.assign(Take(size), size);
    }

    /// @param value receives the next value
    void Get(Address& value)
    {
        const auto bytes = Next<std::string>();
        value.CopyAllFrom(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    }

    /// @param value receives the next value
    void Get(std::optional<SessionError>& value)
    {
        const bool some = Next<bool>();
        const auto error = Next<SessionError>();
        value = some ? std::optional(error) : std::nullopt;
    }

    /// @param value receives the next value
    void Get(WaitStatistics& value)
    {
        for (std::size_t i = 0; i < WaitStatistics::SIZE; ++i)
        {
            WaitStatistics::Entry entry;
            Time total;
            Time longest;
            (*this)(entry.count, total, longest);
            entry.total = ToChrono(total);
            entry.longest = ToChrono(longest);
            value.Set(static_cast<WaitEvent>(i), entry);
        }
    }

    /// @param value receives the next value
    void Get(std::vector<ServerStep>& value)
    {
        for (auto left = Next<uint64_t>(); left > 0; --left)
        {
            ServerStep step;
            Time end;
            Time time;
            (*this)(step.kind, step.event, end, time, step.count);
            step.end = ToChrono(end);
            step.time = ToChrono(time);
            value.push_back(step);
        }
    }

    /**
     * @param size number of bytes
     * @return the next bytes
     */
    const char* Take(std::size_t size)
    {
        if (size > m_bytes.size() - m_at)
        {
            throw std::runtime_error("What a rank told of its results is cut short.");
        }
        m_at += size;
        return m_bytes.data() + m_at - size;
    }

    const std::string& m_bytes; ///< All bytes.
    std::size_t m_at{0};        ///< Number of bytes read so far.
};

/**
 * Write or read one record, as those of net8-record-members.h.
 *
 * @param archive writer or reader
 * @param record the record
 */
template <typename ARCHIVE, typename RECORD>
    requires std::is_same_v<std::remove_const_t<RECORD>, HostSample>
void
Pass(ARCHIVE& archive, RECORD& record)
{
    auto& [time,
           host,
           cores,
           busy,
           queue,
           memory,
           sessions,
           greetings,
           backlog,
           accepted,
           refused,
           overflows] = record;
    archive(time, host, cores, busy, queue, memory);
    archive(sessions, greetings, backlog, accepted, refused, overflows);
}

/// @copydoc Pass
template <typename ARCHIVE, typename RECORD>
    requires std::is_same_v<std::remove_const_t<RECORD>, Net8ServerBook::Connecting>
void
Pass(ARCHIVE& archive, RECORD& record)
{
    auto& [time, session, local] = record;
    archive(time, session, local);
}

/// @copydoc Pass
template <typename ARCHIVE, typename RECORD>
    requires std::is_same_v<std::remove_const_t<RECORD>, Net8ServerBook::Ended>
void
Pass(ARCHIVE& archive, RECORD& record)
{
    auto& [time, server] = record;
    auto& [session, from, begin, handler, all, statement, steps] = server;
    archive(time, session, from, begin, handler, all, statement, steps);
}

/**
 * @param archive the writer
 * @param records the records
 */
template <typename RECORDS>
void
WriteAll(Writer& archive, const RECORDS& records)
{
    archive(static_cast<uint64_t>(records.size()));
    for (const auto& record : records)
    {
        Pass(archive, record);
    }
}

/**
 * @param archive the reader
 * @param take called with each record
 */
template <typename RECORD, typename TAKE>
void
ReadAll(Reader& archive, TAKE take)
{
    for (auto left = archive.Next<uint64_t>(); left > 0; --left)
    {
        RECORD record{};
        Pass(archive, record);
        take(record);
    }
}

} // namespace

std::string
WriteRank(const ExperimentResult& result, const Net8ServerBook& book)
{
    std::vector<SessionRecord> started;
    std::ranges::copy_if(result.sessions, std::back_inserter(started), [](const auto& session) {
        return !session.start.IsStrictlyNegative();
    });
    Writer archive;
    WriteAll(archive, result.calls);
    WriteAll(archive, started);
    WriteAll(archive, result.attempts);
    WriteAll(archive, result.samples);
    WriteAll(archive, book.GetConnecting());
    WriteAll(archive, book.GetEnded());
    archive(static_cast<uint64_t>(result.counters.size()));
    for (const auto& [name, count] : result.counters)
    {
        archive(name, count);
    }
    archive(result.events, result.eventsLeft, result.end, result.stopped);
    return archive.Take();
}

void
ReadRank(const std::string& bytes, ExperimentResult& result, Net8ServerBook& book)
{
    Reader archive(bytes);
    Net8ServerBook theirs;
    ReadAll<CallRecord>(archive, [&](const auto& call) { result.calls.push_back(call); });
    ReadAll<SessionRecord>(archive, [&](const auto& one) { result.sessions.Set(one); });
    ReadAll<AttemptRecord>(archive, [&](const auto& one) { result.attempts.push_back(one); });
    ReadAll<HostSample>(archive, [&](const auto& sample) { result.samples.push_back(sample); });
    ReadAll<Net8ServerBook::Connecting>(archive, [&](const auto& one) { theirs.Add(one); });
    ReadAll<Net8ServerBook::Ended>(archive, [&](const auto& one) { theirs.Add(one); });
    for (auto left = archive.Next<uint64_t>(); left > 0; --left)
    {
        const auto name = archive.Next<std::string>();
        result.counters[name] += archive.Next<uint64_t>();
    }
    result.events += archive.Next<uint64_t>();
    result.eventsLeft += archive.Next<uint64_t>();
    result.end = std::max(result.end, archive.Next<Time>());
    result.stopped |= archive.Next<bool>();
    book.Add(theirs);
}

} // namespace ns3::net8
