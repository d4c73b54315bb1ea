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
/// Maximum bytes of a LOB, and of LOBs that one call reads.
constexpr int64_t LOB_MAX = 0x7fffffff;
constexpr uint32_t LOB_ARRAY_MAX = 65535;
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
                          "last array is not followed by an empty one; default: the driver's, "
                          "and false where the execute prefetches no rows.",
                          EnumValue(LookAheadChoice::DEFAULT),
                          MakeEnumAccessor<LookAheadChoice>(&Net8DriverChoice::m_lookAhead),
                          MakeEnumChecker(LookAheadChoice::DEFAULT,
                                          "default",
                                          LookAheadChoice::NO,
                                          "false",
                                          LookAheadChoice::YES,
                                          "true"))
            .AddAttribute("LobRows",
                          "How rows with LOBs come: as_others, fetched (none with the execute), "
                          "defined (with the call that defines the columns), defined_apart (with "
                          "the one after it) or one (a row a call); default: the driver's.",
                          EnumValue(LobRowsChoice::DEFAULT),
                          MakeEnumAccessor<LobRowsChoice>(&Net8DriverChoice::m_lobRows),
                          MakeEnumChecker(LobRowsChoice::DEFAULT,
                                          "default",
                                          LobRowsChoice::AS_OTHERS,
                                          "as_others",
                                          LobRowsChoice::FETCHED,
                                          "fetched",
                                          LobRowsChoice::DEFINED,
                                          "defined",
                                          LobRowsChoice::DEFINED_APART,
                                          "defined_apart",
                                          LobRowsChoice::ONE,
                                          "one"))
            .AddAttribute("LobLengthCall",
                          "Whether a LOB whose size did not come with its row is asked for it in "
                          "a call of its own; default: the driver's.",
                          EnumValue(LobLengthChoice::DEFAULT),
                          MakeEnumAccessor<LobLengthChoice>(&Net8DriverChoice::m_lobLength),
                          MakeEnumChecker(LobLengthChoice::DEFAULT,
                                          "default",
                                          LobLengthChoice::NO,
                                          "false",
                                          LobLengthChoice::YES,
                                          "true"))
            .AddAttribute("FetchLobs",
                          "Whether LOBs come as locators; if not, as strings in their rows.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Net8DriverChoice::m_fetchLobs),
                          MakeBooleanChecker())
            .AddAttribute("LobAmount",
                          "Bytes of a LOB that one call asks for; 0: the whole value; -1: the "
                          "driver's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8DriverChoice::m_lobAmount),
                          MakeIntegerChecker<int64_t>(-1, LOB_MAX))
            .AddAttribute("LobLimit",
                          "Bytes of a LOB that are read at most; 0: the whole value; -1: the "
                          "driver's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8DriverChoice::m_lobLimit),
                          MakeIntegerChecker<int64_t>(-1, LOB_MAX))
            .AddAttribute("LobArrayRead",
                          "LOBs that one call reads (OCILobArrayRead).",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8DriverChoice::m_lobArrayRead),
                          MakeUintegerChecker<uint32_t>(1, LOB_ARRAY_MAX))
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
                          MakeBooleanChecker())
            .AddAttribute(
                "DisableOob",
                "Whether the client does without TCP urgent data: it does not check them, "
                "and breaks calls by markers in the stream.",
                BooleanValue(false),
                MakeBooleanAccessor(&Net8DriverChoice::m_disableOob),
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
        out.looksAheadAlways = out.lookAhead;
    }
    SetLobs(out);
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
    if (m_disableOobAuto || m_disableOob)
    {
        out.connectFlags2 = 0;
        out.checksUrgentData = false;
    }
    if (m_disableOob)
    {
        // python-oracledb 26.1.0 then announces no urgent data either.
        out.serviceOptions &= static_cast<uint16_t>(~service_option::CAN_RECEIVE_ATTENTION);
    }
    out.osAuthentication = m_authentication == AuthenticationService::NTS && !out.thin;
    out.connectFlags |= out.osAuthentication ? connect_flag::AUTHENTICATION_LINKED : 0;
    return {};
}

void
Net8DriverChoice::SetLobs(DriverProfile& out) const
{
    if (m_lobRows != LobRowsChoice::DEFAULT)
    {
        out.lobRows = static_cast<LobRows>(static_cast<int>(m_lobRows) - 1);
    }
    if (m_lobLength != LobLengthChoice::DEFAULT)
    {
        out.lobLengthCall = m_lobLength == LobLengthChoice::YES;
    }
    out.lobsInline = !m_fetchLobs;
    if (out.lobsInline && out.lobRows == LobRows::ONE)
    {
        out.lobRows = LobRows::AS_OTHERS; // Strings do not keep rows apart.
    }
    out.lobAmount = m_lobAmount < 0 ? out.lobAmount : static_cast<uint32_t>(m_lobAmount);
    out.lobLimit = m_lobLimit < 0 ? out.lobLimit : static_cast<uint32_t>(m_lobLimit);
    out.lobArrayRead = m_lobArrayRead;
}

const DriverOptions&
Net8DriverChoice::GetOptions() const
{
    return m_options;
}

} // namespace ns3::net8
