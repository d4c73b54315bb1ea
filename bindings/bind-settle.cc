// SPDX-License-Identifier: GPL-2.0-only
#include "bind-error.h"
#include "bind.h"

#include "ns3/net8-attributes.h"
#include "ns3/net8-client.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-release.h"
#include "ns3/net8-result-set.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/string.h"

#include <array>
#include <pybind11/stl.h>
#include <stdexcept>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// Attributes of a result set that the driver decides if nothing else does.
constexpr std::array DRIVEN{"RequestLength",
                            "ErrorOverhead",
                            "RowOverhead",
                            "FetchOverhead",
                            "RowHeader",
                            "ExecuteOverhead",
                            "EndOverhead",
                            "LobPrefetch"};
/// Names of FetchHabit in plans.
constexpr std::array HABITS{"array", "short_second", "growing", "rounded"};

/**
 * @param rows a result set
 * @param driver the driver of its client
 * @return the overheads of its replies
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
    // The result set keeps what the plan sets, as groups of clients have different drivers.
    auto& prefetch = settled["LobPrefetch"];
    prefetch = prefetch == "-2" ? std::to_string(driver.lobPrefetch) : prefetch;
    return settled;
}

/**
 * @param clientAttributes attributes of a client
 * @param rowAttributes attributes of its result set
 * @param server release of its server
 * @param samePlatform whether both run on the same platform
 * @return attributes of both, in ns-3's notation, with the values decided by the driver
 */
