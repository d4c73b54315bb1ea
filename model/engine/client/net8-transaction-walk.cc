// SPDX-License-Identifier: GPL-2.0-only
#include "net8-transaction-walk.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ns3::net8
{

namespace
{

/// Start of a step that is repeated for each row.
constexpr std::string_view EACH = "for each row of ";

/**
 * Remove the blanks around a text.
 *
 * @param text a text
 * @return the text without surrounding blanks
 */
std::string_view
Trim(std::string_view text)
{
    constexpr std::string_view BLANKS = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(BLANKS), text.size()));
    return text.substr(0, text.find_last_not_of(BLANKS) + 1);
}

/**
 * Split a text.
 *
 * @param text a text
 * @param mark character between the parts
 * @return the parts, without surrounding blanks
 */
std::vector<std::string_view>
Cut(std::string_view text, char mark)
{
    std::vector<std::string_view> parts;
    for (bool more = true; more;)
    {
        const auto end = text.find(mark);
        more = end != std::string_view::npos;
        parts.push_back(Trim(text.substr(0, end)));
        text.remove_prefix(more ? end + 1 : text.size());
    }
    return parts;
}

/**
 * Quote a text.
 *
 * @param text a text
 * @return the text in quotes
 */
std::string
Quote(std::string_view text)
{
    return "'" + std::string(text) + "'";
}

/**
 * Find a name.
 *
 * @param name a name
 * @param names all names, by number
 * @param error receives the error if the name is unknown
 * @return number of the name
 */
uint32_t
FindName(std::string_view name, std::span<const std::string> names, std::string& error)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end() && error.empty())
    {
        error = Quote(name) + " is not one of ";
        for (const auto& known : names)
        {
            error += (&known == names.data() ? "" : ", ") + known;
        }
        error += names.empty() ? "the names, as there are none" : "";
        if (name.find_first_of(" :()*") != std::string_view::npos)
        {
            error += "; a step is a name, 40*name, 2*(name, name) or for each row of name: name";
        }
    }
    return static_cast<uint32_t>(found - names.begin());
}

/**
 * Read the statements of a step.
 *
 * @param text the statements of a step: a name, or several in parentheses
 * @param names names of all statements, by number
 * @param error receives the error, if any
 * @return numbers of the statements
 */
std::vector<uint32_t>
ReadStatements(std::string_view text, std::span<const std::string> names, std::string& error)
{
    const bool several = text.starts_with('(') && text.ends_with(')');
    std::vector<uint32_t> numbers;
    for (const auto name : Cut(several ? text.substr(1, text.size() - 2) : text, ','))
    {
        numbers.push_back(FindName(name, names, error));
    }
    if (!several && numbers.size() > 1 && error.empty())
    {
        error = Quote(text) + " has several statements; write them in parentheses";
    }
    return numbers;
}

/**
 * Read a step.
 *
 * @param text a step
 * @param names names of all statements, by number
 * @param error receives the error, if any
 * @return the step
 */
Transaction::Step
ReadStep(std::string_view text, std::span<const std::string> names, std::string& error)
{
    Transaction::Step step;
    if (text.starts_with(EACH))
    {
        const auto colon = text.find(':');
        if (colon == std::string_view::npos)
        {
            error = Quote(text) + " does not say what is done for each row; write for each row of "
                                  "A: B";
            return step;
        }
        step.eachOf = FindName(Trim(text.substr(EACH.size(), colon - EACH.size())), names, error);
        step.statements = ReadStatements(Trim(text.substr(colon + 1)), names, error);
        return step;
    }
    if (const auto star = text.find('*'); star != std::string_view::npos)
    {
        const auto count = Trim(text.substr(0, star));
        const auto* end = count.data() + count.size();
        const auto [stop, problem] = std::from_chars(count.data(), end, step.times);
        if (problem != std::errc() || stop != end || step.times < 1 ||
            step.times > Transaction::TIMES_MAX)
        {
            error = Quote(text) + " has no count from 1 to " +
                    std::to_string(Transaction::TIMES_MAX) + " in front of its *";
        }
        text = Trim(text.substr(star + 1));
    }
    step.statements = ReadStatements(text, names, error);
    return step;
}

} // namespace

