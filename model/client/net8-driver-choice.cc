// SPDX-License-Identifier: GPL-2.0-only
#include "net8-driver-choice.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8DriverChoice);

namespace
{

/// Largest statement cache of a driver.
constexpr int64_t CACHE_MAX = 65535;
/// Largest array size accepted, rows.
constexpr uint32_t ARRAY_MAX = (1 << 24) - 1;

} // namespace

TypeId
Net8DriverChoice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8DriverChoice")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8DriverChoice>()
            .AddAttribute(
                "Driver",
                "Client program: sqlplus, oci, jdbc-thin, python-thin, node-thin or dblink, or "
                "file: and the path of a file such as those of model/profile/drivers.",
                StringValue(DEFAULT_DRIVER),
                MakeStringAccessor(&Net8DriverChoice::m_driver),
                MakeStringChecker())
            .AddAttribute("Release",
                          "Oracle release of the driver; empty: 12.1 for OCI, 23ai for thin "
                          "drivers, 10.2 for "
                          "database links.",
                          StringValue(""),
                          MakeStringAccessor(&Net8DriverChoice::m_release),
                          MakeStringChecker())
            .AddAttribute("Sdu",
                          "SDU asked for in bytes; 0: the default of the driver's release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8DriverChoice::m_sdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("Tdu",
                          "TDU asked for in bytes; 0: the default of the driver's release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8DriverChoice::m_tdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("TduRule",
                          "Whether packets are cut at the smaller of SDU and TDU (min) or at the "
                          "SDU (ignore); "
                          "default: ignore for thin drivers and from 11g on, else min.",
                          EnumValue(TduChoice::DEFAULT),
                          MakeFieldAccessor<EnumValue<TduChoice>>(&Net8DriverChoice::m_options,
                                                                  &DriverOptions::tduRule),
                          MakeEnumChecker(TduChoice::DEFAULT,
                                          "default",
                                          TduChoice::MIN,
                                          "min",
                                          TduChoice::IGNORE,
                                          "ignore"))
            .AddAttribute("ArraySize",
                          "Rows asked for in a fetch; 0: the driver's default.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8DriverChoice::m_arraySize),
                          MakeUintegerChecker<uint32_t>(0, ARRAY_MAX))
            .AddAttribute("PrefetchRows",
                          "Rows asked for with the execute; -1: the driver's habit.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8DriverChoice::m_prefetchRows),
                          MakeIntegerChecker<int64_t>(-1, ARRAY_MAX))
            .AddAttribute("PrefetchMemory",
                          "Bytes of rows that come with the execute at most, "
                          "OCI_ATTR_PREFETCH_MEMORY; 0: PrefetchRows counts alone.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8DriverChoice::m_options,
                                                           &DriverOptions::prefetchMemory),
                          MakeUintegerChecker<uint32_t>(0, 0x7fffffff))
            .AddAttribute("FetchHabit",
                          "Rows of the fetches: array, short_second, growing or rounded; default: "
                          "the driver's.",
                          EnumValue(FetchChoice::DEFAULT),
                          MakeEnumAccessor<FetchChoice>(&Net8DriverChoice::m_habit),
                          MakeEnumChecker(FetchChoice::DEFAULT,
                                          "default",
                                          FetchChoice::ARRAY,
                                          "array",
                                          FetchChoice::SHORT_SECOND,
                                          "short_second",
                                          FetchChoice::GROWING,
                                          "growing",
                                          FetchChoice::ROUNDED,
                                          "rounded"))
            .AddAttribute("GrownArraySize",
                          "Rows of the third fetch and later ones with the habit growing.",
                          UintegerValue(250), // runs of JDBC 23.26
                          MakeFieldAccessor<UintegerValue>(&Net8DriverChoice::m_options,
                                                           &DriverOptions::grownArraySize),
                          MakeUintegerChecker<uint32_t>(1, ARRAY_MAX))
            .AddAttribute("StatementCache",
                          "Statements of a plan with several whose cursors the driver keeps, so "
                          "that their text goes once; -1: the driver's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8DriverChoice::m_statementCache),
                          MakeIntegerChecker<int64_t>(-1, CACHE_MAX))
            .AddAttribute("LookAhead",
                          "Whether the end of the data comes with the last row, so that a full "
                          "last array is not followed by an empty one; default: the driver's.",
                          EnumValue(LookAheadChoice::DEFAULT),
                          MakeEnumAccessor<LookAheadChoice>(&Net8DriverChoice::m_lookAhead),
                          MakeEnumChecker(LookAheadChoice::DEFAULT,
                                          "default",
                                          LookAheadChoice::NO,
                                          "false",
                                          LookAheadChoice::YES,
                                          "true"))
            .AddAttribute("Platform",
                          "Operating system that an OCI client runs on.",
                          EnumValue(Platform::LINUX),
                          MakeEnumAccessor<Platform>(&Net8DriverChoice::m_platform),
                          MakeEnumChecker(Platform::LINUX,
                                          "linux",
                                          Platform::WINDOWS,
                                          "windows",
                                          Platform::LINUX_32,
                                          "linux-32"))
            .AddAttribute(
                "AuthenticationServices",
                "Who authenticates the user of an OCI client: the database (none) or "
                "Windows (nts), in two more requests of the native services.",
                EnumValue(AuthenticationService::NONE),
                MakeEnumAccessor<AuthenticationService>(&Net8DriverChoice::m_authentication),
                MakeEnumChecker(AuthenticationService::NONE,
                                "none",
                                AuthenticationService::NTS,
                                "nts"))
            .AddAttribute("DisableOobAuto",
                          "Whether the client does without the out-of-band check at connect time.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8DriverChoice::m_disableOobAuto),
                          MakeBooleanChecker());
    return tid;
}

