// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dry-run.h"

#include "net8-client-groups.h"
#include "net8-cluster.h"
#include "net8-workload.h"

#include "ns3/net8-client-statement.h"
#include "ns3/net8-database-script.h"
#include "ns3/net8-server-pipeline.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// Most calls listed per execution.
constexpr std::size_t CALLS_MAX = 100'000;

/**
 * @ingroup net8
 * A session of one client, without a connection.
 */
class DrySession
{
  public:
    /**
     * @param client requests of the client, call by call
     * @param script answers of the server
     */
    DrySession(ClientStatement& client, DatabaseScript& script)
        : m_client(client),
          m_script(script)
    {
    }

    /**
     * @param query a statement
     * @param again whether it was executed before
     * @param out receives its calls
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

    /**
     * @param queries statements of a pipeline
     * @param again whether they were executed before
     * @param out receives their calls
     */
    void RunPipeline(const std::vector<const ClientQuery*>& queries,
                     bool again,
                     std::vector<DryCall>& out)
    {
        m_client.BeginPipeline(true);
        std::vector<std::pair<uint32_t, uint32_t>> rests;
        ServerPipeline pipeline(true);
        DryCall call;
        call.again = again;
        const auto answer = [&](const ClientStatement::Step& step) {
            const auto reply = pipeline.Answer(step.prefix, m_script).reply;
            call.kind = step.kind;
            call.request = step.prefix.length;
            call.reply = reply.length;
            const bool changes = reply.message == TtcMessage::PARAMETER;
            call.rows = changes ? step.prefix.rows : reply.rows;
            out.push_back(call);
            return !changes && step.kind == CallKind::EXECUTE &&
                   (reply.flags & TtcPrefix::END_OF_DATA) == 0;
        };
        for (uint32_t place = 0; place < queries.size(); ++place)
        {
            call.statement = queries[place]->number - 1;
            if (answer(m_client.ExecutePiped(*queries[place], place + 1, nullptr)))
            {
                rests.emplace_back(place, call.rows);
            }
        }
        answer(m_client.EndPipeline());
        for (uint32_t place = 0; place < queries.size(); ++place)
        {
            if (!IsShortCall(queries[place]->kind))
            {
                m_client.EndPiped(place + 1, ClientStatement::PipedEnd::DONE);
            }
        }
        for (const auto& [place, rows] : rests)
        {
            call.statement = queries[place]->number - 1;
            m_client.Resume(*queries[place], place + 1, rows);
            bool done = false;
            for (std::size_t calls = 0; !done && calls < CALLS_MAX; ++calls)
            {
                done = Ask(m_client.Continue(), call, out) || m_client.IsDone();
            }
        }
    }

  private:
    /**
     * @param step a call
     * @param call the statement; receives the call
     * @param out receives a copy of it
     * @return whether it is the last call
     */
    bool Ask(const ClientStatement::Step& step, DryCall& call, std::vector<DryCall>& out)
    {
        const auto answer = m_script.Answer(step.prefix);
        const bool failed = answer.kind != ServerAnswer::Kind::REPLY;
        call.kind = step.kind;
        call.request = step.prefix.length;
        call.reply = failed ? m_script.GetErrorLength(answer.error) : answer.reply.length;
        const bool rows = step.kind == CallKind::EXECUTE || step.kind == CallKind::FETCH ||
                          IsDirectPath(step.kind);
        const bool changes = answer.reply.message == TtcMessage::PARAMETER;
        call.rows = failed || !rows ? 0 : changes ? step.prefix.rows : answer.reply.rows;
        out.push_back(call);
        return failed || (rows && !m_client.TakeRows(answer.reply));
    }

    ClientStatement& m_client; ///< Requests of the client.
    DatabaseScript& m_script;  ///< Answers of the server.
};

/**
 * @ingroup net8
 * Both ends of a session of a plan, without a connection.
 */
class DryPlan
{
  public:
    /**
     * @param plan the plan
     * @param group number of the group of clients
     */
    DryPlan(const ExperimentPlan& plan, uint32_t group)
        : m_cluster(plan),
          m_release(m_cluster.GetRelease()),
          m_groups(plan, m_release),
          m_workload(plan),
          m_rows(CreateObject<Net8ResultSet>())
    {
        m_workload.Complete(m_groups.GetFirstDriver());
        m_settings = m_groups.MakeSettings(group);
        m_rows->Complete(m_groups.GetFirstDriver());
        m_statements.front().rows = PeekPointer(m_rows);
        for (const auto& statement : m_workload.GetStatements())
        {
            m_statements.push_back(statement->MakeAnswer());
        }
        queries = m_workload.MakeTransactions(GetDriver()).statements;
    }

    /**
     * @return the driver
     */
    const DriverProfile& GetDriver() const
    {
        return m_settings.driver;
    }

    /**
     * @tparam Use type of the function
     * @param use function called with a session
     */
    template <typename Use>
    void With(Use use)
    {
        const auto& driver = GetDriver();
        DatabaseScript script(m_release, m_release.version, m_statements, PackRule::BYTE);
        ConnectPacket connect(driver.version);
        connect.byteOrderOne = driver.bigEndian ? uint16_t{0x0001} : uint16_t{0x0100};
        connect.ntCharacteristics = driver.ntCharacteristics;
        script.Accept(connect);
        ClientStatement client(m_settings, driver, driver.platform == m_release.platform);
        DrySession session(client, script);
        use(session);
    }

    std::vector<ClientQuery> queries{}; ///< The statements of the plan.

  private:
    const Net8Cluster m_cluster;      ///< The servers.
    const ReleaseProfile m_release;   ///< Their release.
    const Net8ClientGroups m_groups;  ///< The clients.
    Net8Workload m_workload;          ///< Their workload.
    Ptr<Net8ResultSet> m_rows;        ///< Rows used without statements.
    ClientSettings m_settings{};      ///< Settings of the group's clients.
    ServerStatements m_statements{1}; ///< Answers of the server.
};

} // namespace

std::vector<DryCall>
DryRun(const ExperimentPlan& plan, uint32_t group)
{
    DryPlan both(plan, group);
    std::vector<DryCall> calls;
    both.With([&](DrySession& session) {
        for (const bool again : {false, true})
        {
            for (const auto& query : both.queries)
            {
                session.Execute(query, again, calls);
            }
        }
    });
    return calls;
}

std::vector<DryCall>
DryPipeline(const ExperimentPlan& plan, uint32_t group, const std::vector<uint32_t>& statements)
{
    DryPlan both(plan, group);
    std::vector<DryCall> calls;
    if (!both.GetDriver().pipelines || !both.GetDriver().token)
    {
        return calls;
    }
    std::vector<const ClientQuery*> queries;
    for (const auto number : statements)
    {
        queries.push_back(&both.queries.at(number));
    }
    both.With([&](DrySession& session) {
        for (const bool again : {false, true})
        {
            session.RunPipeline(queries, again, calls);
        }
    });
    return calls;
}

} // namespace ns3::net8