WeightedMix::Parsed
WeightedMix::Parse(std::string_view text, std::span<const std::string> names)
{
    Parsed result;
    double sum = 0;
    const auto parts = Cut(text, ',');
    for (const auto part : parts)
    {
        const auto star = part.find('*');
        double weight = 1;
        if (star != std::string_view::npos)
        {
            const auto number = Trim(part.substr(0, star));
            const auto* end = number.data() + number.size();
            const auto [stop, problem] = std::from_chars(number.data(), end, weight);
            if (problem != std::errc() || stop != end || !(weight > 0) || std::isinf(weight))
            {
                result.error = Quote(part) + " has no weight above 0 in front of its *";
                return result;
            }
        }
        else if (parts.size() > 1)
        {
            result.error = Quote(part) + " has no weight; write one in front of it, such as 70*" +
                           std::string(part);
            return result;
        }
        sum += weight;
        const auto name = star == std::string_view::npos ? part : Trim(part.substr(star + 1));
        result.mix.numbers.push_back(FindName(name, names, result.error));
        result.mix.sums.push_back(sum);
    }
    return result;
}

uint32_t
WeightedMix::Pick(double uniform) const
{
    const auto found = std::ranges::upper_bound(sums, uniform * sums.back());
    const auto place = std::min<std::size_t>(found - sums.begin(), sums.size() - 1);
    return numbers[place];
}

Transaction::Parsed
Transaction::Parse(std::string_view text, std::span<const std::string> statements)
{
    Parsed result;
    std::vector<uint32_t> done;
    for (const auto part : Cut(text, ';'))
    {
        const auto step = ReadStep(part, statements, result.error);
        if (!result.error.empty())
        {
            return result;
        }
        if (step.eachOf && std::ranges::find(done, *step.eachOf) == done.end())
        {
            result.error = Quote(part) + " is done for each row of a statement that no step before "
                                         "it executes";
            return result;
        }
        done.insert(done.end(), step.statements.begin(), step.statements.end());
        result.steps.push_back(step);
    }
    return result;
}

void
TransactionWalk::Begin(const Transaction& transaction)
{
    m_transaction = &transaction;
    m_step = 0;
    m_time = 0;
    m_times.reset();
    m_place = 0;
    m_over = false;
    m_rows.clear();
}

std::optional<uint32_t>
TransactionWalk::Next(const Uniform& uniform)
{
    if (m_over)
    {
        return std::nullopt;
    }
    const auto& steps = m_transaction->steps;
    if (steps.empty())
    {
        m_over = true;
        m_last = m_transaction->mix.Pick(uniform());
        return m_last;
    }
    while (m_step < steps.size())
    {
        m_times = m_times ? m_times : GetTimes(steps[m_step]);
        if (m_time < *m_times)
        {
            break;
        }
        ++m_step;
        m_time = 0;
        m_times.reset();
    }
    if (m_step == steps.size())
    {
        m_over = true;
        return std::nullopt;
    }
    const auto& statements = steps[m_step].statements;
    m_last = statements[m_place];
    m_place = (m_place + 1) % statements.size();
    m_time += m_place == 0 ? 1 : 0;
    return m_last;
}

void
TransactionWalk::Note(uint64_t rows, bool failed)
{
    if (failed && m_transaction->onError == Transaction::OnError::END)
    {
        m_over = true;
        return;
    }
    const auto found = std::ranges::find(m_rows, m_last, &std::pair<uint32_t, uint64_t>::first);
    if (found == m_rows.end())
    {
        m_rows.emplace_back(m_last, rows);
    }
    else
    {
        found->second = rows;
    }
}

uint64_t
TransactionWalk::GetTimes(const Transaction::Step& step) const
{
    if (!step.eachOf)
    {
        return step.times;
    }
    const auto found =
        std::ranges::find(m_rows, *step.eachOf, &std::pair<uint32_t, uint64_t>::first);
    return found == m_rows.end() ? 0 : found->second;
}

} // namespace ns3::net8
