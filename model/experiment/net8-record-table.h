// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RECORD_TABLE_H
#define NET8_RECORD_TABLE_H

#include "net8-packed-rows.h"
#include "net8-record-members.h"

#include "ns3/net8-session-counters.h"
#include "ns3/net8-wait-statistics.h"
#include "ns3/nstime.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Texts by number, each kept once.
 */
class Net8Texts
{
  public:
    /**
     * @param text a text
     * @return its number
     */
    int64_t GetNumber(const std::string& text);

    /**
     * @param number number of a text
     * @return the text
     */
    const std::string& GetText(int64_t number) const;

  private:
    std::map<std::string, int64_t> m_numbers; ///< Numbers of the texts.
    std::vector<std::string> m_texts;         ///< The texts by number.
};

/**
 * @ingroup net8
 * Goes through a list whose elements are made when they are asked for.
 *
 * @tparam LIST a list with size and operator[]
 */
template <typename LIST>
class Net8PlaceIterator
{
  public:
    using difference_type = std::ptrdiff_t;       ///< Of the standard library.
    using value_type = typename LIST::value_type; ///< Of the standard library.

    Net8PlaceIterator() = default;

    /**
     * @param list the list
     * @param place 0-based place of an element
     */
    Net8PlaceIterator(const LIST& list, std::size_t place)
        : m_list(&list),
          m_place(place)
    {
    }

    /// @return the element
    value_type operator*() const
    {
        return (*m_list)[m_place];
    }

    /// @return the iterator, at the next element
    Net8PlaceIterator& operator++()
    {
        ++m_place;
        return *this;
    }

    /// @return the iterator before it went to the next element
    Net8PlaceIterator operator++(int)
    {
        auto before = *this;
        ++m_place;
        return before;
    }

    /**
     * @param other another iterator of the list
     * @return whether both are at the same element
     */
    bool operator==(const Net8PlaceIterator& other) const
    {
        return m_place == other.m_place;
    }

  private:
    const LIST* m_list{nullptr}; ///< The list.
    std::size_t m_place{0};      ///< Place of the element.
};

/**
 * @ingroup net8
 * Records of calls, attempts or sessions, packed: a run may have millions.
 *
 * @tparam RECORD the record
 */
template <typename RECORD>
class Net8RecordTable
{
  public:
    using value_type = RECORD; ///< Of the standard library.

    /**
     * @param record the next record
     */
    void push_back(const RECORD& record)
    {
        Writer writer{.texts = m_texts, .row = {}};
        Pass(writer, record);
        m_rows.Add(writer.row);
    }

    /**
     * @param place 0-based place of a record
     * @return the record
     */
    RECORD operator[](std::size_t place) const
    {
        Reader reader{.texts = m_texts, .row = m_rows.Get(place)};
        RECORD record;
        Pass(reader, record);
        return record;
    }

    /**
     * Copy one member of all records as a number: a time in its steps, a text as its number.
     *
     * @param member 0-based place of the member among those that Pass passes, if none before it are
     *        waits
     * @param to receives the numbers: as many as there are records
     */
    void CopyMember(std::size_t member, int64_t* to) const
    {
        m_rows.CopyColumn(member, to);
    }

    /// @return number of records
    std::size_t size() const
    {
        return m_rows.GetSize();
    }

    /// @return the first record
    RECORD front() const
    {
        return (*this)[0];
    }

    /// @return the last record
    RECORD back() const
    {
        return (*this)[size() - 1];
    }

    /// @return where the records begin
    auto begin() const
    {
        return Net8PlaceIterator(*this, 0);
    }

    /// @return where they end
    auto end() const
    {
        return Net8PlaceIterator(*this, size());
    }

    /**
     * Sort the records; those with equal keys keep their order.
     *
     * @param key returns the key of a record
     */
    template <typename KEY>
    void Sort(KEY key)
    {
        if (IsSorted(key))
        {
            return; // most are, and keys of millions take room
        }
        std::vector<std::pair<std::invoke_result_t<KEY, RECORD>, std::size_t>> order;
        order.reserve(size());
        for (std::size_t i = 0; i < size(); ++i)
        {
            order.emplace_back(key((*this)[i]), i);
        }
        std::ranges::sort(order);
        Net8PackedRows<COLUMNS> sorted;
        for (const auto& [value, place] : order)
        {
            sorted.Add(m_rows.Get(place));
        }
        m_rows = std::move(sorted);
    }

  private:
    /**
     * @param key returns the key of a record
     * @return whether no record has a smaller key than the one before
     */
    template <typename KEY>
    bool IsSorted(KEY key) const
    {
        // Each record is read once, where the standard library reads it for both of its neighbours.
        std::optional<std::invoke_result_t<KEY, RECORD>> before;
        for (std::size_t i = 0; i < size(); ++i)
        {
            auto own = key((*this)[i]);
            if (before && own < *before)
            {
                return false;
            }
            before = std::move(own);
        }
        return true;
    }

