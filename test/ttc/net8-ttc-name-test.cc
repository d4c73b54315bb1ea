// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Codes of TTC and the names that people read.
 */
#include "ns3/net8-ttc-name.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <string_view>
#include <utility>

using namespace ns3::net8;

namespace
{

using Names = std::pair<uint8_t, std::string_view>;

/// Section 10 of the fact sheet on TNS: constants of python-oracledb, go-oracledb and captures.
constexpr std::array<Names, 23> MESSAGES{{
    {1, "protocol"},
    {2, "data types"},
    {3, "function"},
    {4, "end of call"},
    {6, "row header"},
    {7, "row data"},
    {8, "return parameters"},
    {9, "status"},
    {11, "I/O vector"},
    {13, "access description"},
    {14, "LOB data"},
    {15, "warning"},
    {16, "describe"},
    {17, "piggyback"},
    {19, "flush out binds"},
    {21, "bit vector"},
    {23, "server-side piggyback"},
    {26, "one-way function"},
    {27, "implicit results"},
    {28, "renegotiate"},
    {29, "end of response"},
    {33, "token"},
    {34, "fast authentication"},
}};

/// The same for functions; those of logon and OALL have the names that Oracle's own texts use.
constexpr std::array<Names, 32> FUNCTIONS{{
    {0x02, "open cursor"},
    {0x04, "re-execute"},
    {0x05, "fetch"},
    {0x08, "close cursor"},
    {0x09, "logoff"},
    {0x0e, "commit"},
    {0x0f, "rollback"},
    {0x3b, "version"},
    {0x3e, "OALL"},
    {0x47, "OALL7"},
    {0x4e, "re-execute and fetch"},
    {0x54, "open session detail"},
    {0x5e, "execute"},
    {0x60, "LOB operation"},
    {0x67, "transaction switch"},
    {0x69, "close cursors"},
    {0x6b, "session switch"},
    {0x73, "OAUTH"},
    {0x76, "OSESSKEY"},
    {0x7d, "subscribe"},
    {0x80, "direct path prepare"},
    {0x81, "direct path load"},
    {0x82, "direct path operation"},
    {0x87, "end-to-end attributes"},
    {0x93, "ping"},
    {0x98, "set schema"},
    {0x9a, "key values"},
    {0xa3, "session release"},
    {0xb0, "session state"},
    {0xbb, "notify"},
    {0xc7, "pipeline begin"},
    {0xc8, "pipeline end"},
}};

/**
 * All other codes have no name, and no two have the same.
 *
 * @tparam CODE kind of code
 * @param known codes that have names
 */
template <class CODE, std::size_t COUNT>
void
CheckNames(const std::array<Names, COUNT>& known)
{
    std::size_t named = 0;
    std::set<std::string_view> names;
    for (uint32_t code = 0; code <= UINT8_MAX; ++code)
    {
        const auto name = GetTtcName(static_cast<CODE>(code));
        named += name.empty() ? 0 : 1;
        names.insert(name);
    }
    for (const auto& [code, name] : known)
    {
        EXPECT_EQ(GetTtcName(static_cast<CODE>(code)), name) << static_cast<int>(code);
    }
    EXPECT_EQ(named, COUNT);
    EXPECT_EQ(names.size(), COUNT + 1);
}

} // namespace

TEST(TtcName, OfEachMessage)
{
    CheckNames<TtcMessage>(MESSAGES);
    EXPECT_EQ(GetTtcName(TtcMessage::NATIVE), ""); // its first byte alone says nothing
}

TEST(TtcName, OfEachFunction)
{
    CheckNames<TtcFunction>(FUNCTIONS);
}
