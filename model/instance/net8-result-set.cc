// SPDX-License-Identifier: GPL-2.0-only
#include "net8-result-set.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/net8-ttc-direct-path-reply.h"
#include "ns3/net8-ttc-lob-reply.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ResultSet);

namespace
{

/// Random stream of repeating columns: above those that helpers assign, below ns-3's own.
constexpr int64_t REPETITION_STREAM = int64_t{1} << 48;

} // namespace

TypeId
Net8ResultSet::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ResultSet")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ResultSet>()
            .AddAttribute("Rows",
                          "Number of rows that the statement returns.",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&Net8ResultSet::m_rows),
                          MakeUintegerChecker<uint64_t>(0, 10000000000))
            .AddAttribute("RowLength",
                          "Bytes of the column values of a row, drawn row by row.",
                          StringValue("ns3::ConstantRandomVariable[Constant=100]"),
                          MakePointerAccessor(&Net8ResultSet::m_rowLength),
                          MakeRandomChecker())
            .AddAttribute(
                "Columns",
                "Columns of a row, such as 8*varchar2:9, number:5, date; empty: "
                "RowLength counts.",
                StringValue(""),
                MakeStringAccessor(&Net8ResultSet::SetColumns, &Net8ResultSet::GetColumns),
                MakeStringChecker())
            .AddAttribute(
                "DefinedLength",
                "Bytes of a row as its columns are defined, by which a limit on the memory "
                "of prefetched rows counts; -1: those of the Columns, the longest of listed "
                "rows, or a constant RowLength; of other lengths none, so no limit.",
                IntegerValue(-1),
                MakeIntegerAccessor(&Net8ResultSet::m_definedLength),
                MakeIntegerChecker<int64_t>(-1, std::numeric_limits<int32_t>::max()))
            .AddAttribute("ColumnNames",
                          "Names of the columns, separated by commas: their lengths count in the "
                          "description; empty: six characters each, the mean of the captures.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ResultSet::m_columnNames),
                          MakeStringChecker())
            .AddAttribute("RepeatedColumns",
                          "How many of the Columns, the last ones, hold in every row what they "
                          "held in the row before.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8ResultSet::m_repeatedColumns),
                          MakeUintegerChecker<uint32_t>(0, Column::COUNT_MAX))
            .AddAttribute(
                "Repetition",
                "How likely a value is that of the row before, from 0 to 1: one number, or "
                "one for each of the Columns, separated by commas, of which the last counts "
                "for the rest; empty: RepeatedColumns says.",
                StringValue(""),
                MakeStringAccessor(&Net8ResultSet::SetRepetition, &Net8ResultSet::GetRepetition),
                MakeStringChecker())
            .AddAttribute("Elimination",
                          "Whether repeated columns are left out of all rows of a reply but the "
                          "first.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Net8ResultSet::m_elimination),
                          MakeBooleanChecker())
            .AddAttribute("LongColumn",
                          "A column is LONG: each call returns one row (S1 of the literature).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8ResultSet::m_long),
                          MakeBooleanChecker())
            .AddAttribute(
                "LobLocator",
                "Bytes of the locator of a LOB.",
                UintegerValue(Column::LOB_LOCATOR),
                MakeUintegerAccessor(&Net8ResultSet::SetLobLocator, &Net8ResultSet::GetLobLocator),
                MakeUintegerChecker<uint32_t>(1, 4000))
            .AddAttribute("LobPrefetch",
                          "Bytes of a BLOB, characters of a CLOB, that come with its row; 0: its "
                          "size alone; -1: its locator alone; -2: what the driver asks for.",
                          IntegerValue(-2),
                          MakeIntegerAccessor(&Net8ResultSet::m_lobPrefetch),
                          MakeIntegerChecker<int64_t>(-2, Column::LONG_BYTES_MAX / 2))
            .AddAttribute("StatementLength",
                          "Characters of the statement text, in bytes.",
                          UintegerValue(21), // the statement of the driver captures
                          MakeUintegerAccessor(&Net8ResultSet::m_statementLength),
                          MakeUintegerChecker<uint32_t>(0, 1 << 20))
            .AddAttribute("RequestLength",
                          "Bytes of the execute request without TNS headers; -1: the driver's, "
                          "with the statement.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8ResultSet::m_requestLength),
                          MakeIntegerChecker<int64_t>(-1, 1 << 30))
            .AddAttribute("ExecuteOverhead",
                          "Bytes that an execute reply has more than a fetch reply (describe); -1: "
                          "the driver's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8ResultSet::m_executeOverhead),
                          MakeIntegerChecker<int64_t>(-1, 1 << 20))
            .AddAttribute(
                "FetchOverhead",
                "Bytes of each reply beside its rows (row header, end of call); -1: the driver's.",
                IntegerValue(-1),
                MakeIntegerAccessor(&Net8ResultSet::m_fetchOverhead),
                MakeIntegerChecker<int64_t>(-1, 1 << 20))
            .AddAttribute("RowHeader",
                          "Bytes of FetchOverhead that stand before the first row; -1: the "
                          "driver's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8ResultSet::m_rowHeader),
                          MakeIntegerChecker<int64_t>(-1, 1 << 20))
            .AddAttribute(
                "EndOverhead",
                "Bytes that the last reply has more (text of ORA-01403); -1: the driver's.",
                IntegerValue(-1),
                MakeIntegerAccessor(&Net8ResultSet::m_endOverhead),
                MakeIntegerChecker<int64_t>(-1, 1 << 20))
            .AddAttribute("FailEvery",
                          "Of the executes of a session each of this number fails, with 3 the "
                          "third, the sixth ...; 0: none.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8ResultSet::m_failEvery),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("ErrorText",
                          "Text of the error with which they fail, such as ORA-00942: table or "
                          "view does not exist.",
                          StringValue("ORA-00942: table or view does not exist"),
                          MakeStringAccessor(&Net8ResultSet::m_errorText),
                          MakeStringChecker())
            .AddAttribute("ErrorOverhead",
                          "Bytes of an error message beside its text; -1: the driver's.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8ResultSet::m_errorOverhead),
                          MakeIntegerChecker<int64_t>(-1, 1 << 20))
            .AddAttribute("RowOverhead",
                          "Bytes of each row beside its column values (message type, lengths); -1: "
                          "the driver's, with Columns 1.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8ResultSet::m_rowOverhead),
                          MakeIntegerChecker<int64_t>(-1, 1 << 20));
    return tid;
}

