// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cman-rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Stands for all hosts, or all services.
constexpr std::string_view ANY = "*";
/// A rule that lets all pass.
const std::string EXAMPLE = "(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept))";
/// Words of ACT.
constexpr std::array<std::pair<std::string_view, CmanRules::Action>, 3> ACTIONS{
    {{"accept", CmanRules::Action::ACCEPT},
     {"reject", CmanRules::Action::REJECT},
     {"drop", CmanRules::Action::DROP}}};

/**
 * Read a subparameter that every rule has.
 * @param rule RULE
 * @param name its name
 * @param[out] out receives its value
 * @return the error, if any
 */
TextError
ReadText(const NameValue& rule, const char* name, std::string& out)
{
    const auto* node = rule.Find(name);
    const auto* value = node ? node->GetScalar() : nullptr;
    if (!value || value->empty())
    {
        return rule.Error(std::string("a RULE has no ") + name + "; write " + EXAMPLE);
    }
    out = *value;
    return {};
}

/**
 * Read the hosts of SRC or DST.
 * @param rule RULE
 * @param name SRC or DST
 * @param text its value
 * @param hosts hosts that it may name
 * @param[out] out receives the addresses
 * @return the error, if any
 */
TextError
ReadHosts(const NameValue& rule,
          const char* name,
          const std::string& text,
          const Net8NodeList::Hosts& hosts,
          Net8NodeList& out)
{
    const auto error = text == ANY ? TextError() : out.Parse(text, hosts, name);
    return error.IsError() ? rule.Find(name)->Error(std::string(name) + ": " + error.message)
                           : TextError();
}

} // namespace

std::string
CmanRules::GetName(Action action)
{
    const auto found =
        std::ranges::find(ACTIONS, action, [](const auto& row) { return row.second; });
    return std::string(found->first);
}

TextError
CmanRules::ReadActions(const NameValue& node, Rule& out)
{
    const std::array<std::pair<const char*, std::optional<uint32_t>*>, 3> times{
        {{"MOCT", &out.outboundS}, {"MCT", &out.sessionS}, {"MIT", &out.idleS}}};
    for (const auto& child : node.children)
    {
        const auto found =
            std::ranges::find_if(times, [&](const auto& row) { return child.Is(row.first); });
        if (found == times.end())
        {
            out.unmodelled.push_back(child.name);
            continue;
        }
        const auto* text = child.GetScalar();
        uint32_t seconds = 0;
        const auto* end = text ? text->data() + text->size() : nullptr;
        if (!text || std::from_chars(text->data(), end, seconds).ptr != end || text->empty())
        {
            return child.Error(std::string(found->first) + " is not a whole number of seconds");
        }
        *found->second = seconds;
    }
    return {};
}

TextError
CmanRules::ReadRule(const NameValue& node, const Net8NodeList::Hosts& hosts, Rule& out)
{
    std::string action;
    for (const auto& [name, value] : {std::pair("SRC", &out.source),
                                      {"DST", &out.destination},
                                      {"SRV", &out.service},
                                      {"ACT", &action}})
    {
        if (const auto error = ReadText(node, name, *value); error.IsError())
        {
            return error;
        }
    }
    const auto found = std::ranges::find_if(ACTIONS, [&](const auto& row) {
        return EqualNoCase(row.first, action);
    });
    if (found == ACTIONS.end())
    {
        return node.Find("ACT")->Error("ACT is '" + action + "'; use accept, reject or drop");
    }
    out.action = found->second;
    if (const auto error = ReadHosts(node, "SRC", out.source, hosts, out.sources); error.IsError())
    {
        return error;
    }
    if (const auto error = ReadHosts(node, "DST", out.destination, {}, out.destinations);
        error.IsError())
    {
        return error;
    }
    const auto* actions = node.Find("ACTION_LIST");
    return actions ? ReadActions(*actions, out) : TextError();
}

TextError
CmanRules::Parse(std::string_view text, const Net8NodeList::Hosts& hosts)
{
    const auto located = [](TextError error) {
        error.file = "RULE_LIST";
        return error;
    };
    std::vector<NameValue> nodes;
    const bool blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
    const auto unread = blank ? TextError() : NameValue::ParseNodes(text, nodes);
    if (unread.IsError())
    {
        return located(unread);
    }
    if (nodes.size() == 1 && nodes.front().Is("RULE_LIST"))
    {
        nodes = std::vector<NameValue>(nodes.front().children);
    }
    std::vector<Rule> rules;
    for (const auto& node : nodes)
    {
        if (!node.Is("RULE"))
        {
            return located(node.Error("'" + node.name + "' is not a RULE; write " + EXAMPLE));
        }
        if (const auto error = ReadRule(node, hosts, rules.emplace_back()); error.IsError())
        {
            return located(error);
        }
    }
    m_rules = std::move(rules);
    return {};
}

const CmanRules::Rule*
CmanRules::Find(const Request& request) const
{
    const auto found = std::ranges::find_if(m_rules, [&](const Rule& rule) {
        const bool from = rule.source == ANY || rule.sources.Contains(request.from);
        const bool to = rule.destination == ANY || EqualNoCase(rule.destination, request.host) ||
                        rule.destinations.Contains(request.to);
        return from && to && (rule.service == ANY || EqualNoCase(rule.service, request.service));
    });
    return found == m_rules.end() ? nullptr : &*found;
}

const std::vector<CmanRules::Rule>&
CmanRules::Get() const
{
    return m_rules;
}

} // namespace ns3::net8
