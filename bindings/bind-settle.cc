// SPDX-License-Identifier: GPL-2.0-only
#include "bind.h"

#include "ns3/net8-attributes.h"
#include "ns3/net8-client.h"
#include "ns3/net8-release.h"
#include "ns3/net8-result-set.h"
#include "ns3/string.h"

#include <array>
#include <pybind11/stl.h>
#include <stdexcept>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// Attributes of a result set that a driver decides where nobody else does.
constexpr std::array DRIVEN{"RequestLength",
                            "ErrorOverhead",
                            "RowOverhead",
                            "FetchOverhead",
                            "RowHeader",
                            "ExecuteOverhead",
                            "EndOverhead"};
/// Names of FetchHabit in plans.
constexpr std::array HABITS{"array", "short_second", "growing", "rounded"};

/**
 * @param rows a result set
 * @param driver the driver of its client
 * @return the overheads with which it replies
 */
AttributeMap
SettleRows(const Ptr<Net8ResultSet>& rows, const DriverProfile& driver)
{
    AttributeMap settled;
    rows->Complete(driver);
    for (const auto* name : DRIVEN)
    {
        StringValue text;
        rows->GetAttribute(name, text);
        settled[name] = text.Get();
    }
    return settled;
}

/**
 * @param clientAttributes attributes of a client
 * @param rowAttributes attributes of its result set
 * @param server release of its server
 * @param samePlatform whether both run on the same platform
 * @return attributes of both, in ns-3's notation, with what the driver decides
 */
AttributeMap
Settle(const AttributeMap& clientAttributes,
       const AttributeMap& rowAttributes,
       const std::string& server,
       bool samePlatform)
{
    auto client = CreateObject<Net8Client>();
    SetAttributes(client, clientAttributes);
    auto rows = CreateObject<Net8ResultSet>();
    SetAttributes(rows, rowAttributes);
    DriverProfile driver;
    ReleaseProfile side;
    auto error = client->ReadDriver(driver);
    error = error.IsError() ? error : ReleaseProfile::Read(server, side);
    if (error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    driver.SetServer(side.version, samePlatform);
    const auto limits = client->GetLimits(driver);
    auto settled = SettleRows(rows, driver);
    settled.insert({{"Sdu", std::to_string(driver.sdu)},
                    {"Tdu", std::to_string(driver.tdu)},
                    {"ArraySize", std::to_string(driver.arraySize)},
                    {"PrefetchRows", std::to_string(driver.prefetchRows)},
                    {"FetchHabit", HABITS.at(static_cast<std::size_t>(driver.habit))},
                    {"LookAhead", driver.lookAhead ? "true" : "false"},
                    {"RetryDelay", std::to_string(limits.retryDelay.GetNanoSeconds()) + "ns"},
                    {"TransportConnectTimeout",
                     std::to_string(limits.transportConnectTimeout.GetNanoSeconds()) + "ns"}});
    return settled;
}

} // namespace

void
BindSettle(py::module_& m)
{
    m.def("settle",
          &Settle,
          py::arg("client"),
          py::arg("query"),
          py::arg("server"),
          py::arg("same_platform") = true,
          "Give the attributes of a client and of its result set that a driver decides, as they "
          "are when a simulation runs.");
}

} // namespace ns3::net8
