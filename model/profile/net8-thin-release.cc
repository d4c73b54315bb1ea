// SPDX-License-Identifier: GPL-2.0-only
#include "net8-thin-release.h"

#include "net8-driver.h"
#include "net8-release.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

constexpr auto PYTHON = DriverKind::PYTHON_THIN;
constexpr auto NODE = DriverKind::NODE_THIN;
constexpr auto JDBC = DriverKind::JDBC_THIN;

/// Runs of python-oracledb 1.4.2, 2.0.0, 3.4.1 and 26.1.0, node-oracledb 6.0.0, 6.5.0 and 26.0.0,
/// ojdbc8 12.2.0.1, 19.3 and 21.1, ojdbc11 23.3 and 23.26.4. Fast authentication: 2815, 2817 and
/// 2997 in the newest with scott, term, app, client, user and a process of 5, 5 and 4 digits: 27,
/// 27 and 26 bytes; older ones have as much less as their data types. 12.2 has 5 fields of an
/// execute that are newer than 12.1, later ones 7.
// clang-format off
constexpr std::array<ThinRelease, 12> RELEASES{{
    // driver release version flags marks asks connect closes tdu  nat pro  types types23 head auth2 fast exe ver  off off23 end
    {PYTHON, "1.4",   319, 0x84, false, false, false, false, 65535,   0, 19, 2560, 2560,  14, 407,    0,  7,  0,   3,  4,  0},
    {PYTHON, "2.0",   319, 0x84, false, false, false, false,     0,   0, 19, 2584, 2584,  14, 407,    0,  7,  0,   3,  4,  0},
    {PYTHON, "3.4",   319, 0x84, false, false, true, true,      0,   0, 19, 2626, 2626,  14, 433, 2760,  7,  0,   3,  4,  0},
    {PYTHON, "23ai",  319, 0x84, false, false, true, true,      0,   0, 19, 2654, 2654,  14, 435, 2788,  7,  0,   3,  4,  0},
    {NODE,   "6.0",   319, 0x84, false, false, false, true,     0,   0, 17, 2550, 2550,  15, 406,    0,  7,  0,   3,  4,  0},
    {NODE,   "6.5",   319, 0x84, true,  false, false, true,     0,   0, 17, 2588, 2588,  15, 406, 2721,  7,  0,   3,  4,  0},
    {NODE,   "23ai",  319, 0x08, true,  false, false, true,     0, 146, 17, 2657, 2657,  15, 407, 2790,  7,  0,   3,  4,  0},
    {JDBC,   "12.2",  316, 0x81, false, true,  true, false,      0, 149, 23, 2618, 2658,  13, 831,    0,  5,  0,  19, 19,  8},
    {JDBC,   "19c",   318, 0x81, false, true,  true, false,      0, 149, 23, 2626, 2674,  13, 831,    0,  7,  2,  11, 11,  0},
    {JDBC,   "21c",   318, 0x81, false, true,  true, false,      0, 149, 23, 2673, 2721,  13, 832,    0,  7,  2,  11, 27,  0},
    {JDBC,   "23.3",  319, 0x88, false, false, true, false,      0, 140, 23, 2689, 2761,  13, 834,    0,  7,  0,  11, 30,  0},
    {JDBC,   "23ai",  319, 0x82, true,  false, true, false,      0, 140, 23, 2713, 2713,  13, 832, 2971,  7,  0,  11, 30,  0},
}};
// clang-format on

/**
 * @param kind which driver
 * @param name a release in a plan
 * @return the one that has this very name, or the end
 */
auto
FindNamed(DriverKind kind, std::string_view name)
{
    return std::ranges::find_if(RELEASES, [&](const ThinRelease& release) {
        return release.kind == kind && release.name == name;
    });
}

} // namespace

bool
ThinRelease::IsKnown(DriverKind kind, std::string_view name)
{
    return FindNamed(kind, name) != RELEASES.end();
}

const ThinRelease&
ThinRelease::Find(DriverKind kind, std::string_view name, uint16_t version)
{
    if (const auto named = FindNamed(kind, name); named != RELEASES.end())
    {
        return *named;
    }
    if (kind == DriverKind::JDBC_THIN && version < VERSION_CONNECTION_ID)
    {
        return *std::ranges::find_if(RELEASES, [&](const ThinRelease& release) {
            return release.kind == kind && release.version >= version;
        });
    }
    // python-oracledb and node-oracledb have no releases of Oracle's: the newest.
    return *FindNamed(kind, "23ai");
}

std::vector<std::string_view>
ThinRelease::GetOwnNames()
{
    std::vector<std::string_view> names;
    for (const auto& release : RELEASES)
    {
        if (!ReleaseProfile::Find(release.name))
        {
            names.push_back(release.name);
        }
    }
    return names;
}

} // namespace ns3::net8
