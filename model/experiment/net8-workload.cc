// SPDX-License-Identifier: GPL-2.0-only
#include "net8-workload.h"

#include "ns3/net8-client-pipeline.h"
#include "ns3/net8-stream-name.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3::net8
{

Net8Workload::Net8Workload(const ExperimentPlan& plan)
{
    for (const auto& attributes : plan.GetList("statement"))
    {
        auto statement = CreateObject<Net8Statement>();
        SetAttributes(statement->GetParts(), plan.GetSection("query"));
        SetAttributes(statement->GetParts(), attributes);
        m_names.push_back(statement->GetName());
        m_statements.push_back(statement);
    }
    for (const auto& statement : m_statements)
    {
        if (const auto error = statement->Link(m_statements, m_names); !error.empty())
        {
            throw std::invalid_argument("The statement '" + statement->GetName() + "' " + error +
                                        ".");
        }
    }
    for (const auto& attributes : plan.GetList("transaction"))
    {
        auto transaction = CreateObject<Net8Transaction>();
        SetAttributes(transaction, attributes);
        TransactionSettings::Entry entry;
        if (const auto error = transaction->Make(m_names, entry); !error.empty())
        {
            throw std::invalid_argument("The transaction '" + transaction->GetName() +
                                        "': " + error + ".");
        }
        m_transactions.push_back(transaction);
        m_entries.push_back(std::move(entry));
    }
}

void
Net8Workload::Complete(const DriverProfile& driver)
{
    for (const auto& statement : m_statements)
    {
        statement->Complete(driver);
    }
}

bool
Net8Workload::HasTransactions() const
{
    return !m_entries.empty();
}

TransactionSettings
Net8Workload::MakeTransactions(const DriverProfile& driver) const
{
    TransactionSettings settings;
    settings.transactions = m_entries;
    settings.changes = m_changes;
    for (std::size_t place = 0; place < m_transactions.size(); ++place)
    {
        settings.transactions[place].state = m_transactions[place]->MakeState(driver);
    }
    for (const auto& statement : m_statements)
    {
        const auto number = static_cast<uint32_t>(settings.statements.size()) + 1;
        settings.statements.push_back(statement->MakeQuery(driver, number));
        settings.pauses.push_back(
            {"think_time of " + statement->GetName(), statement->GetThinkTime()});
    }
    CheckPipelines(settings);
    return settings;
}

void
Net8Workload::CheckPipelines(const TransactionSettings& settings) const
{
    for (const auto& entry : settings.transactions)
    {
        const auto& transaction = entry.transaction;
        for (const auto& step : transaction.steps)
        {
            for (const auto number : step.statements)
            {
                const auto why = ClientPipeline::Refuse(settings.statements[number]);
                if (transaction.pipeline && !why.empty())
                {
                    throw std::invalid_argument("The transaction '" + transaction.name +
                                                "' is a pipeline, and its statement '" +
                                                m_names[number] + "' " + std::string(why) + ".");
                }
            }
        }
    }
}

const std::vector<Ptr<Net8Statement>>&
Net8Workload::GetStatements() const
{
    return m_statements;
}

const std::vector<std::string>&
Net8Workload::GetStatementNames() const
{
    return m_names;
}

std::vector<std::string>
Net8Workload::GetTransactionNames() const
{
    std::vector<std::string> names;
    for (const auto& transaction : m_transactions)
    {
        names.push_back(transaction->GetName());
    }
    return names;
}

int64_t
Net8Workload::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (std::size_t place = 0; place < m_statements.size(); ++place)
    {
        used += m_statements[place]->AssignStreams(
            StreamOf(StreamOf(stream, "statement"), m_names[place]));
    }
    for (const auto& transaction : m_transactions)
    {
        used += transaction->AssignStreams(
            StreamOf(StreamOf(stream, "transaction"), transaction->GetName()));
    }
    return used;
}

} // namespace ns3::net8
