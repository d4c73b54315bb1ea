// SPDX-License-Identifier: GPL-2.0-only
#include "net8-statement.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-direct-path-row.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-ttc-direct-path-prepare.h"
#include "ns3/net8-ttc-end-of-call.h"
#include "ns3/net8-ttc-lob-call.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Statement);

namespace
{

/// Largest number of rows that the prefix of a simulated message can hold, in 24 bits.
constexpr uint32_t ARRAY_MAX = (1 << 24) - 1;
/// Largest reply to a call, bytes.
constexpr uint32_t CALL_BYTES_MAX = 1 << 30;
/// Largest number of rows of binds of one execution.
constexpr uint32_t BIND_ROWS_MAX = 1'000'000'000;
/// TTC bytes of buffer (4) and character set (none) in the definition of a REF CURSOR.
constexpr uint32_t CURSOR_INTEGERS = 3;
/// First bytes of a description: its message type; hash and time of the statement, with a length.
constexpr uint32_t DESCRIBE_HEAD = 1;
constexpr uint32_t IDENTITY = 24;
/// Error text of a call in which elements of an array failed.
constexpr auto ARRAY_ERRORS_TEXT = "ORA-24381: error(s) in array DML\n";

/**
 * @param columns columns of a row
 * @param driver a client's driver
 * @return bytes of a row of a direct path load, with the headers of its pieces
 */
uint32_t
CountLoadedRow(const Column::List& columns, const DriverProfile& driver)
{
    const bool sized = driver.directPathRowSize && columns.lobs.empty() && !columns.hasLong;
    const DirectPathRow row(columns.values, sized);
    return static_cast<uint32_t>(std::min<uint64_t>(row.GetSize(), DirectPathRow::BATCH));
}

} // namespace