namespace
{

} // namespace

Net8ResultSet::Net8ResultSet() = default;
Net8ResultSet::~Net8ResultSet() = default;

void
Net8ResultSet::SetRowLengths(const std::vector<uint32_t>& bytes)
{
    m_sums.assign(1, 0);
    m_listedMost = 0;
    for (const uint32_t length : bytes)
    {
        m_sums.push_back(m_sums.back() + length);
        m_listedMost = std::max<uint64_t>(m_listedMost, length);
    }
}

void
Net8ResultSet::Complete(const DriverProfile& driver)
{
    const auto fill = [](int64_t& value, int64_t otherwise) {
        value = value < 0 ? otherwise : value;
    };
    if (m_complete)
    {
        return;
    }
    m_complete = true;
    ReadColumns(m_columnText, GetLobForm(driver));
    m_requestGiven = m_requestLength >= 0;
    m_errorGiven = m_errorOverhead >= 0;
    const auto& sizes = driver.reply;
    const uint32_t columns = GetColumnCount();
    m_describeLength = sizes.describe + columns * sizes.describeColumn + GetNamesLength(columns);
    m_parseLength = driver.GetParseLength(m_statementLength);
    // An attribute that sets an overhead sets all of it.
    m_sessionParameters = m_executeOverhead < 0 ? sizes.sessionParameters : 0;
    const bool own = m_fetchOverhead < 0;
    m_describedInReply = m_executeOverhead < 0 && !driver.parsesApart ? m_describeLength : 0;
    fill(m_requestLength, driver.GetExecuteLength(m_statementLength, columns));
    fill(m_executeOverhead,
         (driver.parsesApart ? 0 : m_describeLength) + sizes.parameters + sizes.executeEnd);
    fill(m_fetchOverhead, sizes.rowHeader + sizes.endOfCall);
    fill(m_rowHeader, std::min<int64_t>(sizes.rowHeader, m_fetchOverhead));
    m_emptyOverhead = m_fetchOverhead - (own ? std::min(m_rowHeader, m_fetchOverhead) : 0);
    fill(m_endOverhead, sizes.noDataFound);
    const auto error = static_cast<int64_t>(m_errorText.size()) + 1;
    fill(m_errorOverhead,
         driver.errorBytes > 0 ? driver.errorBytes : sizes.GetErrorLength(m_errorText) - error);
    m_reply = sizes;
    m_changeLength = sizes.parameters + sizes.executeEnd + sizes.endOfCall;
    const bool listed = m_sums.size() >= 2;
    const bool constant = m_columns.empty() && !listed && IsConstant(m_rowLength);
    fill(m_definedLength,
         !m_columns.empty() ? static_cast<int64_t>(m_columnsDefined)
         : listed           ? static_cast<int64_t>(m_listedMost)
         : constant         ? static_cast<int64_t>(SumOfDraws(m_rowLength, 1))
                            : 0);
    if (!m_shares.empty() && !m_columns.empty() && m_elimination)
    {
        auto shares = m_shares;
        shares.resize(m_columns.size(), shares.back());
        auto uniform = CreateObject<UniformRandomVariable>();
        uniform->SetStream(REPETITION_STREAM);
        m_repetition.emplace(m_columns, shares, m_rows, driver.thin, [&uniform] {
            return uniform->GetValue(0, 1);
        });
    }
    // The columns include their own length bytes; the message type is left, and the indicators
    // after the values.
    const int64_t indicators = int64_t{sizes.columnIndicator} * columns;
    fill(m_rowOverhead, 1 + (m_columns.empty() ? int64_t{columns} : 0) + indicators);
}

