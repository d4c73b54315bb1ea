// SPDX-License-Identifier: GPL-2.0-only
// Runs scripts of packetdrill against a socket of an ns-3 node: that of net8, which runs the TCP
// machine, or with --stock ns-3's own.
#include "../net8-packetdrill-main.h"
#include "net8-packetdrill-simulator-host.h"

using namespace ns3::net8;
using namespace ns3::net8::packetdrill;

/**
 * @param argc number of arguments
 * @param argv arguments: --stock first, if wanted, then those of RunScripts
 * @return exit code
 */
int
main(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool stock = !arguments.empty() && arguments[0] == "--stock";
    if (stock)
    {
        arguments.erase(arguments.begin());
    }
    const auto kind = stock ? SimulatorHost::Kind::STOCK : SimulatorHost::Kind::MACHINE;
    return RunScripts(arguments, [kind](const TcpSettings& settings) {
        return std::make_unique<SimulatorHost>(settings, kind);
    });
}
