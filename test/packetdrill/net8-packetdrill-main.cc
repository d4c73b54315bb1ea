// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-main.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

namespace ns3::net8::packetdrill
{
namespace
{

/// Options for running scripts.
struct How
{
    std::optional<int64_t> toleranceUs; ///< Allowed deviation of a segment's time, us.
    bool traces{false};                 ///< Whether to show all segments.
    bool ignoresOptions{false};         ///< Whether to ignore options and windows in comparisons.
};

/**
 * Run a script.
 *
 * @param path path of a script
 * @param how options for running it
 * @param makeHost creates the host with the TCP under test
 */
void
RunFile(const std::string& path, const How& how, const HostMaker& makeHost)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    Outcome outcome;
    Runner runner(std::filesystem::path(path).parent_path(), how.toleranceUs, makeHost);
    if (how.ignoresOptions)
    {
        runner.IgnoreOptions();
    }
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
    for (const std::string& line : how.traces ? runner.GetTrace() : outcome.trace)
    {
        if (failed || how.traces)
        {
            std::cout << '\t' << line << '\n';
        }
    }
}

} // namespace

int
RunScripts(const std::vector<std::string>& arguments, const HostMaker& makeHost)
{
    How how;
    for (size_t i = 0; i < arguments.size(); ++i)
    {
        if (arguments[i] == "--trace")
        {
            how.traces = true;
        }
        else if (arguments[i] == "--ignore-options")
        {
            how.ignoresOptions = true;
        }
        else if (arguments[i] == "--tolerance-us" && i + 1 < arguments.size())
        {
            how.toleranceUs = std::atoll(arguments[++i].c_str());
        }
        else
        {
            RunFile(arguments[i], how, makeHost);
        }
    }
    return 0;
}

} // namespace ns3::net8::packetdrill
