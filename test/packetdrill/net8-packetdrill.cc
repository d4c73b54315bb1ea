// SPDX-License-Identifier: GPL-2.0-only
// Runs scripts of packetdrill against the TCP machine in virtual time.
//   net8-packetdrill [--tolerance-us N] [--trace] SCRIPT ...
// Each script gives one line: PASS|FAIL|NA, the path, and for the last two the line and the reason,
// separated by tabs; FAIL is followed by the last segments as a time sequence, indented by a tab.
#include "net8-packetdrill-runner.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

using namespace ns3::net8::packetdrill;

namespace
{

/**
 * @param path path of a script
 * @param toleranceUs how much too early or too late a segment may be, us
 * @param traces whether to show all segments
 */
void
RunFile(const std::string& path, int64_t toleranceUs, bool traces)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    Outcome outcome;
    Runner runner(std::filesystem::path(path).parent_path(), toleranceUs);
    if (!file)
    {
        outcome.kind = Outcome::Kind::FAIL;
        outcome.reason = "the file cannot be read";
    }
    else
    {
        try
        {
            outcome = runner.Run(ParseScript(text.str()));
        }
        catch (const ScriptError& error)
        {
            outcome.kind = error.applies ? Outcome::Kind::FAIL : Outcome::Kind::NOT_APPLICABLE;
            outcome.line = error.line;
            outcome.reason = error.what();
        }
    }
    if (outcome.kind == Outcome::Kind::PASS)
    {
        std::cout << "PASS\t" << path << '\n';
    }
    else
    {
        std::cout << (outcome.kind == Outcome::Kind::FAIL ? "FAIL\t" : "NA\t") << path << '\t'
                  << outcome.line << '\t' << outcome.reason << '\n';
    }
    const bool failed = outcome.kind == Outcome::Kind::FAIL;
    for (const std::string& line : traces ? runner.GetTrace() : outcome.trace)
    {
        if (failed || traces)
        {
            std::cout << '\t' << line << '\n';
        }
    }
}

} // namespace

int
main(int argc, char** argv)
{
    int64_t toleranceUs = 20000;
    bool traces = false;
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i];
        if (argument == "--trace")
        {
            traces = true;
        }
        else if (argument == "--tolerance-us" && i + 1 < argc)
        {
            toleranceUs = std::atoll(argv[++i]);
        }
        else
        {
            RunFile(argument, toleranceUs, traces);
        }
    }
    return 0;
}