uint32_t
Net8ResultSet::GetColumnCount() const
{
    const auto names = m_columnNames.empty() ? 0 : std::ranges::count(m_columnNames, ',') + 1;
    const auto count = m_columns.empty() ? static_cast<std::size_t>(names) : m_columns.size();
    return static_cast<uint32_t>(std::max<std::size_t>(count, 1));
}

uint32_t
Net8ResultSet::GetNamesLength(uint32_t columns) const
{
    constexpr uint32_t NAME_LENGTH = 6; // mean of the 15 columns of the captures
    if (m_columnNames.empty())
    {
        return NAME_LENGTH * columns;
    }
    const auto count =
        std::ranges::count_if(m_columnNames, [](char c) { return c != ',' && c != ' '; });
    return static_cast<uint32_t>(count);
}

uint32_t
Net8ResultSet::GetDescribeLength() const
{
    return m_describeLength;
}

uint32_t
Net8ResultSet::GetParseLength() const
{
    return m_parseLength;
}

uint32_t
Net8ResultSet::GetSessionParameters() const
{
    return m_sessionParameters;
}

uint64_t
Net8ResultSet::GetRows() const
{
    return m_rows;
}

bool
Net8ResultSet::IsOneRowACall() const
{
    return m_long || m_longInColumns;
}

uint32_t
Net8ResultSet::GetDescriptionInReply() const
{
    return m_describedInReply;
}

const std::vector<uint32_t>&
Net8ResultSet::GetLobs() const
{
    return m_lobs;
}

uint32_t
Net8ResultSet::GetLobLocator() const
{
    return m_lobLocator;
}

uint32_t
Net8ResultSet::GetLobReply(uint32_t column, uint32_t bytes, uint32_t lobs) const
{
    const uint32_t locator = m_lobLocators.at(column);
    if (bytes == 0)
    {
        // Its message type, the locator and the length.
        return 1 + locator + Column::GetIntegerSize(m_lobs.at(column)) + m_reply.endOfCall;
    }
    TtcLobReply reply;
    reply.dataBytes = bytes;
    reply.locatorBytes = locator;
    reply.amount = bytes;
    const uint32_t end = reply.end.Size();
    uint64_t length = reply.Size() - end;
    if (lobs > 1)
    {
        reply.dataBytes = bytes / lobs;
        reply.amount = bytes / lobs;
        length += uint64_t{lobs - 1} * (reply.Size() - end - reply.dataBytes);
    }
    return static_cast<uint32_t>(std::min<uint64_t>(length + m_reply.endOfCall, UINT32_MAX));
}

std::vector<LobColumn>
Net8ResultSet::GetLobColumns(const DriverProfile& driver) const
{
    const auto form = GetLobForm(driver);
    const auto list = Column::ParseList(m_columnText, form);
    std::vector<LobColumn> found;
    for (std::size_t place = 0; place < list.lobs.size(); ++place)
    {
        found.push_back({.bytes = list.lobs[place],
                         .ahead = list.lobsAhead[place],
                         .locator = list.lobLocators[place],
                         .sized = form.prefetch >= 0 || form.isInline});
    }
    return found;
}

Column::LobForm
Net8ResultSet::GetLobForm(const DriverProfile& driver) const
{
    return {.locator = m_lobLocator,
            .prefetch = m_lobPrefetch < -1 ? driver.lobPrefetch : m_lobPrefetch,
            .isInline = driver.lobsInline};
}

