// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-identity.h"

#include "net8-driver.h"

namespace ns3::net8
{

namespace
{

/// Connection id of thin drivers: 16 random bytes in base 64. The text changes nothing here.
constexpr std::string_view CONNECTION_ID = "(CONNECTION_ID=AAAAAAAAAAAAAAAAAAAAAA==)";
/// Name of the host in the connect data of JDBC up to 21c.
constexpr std::string_view JDBC_HOST = "__jdbc__";
/// What OCI adds to the name of its program on Linux (captures of 11 and 12.1).
constexpr std::string_view OCI_LINUX_SUFFIX = " (TNS V1-V3)";

/**
 * @param text a descriptor
 * @param start start of one of its parts, "(CID=" ...
 */
void
CutPart(std::string& text, std::string_view start)
{
    const auto begin = text.find(start);
    if (begin == std::string::npos)
    {
        return;
    }
    int depth = 0;
    for (auto end = begin; end < text.size(); ++end)
    {
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        if (depth == 0)
        {
            text.erase(begin, end - begin + 1);
            return;
        }
    }
}

} // namespace

uint32_t
GetPlatformNameLength(Platform platform, uint16_t version)
{
    const std::string_view name =
        platform == Platform::WINDOWS
            ? (version < VERSION_11G ? "IBMPC/WIN_NT-8.1.0" : "IBMPC/WIN_NT64-9.1.0")
            : (version < VERSION_11G ? "Linuxi386/Linux-2.0.34-8.1.0" : "x86_64/Linux 2.4.xx");
    return static_cast<uint32_t>(name.size());
}

ClientIdentity
ClientIdentity::Complete(const DriverProfile& driver) const
{
    const auto fill = [](const std::string& name, const std::string& otherwise) {
        return name.empty() ? otherwise : name;
    };
    ClientIdentity full = *this;
    full.userName = fill(userName, "scott");
    full.machine = fill(machine, "client");
    full.terminal = fill(terminal, driver.thin ? "unknown" : "pts/0");
    full.osUser = fill(osUser, "user");
    // JDBC does not know its process and says 1234 (all its captures).
    full.processId = fill(processId, driver.kind == DriverKind::JDBC_THIN ? "1234" : "12345");
    const bool windows = driver.platform == Platform::WINDOWS;
    full.program = fill(program,
                        driver.thin ? driver.name
                        : windows   ? driver.name + ".exe"
                                    : driver.name + "@" + full.GetHost());
    return full;
}

std::string
ClientIdentity::GetHost() const
{
    const auto domain = machine.rfind('\\');
    return domain == std::string::npos ? machine : machine.substr(domain + 1);
}

std::string
ClientIdentity::GetAuthProgram(const DriverProfile& driver) const
{
    if (driver.thin)
    {
        return program;
    }
    if (driver.platform == Platform::LINUX)
    {
        return program + std::string(OCI_LINUX_SUFFIX);
    }
    const auto path = program.rfind('\\');
    return path == std::string::npos ? program : program.substr(path + 1);
}

uint32_t
ClientIdentity::GetNamesLength(const DriverProfile& driver) const
{
    // OCI 9.2 tells no operating system user and ends the machine with a zero byte.
    const bool oldest = !driver.thin && driver.version < VERSION_10G;
    const std::size_t last = oldest ? 1 : osUser.size();
    return static_cast<uint32_t>(terminal.size() + GetAuthProgram(driver).size() + machine.size() +
                                 processId.size() + last);
}

std::string
ClientIdentity::GetConnectData(const DriverProfile& driver,
                               std::string_view serviceName,
                               std::string_view host,
                               uint16_t port) const
{
    const bool jdbc = driver.kind == DriverKind::JDBC_THIN;
    // Up to 21c JDBC knows neither its host nor an id (SQL Developer, runs).
    const bool oldJdbc = jdbc && driver.version < VERSION_CONNECTION_ID;
    const std::string cid = "(CID=(PROGRAM=" + program +
                            ")(HOST=" + (oldJdbc ? std::string(JDBC_HOST) : GetHost()) +
                            ")(USER=" + osUser + "))";
    const std::string service = "(SERVICE_NAME=" + std::string(serviceName) + ")";
    const std::string address = "(ADDRESS=(PROTOCOL=TCP)(HOST=" + std::string(host) +
                                ")(PORT=" + std::to_string(port) + "))";
    if (!driver.thin)
    {
        return "(DESCRIPTION=(CONNECT_DATA=" + service + cid + ")" + address + ")";
    }
    return "(DESCRIPTION=" + address + "(CONNECT_DATA=" + (jdbc ? cid + service : service + cid) +
           std::string(oldJdbc ? "" : CONNECTION_ID) + "))";
}

uint32_t
ClientIdentity::GetConnectStringLength(const DriverProfile& driver, std::string connectData)
{
    if (!driver.thin || !driver.thinRelease->tellsConnectData)
    {
        return 0;
    }
    CutPart(connectData, "(CID=");
    if (driver.kind == DriverKind::JDBC_THIN)
    {
        CutPart(connectData, "(CONNECTION_ID=");
    }
    return static_cast<uint32_t>(connectData.size());
}

} // namespace ns3::net8
