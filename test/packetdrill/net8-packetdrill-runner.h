// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_RUNNER_H
#define NET8_PACKETDRILL_RUNNER_H

#include "net8-packetdrill-expression.h"
#include "net8-packetdrill-host.h"
#include "net8-packetdrill-script.h"
#include "net8-packetdrill-shell.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * How a script ended.
 */
struct Outcome
{
    /// The three ends.
    enum class Kind
    {
        PASS,          ///< Everything was as the script says.
        FAIL,          ///< Something was not.
        NOT_APPLICABLE ///< The script needs what is not modelled.
    };

    Kind kind{Kind::PASS};          ///< Which.
    int line{0};                    ///< Line of the script.
    std::string reason;             ///< What was wrong.
    std::vector<std::string> trace; ///< The last segments before it, as a time sequence.
};

/// Makes a host of settings, which stay and change as the script says.
using HostMaker = std::function<std::unique_ptr<Host>(const TcpSettings& settings)>;

/**
 * @ingroup net8-test
 * Runs one script against a host in virtual time.
 */
class Runner
{
  public:
    /**
     * @param folder folder of the script, for files that it names
     * @param toleranceUs how much too early or too late a segment may be, us; none: what the
     * script says, or packetdrill's 4 ms
     * @param makeHost makes the host with the TCP under test
     */
    Runner(std::filesystem::path folder,
           std::optional<int64_t> toleranceUs,
           const HostMaker& makeHost);

    /**
     * Run a script.
     *
     * @param script the script
     * @return how it ended
     */
    Outcome Run(const Script& script);

    /// Compare no options and no windows.
    void IgnoreOptions()
    {
        m_ignoresOptions = true;
    }

    /// @return all segments, as a time sequence
    const std::vector<std::string>& GetTrace() const
    {
        return m_trace;
    }

  private:
    static constexpr TcpTime US_PER = 1000; ///< Nanoseconds of a microsecond.

    /// A file descriptor of the script.
    struct Descriptor
    {
        TcpSocketOptions options;        ///< What was set before there was a connection.
        Connection* connection{nullptr}; ///< The connection.
        bool listens{false};             ///< Whether it listens.
        bool nonBlocking{false};         ///< O_NONBLOCK.
    };

    /// A call that has not ended.
    struct Pending
    {
        const ScriptEvent* event{nullptr}; ///< The call.
        TcpTime startedAt{0};              ///< When it began, ns.
        TcpTime doneAt{0};                 ///< When it is to end, ns.
        TcpTime deadline{0};               ///< When it gives up by itself, ns; 0: never.
        uint64_t written{0};               ///< What a write has taken.
    };

    /// What a call gave.
    struct Given
    {
        int64_t value{0};               ///< The value.
        TcpError error{TcpError::NONE}; ///< Why it failed.
        std::string name;               ///< Name of errno where no TcpError fits.
        bool blocks{false};             ///< It waits.
    };

    /**
     * How much too early or too late something may be, as packetdrill's verify_time has it: the
     * time that is set, or a part of what the script waits.
     *
     * @param span how long the script waits for it, ns
     * @return the tolerance, ns
     */
    TcpTime ToleranceFor(TcpTime span) const;

    void RunEvent(const ScriptEvent& event);
    TcpTime StartOf(const ScriptEvent& event) const;
    void RunTo(TcpTime time);
    void SendInbound(const ScriptEvent& event);
    void ExpectOutbound(const ScriptEvent& event, TcpTime earliest, TcpTime latest);
    Departure TakeDeparture(const ScriptEvent& event, TcpTime latest);
    std::string Compare(const ScriptPacket& packet, const TcpSegment& segment);
    std::string CompareOptions(const ScriptPacket& packet, const TcpSegment& segment);
    TcpSegment ToReal(const TcpSegment& segment) const;
    TcpSegment ToScript(const TcpSegment& segment) const;
    void CheckCode(const ScriptEvent& event);
    std::optional<int64_t> LookUp(const std::string& name) const;

    void StartCall(const ScriptEvent& event);
    void ResumeCall();
    Given Call(const ScriptEvent& event, Pending& pending);
    Given CallOnSocket(const ScriptEvent& event);
    Given Connect(Descriptor& descriptor);
    Given Accept(const ScriptEvent& event);
    Given Read(Descriptor& descriptor, const ScriptEvent& event);
    Given ReadMessage(Descriptor& descriptor, const ScriptEvent& event);
    Given Write(Descriptor& descriptor, const ScriptCall& call, Pending& pending);
    Given SetOption(Descriptor& descriptor, const ScriptEvent& event);
    Given GetOption(Descriptor& descriptor, const ScriptEvent& event);
    Given Poll(const ScriptEvent& event, Pending& pending);
    void CheckResult(const ScriptEvent& event, const Given& given);
    Descriptor& DescriptorOf(const ScriptEvent& event);
    uint64_t BytesOf(const ScriptCall& call) const;
    void Note(const std::string& text, TcpTime at);

    TcpSettings m_settings;                          ///< Settings of the host.
    Shell m_shell;                                   ///< What shell commands change.
    std::unique_ptr<Host> m_host;                    ///< The host.
    Expressions m_expressions;                       ///< Assertions.
    std::optional<int64_t> m_givenToleranceUs;       ///< Tolerance of the command line, us.
    int64_t m_toleranceUs{4000};                     ///< --tolerance_usecs, us.
    double m_tolerancePercent{12.5};                 ///< --tolerance_percent.
    int64_t m_stampTickUs{0};                        ///< --tcp_ts_tick_usecs, us.
    bool m_ignoresOptions{false};                    ///< Options and windows are not compared.
    bool m_strict{false};                            ///< Every line is one segment.
    uint32_t m_joinedBytes{UINT32_MAX};              ///< --mss: what longer segments are joined of.
    TcpTime m_base{0};                               ///< What relative times count from, ns.
    TcpTime m_eventTime{0};                          ///< When the last event was to happen, ns.
    std::map<std::string, Descriptor> m_descriptors; ///< By number.
    std::optional<Pending> m_pending;                ///< The call that waits.
    Connection* m_tested{nullptr};                   ///< Connection of assertions.
    std::map<uint32_t, uint32_t> m_stamps;           ///< Timestamp of the script to the real one.
    std::vector<std::string> m_trace;                ///< Segments so far.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_RUNNER_H