uint32_t
Net8ResultSet::GetEndOfCall() const
{
    return m_reply.endOfCall;
}

uint32_t
Net8ResultSet::GetPreparedLength(uint32_t columns) const
{
    TtcDirectPathReply reply;
    reply.prepares = true;
    reply.numbers.resize(TtcDirectPathReply::PREPARED);
    reply.numbers[TtcDirectPathReply::CURSOR] = 1;
    const uint32_t none = Column::GetIntegerSize(0);
    return reply.Size() - none + Column::GetIntegerSize(columns) +
           columns * m_reply.describeColumn + GetNamesLength(columns) + m_reply.endOfCall;
}

uint32_t
Net8ResultSet::GetLoadedLength() const
{
    return TtcDirectPathReply().Size() + m_reply.endOfCall;
}

uint32_t
Net8ResultSet::GetIoVectorLength(uint32_t binds) const
{
    return m_reply.ioVector + binds;
}

void
Net8ResultSet::SetLobLocator(uint32_t bytes)
{
    m_lobLocator = bytes;
    SetColumns(m_columnText);
}

bool
Net8ResultSet::Fails(uint64_t execute) const
{
    return m_failEvery != 0 && execute % m_failEvery == 0;
}

const std::string&
Net8ResultSet::GetErrorText() const
{
    return m_errorText;
}

uint32_t
Net8ResultSet::GetErrorLength(const std::string& text) const
{
    return static_cast<uint32_t>(std::max<int64_t>(m_errorOverhead, TtcPrefix::SIZE) +
                                 static_cast<int64_t>(text.size()) + 1);
}

std::optional<uint32_t>
Net8ResultSet::GetGivenRequestLength() const
{
    return m_requestGiven ? std::optional(GetRequestLength()) : std::nullopt;
}

uint32_t
Net8ResultSet::GetStatementLength() const
{
    return m_statementLength;
}

uint32_t
Net8ResultSet::GetChangeLength() const
{
    return m_changeLength;
}

uint32_t
Net8ResultSet::GetRequestLength() const
{
    return static_cast<uint32_t>(m_requestLength);
}

bool
Net8ResultSet::SetColumns(const std::string& text)
{
    return ReadColumns(text, {.locator = m_lobLocator});
}

bool
Net8ResultSet::ReadColumns(const std::string& text, const Column::LobForm& form)
{
    auto list = Column::ParseList(text, form);
    if (!list.error.empty())
    {
        return false;
    }
    m_columnText = text;
    m_columns = std::move(list.bytes);
    m_lobs = std::move(list.lobs);
    m_lobLocators = std::move(list.lobLocators);
    m_longInColumns = list.hasLong;
    m_columnsDefined = list.defined;
    m_columnsHalved = list.halved;
    return true;
}

std::string
Net8ResultSet::GetColumns() const
{
    return m_columnText;
}

const std::string&
Net8ResultSet::GetColumnNames() const
{
    return m_columnNames;
}

uint32_t
Net8ResultSet::DrawRowLength(uint64_t row) const
{
    return static_cast<uint32_t>(m_sums.size() >= 2 ? GetListedBytes(row + 1) - GetListedBytes(row)
                                                    : SumOfDraws(m_rowLength, 1));
}

bool
Net8ResultSet::HasOneRowLength() const
{
    return !m_columns.empty() || (m_sums.size() < 2 && IsConstant(m_rowLength));
}

std::optional<uint64_t>
Net8ResultSet::GetLongestRow() const
{
    if (m_sums.size() >= 2)
    {
        return m_listedMost;
    }
    return IsConstant(m_rowLength) ? std::optional(DrawRowLength(0)) : std::nullopt;
}

bool
Net8ResultSet::SetRepetition(std::string text)
{
    auto shares = ColumnRepetition::ParseShares(text);
    if (!shares)
    {
        return false;
    }
    m_shareText = std::move(text);
    m_shares = std::move(*shares);
    return true;
}

std::string
Net8ResultSet::GetRepetition() const
{
    return m_shareText;
}

Net8ResultSet::ColumnBytes
Net8ResultSet::GetColumnBytes() const
{
    const auto sum = [this](std::size_t count) {
        return std::accumulate(m_columns.begin(), m_columns.begin() + count, uint64_t{0});
    };
    const uint64_t all = sum(m_columns.size());
    const auto repeated = std::min<std::size_t>(m_repeatedColumns, m_columns.size());
    if (!m_elimination || repeated == 0)
    {
        return {all, all};
    }
    const auto count = static_cast<uint32_t>(m_columns.size());
    const auto sent = static_cast<uint32_t>(m_columns.size() - repeated);
    return {all, sum(sent) + Column::GetBitVectorSize(count, sent)};
}