TypeId
Net8Statement::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Statement")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Statement>()
            .AddAttribute("Name",
                          "Name by which transactions and results call it.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Statement::m_name),
                          MakeStringChecker())
            .AddAttribute("Kind",
                          "What it is: a query, dml with rows of binds, a plsql block, ddl, or a "
                          "call without a text: commit, rollback, ping, or any other call.",
                          EnumValue(StatementKind::QUERY),
                          MakeEnumAccessor<StatementKind>(&Net8Statement::m_kind),
                          MakeEnumChecker(StatementKind::QUERY,
                                          "query",
                                          StatementKind::DML,
                                          "dml",
                                          StatementKind::PLSQL,
                                          "plsql",
                                          StatementKind::DDL,
                                          "ddl",
                                          StatementKind::COMMIT,
                                          "commit",
                                          StatementKind::ROLLBACK,
                                          "rollback",
                                          StatementKind::PING,
                                          "ping",
                                          StatementKind::DIRECT_PATH,
                                          "direct path",
                                          StatementKind::BEGIN,
                                          "begin",
                                          StatementKind::RESUME,
                                          "resume",
                                          StatementKind::SUSPEND,
                                          "suspend",
                                          StatementKind::CALL,
                                          "call"))
            .AddAttribute("Function",
                          "What a call calls: its TTC function code.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Statement::m_function),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute(
                "RequestPacketSize",
                "Most bytes of a TNS packet of a call, of which each is written by itself; "
                "0: as agreed.",
                UintegerValue(0),
                MakeUintegerAccessor(&Net8Statement::m_requestPacketSize),
                MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("RequestPacketTime",
                          "Time of the client before each packet of RequestPacketSize but the "
                          "first.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Statement::m_requestPacketTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Reply",
                          "What the reply to a call starts with.",
                          EnumValue(TtcMessage::PARAMETER),
                          MakeEnumAccessor<TtcMessage>(&Net8Statement::m_reply),
                          MakeEnumChecker(TtcMessage::PARAMETER,
                                          "return parameters",
                                          TtcMessage::STATUS,
                                          "status",
                                          TtcMessage::ERROR,
                                          "end of call",
                                          TtcMessage::DESCRIBE,
                                          "describe",
                                          TtcMessage::ROW_HEADER,
                                          "row header",
                                          TtcMessage::IO_VECTOR,
                                          "I/O vector",
                                          TtcMessage::LOB_DATA,
                                          "LOB data"))
            .AddAttribute("ReplyLength",
                          "TTC bytes of the reply to a call.",
                          UintegerValue(TtcPrefix::SIZE),
                          MakeUintegerAccessor(&Net8Statement::m_replyLength),
                          MakeUintegerChecker<uint32_t>(TtcPrefix::MINIMUM, CALL_BYTES_MAX))
            .AddAttribute("Binds",
                          "Bind variables of one row, written as columns with the values that they "
                          "hold.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Statement::SetBinds, &Net8Statement::GetBinds),
                          MakeStringChecker())
            .AddAttribute(
                "OutBinds",
                "Bind variables whose values come back, written as columns with the "
                "values that they hold: OUT variables of a block, or what RETURNING "
                "names of each row of dml; no LOBs.",
                StringValue(""),
                MakeStringAccessor(&Net8Statement::SetOutBinds, &Net8Statement::GetOutBinds),
                MakeStringChecker())
            .AddAttribute(
                "InOutBinds",
                "Bind variables of a block whose values go in and come back, written "
                "likewise; no LOBs.",
                StringValue(""),
                MakeStringAccessor(&Net8Statement::SetInOutBinds, &Net8Statement::GetInOutBinds),
                MakeStringChecker())
            .AddAttribute("Cursors",
                          "Names of queries that come back from a block as REF CURSORs and are "
                          "fetched in this order, with commas between.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Statement::m_cursors),
                          MakeStringChecker())
            .AddAttribute("ImplicitResults",
                          "Names of queries that a block returns as implicit results, fetched "
                          "behind its REF CURSORs, with commas between.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Statement::m_implicitResults),
                          MakeStringChecker())
            .AddAttribute("Table",
                          "Schema and name of the table of a direct path load.",
                          StringValue("SCOTT.JOURNAL"),
                          MakeStringAccessor(&Net8Statement::m_table),
                          MakeStringChecker())
            .AddAttribute("BindRows",
                          "Rows of binds that one execution of it sends.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Statement::m_bindRows),
                          MakeUintegerChecker<uint32_t>(1, BIND_ROWS_MAX))
            .AddAttribute("ArraySize",
                          "Rows of a fetch, or rows of binds of an execute; 0: the client's, all.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Statement::m_arraySize),
                          MakeUintegerChecker<uint32_t>(0, ARRAY_MAX))
            .AddAttribute("PrefetchRows",
                          "Rows that a query asks for with its execute; -1: the client's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8Statement::m_prefetchRows),
                          MakeIntegerChecker<int64_t>(-1, ARRAY_MAX))
            .AddAttribute("BatchErrors",
                          "Rows of each array of dml that fail while the others go on, with the "
                          "error text of the statement; -1: an error is one of the execute.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8Statement::m_batchErrors),
                          MakeIntegerChecker<int32_t>(-1, TtcEndOfCall::ELEMENTS_MAX))
            .AddAttribute("ResultCache",
                          "Whether clients may keep the result of a query.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Statement::m_keeps),
                          MakeBooleanChecker())
            .AddAttribute("BindValues",
                          "Different values of the binds of a query, each as likely as the others "
                          "and with a result of its own.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Statement::m_bindValues),
                          MakeUintegerChecker<uint32_t>(1, BIND_ROWS_MAX))
            .AddAttribute("Changes",
                          "Names of queries whose results that clients keep it makes stale, with "
                          "commas between.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Statement::m_changes),
                          MakeStringChecker())
            .AddAttribute(
                "ThinkTime",
                "Time in seconds between the statement before it in a transaction and each "
                "execution of it; null: that of the transaction.",
                PointerValue(),
                MakePointerAccessor(&Net8Statement::m_thinkTime),
                MakeRandomChecker())
            .AddAttribute("CallTime",
                          "Time in seconds that each of its calls takes at the server without CPU; "
                          "null: that of the server's calls.",
                          PointerValue(),
                          MakePointerAccessor(&Net8Statement::m_callTime),
                          MakeRandomChecker())
            .AddAttribute("CallCpuTime",
                          "CPU time in seconds of each of its calls at the server; null: that of "
                          "the server's calls.",
                          PointerValue(),
                          MakePointerAccessor(&Net8Statement::m_callCpuTime),
                          MakeRandomChecker())
            .AddAttribute("RowCpuTime",
                          "CPU time in seconds at the server for each row that a call of it "
                          "returns, or brings as binds, beside that.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Statement::m_rowCpuTime),
                          MakeRandomChecker())
            .AddAttribute(
                "PacketTime",
                "Time in seconds that each TNS packet of its replies takes at the server; "
                "null: that of the server's packets.",
                PointerValue(),
                MakePointerAccessor(&Net8Statement::m_packetTime),
                MakeRandomChecker())
            .AddAttribute("ResultSet",
                          "Part: its rows.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Statement::m_rows),
                          MakePointerChecker<Net8ResultSet>());
    return tid;
}

