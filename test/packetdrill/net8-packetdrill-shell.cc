// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-shell.h"

#include "net8-packetdrill-script.h"

#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace ns3::net8::packetdrill
{
namespace
{

/**
 * Parse three numbers.
 *
 * @param text "4096 16384 4194304"
 * @return the three numbers
 */
std::array<uint32_t, 3>
ParseThree(const std::string& text)
{
    std::istringstream in(text);
    std::array<uint32_t, 3> numbers{};
    in >> numbers[0] >> numbers[1] >> numbers[2];
    return numbers;
}

/// Sets one sysctl.
using Setter = std::function<void(TcpSettings&, const std::string&)>;

/**
 * Make a setter.
 *
 * @param field the field to set to a number
 * @return the setter
 */
template <class FIELD>
Setter
Number(FIELD TcpSettings::* field)
{
    return [field](TcpSettings& settings, const std::string& value) {
        settings.*field = static_cast<FIELD>(std::stoull(value));
    };
}

/// @return setters of the modelled sysctls, by name
const std::map<std::string, Setter>&
Setters()
{
    static const std::map<std::string, Setter> SETTERS = {
        {"tcp_rmem", [](auto& s, auto& v) { s.receiveMemory = ParseThree(v); }},
        {"tcp_wmem", [](auto& s, auto& v) { s.sendMemory = ParseThree(v); }},
        {"tcp_timestamps", Number(&TcpSettings::timestamps)},
        {"tcp_sack", Number(&TcpSettings::sack)},
        {"tcp_dsack", Number(&TcpSettings::dsack)},
        {"tcp_window_scaling", Number(&TcpSettings::windowScaling)},
        {"tcp_ecn", Number(&TcpSettings::ecn)},
        {"tcp_ecn_fallback", Number(&TcpSettings::ecnFallback)},
        {"tcp_frto", Number(&TcpSettings::frto)},
        {"tcp_reordering", Number(&TcpSettings::reordering)},
        {"tcp_max_reordering", Number(&TcpSettings::maxReordering)},
        {"tcp_slow_start_after_idle", Number(&TcpSettings::slowStartAfterIdle)},
        {"tcp_moderate_rcvbuf", Number(&TcpSettings::moderateReceiveBuffer)},
        {"tcp_notsent_lowat", Number(&TcpSettings::notSentLowWater)},
        {"tcp_syn_retries", Number(&TcpSettings::synRetries)},
        {"tcp_synack_retries", Number(&TcpSettings::synAckRetries)},
        {"tcp_syn_linear_timeouts", Number(&TcpSettings::synLinearTimeouts)},
        {"tcp_retries1", Number(&TcpSettings::retries1)},
        {"tcp_retries2", Number(&TcpSettings::retries2)},
        {"tcp_mtu_probing", Number(&TcpSettings::mtuProbing)},
        {"tcp_base_mss", Number(&TcpSettings::baseMss)},
        {"tcp_mtu_probe_floor", Number(&TcpSettings::leastProbedMss)},
        {"tcp_min_snd_mss", Number(&TcpSettings::leastMss)},
        {"tcp_probe_threshold", Number(&TcpSettings::mtuProbeThreshold)},
        {"tcp_probe_interval", Number(&TcpSettings::mtuProbeIntervalS)},
        {"tcp_orphan_retries", Number(&TcpSettings::orphanRetries)},
        {"tcp_keepalive_probes", Number(&TcpSettings::keepaliveProbes)},
        {"tcp_pingpong_thresh", Number(&TcpSettings::interactiveThreshold)},
        {"tcp_rto_min_us", Number(&TcpSettings::rtoMinUs)},
        {"tcp_rto_max_ms", Number(&TcpSettings::rtoMaxMs)},
        {"tcp_invalid_ratelimit", Number(&TcpSettings::invalidRateLimitMs)},
        {"tcp_comp_sack_nr", Number(&TcpSettings::compressedSacks)},
        {"tcp_pacing_ss_ratio", Number(&TcpSettings::pacingSlowStartPercent)},
        {"tcp_pacing_ca_ratio", Number(&TcpSettings::pacingAvoidancePercent)},
        {"tcp_min_tso_segs", Number(&TcpSettings::minBurstSegments)},
        {"tcp_tso_win_divisor", Number(&TcpSettings::burstWindowDivisor)},
        {"tcp_tso_rtt_log", Number(&TcpSettings::burstRttLog)},
        {"tcp_min_rtt_wlen", Number(&TcpSettings::minRttWindowS)},
        {"tcp_retrans_collapse", Number(&TcpSettings::retransmitCollapse)},
        {"tcp_early_retrans", [](auto& s, auto& v) { s.tailLossProbe = v == "3" || v == "4"; }},
        {"tcp_recovery",
         [](auto& s, auto& v) {
             s.rackStaticWindow = (std::stoul(v) & 2) != 0;
             s.rackNoDupThreshold = (std::stoul(v) & 4) != 0;
         }},
        {"tcp_fin_timeout", [](auto& s, auto& v) { s.finTimeoutMs = 1000 * std::stoul(v); }},
        {"tcp_keepalive_time", [](auto& s, auto& v) { s.keepaliveTimeMs = 1000 * std::stoul(v); }},
        {"tcp_keepalive_intvl",
         [](auto& s, auto& v) { s.keepaliveIntervalMs = 1000 * std::stoul(v); }},
        {"tcp_comp_sack_delay_ns",
         [](auto& s, auto& v) { s.compressedSackDelayUs = std::stoul(v) / 1000; }},
        {"tcp_comp_sack_slack_ns",
         [](auto& s, auto& v) { s.compressedSackSlackUs = std::stoul(v) / 1000; }},
    };
    return SETTERS;
}

/// @return sysctls that have no effect here
const std::set<std::string>&
Neutral()
{
    static const std::set<std::string> NEUTRAL = {"tcp_fack",
                                                  "tcp_ecn_option",
                                                  "tcp_fastopen",
                                                  "tcp_fastopen_key",
                                                  "tcp_syncookies",
                                                  "tcp_no_metrics_save",
                                                  "tcp_autocorking",
                                                  "tcp_low_latency",
                                                  "tcp_tw_reuse",
                                                  "tcp_limit_output_bytes",
                                                  "tcp_thin_linear_timeouts"};
    return NEUTRAL;
}

} // namespace

Shell::Shell(TcpSettings& settings, std::filesystem::path folder)
    : m_settings(settings),
      m_folder(std::move(folder))
{
}

void
Shell::SetSysctl(const std::string& name, const std::string& value, int line)
{
    const auto setter = Setters().find(name);
    if (setter != Setters().end())
    {
        setter->second(m_settings, value);
        return;
    }
    if (name == "tcp_congestion_control")
    {
        static const std::map<std::string, TcpCongestion> KNOWN = {{"reno", TcpCongestion::RENO},
                                                                   {"cubic", TcpCongestion::CUBIC},
                                                                   {"bbr", TcpCongestion::BBR},
                                                                   {"dctcp", TcpCongestion::DCTCP}};
        const auto known = KNOWN.find(value);
        if (known == KNOWN.end())
        {
            throw ScriptError(line, "congestion control " + value + " is not modelled", false);
        }
        m_settings.congestion = known->second;
        return;
    }
    if (!Neutral().contains(name))
    {
        throw ScriptError(line, "sysctl " + name + " = " + value + " is not modelled", false);
    }
}

void
Shell::SetSysctls(const std::string& text, int line)
{
    static const std::regex PAIR(
        R"((?:/proc/sys/)?net[./]ipv[46][./]([a-z0-9_]+)=(?:"([^"]*)\"|(\S+)))");
    for (std::sregex_iterator i(text.begin(), text.end(), PAIR), end; i != end; ++i)
    {
        SetSysctl((*i)[1], (*i)[2].matched ? (*i)[2].str() : (*i)[3].str(), line);
    }
}

void
Shell::SetDevice(const std::string& command)
{
    // ethtool does not prevent TCP from making bursts: without offload in the device, the kernel
    // cuts them itself.
    constexpr uint32_t OFFLOADED = 65535;
    std::smatch match;
    if (std::regex_search(command, match, std::regex(R"(gso_max_segs (\d+))")))
    {
        m_settings.maxBurstSegments =
            std::min(OFFLOADED, static_cast<uint32_t>(std::stoul(match[1])));
    }
    if (command.rfind("tc qdisc", 0) == 0)
    {
        m_deviceOpen = !std::regex_search(command, std::regex(R"(limit 0\b)"));
    }
}

void
Shell::SetRoute(const std::string& command, int line)
{
    static const std::regex NUMBER(R"((advmss|mtu lock|initcwnd) (\d+))");
    std::map<std::string, uint32_t> set;
    for (std::sregex_iterator i(command.begin(), command.end(), NUMBER), end; i != end; ++i)
    {
        set[(*i)[1]] = static_cast<uint32_t>(std::stoul((*i)[2]));
    }
    const uint32_t headers = command.rfind("ip -6", 0) == 0 ? 60 : 40;
    if (!set.contains("mtu lock") || set["mtu lock"] > set["advmss"] + headers)
    {
        throw ScriptError(line, "a route whose advmss is below its mtu is not modelled", false);
    }
    m_routeChanged = true;
    m_settings.mss = set["mtu lock"] - headers;
    m_settings.initialWindow =
        set.contains("initcwnd") ? set["initcwnd"] : TcpSettings().initialWindow;
}

void
Shell::RunCommand(const std::string& command, int line)
{
    static const std::regex FILE_CALL(R"((\S+\.sh)(\s.*)?)");
    std::smatch match;
    if (command.empty() || command[0] == '#' || command == "true" || command == ":")
    {
        return;
    }
    if (command.rfind("sysctl", 0) == 0 || command.find("set_sysctls.py") != std::string::npos)
    {
        SetSysctls(command, line);
    }
    else if (command.rfind("ethtool", 0) == 0 || command.rfind("ip link", 0) == 0 ||
             command.rfind("tc qdisc", 0) == 0)
    {
        SetDevice(command);
    }
    else if (std::regex_search(command, std::regex(R"(^ip( -6)? route change)")))
    {
        SetRoute(command, line);
    }
    else if (command.find("sysctl_restore") != std::string::npos ||
             command.rfind("ip tcp_metrics flush", 0) == 0 || command.rfind("sleep", 0) == 0 ||
             command.find("hystart_detect") != std::string::npos || command.rfind("nstat", 0) == 0)
    {
        return;
    }
    else if (std::regex_match(command, match, FILE_CALL))
    {
        // Scripts of a subfolder may refer to the common folder as if they were one level deeper.
        std::filesystem::path path = m_folder / match[1].str();
        if (!std::filesystem::exists(path) && match[1].str().rfind("../../", 0) == 0)
        {
            path = m_folder / match[1].str().substr(3);
        }
        std::ifstream file(path);
        if (!file)
        {
            throw ScriptError(line, "the file " + match[1].str() + " is missing", true);
        }
        std::ostringstream text;
        text << file.rdbuf();
        Run(text.str(), line);
    }
    else
    {
        throw ScriptError(line, "shell command '" + command + "' is not modelled", false);
    }
}

void
Shell::Run(const std::string& commands, int line)
{
    std::string text = std::regex_replace(commands, std::regex(R"(\\\n)"), " ");
    // $((256*1024)) is shell arithmetic.
    static const std::regex PRODUCT(R"(\$\(\(([0-9*]+)\)\))");
    for (std::smatch match; std::regex_search(text, match, PRODUCT);)
    {
        uint64_t value = 1;
        for (const std::string& factor : SplitTop(match[1], '*'))
        {
            value *= std::stoull(factor);
        }
        text = match.prefix().str() + std::to_string(value) + match.suffix().str();
    }
    text =
        std::regex_replace(text, std::regex(R"(\s*[0-9]?>\s*&[0-9]|\s*[0-9]?>\s*/dev/null)"), "");
    std::istringstream lines(text);
    for (std::string entry; std::getline(lines, entry);)
    {
        for (const std::string& command : SplitTop(entry.substr(0, entry.find(" #")), ';'))
        {
            RunCommand(command, line);
        }
    }
}

} // namespace ns3::net8::packetdrill
