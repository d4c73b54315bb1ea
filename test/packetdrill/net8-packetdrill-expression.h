// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_EXPRESSION_H
#define NET8_PACKETDRILL_EXPRESSION_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * The part of Python that scripts use between %{ and }%: assertions, assignments and print over
 * whole numbers.
 */
class Expressions
{
  public:
    /// Returns the value of a name that is no variable; nothing when it is unknown.
    using Lookup = std::function<std::optional<int64_t>(const std::string&)>;

    /**
     * Run statements.
     *
     * @param code the statements
     * @param lookup gives names
     * @return what failed; "" when all holds
     */
    std::string Run(const std::string& code, const Lookup& lookup);

  private:
    /**
     * @param statement one statement
     * @param lookup gives names
     * @return what failed; "" when it holds
     */
    std::string RunStatement(const std::string& statement, const Lookup& lookup);

    std::map<std::string, int64_t> m_variables; ///< Variables.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_EXPRESSION_H
