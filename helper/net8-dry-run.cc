// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dry-run.h"

#include "net8-client-groups.h"
#include "net8-cluster.h"
#include "net8-workload.h"

#include "ns3/net8-client-statement.h"
#include "ns3/net8-database-script.h"

namespace ns3::net8
{

namespace
{

/// Most calls of one execution that are listed.
constexpr std::size_t CALLS_MAX = 100'000;

/**
 * @ingroup net8
 * A session of one client, without what carries it.
 */
class DrySession
{
  public:
    /**
     * @param client what the client asks, call by call
     * @param script what the server answers
     */
    DrySession(ClientStatement& client, DatabaseScript& script)
        : m_client(client),
          m_script(script)
    {
    }

    /**
     * @param query a statement
     * @param again it was executed before
     * @param out takes its calls
     */
    void Execute(const ClientQuery& query, bool again, std::vector<DryCall>& out)
    {
        DryCall call;
        call.statement = query.number - 1;
        call.again = again;
        bool done = IsShortCall(query.kind);
        for (const auto& step : m_client.Execute(query))
        {
            done = Ask(step, call, out) || done;
        }
        const std::size_t most = out.size() + CALLS_MAX;
        while (!done && out.size() < most)
        {
            const auto lob = m_client.GetLob();
            done = !lob && m_client.IsDone();
            if (!done)
            {
                done = Ask(lob ? *lob : m_client.Continue(), call, out);
            }
        }
    }

  private:
    /**
     * @param step a call
     * @param call the statement; takes the call
     * @param out takes a copy of it
     * @return whether nothing follows it
     */
    bool Ask(const ClientStatement::Step& step, DryCall& call, std::vector<DryCall>& out)
    {
        const auto answer = m_script.Answer(step.prefix);
        const bool failed = answer.kind != ServerAnswer::Kind::REPLY;
        call.kind = step.kind;
        call.request = step.prefix.length;
        call.reply = failed ? m_script.GetErrorLength(answer.error) : answer.reply.length;
        const bool rows = step.kind == CallKind::EXECUTE || step.kind == CallKind::FETCH;
        const bool changes = answer.reply.message == TtcMessage::PARAMETER;
        call.rows = failed || !rows ? 0 : changes ? step.prefix.rows : answer.reply.rows;
        out.push_back(call);
        return failed || (rows && !m_client.TakeRows(answer.reply));
    }

    ClientStatement& m_client; ///< What the client asks.
    DatabaseScript& m_script;  ///< What the server answers.
};

} // namespace

std::vector<DryCall>
DryRun(const ExperimentPlan& plan, uint32_t group)
{
    const Net8Cluster cluster(plan);
    const auto release = cluster.GetRelease();
    const Net8ClientGroups groups(plan, release);
    Net8Workload workload(plan);
    workload.Complete(groups.GetFirstDriver());
    const auto settings = groups.MakeSettings(group);
    const auto& driver = settings.driver;
    auto rows = CreateObject<Net8ResultSet>();
    rows->Complete(groups.GetFirstDriver());
    ServerStatements statements(1);
    statements.front().rows = PeekPointer(rows);
    for (const auto& statement : workload.GetStatements())
    {
        statements.push_back(statement->MakeAnswer());
    }
    DatabaseScript script(release, release.version, statements, PackRule::BYTE);
    ConnectPacket connect(driver.version);
    connect.byteOrderOne = driver.bigEndian ? uint16_t{0x0001} : uint16_t{0x0100};
    connect.ntCharacteristics = driver.ntCharacteristics;
    script.Accept(connect);
    ClientStatement client(settings, driver, driver.platform == release.platform);
    DrySession session(client, script);
    std::vector<DryCall> calls;
    const auto queries = workload.MakeTransactions(driver).statements;
    for (const bool again : {false, true})
    {
        for (const auto& query : queries)
        {
            session.Execute(query, again, calls);
        }
    }
    return calls;
}

} // namespace ns3::net8
