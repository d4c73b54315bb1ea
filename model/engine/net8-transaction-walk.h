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
 * Names with weights, of which one is drawn at a time: the statements of a transaction, or the
 * transactions of a client.
 *
 * Its text is `70*browse, 30*buy`; a name alone stands for itself.
 */
struct WeightedMix
{
    std::vector<uint32_t> numbers; ///< Numbers of what is drawn, in the order of the text.
    std::vector<double> sums;      ///< Sums of the weights, up to each of them.

    /// A mix, or the reason why a text is none.
    struct Parsed;

    /**
     * @param text a mix
     * @param names the names that it may have, by number
     * @return the mix, or what is wrong
     */
    static Parsed Parse(std::string_view text, std::span<const std::string> names);

    /**
     * @param uniform a number from 0 to below 1
     * @return number of one of them
     */
    uint32_t Pick(double uniform) const;
};

/// What a text said of a mix.
struct WeightedMix::Parsed
{
    WeightedMix mix;   ///< The mix.
    std::string error; ///< What is wrong with it and what would be right; empty: nothing.
};

/**
 * @ingroup net8
 * What an application does as one unit of work: statements one after the other, or one of a mix.
 *
 * The text of the steps, with semicolons between them:
 *
 *     step  = [ count "*" ] what | "for each row of" name ":" what
 *     what  = name | "(" name *( "," name ) ")"
 *
 * as in `header; for each row of header: (detail, price); 2*audit; commit`. A step for each row
 * is done as often as the last execution of that statement, which is one of an earlier step,
 * brought rows.
 */
struct Transaction
{
    /// A part of the sequence.
    struct Step
    {
        std::vector<uint32_t> statements; ///< Numbers of the statements, in their order.
        uint32_t times{1};                ///< How often they are done.
        std::optional<uint32_t> eachOf{}; ///< Once for each row of this statement instead.
    };

    /// What becomes of it when a statement fails.
    enum class OnError : uint8_t
    {
        END,     ///< It ends there.
        CONTINUE ///< It goes on with its next statement.
    };

    /// Most repetitions of a step.
    static constexpr uint32_t TIMES_MAX = 10'000'000;

    std::string name{};            ///< Its name.
    std::vector<Step> steps{};     ///< What is done; empty: one of the mix.
    WeightedMix mix{};             ///< Statements of which one is done.
    OnError onError{OnError::END}; ///< What becomes of it when a statement fails.
    bool pipeline{false};          ///< Its statements go in a pipeline, where there is one.

    /// Steps, or the reason why a text is none.
    struct Parsed;

    /**
     * @param text steps
     * @param statements names of the statements, by number
     * @return the steps, or what is wrong
     */
    static Parsed Parse(std::string_view text, std::span<const std::string> statements);
};

/// What a text said of a transaction.
struct Transaction::Parsed
{
    std::vector<Step> steps; ///< The steps.
    std::string error;       ///< What is wrong and what would be right; empty: nothing.
};

/**
 * @ingroup net8
 * A transaction that is under way: it tells one statement after the other.
 */
class TransactionWalk
{
  public:
    /// A number from 0 to below 1.
    using Uniform = std::function<double()>;

    /**
     * Begin a transaction.
     *
     * @param transaction the transaction, which outlives this walk
     */
    void Begin(const Transaction& transaction);

    /**
     * @param uniform draws the statement of a mix
     * @return number of the statement that is next; nothing: the transaction is over
     */
    std::optional<uint32_t> Next(const Uniform& uniform);

    /**
     * The statement that Next gave is over.
     *
     * @param rows rows that it brought
     * @param failed whether it failed
     */
    void Note(uint64_t rows, bool failed);

  private:
    /**
     * @param step a step
     * @return how often it is done
     */
    uint64_t GetTimes(const Transaction::Step& step) const;

    const Transaction* m_transaction{nullptr};         ///< The transaction.
    std::size_t m_step{0};                             ///< The step.
    uint64_t m_time{0};                                ///< Which time it is done, from 0.
    std::optional<uint64_t> m_times;                   ///< How often it is done, once it began.
    std::size_t m_place{0};                            ///< Its next statement.
    uint32_t m_last{0};                                ///< The statement that Next gave.
    bool m_over{true};                                 ///< Nothing follows.
    std::vector<std::pair<uint32_t, uint64_t>> m_rows; ///< Statements and the rows they brought.
};

} // namespace ns3::net8

#endif /* NET8_TRANSACTION_WALK_H */