Net8Statement::Net8Statement() = default;
Net8Statement::~Net8Statement() = default;

void
Net8Statement::DoDispose()
{
    m_thinkTime = nullptr;
    m_callTime = nullptr;
    m_callCpuTime = nullptr;
    m_rowCpuTime = nullptr;
    m_packetTime = nullptr;
    m_opened.clear();
    m_rows = nullptr;
    Object::DoDispose();
}

std::vector<Ptr<Object>>
Net8Statement::GetParts()
{
    return {this, m_rows};
}

const std::string&
Net8Statement::GetName() const
{
    return m_name;
}

void
Net8Statement::Complete(const DriverProfile& driver)
{
    m_rows->Complete(driver);
}

uint32_t
Net8Statement::GetArraySize(const DriverProfile& driver) const
{
    return m_arraySize != 0 ? m_arraySize : m_rows->GetArrayRows(driver);
}

ClientQuery
Net8Statement::MakeQuery(const DriverProfile& driver, uint32_t number) const
{
    ClientQuery query{.kind = m_kind, .number = number};
    if (m_kind == StatementKind::CALL)
    {
        query.function = static_cast<TtcFunction>(m_function);
        query.requestLength = m_rows->GetGivenRequestLength().value_or(TtcPrefix::MINIMUM);
        query.requestPacketBytes = m_requestPacketSize;
        query.requestPacketTime = ToChrono(m_requestPacketTime);
        return query;
    }
    if (IsShortCall(m_kind))
    {
        return query;
    }
    if (m_kind == StatementKind::DIRECT_PATH)
    {
        return MakeLoad(driver, number);
    }
    const bool isQuery = m_kind == StatementKind::QUERY;
    const uint32_t text = m_rows->GetStatementLength();
    query.columns = isQuery ? m_rows->GetColumnCount() : 0;
    // Only queries prefetch rows.
    const uint32_t prefetch = isQuery ? 0 : driver.GetPrefetchGrowth();
    query.requestLength = m_rows->GetGivenRequestLength().value_or(
        driver.GetExecuteLength(text, query.columns) - prefetch + GetBindsLength(driver));
    if (m_kind == StatementKind::PLSQL && m_binds.columns.bytes.empty() &&
        m_inOutBinds.columns.bytes.empty() && CountOut() == 0 && driver.thin)
    {
        --query.requestLength; // options of a block without binds take one byte, those of SQL two
                               // bytes
    }
    AddBatchErrors(driver, query);
    if (driver.thin && std::ranges::any_of(m_opened, &Opened::bound))
    {
        // python-oracledb repeats the definitions each time if a REF CURSOR is bound.
        query.repeatLength = GetRepeatLength(driver, query.requestLength);
    }
    query.parseLength = driver.GetParseLength(text);
    query.arraySize = isQuery ? GetArraySize(driver) : m_arraySize;
    query.rowByRow = !m_inOutBinds.columns.bytes.empty();
    if (isQuery && m_prefetchRows >= 0)
    {
        query.prefetchRows = static_cast<uint32_t>(m_prefetchRows);
    }
    if (!m_binds.columns.bytes.empty() || query.rowByRow)
    {
        query.bindRows = m_bindRows;
        // Each row is preceded by its message type.
        query.bindRowLength = 1 + m_binds.columns.bindBytes + m_inOutBinds.columns.bindBytes;
        query.bindLobs = m_binds.columns.lobs;
    }
    for (const auto& opened : m_opened)
    {
        query.cursors.push_back(
            {.number = opened.number, .arraySize = opened.statement->GetArraySize(driver)});
    }
    query.changes = m_changed;
    if (isQuery)
    {
        query.keeps = m_keeps;
        query.bindValues = m_bindValues;
        query.keptRowBytes = m_rows->GetDefinedLength();
        query.lobs = m_rows->GetLobColumns(driver);
    }
    return query;
}

