// SPDX-License-Identifier: GPL-2.0-only
#include "net8-service-registry.h"

#include "ns3/net8-name-value.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <tuple>

namespace ns3::net8
{

namespace
{

/**
 * Convert a name to lower case.
 * @param name a name
 * @return the name in lower case
 */
std::string
ToSmall(std::string_view name)
{
    std::string small(name);
    std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return small;
}

} // namespace

uint64_t
Net8ServiceRegistry::Handler::GetSessions() const
{
    return registered.sessions + admitted;
}

bool
Net8ServiceRegistry::Handler::IsBlocked() const
{
    return registered.limit > 0 && GetSessions() >= registered.limit;
}

bool
Net8ServiceRegistry::Rank::operator<(const Rank& other) const
{
    return std::tie(first, sessions, instance, handlerLoad) <
           std::tie(other.first, other.sessions, other.instance, other.handlerLoad);
}

void
Net8ServiceRegistry::SetDefaultService(const std::string& service)
{
    m_defaultService = service;
}

uint32_t
Net8ServiceRegistry::AddStatic(const std::string& sid, const std::string& service)
{
    const auto number = static_cast<uint32_t>(m_instances.size());
    Instance instance;
    instance.name = sid;
    instance.state = InstanceState::UNKNOWN;
    instance.present = true;
    instance.handlers.emplace_back();
    m_sids[ToSmall(sid)].push_back({number});
    if (!service.empty())
    {
        instance.services.push_back(ToSmall(service));
        m_services[ToSmall(service)].push_back({number});
    }
    m_instances.push_back(std::move(instance));
    return number;
}

uint32_t
Net8ServiceRegistry::FindOrAdd(const std::string& name)
{
    const auto [found, added] =
        m_registered.try_emplace(name, static_cast<uint32_t>(m_instances.size()));
    if (added)
    {
        m_instances.emplace_back();
    }
    return found->second;
}

uint32_t
Net8ServiceRegistry::Register(const ServiceRegistration& registration)
{
    const std::string sid = ToSmall(registration.instance);
    const uint32_t number = FindOrAdd(sid);
    ForgetServices(number);
    Instance& instance = m_instances[number];
    instance.name = registration.instance;
    instance.node = registration.node;
    instance.nodeLoad = registration.nodeLoad;
    instance.sessions = registration.sessions;
    instance.state = registration.state;
    instance.present = true;
    m_sids[sid].push_back({number});
    for (const auto& service : registration.services)
    {
        instance.services.push_back(ToSmall(service.name));
        m_services[instance.services.back()].push_back(
            {number, service.goal, service.goodness, service.delta});
    }
    std::vector<Handler> handlers;
    for (const auto& registered : registration.handlers)
    {
        const auto before = std::find_if(
            instance.handlers.begin(),
            instance.handlers.end(),
            [&registered](const Handler& old) { return old.registered.name == registered.name; });
        const bool known = before != instance.handlers.end();
        handlers.push_back({.registered = registered,
                            .established = known ? before->established : 0,
                            .refused = known ? before->refused : 0});
    }
    instance.handlers = std::move(handlers);
    return number;
}

bool
Net8ServiceRegistry::Deregister(std::string_view instance)
{
    const auto found = m_registered.find(ToSmall(instance));
    if (found == m_registered.end() || !m_instances[found->second].present)
    {
        return false;
    }
    ForgetServices(found->second);
    m_instances[found->second].present = false;
    m_instances[found->second].handlers.clear();
    return true;
}

void
Net8ServiceRegistry::ForgetServices(uint32_t instance)
{
    Instance& known = m_instances[instance];
    for (const auto& service : known.services)
    {
        Leave(m_services, service, instance);
    }
    Leave(m_sids, ToSmall(known.name), instance);
    known.services.clear();
}

void
Net8ServiceRegistry::Leave(std::map<std::string, Members>& groups,
                           const std::string& name,
                           uint32_t instance)
{
    const auto group = groups.find(name);
    if (group == groups.end())
    {
        return;
    }
    std::erase_if(group->second,
                  [instance](const Member& member) { return member.instance == instance; });
    if (group->second.empty())
    {
        groups.erase(group);
    }
}

Net8ServiceRegistry::Choice
Net8ServiceRegistry::Pick(const HandlerRequest& request)
{
    const Choice choice = Find(request);
    if (choice.error != 0)
    {
        ++m_refusals[choice.error];
    }
    return choice;
}

Net8ServiceRegistry::Choice
Net8ServiceRegistry::Find(const HandlerRequest& request)
{
    const bool bySid = request.serviceName.empty() && !request.sid.empty();
    const std::string name = ToSmall(bySid                         ? request.sid
                                     : request.serviceName.empty() ? m_defaultService
                                                                   : request.serviceName);
    if (name.empty())
    {
        return {ERROR_NO_SERVICE_NAME};
    }
    auto& groups = bySid ? m_sids : m_services;
    const auto group = groups.find(name);
    if (group == groups.end())
    {
        return {bySid ? ERROR_UNKNOWN_SID : ERROR_UNKNOWN_SERVICE};
    }
    std::vector<Member*> members;
    for (auto& member : group->second)
    {
        members.push_back(&member);
    }
    if (const uint32_t error = Narrow(members, request); error != 0)
    {
        return {error};
    }
    for (const bool registered : {true, false})
    {
        for (const HandlerType type : GetTypes(request.server))
        {
            std::pair<Member*, uint32_t> best;
            if (FindBest(members, {type, bySid ? "" : name, request.protocol}, registered, best))
            {
                auto& [member, number] = best;
                Instance& instance = m_instances[member->instance];
                ++instance.handlers[number].admitted;
                ++instance.handlers[number].established;
                ++instance.sessions;
                member->goodness += member->delta;
                return {0, member->instance, number};
            }
        }
    }
    return {Explain(members, request, bySid ? "" : name)};
}

uint32_t
Net8ServiceRegistry::Narrow(std::vector<Member*>& members, const HandlerRequest& request) const
{
    if (!request.instanceName.empty())
    {
        std::erase_if(members, [&](const Member* member) {
            return !EqualNoCase(m_instances[member->instance].name, request.instanceName);
        });
        if (members.empty())
        {
            return ERROR_UNKNOWN_INSTANCE;
        }
    }
    const auto isIn = [this](InstanceState state) {
        return [this, state](const Member* member) {
            return m_instances[member->instance].state == state;
        };
    };
    const auto before = static_cast<std::ptrdiff_t>(members.size());
    const auto restricted =
        std::count_if(members.begin(), members.end(), isIn(InstanceState::RESTRICTED));
    const auto blocked =
        std::count_if(members.begin(), members.end(), isIn(InstanceState::BLOCKED));
    if (restricted + blocked == before)
    {
        return blocked == 0 ? ERROR_RESTRICTED : restricted == 0 ? ERROR_BLOCKED : ERROR_NONE_READY;
    }
    std::erase_if(members, isIn(InstanceState::RESTRICTED));
    std::erase_if(members, isIn(InstanceState::BLOCKED));
    return 0;
}

std::vector<HandlerType>
Net8ServiceRegistry::GetTypes(HandlerRequest::Server server)
{
    switch (server)
    {
    case HandlerRequest::Server::DEDICATED:
        return {HandlerType::DEDICATED};
    case HandlerRequest::Server::SHARED:
        return {HandlerType::SHARED};
    case HandlerRequest::Server::POOLED:
        return {HandlerType::POOLED};
    case HandlerRequest::Server::ANY:
        break;
    }
    return {HandlerType::SHARED, HandlerType::DEDICATED};
}

bool
Net8ServiceRegistry::Suits(const Handler& handler, const Query& query)
{
    const RegisteredHandler& registered = handler.registered;
    return registered.type == query.type &&
           (query.protocol.empty() || EqualNoCase(registered.protocol, query.protocol)) &&
           (registered.service.empty() || query.service.empty() ||
            EqualNoCase(registered.service, query.service));
}

Net8ServiceRegistry::Rank
Net8ServiceRegistry::MakeRank(const Member& member, const Handler& handler) const
{
    const Instance& instance = m_instances[member.instance];
    switch (member.goal)
    {
    case BalanceGoal::SHORT:
        return {member.goodness, 0, member.instance, handler.GetSessions()};
    case BalanceGoal::LOAD:
        return {static_cast<double>(instance.nodeLoad),
                instance.sessions,
                member.instance,
                handler.GetSessions()};
    case BalanceGoal::LONG:
        break;
    }
    return {0, instance.sessions, member.instance, handler.GetSessions()};
}

bool
Net8ServiceRegistry::FindBest(const std::vector<Member*>& members,
                              const Query& query,
                              bool registered,
                              std::pair<Member*, uint32_t>& best) const
{
    std::optional<Rank> bestRank;
    for (Member* member : members)
    {
        const Instance& instance = m_instances[member->instance];
        if ((instance.state != InstanceState::UNKNOWN) != registered)
        {
            continue;
        }
        for (uint32_t i = 0; i < instance.handlers.size(); ++i)
        {
            const Handler& handler = instance.handlers[i];
            if (handler.IsBlocked() || !Suits(handler, query))
            {
                continue;
            }
            const Rank rank = MakeRank(*member, handler);
            if (!bestRank || rank < *bestRank)
            {
                bestRank = rank;
                best = {member, i};
            }
        }
    }
    return bestRank.has_value();
}

uint32_t
Net8ServiceRegistry::Explain(const std::vector<Member*>& members,
                             const HandlerRequest& request,
                             const std::string& service)
{
    uint64_t ofType = 0;
    uint64_t blocked = 0;
    for (const HandlerType type : GetTypes(request.server))
    {
        for (const Member* member : members)
        {
            for (Handler& handler : m_instances[member->instance].handlers)
            {
                ofType += Suits(handler, {type, service, ""}) ? 1 : 0;
                if (Suits(handler, {type, service, request.protocol}))
                {
                    ++blocked;
                    ++handler.refused;
                }
            }
        }
    }
    if (ofType > 0 && blocked == 0)
    {
        return ERROR_NO_MATCHING_HANDLER;
    }
    if (request.server != HandlerRequest::Server::ANY)
    {
        return ERROR_NO_SERVER_TYPE;
    }
    return service.empty() ? ERROR_NO_HANDLER : ERROR_NO_MATCHING_HANDLER;
}

uint32_t
Net8ServiceRegistry::GetInstanceCount() const
{
    return static_cast<uint32_t>(m_instances.size());
}

const Net8ServiceRegistry::Instance&
Net8ServiceRegistry::GetInstance(uint32_t instance) const
{
    return m_instances.at(instance);
}

const Net8ServiceRegistry::Handler&
Net8ServiceRegistry::GetHandler(const Choice& choice) const
{
    return m_instances.at(choice.instance).handlers.at(choice.handler);
}

const std::map<uint32_t, uint64_t>&
Net8ServiceRegistry::GetRefusals() const
{
    return m_refusals;
}

} // namespace ns3::net8
