// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-expression.h"

#include "net8-packetdrill-script.h"

#include <cctype>
#include <regex>
#include <stdexcept>
#include <vector>

namespace ns3::net8::packetdrill
{
namespace
{

/// Evaluates one expression by recursive descent.
class Evaluator
{
  public:
    /**
     * @param text the expression
     * @param names returns the value of a name
     */
    Evaluator(const std::string& text, std::function<int64_t(const std::string&)> names)
        : m_names(std::move(names))
    {
        static const std::regex TOKEN(
            R"(\s*(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|==|!=|<=|>=|//|<<|>>|[-+*/%<>()&|^~]))");
        auto at = text.cbegin();
        std::smatch match;
        while (at != text.cend() && std::regex_search(at,
                                                      text.cend(),
                                                      match,
                                                      TOKEN,
                                                      std::regex_constants::match_continuous))
        {
            m_tokens.push_back(match[1]);
            at = match[0].second;
        }
        if (!Trim(std::string(at, text.cend())).empty())
        {
            throw std::runtime_error("'" + text + "' is not understood");
        }
    }

    /// @return its value
    int64_t Evaluate()
    {
        const int64_t value = Or();
        if (m_at != m_tokens.size())
        {
            throw std::runtime_error("'" + m_tokens[m_at] + "' is not expected");
        }
        return value;
    }

  private:
    /// @param token the token to look for
    /// @return whether it was next, and has been taken
    bool Take(const std::string& token)
    {
        if (m_at < m_tokens.size() && m_tokens[m_at] == token)
        {
            ++m_at;
            return true;
        }
        return false;
    }

    /// @return value of a disjunction
    int64_t Or()
    {
        int64_t value = And();
        while (Take("or"))
        {
            const int64_t other = And();
            value = value != 0 ? value : other;
        }
        return value;
    }

    /// @return value of a conjunction
    int64_t And()
    {
        int64_t value = Not();
        while (Take("and"))
        {
            const int64_t other = Not();
            value = value == 0 ? value : other;
        }
        return value;
    }

    /// @return value of a negation
    int64_t Not()
    {
        return Take("not") ? Not() == 0 : Comparison();
    }

    /// @return value of a chain of comparisons
    int64_t Comparison()
    {
        int64_t left = Sum();
        bool holds = true;
        bool compared = false;
        while (m_at < m_tokens.size())
        {
            const std::string& op = m_tokens[m_at];
            if (op != "==" && op != "!=" && op != "<" && op != "<=" && op != ">" && op != ">=")
            {
                break;
            }
            ++m_at;
            const int64_t right = Sum();
            compared = true;
            holds = holds && ((op == "==" && left == right) || (op == "!=" && left != right) ||
                              (op == "<" && left < right) || (op == "<=" && left <= right) ||
                              (op == ">" && left > right) || (op == ">=" && left >= right));
            left = right;
        }
        return compared ? holds : left;
    }

    /// @return value of a sum
    int64_t Sum()
    {
        int64_t value = Product();
        while (true)
        {
            if (Take("+"))
            {
                value += Product();
            }
            else if (Take("-"))
            {
                value -= Product();
            }
            else
            {
                return value;
            }
        }
    }

    /// @return value of a product
    int64_t Product()
    {
        int64_t value = Factor();
        while (true)
        {
            if (Take("*"))
            {
                value *= Factor();
            }
            else if (Take("/") || Take("//"))
            {
                value = Divide(value, Factor());
            }
            else if (Take("%"))
            {
                const int64_t by = Factor();
                value -= Divide(value, by) * by;
            }
            else
            {
                return value;
            }
        }
    }

    /**
     * Divide two numbers.
     *
     * @param value dividend
     * @param by divisor
     * @return the quotient
     */
    static int64_t Divide(int64_t value, int64_t by)
    {
        if (by == 0)
        {
            throw std::runtime_error("division by zero");
        }
        return value / by;
    }

    /// @return value of a number, a name or an expression in parentheses
    int64_t Factor()
    {
        if (Take("-"))
        {
            return -Factor();
        }
        if (Take("("))
        {
            const int64_t value = Or();
            if (!Take(")"))
            {
                throw std::runtime_error("')' is missing");
            }
            return value;
        }
        if (m_at >= m_tokens.size())
        {
            throw std::runtime_error("the expression is cut off");
        }
        const std::string token = m_tokens[m_at++];
        if (std::isdigit(static_cast<unsigned char>(token[0])))
        {
            return std::stoll(token, nullptr, 0);
        }
        return m_names(token);
    }

    std::function<int64_t(const std::string&)> m_names; ///< Returns the value of a name.
    std::vector<std::string> m_tokens;                  ///< The tokens.
    size_t m_at{0};                                     ///< Index of the next token.
};

/**
 * Remove comments.
 *
 * @param code statements
 * @return the statements without comments
 */
std::string
StripComments(const std::string& code)
{
    return std::regex_replace(std::regex_replace(code, std::regex("#[^\n]*"), ""),
                              std::regex(R"(\\\s*\n)"),
                              " ");
}

} // namespace

std::string
Expressions::RunStatement(const std::string& statement, const Lookup& lookup)
{
    auto names = [&](const std::string& name) -> int64_t {
        const auto variable = m_variables.find(name);
        if (variable != m_variables.end())
        {
            return variable->second;
        }
        if (const auto value = lookup(name))
        {
            return *value;
        }
        throw std::runtime_error("'" + name + "' is not known");
    };
    std::smatch match;
    static const std::regex ASSIGN(R"(([A-Za-z_]\w*)\s*(\+|-)?=(?!=)\s*([\s\S]*))");
    if (statement.rfind("print", 0) == 0)
    {
        return "";
    }
    if (statement.rfind("assert", 0) == 0)
    {
        const auto parts = SplitTop(statement.substr(6));
        if (Evaluator(parts.at(0), names).Evaluate() != 0)
        {
            return "";
        }
        std::string told;
        static const std::regex FIELD(R"(tcpi_\w+)");
        for (std::sregex_iterator i(parts[0].begin(), parts[0].end(), FIELD), end; i != end; ++i)
        {
            told += (told.empty() ? " with " : ", ") + i->str() + " = " +
                    std::to_string(names(i->str()));
        }
        return "assert " + parts[0] + told;
    }
    if (std::regex_match(statement, match, ASSIGN))
    {
        int64_t value = Evaluator(match[3], names).Evaluate();
        if (match[2].matched)
        {
            value = names(match[1]) + (match[2] == "+" ? value : -value);
        }
        m_variables[match[1]] = value;
        return "";
    }
    throw std::runtime_error("'" + statement + "' is not understood");
}

std::string
Expressions::Run(const std::string& code, const Lookup& lookup)
{
    std::string text = StripComments(code);
    for (char& c : text)
    {
        c = c == '\n' ? ';' : c;
    }
    for (const std::string& statement : SplitTop(text, ';'))
    {
        if (statement.empty())
        {
            continue;
        }
        const std::string wrong = RunStatement(statement, lookup);
        if (!wrong.empty())
        {
            return wrong;
        }
    }
    return "";
}

} // namespace ns3::net8::packetdrill