Net8DriverChoice::Net8DriverChoice() = default;
Net8DriverChoice::~Net8DriverChoice() = default;

TextError
Net8DriverChoice::Read(DriverProfile& out) const
{
    if (auto error = DriverProfile::Read(m_driver, m_release, out); error.IsError())
    {
        return error;
    }
    out.SetPlatform(m_platform);
    if (m_habit != FetchChoice::DEFAULT)
    {
        out.habit = static_cast<FetchHabit>(static_cast<int>(m_habit) - 1);
        out.prefetchAddsArrays = false; // which is part of the driver's own habit
    }
    if (m_lookAhead != LookAheadChoice::DEFAULT)
    {
        out.lookAhead = m_lookAhead == LookAheadChoice::YES;
    }
    out.sdu = m_sdu == 0 ? out.sdu : m_sdu;
    out.tdu = m_tdu != 0 ? m_tdu : out.tduFollowsSdu ? out.sdu : out.tdu;
    if (m_arraySize != 0)
    {
        out.arraySize = m_arraySize;
        out.arrayRoom = 0;
        if (out.habit == FetchHabit::GROWING && m_habit == FetchChoice::DEFAULT)
        {
            out.habit = FetchHabit::ARRAY; // JDBC with its own fetch size keeps it
        }
    }
    // Only for thin drivers is it known what an execute without text looks like.
    out.statementCache = m_statementCache < 0 ? out.statementCache
                         : out.thin           ? static_cast<uint32_t>(m_statementCache)
                                              : 0;
    const bool array = out.prefetchRows == 0 && !out.executesAlone;
    out.prefetchRows = array ? out.arraySize : out.prefetchRows;
    out.prefetchRows =
        m_prefetchRows < 0 ? out.prefetchRows : static_cast<uint32_t>(m_prefetchRows);
    if (m_options.prefetchMemory != 0 && m_prefetchRows <= 0)
    {
        out.prefetchRows = ARRAY_MAX; // only the memory limits it
    }
    out.connectFlags2 = m_disableOobAuto ? 0 : out.connectFlags2;
    out.osAuthentication = m_authentication == AuthenticationService::NTS && !out.thin;
    out.connectFlags |= out.osAuthentication ? connect_flag::AUTHENTICATION_LINKED : 0;
    return {};
}

const DriverOptions&
Net8DriverChoice::GetOptions() const
{
    return m_options;
}

} // namespace ns3::net8
