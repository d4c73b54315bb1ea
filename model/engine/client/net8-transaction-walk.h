// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TRANSACTION_WALK_H
#define NET8_TRANSACTION_WALK_H

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Names with weights, one of which is drawn at a time: the statements of a transaction, or the
 * transactions of a client.
 *
 * Written as `70*browse, 30*buy`; or a single name.
 */
struct WeightedMix
{
    std::vector<uint32_t> numbers; ///< Numbers of the items, in the order of the text.
    std::vector<double> sums;      ///< Cumulative weights, up to each item.

    /// A mix, or the error in its text.
    struct Parsed;

    /**
     * Parse a mix.
     *
     * @param text the text of the mix
     * @param names the allowed names, by number
     * @return the mix, or the error
     */
    static Parsed Parse(std::string_view text, std::span<const std::string> names);

    /**
     * Pick an item.
     *
     * @param uniform a number from 0 (inclusive) to 1 (exclusive)
     * @return number of the item
     */
    uint32_t Pick(double uniform) const;
};

/// Result of parsing a mix.
struct WeightedMix::Parsed
{
    WeightedMix mix;   ///< The mix.
    std::string error; ///< What is wrong and what would be right; empty: no error.
};

/**
 * @ingroup net8
 * A unit of work of an application: statements in sequence, or one statement of a mix.
 *
 * The text of the steps, separated by semicolons:
 *
 *     step  = [ count "*" ] what | "for each row of" name ":" what
 *     what  = name | "(" name *( "," name ) ")"
 *
 * as in `header; for each row of header: (detail, price); 2*audit; commit`. A step with "for each
 * row" is repeated once per row returned by the last execution of that statement, which must be in
 * an earlier step.
 */
struct Transaction
{
    /// A step of the sequence.
    struct Step
    {
        std::vector<uint32_t> statements; ///< Numbers of the statements, in order.
        uint32_t times{1};                ///< Number of repetitions.
        std::optional<uint32_t> eachOf{}; ///< Repeat once per row of this statement instead.
    };

    /// What happens when a statement fails.
    enum class OnError : uint8_t
    {
        END,     ///< The transaction ends.
        CONTINUE ///< It continues with the next statement.
    };

    /// Maximum number of repetitions of a step.
    static constexpr uint32_t TIMES_MAX = 10'000'000;

    std::string name{};            ///< Its name.
    std::vector<Step> steps{};     ///< The steps; empty: one statement of the mix.
    WeightedMix mix{};             ///< Statements from which one is drawn.
    OnError onError{OnError::END}; ///< What happens when a statement fails.
    bool pipeline{false};          ///< Its statements are sent as a pipeline if possible.

    /// Steps, or the error in their text.
    struct Parsed;

    /**
     * Parse the steps of a transaction.
     *
     * @param text the text of the steps
     * @param statements names of the statements, by number
     * @return the steps, or the error
     */
    static Parsed Parse(std::string_view text, std::span<const std::string> statements);
};

/// Result of parsing a transaction.
struct Transaction::Parsed
{
    std::vector<Step> steps; ///< The steps.
    std::string error;       ///< What is wrong and what would be right; empty: no error.
};

/**
 * @ingroup net8
 * Iterates over the statements of a transaction.
 */
class TransactionWalk
{
  public:
    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    using Uniform = std::function<double()>;

    /**
     * Start a transaction.
     *
     * @param transaction the transaction; must outlive this object
     */
    void Begin(const Transaction& transaction);

    /**
     * Get the next statement.
     *
     * @param uniform used to draw the statement of a mix
     * @return number of the statement; nothing if the transaction is over
     */
    std::optional<uint32_t> Next(const Uniform& uniform);

    /**
     * Record the outcome of the statement returned by Next.
     *
     * @param rows rows it returned
     * @param failed whether it failed
     */
    void Note(uint64_t rows, bool failed);

  private:
    /**
     * Get the number of repetitions of a step.
     *
     * @param step a step
     * @return number of repetitions
     */
    uint64_t GetTimes(const Transaction::Step& step) const;

    const Transaction* m_transaction{nullptr};         ///< The transaction.
    std::size_t m_step{0};                             ///< Index of the current step.
    uint64_t m_time{0};                                ///< Index of the current repetition.
    std::optional<uint64_t> m_times;                   ///< Number of repetitions, once started.
    std::size_t m_place{0};                            ///< Index of its next statement.
    uint32_t m_last{0};                                ///< The statement returned by Next.
    bool m_over{true};                                 ///< The transaction is over.
    std::vector<std::pair<uint32_t, uint64_t>> m_rows; ///< Statements and the rows they returned.
};

} // namespace ns3::net8

#endif /* NET8_TRANSACTION_WALK_H */