AttributeMap
Settle(const AttributeMap& clientAttributes,
       const AttributeMap& rowAttributes,
       const std::string& server,
       bool samePlatform)
{
    auto client = CreateObject<Net8Client>();
    SetAttributes(client->GetParts(), clientAttributes);
    auto rows = CreateObject<Net8ResultSet>();
    SetAttributes(rows, rowAttributes);
    DriverProfile driver;
    ReleaseProfile side;
    auto error = client->GetDriver()->Read(driver);
    error = error.IsError() ? error : ReleaseProfile::Read(server, side);
    if (error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    driver.SetServer(side.version, samePlatform);
    const auto limits = client->GetPolicy()->GetLimits(driver);
    auto settled = SettleRows(rows, driver);
    if (const auto fitting = rows->GetArrayRows(driver); fitting > 0)
    {
        const bool array = driver.prefetchRows == driver.arraySize;
        driver.prefetchRows = array ? fitting : driver.prefetchRows;
        driver.arraySize = fitting;
    }
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

/**
 * @param driver name of a driver
 * @param release its release, or empty
 * @param server release of its server, or empty: its own
 * @param samePlatform whether both run on the same platform
 * @return its defaults by attribute, in ns-3's notation
 */
AttributeMap
DriverDefaults(const std::string& driver,
               const std::string& release,
               const std::string& server,
               bool samePlatform)
{
    DriverProfile profile;
    if (const auto error = DriverProfile::Read(driver, release, profile); error.IsError())
    {
        throw PlanError(error.GetSentence());
    }
    if (const auto side = ReleaseProfile::Find(server))
    {
        profile.SetServer(side->version, samePlatform);
    }
    const auto byDefault = ResolveTduRule(TduChoice::DEFAULT, profile.version);
    const bool ignore = profile.ignoresTdu || byDefault == TduRule::IGNORE;
    AttributeMap defaults{{"Release", profile.release},
                          {"Version", std::to_string(profile.version)},
                          {"Sdu", std::to_string(profile.sdu)},
                          {"TduRule", ignore ? "ignore" : "min"},
                          {"NoDelay", UsesNoDelay(profile.version) ? "true" : "false"},
                          {"ColumnIndicator", std::to_string(profile.reply.columnIndicator)},
                          {"RowHeader", std::to_string(profile.reply.rowHeader)},
                          {"EndOverhead", std::to_string(profile.reply.noDataFound)}};
    // Omit numbers that would disable a habit of the driver if a plan set them: the growing array
    // size of JDBC, one that depends on the width of a row, the prefetch of OCI that follows the
    // array size, a TDU that follows the SDU.
    if (!profile.tduFollowsSdu)
    {
        defaults["Tdu"] = std::to_string(profile.tdu);
    }
    const auto facts = profile.GetFacts();
    defaults["LobRows"] = std::get<std::string>(facts.at("lob_rows").value);
    defaults["LobLengthCall"] = profile.lobLengthCall ? "true" : "false";
    defaults["LobPrefetch"] = std::to_string(profile.lobPrefetch);
    defaults["LobAmount"] = std::to_string(profile.lobAmount);
    defaults["LobLimit"] = std::to_string(profile.lobLimit);
    defaults["StatementCache"] = std::to_string(profile.statementCache);
    if (profile.habit != FetchHabit::GROWING)
    {
        if (profile.arrayRoom == 0)
        {
            defaults["ArraySize"] = std::to_string(profile.arraySize);
        }
        if (profile.prefetchRows != 0 || profile.executesAlone)
        {
            defaults["PrefetchRows"] = std::to_string(profile.prefetchRows);
        }
    }
    return defaults;
}

/**
 * @param release an Oracle release
 * @return its defaults by attribute, in ns-3's notation
 */
AttributeMap
ServerDefaults(const std::string& release)
{
    ReleaseProfile profile;
    if (const auto error = ReleaseProfile::Read(release, profile); error.IsError())
    {
        throw PlanError(error.GetSentence());
    }
    const bool min = ResolveTduRule(TduChoice::DEFAULT, profile.version) == TduRule::MIN;
    return {{"Version", std::to_string(profile.version)},
            {"Sdu", std::to_string(profile.sdu)},
            {"Tdu", std::to_string(profile.tdu)},
            {"TduRule", min ? "min" : "ignore"},
            {"NoDelay", UsesNoDelay(profile.version) ? "true" : "false"},
            {"Resend", profile.resend ? "true" : "false"},
            {"NsProbes", profile.version < VERSION_LONG_SIZES ? "true" : "false"}};
}

/**
 * @param version a TNS version
 * @param sdu SDU of that end, bytes
 * @param tdu TDU of that end, bytes
 * @param peer the server's side
 * @return the agreed values
 */
py::dict
NegotiateSizes(uint16_t version, uint32_t sdu, uint32_t tdu, const ServerLimits& peer)
{
    ConnectPacket connect(version);
    connect.SetSdu(sdu);
    connect.SetTdu(tdu);
    const auto agreement = Negotiate(connect, peer);
    py::dict out;
    out["version"] = agreement.version;
    out["sdu"] = agreement.sdu;
    out["tdu"] = agreement.tdu;
    return out;
}

/**
 * @param profile name of a TCP profile
 * @return all its values in ns-3's notation
 */
std::map<std::string, std::string>
TcpProfile(const std::string& profile)
{
    static const std::map<std::string, Net8TcpProfile::Profile> PROFILES{
        {"linux", Net8TcpProfile::Profile::LINUX},
        {"solaris-2.5", Net8TcpProfile::Profile::SOLARIS_2_5},
        {"windows-nt4", Net8TcpProfile::Profile::WINDOWS_NT4},
        {"ns3", Net8TcpProfile::Profile::NS3}};
    const auto found = PROFILES.find(profile);
    if (found == PROFILES.end())
    {
        throw PlanError("There is no TCP profile '" + profile + "'.");
    }
    return Net8TcpProfile::Describe(found->second);
}

/**
 * @param attributes attributes of a Net8TcpProfile
 * @return whether the TCP machine is used
 */
bool
RunsTcpMachine(const AttributeMap& attributes)
{
    auto tcp = CreateObject<Net8TcpProfile>();
    SetAttributes(tcp, attributes);
    return tcp->RunsMachine();
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
          "Return the attributes of a client and of its result set that a driver decides, as they "
          "are when a simulation runs.");
    m.def("driver_defaults",
          &DriverDefaults,
          py::arg("driver"),
          py::arg("release") = "",
          py::arg("server") = "",
          py::arg("same_platform") = true,
          "Return what a driver does unless a plan says otherwise; sizes in bytes, with that "
          "server.");
    m.def("server_defaults",
          &ServerDefaults,
          py::arg("release"),
          "Return what a release does unless a plan says otherwise; sizes in bytes.");
    m.def(
        "negotiate",
        [](uint16_t clientVersion,
           uint32_t clientSdu,
           uint32_t clientTdu,
           uint16_t serverVersion,
           uint32_t serverSdu,
           uint32_t serverTdu) {
            return NegotiateSizes(clientVersion,
                                  clientSdu,
                                  clientTdu,
                                  {serverVersion, serverSdu, serverTdu});
        },
        py::arg("client_version"),
        py::arg("client_sdu"),
        py::arg("client_tdu"),
        py::arg("server_version"),
        py::arg("server_sdu"),
        py::arg("server_tdu"),
        "Return version, SDU and TDU (bytes) that two ends agree on.");
    m.def("tcp_profile",
          &TcpProfile,
          py::arg("profile"),
          "Return all values of a TCP profile in ns-3's notation.");
    m.def("runs_tcp_machine",
          &RunsTcpMachine,
          py::arg("attributes"),
          "Return whether an end with these attributes of a TCP profile runs the TCP machine.");
}

} // namespace ns3::net8