    /// Numbers in a row: one for each member, of waits three.
    static constexpr std::size_t COLUMNS = std::is_same_v<RECORD, CallRecord>      ? 18
                                           : std::is_same_v<RECORD, AttemptRecord> ? 11
                                                                                   : 28;

    /// The wait event of a database link, which alone a client's session has.
    static constexpr auto LINK_WAIT = WaitEvent::BREAK_RESET_TO_DBLINK;

    /// Writes the members of a record into a row.
    struct Writer
    {
        Net8Texts& texts;                          ///< Knows texts by number.
        typename Net8PackedRows<COLUMNS>::Row row; ///< The row.
        std::size_t next{0};                       ///< Column of the next number.

        /**
         * @param members members of the record
         */
        template <typename... MEMBER>
        void operator()(const MEMBER&... members)
        {
            (Put(members), ...);
        }

        /// @param value a number, a Boolean or an enumerator
        template <typename VALUE>
        void Put(VALUE value)
        {
            row.at(next++) = static_cast<int64_t>(value);
        }

        /// @param value a time
        void Put(const Time& value)
        {
            Put(value.GetTimeStep());
        }

        /// @param value a text
        void Put(const std::string& value)
        {
            Put(texts.GetNumber(value));
        }

        /// @param value an error, or none
        void Put(const std::optional<SessionError>& value)
        {
            Put(value ? static_cast<int64_t>(*value) : -1);
        }

        /// @param value waits
        void Put(const WaitStatistics& value)
        {
            const auto& [count, total, longest] = value.Get(LINK_WAIT);
            (*this)(count, total.count(), longest.count());
        }
    };

    /// Reads them.
    struct Reader
    {
        const Net8Texts& texts;                    ///< Knows texts by number.
        typename Net8PackedRows<COLUMNS>::Row row; ///< The row.
        std::size_t next{0};                       ///< Column of the next number.

        /**
         * @param members receive members of the record
         */
        template <typename... MEMBER>
        void operator()(MEMBER&... members)
        {
            (Get(members), ...);
        }

        /// @param value receives a number, a Boolean or an enumerator
        template <typename VALUE>
        void Get(VALUE& value)
        {
            value = static_cast<VALUE>(row.at(next++));
        }

        /// @param value receives a time
        void Get(Time& value)
        {
            value = TimeStep(static_cast<uint64_t>(row.at(next++)));
        }

        /// @param value receives a text
        void Get(std::string& value)
        {
            value = texts.GetText(row.at(next++));
        }

        /// @param value receives an error, or none
        void Get(std::optional<SessionError>& value)
        {
            const auto number = row.at(next++);
            value = number < 0 ? std::nullopt : std::optional(static_cast<SessionError>(number));
        }

        /// @param value receives waits
        void Get(WaitStatistics& value)
        {
            const auto count = static_cast<uint64_t>(row.at(next++));
            const std::chrono::nanoseconds total(row.at(next++));
            const std::chrono::nanoseconds longest(row.at(next++));
            if (count > 0)
            {
                value.Set(LINK_WAIT, {.count = count, .total = total, .longest = longest});
            }
        }
    };

    Net8PackedRows<COLUMNS> m_rows; ///< The records.
    Net8Texts m_texts;              ///< Texts in them.
};

/**
 * @ingroup net8
 * The sessions of a run by number. One that has not ended takes four bytes: what is known of it is
 * kept by its client until then.
 */
class Net8SessionList
{
  public:
    using value_type = SessionRecord; ///< Of the standard library.

    /**
     * Add sessions that have not begun.
     *
     * @param group number of their group
     * @param count how many
     */
    void Add(uint32_t group, uint64_t count);

    /**
     * @param record what is known of the session with its number
     */
    void Set(const SessionRecord& record);

    /**
     * @param session number of a session
     * @return what is known of it
     */
    SessionRecord operator[](std::size_t session) const;

    /// @return whether a session, of a database link, waited
    bool HasLinkWaits() const
    {
        return m_linkWaits;
    }

    /// @return number of sessions
    std::size_t size() const
    {
        return m_places.size();
    }

    /// @return the first session
    SessionRecord front() const
    {
        return (*this)[0];
    }

    /// @return the last session
    SessionRecord back() const
    {
        return (*this)[size() - 1];
    }

    /// @return where the sessions begin
    auto begin() const
    {
        return Net8PlaceIterator(*this, 0);
    }

    /// @return where they end
    auto end() const
    {
        return Net8PlaceIterator(*this, size());
    }

  private:
    /// Bit of what stands for a session of which nothing is known but its group, in the other bits.
    static constexpr uint32_t UNKNOWN = 1U << 31;

    Net8RecordTable<SessionRecord> m_records; ///< What is known, in the order in which it came.
    std::vector<uint32_t> m_places; ///< By session: place in m_records, or UNKNOWN and its group.
    bool m_linkWaits{false};        ///< Whether a session, of a database link, waited.
};

} // namespace ns3::net8

#endif /* NET8_RECORD_TABLE_H */