ClientQuery
Net8Statement::MakeLoad(const DriverProfile& driver, uint32_t number) const
{
    const auto& columns = m_binds.columns;
    const auto count = static_cast<uint32_t>(columns.values.size());
    TtcDirectPathPrepare prepare;
    prepare.values = TtcDirectPathPrepare::MakeValues(driver.directPathValues);
    const auto point = m_table.find('.');
    const auto name = point == std::string::npos ? std::string() : m_table.substr(0, point);
    prepare.keywords.push_back({name, TtcDirectPathPrepare::SCHEMA});
    prepare.keywords.push_back({m_table.substr(point + 1), TtcDirectPathPrepare::TABLE});
    prepare.keywords.resize(prepare.keywords.size() + count, {{}, TtcDirectPathPrepare::COLUMN});
    // A name of a column is a string of up to 252 characters, as its length says.
    const uint32_t length =
        prepare.Size(TtcLayout::Simulated(driver.token)) + m_rows->GetNamesLength(count) + count;
    ClientQuery query{.kind = m_kind, .number = number};
    query.requestLength = m_rows->GetGivenRequestLength().value_or(length);
    query.bindRows = m_bindRows;
    query.bindRowLength = CountLoadedRow(columns, driver);
    query.arraySize = m_arraySize;
    return query;
}

void
Net8Statement::AddBatchErrors(const DriverProfile& driver, ClientQuery& query) const
{
    if (m_batchErrors < 0 || !driver.thin)
    {
        return;
    }
    // The option takes two more bytes, and the driver sends definitions with each execute.
    query.requestLength += 2;
    query.repeatLength = GetRepeatLength(driver, query.requestLength);
}

uint32_t
Net8Statement::GetRepeatLength(const DriverProfile& driver, uint32_t request) const
{
    // With a cursor there is no text, no text length and no parse, but the cursor number.
    const uint32_t text = m_rows->GetStatementLength();
    const bool given = m_rows->GetGivenRequestLength().has_value();
    return request -
           (given ? 0 : driver.GetExecuteLength(text, 0) - driver.GetExecuteLength(0, 0) + 2);
}

void
Net8Statement::AddBatchErrors(ServerStatement& answer) const
{
    if (m_batchErrors < 1)
    {
        return;
    }
    answer.batchErrors = static_cast<uint32_t>(m_batchErrors);
    const std::string text = m_rows->GetErrorText();
    answer.batchErrorBytes = [text](uint32_t rows) {
        TtcEndOfCall end;
        const uint32_t without = end.Size();
        // The first rows of the array fail. Both numbers in the call's error take three bytes.
        end.failed.resize(rows);
        for (uint32_t row = 0; row < rows; ++row)
        {
            end.failed[row] = {.error = GetErrorNumber(text), .place = row, .text = text + "\n"};
        }
        end.error = rows > 0 ? TtcEndOfCall::ARRAY_ERRORS : 0;
        end.text = rows > 0 ? ARRAY_ERRORS_TEXT : "";
        return end.Size() - without;
    };
}

