// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-profile.h"

#include "net8-tcp-socket-factory.h"

#include "ns3/attribute-accessor-helper.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/net8-tcp-settings.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-linux-reno.h"
#include "ns3/tcp-prr-recovery.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpProfile);

namespace
{

/*
 * Sources of the values of Linux; those of the older systems are in net8-tcp-settings.cc.
 *
 * [tcp.h]      Linux, include/net/tcp.h
 * [sysctl]     Linux, Documentation/networking/ip-sysctl.rst
 *
 * A value marked (k) is general knowledge of that stack; the source named for it could not be read
 * again.
 */

Net8TcpProfile::Settings
MakeLinux()
{
    Net8TcpProfile::Settings s;
    s.initialWindow = 10;                        // [tcp.h] TCP_INIT_CWND, RFC 6928
    s.sendBuffer = 4194304;                      // [sysctl] tcp_wmem, maximum (k)
    s.receiveBuffer = 33554432;                  // [sysctl] tcp_rmem, maximum 32 MiB since 6.16
    s.congestionControl = TcpCubic::GetTypeId(); // [sysctl] tcp_congestion_control (k)
    s.recovery = TcpPrrRecovery::GetTypeId();    // RFC 6937, in Linux since 3.2
    s.sack = true;                               // [sysctl] tcp_sack (k)
    s.timestamps = true;                         // [sysctl] tcp_timestamps (k)
    s.windowScaling = true;                      // [sysctl] tcp_window_scaling (k)
    s.noDelay = false;                           // tcp(7): Nagle unless TCP_NODELAY
    s.delayedAckTime = MilliSeconds(40);         // [tcp.h] TCP_DELACK_MIN, HZ / 25
    s.delayedAckCount = 2;                       // RFC 5681 4.2
    s.minRto = MilliSeconds(200);                // [tcp.h] TCP_RTO_MIN, HZ / 5
    s.initialRto = Seconds(1);                   // [tcp.h] TCP_TIMEOUT_INIT
    s.synRetries = 6;                            // [sysctl] tcp_syn_retries (k)
    s.keepAliveTime = Seconds(7200);             // [sysctl] tcp_keepalive_time
    s.keepAliveInterval = Seconds(75);           // [sysctl] tcp_keepalive_intvl
    s.keepAliveCount = 9;                        // [sysctl] tcp_keepalive_probes
    return s;
}

/**
 * @param system host settings of an older system, whose sources are given there
 * @return its values
 */
Net8TcpProfile::Settings
MakeOld(const TcpSettings& system)
{
    Net8TcpProfile::Settings s;
    s.initialWindow = system.initialWindow;
    s.sendBuffer = system.sendMemory[1];
    s.receiveBuffer = system.receiveMemory[1];
    s.wholeSegments = system.wholeSegments;
    s.congestionControl = TcpLinuxReno::GetTypeId();
    s.recovery = TcpClassicRecovery::GetTypeId(); // of ns-3's TCP: fast recovery without SACK
    s.sack = system.sack;
    s.timestamps = system.timestamps;
    s.windowScaling = system.windowScaling;
    s.noDelay = false; // both: Nagle unless TCP_NODELAY
    s.delayedAckTime = MicroSeconds(system.delayedAckUs);
    s.delayedAckCount = system.delayedAckSegments;
    s.minRto = MicroSeconds(system.rtoMinUs);
    s.initialRto = MicroSeconds(system.initialRtoUs);
    s.synRetries = system.synRetries;
    s.keepAliveTime = MilliSeconds(system.keepaliveTimeMs);
    s.keepAliveInterval = MilliSeconds(system.keepaliveIntervalMs);
    s.keepAliveCount = system.keepaliveProbes;
    return s;
}

/**
 * @tparam V the attribute's value class
 * @param tid the class
 * @param name the attribute
 * @return what a new object of the class would get
 */
template <typename V>
V
GetInitial(TypeId tid, const std::string& name)
{
    TypeId::AttributeInformation info;
    NS_ABORT_MSG_UNLESS(tid.LookupAttributeByName(name, &info),
                        tid.GetName() << " has no attribute " << name);
    V value;
    value.DeserializeFromString(info.initialValue->SerializeToString(info.checker), info.checker);
    return value;
}

/// @return ns-3's own defaults, queried from ns-3 so that Config::SetDefault and later releases
/// take effect
Net8TcpProfile::Settings
MakeNs3()
{
    const auto socket = TcpSocketBase::GetTypeId();
    const auto l4 = TcpL4Protocol::GetTypeId();
    Net8TcpProfile::Settings s;
    s.initialWindow = GetInitial<UintegerValue>(socket, "InitialCwnd").Get();
    s.sendBuffer = GetInitial<UintegerValue>(socket, "SndBufSize").Get();
    s.receiveBuffer = GetInitial<UintegerValue>(socket, "RcvBufSize").Get();
    s.congestionControl = GetInitial<TypeIdValue>(l4, "SocketType").Get();
    s.recovery = GetInitial<TypeIdValue>(l4, "RecoveryType").Get();
    s.sack = GetInitial<BooleanValue>(socket, "Sack").Get();
    s.timestamps = GetInitial<BooleanValue>(socket, "Timestamp").Get();
    s.windowScaling = GetInitial<BooleanValue>(socket, "WindowScaling").Get();
    s.noDelay = GetInitial<BooleanValue>(socket, "TcpNoDelay").Get();
    s.delayedAckTime = GetInitial<TimeValue>(socket, "DelAckTimeout").Get();
    s.delayedAckCount = GetInitial<UintegerValue>(socket, "DelAckCount").Get();
    s.minRto = GetInitial<TimeValue>(socket, "MinRto").Get();
    s.initialRto = GetInitial<TimeValue>(socket, "ConnTimeout").Get();
    s.synRetries = GetInitial<UintegerValue>(socket, "ConnCount").Get() - 1;
    return s; // It has no keepalive.
}

/**
 * @param profile the stack
 * @return its values, without a segment size
 */
Net8TcpProfile::Settings
MakeSettings(Net8TcpProfile::Profile profile)
{
    switch (profile)
    {
    case Net8TcpProfile::Profile::SOLARIS_2_5:
        return MakeOld(TcpSystem::MakeSolaris25());
    case Net8TcpProfile::Profile::WINDOWS_NT4:
        return MakeOld(TcpSystem::MakeWindowsNt4());
    case Net8TcpProfile::Profile::NS3:
        return MakeNs3();
    case Net8TcpProfile::Profile::LINUX:
        break;
    }
    return MakeLinux();
}

/**
 * @param mtu MTU, bytes
 * @param ipv6 IPv6 instead of IPv4
 * @param timestamps whether every segment has the timestamp option
 * @return largest payload that fits, bytes
 *
 * ns-3 puts SACK blocks only on pure ACKs and the other options only on SYNs, so that timestamps
 * (10 bytes and 2 of padding) are the only option on data segments.
 */
uint32_t
GetLargestPayload(uint32_t mtu, bool ipv6, bool timestamps)
{
    const uint32_t headers = (ipv6 ? 40 : 20) + 20 + (timestamps ? 12 : 0);
    NS_ABORT_MSG_IF(mtu <= headers, "An MTU of " << mtu << " bytes leaves no room for TCP data");
    return mtu - headers;
}

/**
 * @param bytes buffer size, bytes
 * @param segment segment size, bytes
 * @return the buffer rounded up to whole segments, at least four, at most what fits into 16 bits
 */
uint32_t
RoundToSegments(uint32_t bytes, uint32_t segment)
{
    const uint32_t segments = std::max(4U, (bytes + segment - 1) / segment);
    return std::min(65535U, segments * segment);
}

/**
 * @param on a switch
 * @return its value in ns-3's notation
 */
std::string
ToString(bool on)
{
    return on ? "true" : "false";
}

/// @return checker of an attribute that is on, off or the profile's
Ptr<const AttributeChecker>
MakeSwitchChecker()
{
    using Switch = Net8TcpProfile::Switch;
    return MakeEnumChecker(Switch::PROFILE, "profile", Switch::OFF, "false", Switch::ON, "true");
}

/**
 * @param time a time
 * @return the time in whole nanoseconds, in ns-3's notation
 */
std::string
ToString(Time time)
{
    return std::to_string(time.GetNanoSeconds()) + "ns";
}

/**
 * @param values receives the sysctls of Linux
 */
void
AddSysctlValues(std::map<std::string, std::string>& values)
{
    using Kind = Net8TcpSysctls::Entry::Kind;
    const TcpSettings settings;
    for (const auto& entry : Net8TcpSysctls::GetTable())
    {
        const int64_t value = entry.get(settings);
        values[entry.name] = entry.kind == Kind::SWITCH ? ToString(value == 1)
                             : entry.kind == Kind::TIME ? ToString(NanoSeconds(value))
                                                        : std::to_string(value);
    }
}

} // namespace

