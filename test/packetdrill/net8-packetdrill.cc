// SPDX-License-Identifier: GPL-2.0-only
// Runs packetdrill scripts against the TCP machine in virtual time, without ns-3.
#include "net8-packetdrill-machine-host.h"
#include "net8-packetdrill-main.h"

using namespace ns3::net8;
using namespace ns3::net8::packetdrill;

/**
 * @param argc number of arguments
 * @param argv arguments, those of RunScripts
 * @return exit code
 */
int
main(int argc, char** argv)
{
    return RunScripts({argv + 1, argv + argc}, [](const TcpSettings& settings) {
        return std::make_unique<MachineHost>(settings);
    });
}