uint64_t
Net8ResultSet::GetRowBytes(uint64_t first, uint64_t count, BitVectors vectors)
{
    const uint64_t overhead = count * static_cast<uint64_t>(m_rowOverhead);
    if (m_repetition)
    {
        return overhead + m_repetition->GetBytes(vectors, first, count);
    }
    if (!m_columns.empty())
    {
        const auto bytes = GetColumnBytes();
        return count == 0 ? 0 : overhead + bytes.first + (count - 1) * bytes.further;
    }
    if (m_sums.size() < 2)
    {
        return overhead + static_cast<uint64_t>(SumOfDraws(m_rowLength, count));
    }
    return overhead + GetListedBytes(first + count) - GetListedBytes(first);
}

BitVectors
Net8ResultSet::GetNextVectors(uint64_t first, uint64_t count, BitVectors vectors) const
{
    return m_repetition ? m_repetition->GetNext(vectors, first, count) : vectors;
}

uint64_t
Net8ResultSet::GetListedBytes(uint64_t row) const
{
    const uint64_t cycle = m_sums.size() - 1;
    return row / cycle * m_sums.back() + m_sums[row % cycle];
}

uint32_t
Net8ResultSet::GetArrayRows(const DriverProfile& driver) const
{
    const bool halved = driver.arrayRoomGuess == RowGuess::HALVED && !m_columns.empty();
    const auto width =
        halved ? m_columnsHalved : static_cast<uint64_t>(std::max(m_definedLength, int64_t{0}));
    return driver.GetArrayRows(width, GetColumnCount());
}

uint64_t
Net8ResultSet::GetRowsWithin(uint64_t most, uint64_t memory) const
{
    return m_definedLength <= 0 ? most
                                : std::min(most, memory / static_cast<uint64_t>(m_definedLength));
}

uint32_t
Net8ResultSet::GetReplyOverhead(bool execute, bool last, bool rows, BitVectors vectors) const
{
    const uint32_t vector = rows && m_repetition ? m_repetition->GetHeaderBytes(vectors) : 0;
    return static_cast<uint32_t>(vector + (rows ? m_fetchOverhead : m_emptyOverhead) +
                                 (execute ? m_executeOverhead : 0) + (last ? m_endOverhead : 0));
}

std::function<uint64_t(uint64_t)>
Net8ResultSet::GetValueSums(uint64_t first, uint64_t count, BitVectors vectors)
{
    if (m_repetition)
    {
        return [this, vectors, first](uint64_t rows) {
            return m_repetition->GetBytes(vectors, first, rows);
        };
    }
    if (!m_columns.empty())
    {
        return [bytes = GetColumnBytes()](uint64_t rows) {
            return rows == 0 ? 0 : bytes.first + (rows - 1) * bytes.further;
        };
    }
    if (m_sums.size() >= 2)
    {
        return [this, first](uint64_t rows) {
            return GetListedBytes(first + rows) - GetListedBytes(first);
        };
    }
    if (IsConstant(m_rowLength))
    {
        const auto each = static_cast<uint64_t>(SumOfDraws(m_rowLength, 1));
        return [each](uint64_t rows) { return rows * each; };
    }
    std::vector<uint64_t> sums(count + 1, 0);
    for (uint64_t row = 0; row < count; ++row)
    {
        sums[row + 1] = sums[row] + static_cast<uint64_t>(SumOfDraws(m_rowLength, 1));
    }
    return [sums = std::move(sums)](uint64_t rows) { return sums[rows]; };
}

RowLayout
Net8ResultSet::GetRowLayout(bool execute, uint64_t first, uint64_t count, BitVectors vectors)
{
    RowLayout layout;
    layout.rows = count;
    layout.head = static_cast<uint64_t>(std::min(m_rowHeader, m_fetchOverhead) +
                                        (execute ? m_executeOverhead : 0)) +
                  (m_repetition ? m_repetition->GetHeaderBytes(vectors) : 0);
    layout.upTo = [values = GetValueSums(first, count, vectors),
                   overhead = static_cast<uint64_t>(m_rowOverhead)](uint64_t rows) {
        return values(rows) + rows * overhead;
    };
    return layout;
}

int64_t
Net8ResultSet::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"row_length", m_rowLength}}, stream);
}

} // namespace ns3::net8
