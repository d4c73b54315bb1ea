// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-registry.h"

#include "ns3/string.h"

#include <algorithm>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ListenerRegistry);

namespace
{

/// The registry's entry for an instance that serves any service name.
const std::string ANY_SERVICE = "*";

} // namespace

TypeId
Net8ListenerRegistry::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ListenerRegistry")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ListenerRegistry>()
            .AddAttribute("DefaultService",
                          "DEFAULT_SERVICE: service of clients that ask for none; empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ListenerRegistry::m_defaultService),
                          MakeStringChecker());
    return tid;
}

Net8ListenerRegistry::Net8ListenerRegistry() = default;
Net8ListenerRegistry::~Net8ListenerRegistry() = default;

void
Net8ListenerRegistry::DoDispose()
{
    m_remote.clear();
    for (const auto& instance : m_instances)
    {
        instance->Dispose();
    }
    m_instances.clear();
    Object::DoDispose();
}

void
Net8ListenerRegistry::Add(Ptr<Net8Instance> instance)
{
    m_instances.push_back(instance);
}

void
Net8ListenerRegistry::AddRemote(Ptr<Net8Instance> instance)
{
    m_remote.push_back(instance);
}

bool
Net8ListenerRegistry::IsEmpty() const
{
    return m_instances.empty() && m_remote.empty();
}

const std::vector<Ptr<Net8Instance>>&
Net8ListenerRegistry::GetInstances() const
{
    return m_instances;
}

uint32_t
Net8ListenerRegistry::GetKnownCount() const
{
    return static_cast<uint32_t>(m_instances.size() + m_remote.size());
}

const Ptr<Net8Instance>&
Net8ListenerRegistry::GetKnown(uint32_t number) const
{
    return number < m_instances.size() ? m_instances[number]
                                       : m_remote.at(number - m_instances.size());
}

void
Net8ListenerRegistry::Open(const Ptr<Node>& node)
{
    m_registry.SetDefaultService(m_defaultService);
    m_open = true;
    for (const auto& instance : m_instances)
    {
        instance->Open(node);
    }
    for (uint32_t number = 0; number < GetKnownCount(); ++number)
    {
        const auto registrar = GetKnown(number)->GetRegistrar();
        m_servesAny = m_servesAny || registrar->GetServiceName().empty();
        registrar->OnUpdate([this, number] { Register(number); });
    }
}

void
Net8ListenerRegistry::Close()
{
    m_open = false;
    m_registry = Net8ServiceRegistry();
    m_registry.SetDefaultService(m_defaultService);
    m_numbers.clear();
}

void
Net8ListenerRegistry::Reopen()
{
    m_open = true;
    for (uint32_t number = 0; number < GetKnownCount(); ++number)
    {
        const auto registrar = GetKnown(number)->GetRegistrar();
        if (registrar->IsStatic())
        {
            Register(number);
        }
        else
        {
            registrar->Schedule();
        }
    }
}

void
Net8ListenerRegistry::Register(uint32_t number)
{
    const auto& instance = GetKnown(number);
    if (!m_open)
    {
        return;
    }
    if (!instance->IsUp() && !instance->GetRegistrar()->IsStatic())
    {
        m_registry.Deregister(instance->GetName());
        return;
    }
    const auto isThis = [number](const auto& entry) { return entry.second == number; };
    if (instance->GetRegistrar()->IsStatic() && std::ranges::any_of(m_numbers, isThis))
    {
        return;
    }
    auto registration = instance->MakeRegistration();
    for (auto& service : registration.services)
    {
        service.name = service.name.empty() ? ANY_SERVICE : service.name;
    }
    if (registration.state == InstanceState::UNKNOWN)
    {
        m_numbers[m_registry.AddStatic(registration.instance, registration.services[0].name)] =
            number;
        return;
    }
    m_numbers[m_registry.Register(registration)] = number;
}

Net8ListenerRegistry::Choice
Net8ListenerRegistry::Choose(HandlerRequest request)
{
    if (m_servesAny)
    {
        request.serviceName = ANY_SERVICE;
    }
    const auto choice = m_registry.Pick(request);
    if (choice.error != 0)
    {
        return {.error = choice.error};
    }
    return {.instance = GetKnown(m_numbers.at(choice.instance)), .handler = choice.handler};
}

} // namespace ns3::net8