template <typename V>
class Net8TcpProfile::SysctlAccessor : public AccessorHelper<Net8TcpProfile, V>
{
  public:
    /**
     * @param index position of the sysctl in its table
     */
    explicit SysctlAccessor(std::size_t index)
        : m_index(index)
    {
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    bool DoSet(Net8TcpProfile* object, const V* value) const override
    {
        if constexpr (std::is_same_v<V, TimeValue>)
        {
            const Time time = value->Get();
            object->m_sysctls.Set(m_index,
                                  time.IsNegative() ? Net8TcpSysctls::UNSET
                                                    : time.GetNanoSeconds());
        }
        else
        {
            // The values of Switch are those of the sysctl plus 1.
            constexpr bool IS_SWITCH = std::is_same_v<V, EnumValue<Switch>>;
            object->m_sysctls.Set(m_index,
                                  static_cast<int64_t>(value->Get()) - (IS_SWITCH ? 1 : 0));
        }
        return true;
    }

    bool DoGet(const Net8TcpProfile* object, V* value) const override
    {
        const int64_t number = object->m_sysctls.Get(m_index);
        if constexpr (std::is_same_v<V, TimeValue>)
        {
            value->Set(number == Net8TcpSysctls::UNSET ? Seconds(-1) : NanoSeconds(number));
        }
        else if constexpr (std::is_same_v<V, EnumValue<Switch>>)
        {
            value->Set(static_cast<Switch>(number + 1));
        }
        else
        {
            value->Set(number);
        }
        return true;
    }

    std::size_t m_index; ///< Position of the sysctl in its table.
};

TypeId
Net8TcpProfile::AddSysctls(TypeId tid)
{
    using Kind = Net8TcpSysctls::Entry::Kind;
    const auto& table = Net8TcpSysctls::GetTable();
    for (std::size_t i = 0; i < table.size(); ++i)
    {
        const auto& entry = table[i];
        const auto add = [&](const AttributeValue& unset, auto* accessor, const auto& checker) {
            tid.AddAttribute(entry.name,
                             entry.help,
                             unset,
                             Ptr<const AttributeAccessor>(accessor, false),
                             checker);
        };
        switch (entry.kind)
        {
        case Kind::SWITCH:
            add(EnumValue<Switch>(Switch::PROFILE),
                new SysctlAccessor<EnumValue<Switch>>(i),
                MakeSwitchChecker());
            break;
        case Kind::TIME:
            add(TimeValue(Seconds(-1)),
                new SysctlAccessor<TimeValue>(i),
                MakeTimeChecker(Seconds(-1), NanoSeconds(entry.most)));
            break;
        case Kind::NUMBER:
            add(IntegerValue(Net8TcpSysctls::UNSET),
                new SysctlAccessor<IntegerValue>(i),
                MakeIntegerChecker<int64_t>(Net8TcpSysctls::UNSET, entry.most));
            break;
        }
    }
    return tid;
}

TypeId
Net8TcpProfile::GetTypeId()
{
    static TypeId tid = AddSysctls(
        TypeId("ns3::net8::Net8TcpProfile")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8TcpProfile>()
            .AddAttribute("Profile",
                          "The TCP stack whose values hold where no attribute is set.",
                          EnumValue(Profile::LINUX),
                          MakeEnumAccessor<Profile>(&Net8TcpProfile::m_profile),
                          MakeEnumChecker(Profile::LINUX,
                                          "linux",
                                          Profile::SOLARIS_2_5,
                                          "solaris-2.5",
                                          Profile::WINDOWS_NT4,
                                          "windows-nt4",
                                          Profile::NS3,
                                          "ns3"))
            .AddAttribute("SegmentSize",
                          "Payload of a full segment, bytes; never more than fits the MTU. "
                          "0 = what fits the MTU with the options counted.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8TcpProfile::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(0, 65495))
            .AddAttribute("InitialWindow",
                          "Initial congestion window, segments; 0 = the profile's.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8TcpProfile::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute(
                "SendBuffer",
                "Send buffer, bytes; in ns-3's TCP never less than one segment, with the profile "
                "linux SO_SNDBUF, which Linux doubles. 0 = the profile's.",
                UintegerValue(0),
                MakeUintegerAccessor(&Net8TcpProfile::m_sendBuffer),
                MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute(
                "ReceiveBuffer",
                "Receive buffer and so the largest window, bytes; in ns-3's TCP never less "
                "than one segment, with the profile linux SO_RCVBUF, which Linux doubles "
                "and of which headers take a part. 0 = the profile's.",
                UintegerValue(0),
                MakeUintegerAccessor(&Net8TcpProfile::m_receiveBuffer),
                MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute("CongestionControl",
                          "Class of the congestion control, such as ns3::TcpCubic; "
                          "ns3::TcpCongestionOps = the profile's.",
                          TypeIdValue(TcpCongestionOps::GetTypeId()),
                          MakeTypeIdAccessor(&Net8TcpProfile::m_congestionControl),
                          MakeTypeIdChecker())
            .AddAttribute("Sack",
                          "Offer selective acknowledgments.",
                          EnumValue(Switch::PROFILE),
                          MakeEnumAccessor<Switch>(&Net8TcpProfile::m_sack),
                          MakeSwitchChecker())
            .AddAttribute("Timestamps",
                          "Offer timestamps, 12 bytes in every segment.",
                          EnumValue(Switch::PROFILE),
                          MakeEnumAccessor<Switch>(&Net8TcpProfile::m_timestamps),
                          MakeSwitchChecker())
            .AddAttribute("WindowScaling",
                          "Offer window scaling, for windows above 65,535 bytes.",
                          EnumValue(Switch::PROFILE),
                          MakeEnumAccessor<Switch>(&Net8TcpProfile::m_windowScaling),
                          MakeSwitchChecker())
            .AddAttribute("NoDelay",
                          "Switch Nagle's algorithm off.",
                          EnumValue(Switch::PROFILE),
                          MakeEnumAccessor<Switch>(&Net8TcpProfile::m_noDelay),
                          MakeSwitchChecker())
            .AddAttribute("DelayedAckTime",
                          "Longest time that an ACK waits for company; 0 = the profile's.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8TcpProfile::m_delayedAckTime),
                          MakeTimeChecker(Time(0), Seconds(60)))
            .AddAttribute("DelayedAckCount",
                          "Number of segments that are acknowledged at once, 1 = no delayed ACKs; "
                          "0 = the profile's.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8TcpProfile::m_delayedAckCount),
                          MakeUintegerChecker<uint32_t>(0, 64))
            .AddAttribute("MinRto",
                          "Smallest retransmission timeout; 0 = the profile's.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8TcpProfile::m_minRto),
                          MakeTimeChecker(Time(0), Seconds(60)))
            .AddAttribute("InitialRto",
                          "Retransmission timeout of the first SYN; 0 = the profile's.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8TcpProfile::m_initialRto),
                          MakeTimeChecker(Time(0), Seconds(60)))
            .AddAttribute("SynRetries",
                          "Number of SYN retransmissions before giving up; -1 = the profile's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8TcpProfile::m_synRetries),
                          MakeIntegerChecker<int32_t>(-1, 20))
            .AddAttribute("SegmentTime",
                          "Time that each segment with data takes on its arrival, one after the "
                          "other, before TCP sees it, in seconds; in the TCP machine alone.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8TcpProfile::m_segmentTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("WakeUpTime",
                          "Time that a process takes from a read until it can read again: what "
                          "arrives meanwhile is read together. Of linux alone.",
                          TimeValue(MicroSeconds(5)),
                          MakeTimeAccessor(&Net8TcpProfile::m_wakeUpTime),
                          MakeTimeChecker(Time(0), Seconds(60)))
            .AddAttribute("Polls",
                          "Programs wait for the next message with poll or epoll, not in read: a "
                          "send buffer of which less than a third is free then grows with the "
                          "window. Of linux alone.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8TcpProfile::m_polls),
                          MakeBooleanChecker())
            .AddAttribute("KeepAliveTime",
                          "Time without a segment before the first keepalive probe, where "
                          "keepalive is on; 0 = the profile's.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8TcpProfile::m_keepAliveTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("KeepAliveInterval",
                          "Time between two keepalive probes; 0 = the profile's.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8TcpProfile::m_keepAliveInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("KeepAliveCount",
                          "Keepalive probes without an answer before the connection is given up; "
                          "0 = the profile's.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8TcpProfile::m_keepAliveCount),
                          MakeUintegerChecker<uint32_t>(0, 1000)));
    return tid;
}

std::map<std::string, std::string>
Net8TcpProfile::Describe(Profile profile)
{
    auto object = CreateObject<Net8TcpProfile>();
    object->m_profile = profile;
    const auto s = object->Resolve(1500, false);
    std::map<std::string, std::string> values{
        {"SegmentSize", "0"}, // so that the map can be applied with another MTU
        {"InitialWindow", std::to_string(s.initialWindow)},
        {"SendBuffer", std::to_string(s.sendBuffer)},
        {"ReceiveBuffer", std::to_string(s.receiveBuffer)},
        {"CongestionControl", s.congestionControl.GetName()},
        {"Sack", ToString(s.sack)},
        {"Timestamps", ToString(s.timestamps)},
        {"WindowScaling", ToString(s.windowScaling)},
        {"NoDelay", ToString(s.noDelay)},
        {"DelayedAckTime", ToString(s.delayedAckTime)},
        {"DelayedAckCount", std::to_string(s.delayedAckCount)},
        {"MinRto", ToString(s.minRto)},
        {"InitialRto", ToString(s.initialRto)},
        {"SynRetries", std::to_string(s.synRetries)},
        {"KeepAliveTime", ToString(s.keepAliveTime)},
        {"KeepAliveInterval", ToString(s.keepAliveInterval)},
        {"KeepAliveCount", std::to_string(s.keepAliveCount)},
    };
    if (profile == Profile::LINUX)
    {
        AddSysctlValues(values);
    }
    return values;
}

bool
Net8TcpProfile::RunsMachine() const
{
    return m_profile != Profile::NS3 &&
           (m_congestionControl == TcpCongestionOps::GetTypeId() ||
            Net8TcpSocketFactory::FindCongestion(m_congestionControl).has_value());
}

Net8TcpProfile::Settings
Net8TcpProfile::ApplyOverrides(Settings settings) const
{
    const auto number = [](auto& value, const auto& override, const auto& unset) {
        value = (override == unset) ? value : override;
    };
    const auto toggle = [](bool& value, Switch override) {
        value = (override == Switch::PROFILE) ? value : (override == Switch::ON);
    };
    settings.machine = RunsMachine();
    settings.profile = m_profile;
    settings.setsSend = m_sendBuffer > 0;
    settings.setsReceive = m_receiveBuffer > 0;
    settings.wholeSegments = settings.wholeSegments && m_receiveBuffer == 0;
    number(settings.segmentSize, m_segmentSize, 0U);
    number(settings.initialWindow, m_initialWindow, 0U);
    number(settings.sendBuffer, m_sendBuffer, 0U);
    number(settings.receiveBuffer, m_receiveBuffer, 0U);
    number(settings.congestionControl, m_congestionControl, TcpCongestionOps::GetTypeId());
    toggle(settings.sack, m_sack);
    toggle(settings.timestamps, m_timestamps);
    toggle(settings.windowScaling, m_windowScaling);
    toggle(settings.noDelay, m_noDelay);
    number(settings.delayedAckTime, m_delayedAckTime, Time(0));
    number(settings.delayedAckCount, m_delayedAckCount, 0U);
    number(settings.minRto, m_minRto, Time(0));
    number(settings.initialRto, m_initialRto, Time(0));
    settings.segmentTime = m_segmentTime;
    settings.wakeUpTime = m_wakeUpTime;
    settings.polls = m_polls;
    settings.sysctls = m_sysctls;
    number(settings.keepAliveTime, m_keepAliveTime, Time(0));
    number(settings.keepAliveInterval, m_keepAliveInterval, Time(0));
    number(settings.keepAliveCount, m_keepAliveCount, 0U);
    if (m_synRetries >= 0)
    {
        settings.synRetries = m_synRetries;
    }
    return settings;
}

Net8TcpProfile::Settings
Net8TcpProfile::Resolve(uint32_t mtu, bool ipv6) const
{
    auto settings = ApplyOverrides(MakeSettings(m_profile));
    const auto largest = GetLargestPayload(mtu, ipv6, settings.timestamps);
    const auto wanted = settings.segmentSize;
    settings.segmentSize = (wanted == 0) ? largest : std::min(wanted, largest);
    if (settings.wholeSegments)
    {
        settings.receiveBuffer = RoundToSegments(settings.receiveBuffer, settings.segmentSize);
    }
    if (!settings.machine)
    {
        // ns-3 waits for room for a full segment, so a smaller window would stop the peer for good,
        // and its loss recovery cannot cope with a send buffer smaller than a segment.
        settings.receiveBuffer = std::max(settings.receiveBuffer, settings.segmentSize);
        settings.sendBuffer = std::max(settings.sendBuffer, settings.segmentSize);
    }
    return settings;
}

void
Net8TcpProfile::Install(Ptr<Node> node, uint32_t mtu, bool ipv6) const
{
    auto factory = node->GetObject<Net8TcpSocketFactory>();
    if (!factory)
    {
        factory = CreateObject<Net8TcpSocketFactory>();
        node->AggregateObject(factory);
    }
    factory->SetSettings(Resolve(mtu, ipv6), Resolve(mtu, true));
}

} // namespace ns3::net8