uint32_t
Net8Statement::GetBindsLength(const DriverProfile& driver) const
{
    const auto in =
        static_cast<uint32_t>(m_binds.columns.bytes.size() + m_inOutBinds.columns.bytes.size());
    const uint32_t out = CountOut();
    const auto cursors = out - static_cast<uint32_t>(m_outBinds.columns.bytes.size());
    const uint32_t definitions =
        driver.GetBindsLength(in + out,
                              m_binds.columns.bindIntegers + m_inOutBinds.columns.bindIntegers +
                                  m_outBinds.columns.bindIntegers + cursors * CURSOR_INTEGERS);
    // In the row of a block, until the server has told the directions, returned values are
    // represented by nulls, and REF CURSORs by the number of a cursor (none). If there is no other
    // value, their message type comes with them.
    const uint32_t nulls =
        m_kind == StatementKind::PLSQL ? out + cursors + (in == 0 && out > 0 ? 1 : 0) : 0;
    return definitions + nulls;
}

ServerStatement
Net8Statement::MakeAnswer() const
{
    ServerStatement answer{.kind = m_kind, .rows = PeekPointer(m_rows)};
    answer.ownError = m_rows->HasErrorOverhead();
    answer.function = static_cast<TtcFunction>(m_function);
    answer.requestLength = m_rows->GetGivenRequestLength().value_or(TtcPrefix::MINIMUM);
    answer.reply = m_reply;
    answer.replyLength = m_replyLength;
    AddOut(answer);
    AddBatchErrors(answer);
    ApplyTimes(answer, &KeepShared);
    if (m_kind == StatementKind::DIRECT_PATH)
    {
        const auto columns = static_cast<uint32_t>(m_binds.columns.values.size());
        answer.prepared = m_rows->GetPreparedLength(columns);
        answer.loaded = m_rows->GetLoadedLength();
    }
    else if (!m_binds.columns.lobs.empty())
    {
        // The locator follows its message type; a new one has a character set and flags.
        answer.lobWritten = 1 + TtcLobCall::TEMPORARY_LOCATOR + m_rows->GetEndOfCall();
        answer.lobMade = answer.lobWritten + Column::GetIntegerSize(TtcLobCall::UTF8_ID) + 1;
    }
    return answer;
}

void
Net8Statement::ApplyTimes(ServerStatement& answer, const OwnVariable& own) const
{
    const auto draw = [](Ptr<RandomVariableStream> variable) {
        return [variable] { return ToChrono(SumOfTimes(variable)); };
    };
    if (m_callTime)
    {
        answer.wait = draw(own({"call_time " + m_name, m_callTime}));
    }
    if (m_callCpuTime)
    {
        answer.cpu = draw(own({"call_cpu_time " + m_name, m_callCpuTime}));
    }
    if (!IsAlwaysZero(m_rowCpuTime))
    {
        const auto variable = own({"row_cpu_time " + m_name, m_rowCpuTime});
        answer.rowCpu = [variable](uint32_t rows) { return ToChrono(SumOfTimes(variable, rows)); };
    }
    if (m_packetTime)
    {
        answer.packetTime = draw(own({"packet_time " + m_name, m_packetTime}));
    }
}

bool
Net8Statement::Draws() const
{
    return (m_callTime && !IsConstant(m_callTime)) ||
           (m_callCpuTime && !IsConstant(m_callCpuTime)) || !IsConstant(m_rowCpuTime) ||
           (m_packetTime && !IsConstant(m_packetTime));
}

