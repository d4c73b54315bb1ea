// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CMAN_RULES_H
#define NET8_CMAN_RULES_H

#include "net8-ip-address.h"
#include "net8-name-value.h"
#include "net8-node-list.h"
#include "net8-text-error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * RULE_LIST of cman.ora: which connections a Connection Manager accepts.
 *
 * SRC is a host name, an address, an address that ends with `*`, or a network in CIDR notation, as
 * in Net8NodeList; DST is the same, or the host as the client names it; SRV is a SERVICE_NAME or
 * SID; `*` stands for all. The first rule that matches decides. A connection that none matches is
 * rejected.
 *
 * Source: Net Services Reference 10.1 to 23ai, Oracle Connection Manager Parameters.
 */
class CmanRules
{
  public:
    /// What becomes of a connection (ACT).
    enum class Action : uint8_t
    {
        ACCEPT, ///< It is passed on.
        REJECT, ///< It is refused.
        DROP,   ///< It is closed without an answer.
    };

    /// One rule.
    struct Rule
    {
        std::string source;                  ///< SRC.
        std::string destination;             ///< DST.
        std::string service;                 ///< SRV.
        Action action{Action::REJECT};       ///< ACT.
        std::optional<uint32_t> outboundS;   ///< MOCT: outbound connect timeout, s.
        std::optional<uint32_t> sessionS;    ///< MCT: longest session, s.
        std::optional<uint32_t> idleS;       ///< MIT: idle timeout, s.
        std::vector<std::string> unmodelled; ///< What of its ACTION_LIST changes nothing.
        Net8NodeList sources;                ///< Addresses of SRC.
        Net8NodeList destinations;           ///< Addresses of DST.
    };

    /// A connection that asks to be passed on.
    struct Request
    {
        IpAddress from{};      ///< Address of the client.
        std::string host{};    ///< Host to connect to, as the client names it.
        IpAddress to{};        ///< Its address.
        std::string service{}; ///< SERVICE_NAME or SID.
    };

    /**
     * Replace the rules.
     * @param text `(RULE_LIST=(RULE=...)(RULE=...))`, or the rules alone
     * @param hosts hosts that SRC may name
     * @return the error, if any; the rules are unchanged then
     */
    TextError Parse(std::string_view text, const Net8NodeList::Hosts& hosts);

    /**
     * @param request a connection
     * @return the first rule that matches, or nullptr
     */
    const Rule* Find(const Request& request) const;

    /**
     * @return the rules, in the order written
     */
    const std::vector<Rule>& Get() const;

    /**
     * @param action what becomes of a connection
     * @return its word in cman.ora
     */
    static std::string GetName(Action action);

  private:
    /**
     * Read a rule.
     * @param node RULE
     * @param hosts hosts that SRC may name
     * @param[out] out receives the rule
     * @return the error, if any
     */
    static TextError ReadRule(const NameValue& node, const Net8NodeList::Hosts& hosts, Rule& out);

    /**
     * Read what a rule does with the connections that it accepts.
     * @param node ACTION_LIST
     * @param[in,out] out receives it
     * @return the error, if any
     */
    static TextError ReadActions(const NameValue& node, Rule& out);

    std::vector<Rule> m_rules; ///< The rules.
};

} // namespace ns3::net8

#endif // NET8_CMAN_RULES_H
