// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_MAIN_H
#define NET8_PACKETDRILL_MAIN_H

#include "net8-packetdrill-runner.h"

#include <string>
#include <vector>

namespace ns3::net8::packetdrill
{

/**
 * Run scripts, and print one line for each: PASS|FAIL|NA, the path, and for the last two the line
 * and the reason, separated by tabs; FAIL is followed by the last segments as a time sequence,
 * indented by a tab.
 *
 * @param arguments [--tolerance-us N] [--trace] [--ignore-options] SCRIPT ...
 * @param makeHost makes the host with the TCP under test
 * @return exit code of the program
 */
int RunScripts(const std::vector<std::string>& arguments, const HostMaker& makeHost);

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_MAIN_H