void
Net8Statement::AddOut(ServerStatement& answer) const
{
    const auto both = static_cast<uint32_t>(m_inOutBinds.columns.bytes.size());
    const auto in = static_cast<uint32_t>(m_binds.columns.bytes.size());
    const uint32_t out = CountOut() + both;
    if (out > 0 || (m_kind == StatementKind::PLSQL && in > 0))
    {
        answer.outVector = m_rows->GetIoVectorLength(in + out);
    }
    if (out > 0)
    {
        // Each value is followed by a return code; those of RETURNING are preceded by their number.
        const uint32_t count = m_kind == StatementKind::DML ? Column::GetIntegerSize(1) : 0;
        answer.outRow =
            1 + m_outBinds.columns.bindBytes + m_inOutBinds.columns.bindBytes + out * (count + 1);
    }
    uint32_t implicit = 0;
    for (const auto& opened : m_opened)
    {
        answer.cursors.push_back(opened.number);
        // A length byte, then what describes a query after its message type, then the cursor. For a
        // bind variable the hash and the time of the statement are omitted.
        const uint32_t described = opened.statement->m_rows->GetDescriptionInReply();
        const uint32_t left = opened.bound ? DESCRIBE_HEAD + IDENTITY : DESCRIBE_HEAD;
        answer.cursorBytes += (opened.bound ? 1 : 0) + std::max(described, left) - left +
                              Column::GetIntegerSize(opened.number);
        implicit += opened.bound ? 0 : 1;
    }
    answer.cursorBytes += implicit > 0 ? 1 + Column::GetIntegerSize(implicit) : 0;
}

uint32_t
Net8Statement::CountOut() const
{
    const auto bound = std::ranges::count_if(m_opened, &Opened::bound);
    return static_cast<uint32_t>(m_outBinds.columns.bytes.size() + bound);
}

std::string
Net8Statement::Link(std::span<const Ptr<Net8Statement>> statements,
                    std::span<const std::string> names)
{
    for (const auto* list : {&m_cursors, &m_implicitResults})
    {
        std::istringstream words(*list);
        for (std::string name; std::getline(words, name, ',');)
        {
            const auto found = std::ranges::find(names, name);
            const auto place = static_cast<std::size_t>(found - names.begin());
            if (found == names.end() || statements[place]->m_kind != StatementKind::QUERY)
            {
                return "opens '" + name + "', which is not a query among the statements";
            }
            m_opened.push_back({.number = static_cast<uint32_t>(place) + 1,
                                .statement = statements[place],
                                .bound = list == &m_cursors});
        }
    }
    std::istringstream words(m_changes);
    for (std::string name; std::getline(words, name, ',');)
    {
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
        {
            return "changes what '" + name + "' reads, which is not a statement";
        }
        m_changed.push_back(static_cast<uint32_t>(found - names.begin()) + 1);
    }
    return {};
}

bool
Net8Statement::Binds::Set(std::string given, bool lobs)
{
    auto list = Column::ParseList(given);
    if (!list.error.empty() || (!lobs && !list.lobs.empty()))
    {
        return false;
    }
    text = std::move(given);
    columns = std::move(list);
    return true;
}

bool
Net8Statement::SetBinds(std::string text)
{
    return m_binds.Set(std::move(text), true);
}

std::string
Net8Statement::GetBinds() const
{
    return m_binds.text;
}

bool
Net8Statement::SetOutBinds(std::string text)
{
    return m_outBinds.Set(std::move(text), false);
}

std::string
Net8Statement::GetOutBinds() const
{
    return m_outBinds.text;
}

bool
Net8Statement::SetInOutBinds(std::string text)
{
    return m_inOutBinds.Set(std::move(text), false);
}

std::string
Net8Statement::GetInOutBinds() const
{
    return m_inOutBinds.text;
}

Ptr<RandomVariableStream>
Net8Statement::GetThinkTime() const
{
    return m_thinkTime;
}

int64_t
Net8Statement::AssignStreams(int64_t stream)
{
    return m_rows->AssignStreams(StreamOf(stream, "rows")) +
           SetStreamsOfDrawn({{"think_time", m_thinkTime},
                              {"call_time", m_callTime},
                              {"call_cpu_time", m_callCpuTime},
                              {"row_cpu_time", m_rowCpuTime},
                              {"packet_time", m_packetTime}},
                             stream);
}

} // namespace ns3::net8
