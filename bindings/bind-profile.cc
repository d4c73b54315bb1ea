// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The contents of driver files and server release files.
 */
#include "bind.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-release.h"
#include "ns3/net8-tds-driver.h"
#include "ns3/net8-ttc-reply.h"

#include <map>
#include <pybind11/stl.h>
#include <stdexcept>
#include <string>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param values values of a profile by key
 * @return the same in Python
 */
py::dict
AsDict(const std::map<std::string, ProfileValue>& values)
{
    py::dict facts;
    for (const auto& [key, value] : values)
    {
        facts[py::str(key)] =
            std::visit([](const auto& plain) -> py::object { return py::cast(plain); },
                       value.value);
    }
    return facts;
}

/**
 * @param name name of a driver, or "file:" and the path of its file
 * @param release its release, or empty
 * @param server release of its server; empty: unknown
 * @return its values, by key of a driver file
 */
py::dict
DriverFacts(const std::string& name, const std::string& release, const std::string& server)
{
    ReleaseProfile side;
    DriverProfile driver;
    if (const auto error = DriverProfile::Read(name, release, driver); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    if (const auto error = server.empty() ? TextError{} : ReleaseProfile::Read(server, side);
        error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    if (!server.empty())
    {
        driver.SetServer(side.version, true);
    }
    return AsDict(driver.GetFacts());
}

/**
 * See the docstring in BindProfile.
 */
py::dict
TdsDriverFacts(const std::string& name)
{
    TdsDriverProfile driver;
    if (const auto error = TdsDriverProfile::Read(name, driver); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    return AsDict(driver.GetFacts());
}

/**
 * @param thin whether the client is a thin driver
 * @param client TNS version of the client's release
 * @param version the agreed TNS version
 * @param samePlatform whether both ends run on the same platform
 * @return sizes of the parts of a reply, TTC bytes
 */
std::map<std::string, uint32_t>
ReplySizes(bool thin, uint16_t client, uint16_t version, bool samePlatform)
{
    const auto sizes = TtcReplySizes::Find(
        {.thin = thin, .client = client, .version = version, .samePlatform = samePlatform});
    return {{"description", sizes.describe},
            {"column", sizes.describeColumn},
            {"row_header", sizes.rowHeader},
            {"indicator", sizes.columnIndicator},
            {"parameters", sizes.parameters},
            {"settings", sizes.sessionParameters},
            {"end", sizes.endOfCall},
            {"execute_end", sizes.executeEnd},
            {"no_data", sizes.noDataFound}};
}

} // namespace

void
BindProfile(py::module_& m)
{
    m.def("driver_names", &DriverProfile::GetNames, "Names of the drivers that are built in.");
    m.def("release_names",
          &ReleaseProfile::GetNames,
          "Server releases that are built in, oldest first.");
    m.def("driver_releases",
          &DriverProfile::GetReleases,
          py::arg("driver"),
          "Releases of a driver, in the order of its file.");
    m.def("driver_facts",
          &DriverFacts,
          py::arg("driver"),
          py::arg("release") = "",
          py::arg("server") = "",
          "What a driver's file says of a release and a server, by key; ValueError: the file "
          "cannot be read.");
    m.def("tds_driver_names",
          &TdsDriverProfile::GetNames,
          "Names of the drivers of TDS that are built in.");
    m.def("tds_driver_facts",
          &TdsDriverFacts,
          py::arg("driver"),
          "What the file of a driver of TDS says, by key; ValueError: the file cannot be read.");
    m.def("reply_sizes",
          &ReplySizes,
          py::arg("thin"),
          py::arg("client"),
          py::arg("version"),
          py::arg("same_platform"),
          "Sizes of the parts of a reply with rows by name, TTC bytes.");
}

} // namespace ns3::net8
