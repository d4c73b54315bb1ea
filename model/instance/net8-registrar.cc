// SPDX-License-Identifier: GPL-2.0-only
#include "net8-registrar.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Registrar);

TypeId
Net8Registrar::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Registrar")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Registrar>()
            .AddAttribute(
                "ServiceName",
                "Service or SID that is served; any other is refused (ORA-12514); empty: any.",
                StringValue(""),
                MakeStringAccessor(&Net8Registrar::m_serviceName),
                MakeStringChecker())
            .AddAttribute("InstanceName",
                          "Name of the instance, its SID.",
                          StringValue("orcl"),
                          MakeStringAccessor(&Net8Registrar::m_instanceName),
                          MakeStringChecker())
            .AddAttribute(
                "Registration",
                "How listeners know of the instance: it registers itself (dynamic), or it "
                "stands in SID_LIST (static) and is never blocked.",
                EnumValue(Registration::DYNAMIC), // PMON, LREG
                MakeEnumAccessor<Registration>(&Net8Registrar::m_registration),
                MakeEnumChecker(Registration::DYNAMIC, "dynamic", Registration::STATIC, "static"))
            .AddAttribute("RegistrationInterval",
                          "Time between two updates of a dynamic registration.",
                          TimeValue(Seconds(60)), // about a minute when busy, at most ten
                          MakeTimeAccessor(&Net8Registrar::m_registrationInterval),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute(
                "State",
                "Whether the instance takes connections: ready, restricted (ORA-12526) or "
                "blocked (ORA-12528).",
                EnumValue(InstanceState::READY),
                MakeEnumAccessor<InstanceState>(&Net8Registrar::m_instanceState),
                MakeEnumChecker(InstanceState::READY,
                                "ready",
                                InstanceState::RESTRICTED,
                                "restricted",
                                InstanceState::BLOCKED,
                                "blocked"))
            .AddAttribute(
                "RemoteListener",
                "REMOTE_LISTENER: the instance registers with the listener of its host and "
                "with SCAN listeners (none), or with those of all other hosts, too (all).",
                EnumValue(RemoteListener::NONE),
                MakeEnumAccessor<RemoteListener>(&Net8Registrar::m_remoteListener),
                MakeEnumChecker(RemoteListener::NONE, "none", RemoteListener::ALL, "all"))
            .AddAttribute("BalanceGoal",
                          "By what listeners choose among the instances of a service: fewest "
                          "sessions (long), least goodness (short), or least loaded node and then "
                          "fewest sessions (load).",
                          EnumValue(BalanceGoal::LONG), // CLB_GOAL_LONG, the documented default
                          MakeEnumAccessor<BalanceGoal>(&Net8Registrar::m_balanceGoal),
                          MakeEnumChecker(BalanceGoal::LONG,
                                          "long",
                                          BalanceGoal::SHORT,
                                          "short",
                                          BalanceGoal::LOAD,
                                          "load"))
            .AddAttribute(
                "Goodness",
                "Goodness of the service at the instance, with BalanceGoal short; less is "
                "better.",
                DoubleValue(0),
                MakeDoubleAccessor(&Net8Registrar::m_goodness),
                MakeDoubleChecker<double>(0, 1e9))
            .AddAttribute("GoodnessDelta",
                          "What each new session adds to that until the next update.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8Registrar::m_goodnessDelta),
                          MakeDoubleChecker<double>(0, 1e9));
    return tid;
}

Net8Registrar::Net8Registrar() = default;
Net8Registrar::~Net8Registrar() = default;

void
Net8Registrar::DoDispose()
{
    m_update.Cancel();
    m_updates.clear();
    Object::DoDispose();
}

ServiceRegistration
Net8Registrar::MakeRegistration() const
{
    ServiceRegistration registration;
    registration.instance = m_instanceName;
    registration.state = IsStatic() ? InstanceState::UNKNOWN : m_instanceState;
    registration.services.push_back({.name = m_serviceName,
                                     .goal = m_balanceGoal,
                                     .goodness = m_goodness,
                                     .delta = m_goodnessDelta});
    return registration;
}

bool
Net8Registrar::IsStatic() const
{
    return m_registration == Registration::STATIC;
}

bool
Net8Registrar::RegistersEverywhere() const
{
    return m_remoteListener == RemoteListener::ALL;
}

const std::string&
Net8Registrar::GetInstanceName() const
{
    return m_instanceName;
}

const std::string&
Net8Registrar::GetServiceName() const
{
    return m_serviceName;
}

void
Net8Registrar::OnUpdate(const std::function<void()>& update)
{
    m_updates.push_back(update);
    if (m_open)
    {
        update();
    }
}

void
Net8Registrar::Open()
{
    m_open = true;
    Update();
}

void
Net8Registrar::Schedule()
{
    if (IsStatic() || m_update.IsPending())
    {
        return;
    }
    // Updates come at whole multiples of the interval; those with no news are omitted.
    const int64_t interval = m_registrationInterval.GetTimeStep();
    const int64_t next = (Simulator::Now().GetTimeStep() / interval + 1) * interval;
    m_update = Simulator::Schedule(TimeStep(next) - Simulator::Now(), &Net8Registrar::Update, this);
}

void
Net8Registrar::UpdateNow()
{
    m_update.Cancel();
    Update();
}

void
Net8Registrar::SetHanging(bool hangs)
{
    m_hangs = hangs;
}

void
Net8Registrar::Update()
{
    if (m_hangs)
    {
        return;
    }
    for (const auto& update : m_updates)
    {
        update();
    }
}

} // namespace ns3::net8
