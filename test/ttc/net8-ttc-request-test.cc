// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Requests of real drivers, and what a logon is answered with, read and written again.
 */
#include "net8-ttc-case.h"
#include "net8-ttc-version.h"

#include "ns3/net8-ttc-auth-reply.h"
#include "ns3/net8-ttc-auth-request.h"
#include "ns3/net8-ttc-close-cursors.h"
#include "ns3/net8-ttc-data-types-reply.h"
#include "ns3/net8-ttc-data-types-request.h"
#include "ns3/net8-ttc-end-of-call.h"
#include "ns3/net8-ttc-end-to-end.h"
#include "ns3/net8-ttc-execute.h"
#include "ns3/net8-ttc-fetch.h"
#include "ns3/net8-ttc-lob-call.h"
#include "ns3/net8-ttc-lob-reply.h"
#include "ns3/net8-ttc-pipeline.h"
#include "ns3/net8-ttc-protocol-reply.h"
#include "ns3/net8-ttc-request.h"
#include "ns3/net8-ttc-session-state.h"
#include "ns3/net8-ttc-set-schema.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/// drivers/python-full-250rows-default.pcap, frame 18.
constexpr std::string_view EXECUTE_PYTHON =
    "035e030280610001011501010d0000000102047fffffff000000000000000000000001000000000000000015"
    "73656c6563742069642c207478742066726f6d20740101000000000000010100028000000000";

/// ojdbc-log_jdbc_26ai_session_rebuilt.pcap, frame 20: an INSERT.
constexpr std::string_view EXECUTE_26AI =
    "035e0400028121010101014201010d00000000047fffffff0000000000000000000000010000000000010101"
    "0100000000000000494e5345525420494e544f206a6462635f74657374202869642c206e616d652c20616d6f"
    "756e74292056414c5545532028312c2027416c696365272c203530303029010101010000000000000002c000"
    "000000";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 19.
constexpr std::string_view EXECUTE_12_1 =
    "035e040280210001013401010d000004ffffffff010a047fffffff0000000000000000000000010000000000"
    "00000073656c656374202a2066726f6d20762476657273696f6e2077686572652062616e6e6572206c696b65"
    "2027254f7261636c6525270101000000000000010100028000000000";

/// oracle-wiki-2016/wireshark-wiki_11_sqldeveloper11_2016.pcapng, frame 52: a bind variable,
/// behind cursors to close.
constexpr std::string_view EXECUTE_11_2 =
    "1169290101010101035e2a0280290001013801010d000004ffffffff010a047fffffff010101000000000000"
    "00000001000000000073656c65637420636f756e742831292066726f6d20616c6c5f6f626a65637473207768"
    "657265206f626a6563745f6e616d65203d203a31200101000000000000010100028000000000010300000130"
    "00011000000203690100070c415045585f52454c45415345";

/// oracle-wiki-2016/wireshark-wiki_10_sqldeveloper10_2016.pcapng, frame 20.
constexpr std::string_view EXECUTE_10_2 =
    "035e040280210001013401010d000004ffffffff010a047fffffff00000000000000000000000173656c6563"
    "74202a2066726f6d20762476657273696f6e2077686572652062616e6e6572206c696b652027254f7261636c"
    "6525270101000000000000010100028000000000";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 12.
constexpr std::string_view OSESSKEY_12_1 =
    "03760101010301210101050101535953010d0d415554485f5445524d494e414c010707756e6b6e6f776e0001"
    "0f0f415554485f50524f4752414d5f4e4d010d0d53514c20446576656c6f70657200010c0c415554485f4d41"
    "4348494e45010f0f57494e2d544456444e554e4537333000010808415554485f504944010404323037320001"
    "0808415554485f5349440105057669736f7200";

/// drivers/node-full-250rows-default.pcap, frame 13.
constexpr std::string_view OSESSKEY_NODE =
    "03760101010502010101010500010573636f7474010d0d415554485f5445524d494e414c0104047465726d00"
    "010f0f415554485f50524f4752414d5f4e4d01030361707000010c0c415554485f4d414348494e4501060663"
    "6c69656e7400010808415554485f504944010505313334373000010808415554485f53494401040475736572"
    "00";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 309.
constexpr std::string_view LOB_READ =
    "0360770101280000000000000001020000010100010000000000000026000182088003000200001bdf4a0000"
    "0000020369000a000000010000000004ff703604d80000027f10";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 310.
constexpr std::string_view LOB_REPLY =
    "0efe02014600530045004c00450043005400200022004100310022002e00220052004f004c00450022002000"
    "220052004f004c00450022002000460052004f004d00200020002800530045004c0045004300540020002200"
    "4100320022002e0022004e0041004d00450022002000220052004f004c00450022002000460052004f004d00"
    "20005300590053002e0022005500530045005200240022002000220041003200220020005700480045005200"
    "4500200022004100320022002e0022005400590050004500230022003d003000200041004e00440020002200"
    "4100320022002e0022004e0041004d00450022003c003e0027005000550042004c0049004300270020004100"
    "4e004400200022004100320022002e0022004e0041004d00450022003c003e0027005f004e00450058005400"
    "5f0055005300450052002700290020002200410031002200080026000182088003000200001bdf4a00000000"
    "020369000a000000010000000004ff703604d8000001a3040101017700000000000000000000000000000000"
    "000000770000000000000000";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 13.
constexpr std::string_view OSESSKEY_REPLY_12_1 =
    "080106010c0c415554485f534553534b45590140403932323430304237463043463033313739414634324533"
    "333546334339434143343939303436453630343345423232323933393338394642333732453842454500010d"
    "0d415554485f5646525f44415441012020333635364435413232464145374145433132393432434131433731"
    "3934304134024815011414415554485f50424b4446325f43534b5f53414c5401202036364442373336463342"
    "4533374539313243313039383637383546464136394300011616415554485f50424b4446325f5647454e5f43"
    "4f554e540104043430393600011616415554485f50424b4446325f534445525f434f554e540101013300011a"
    "1a415554485f474c4f42414c4c595f554e495155455f44424944000120203142464341303734303545353246"
    "4146334538314542444543353339423541320004010101020000000000000000000000000000000000000001"
    "0000000000000000";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 8.
constexpr std::string_view PROTOCOL_12_1 =
    "0106007838365f36342f4c696e757820322e342e7878006903010a0066034003014003660301660348030148"
    "03660301660352030152036603016603610301610366030166031f03081f0366030100640000006001240f05"
    "0b0c030c0c0504050d0609070805050505050f05050505050a05050505050405060708082347234708112308"
    "1141b0470083036907d003000000000000000000000000000000000000000000000000000000000000000000"
    "0000000028060101012f010107010101010101017fff030b03030101ff01ffff010a0101ff01060960017f04"
    "000702010001180003";

/**
 * Read a message behind what is in front of it, and write it again.
 *
 * @tparam MESSAGE the message
 * @param digits its bytes
 * @param layout layout of its session
 * @return the message
 */
template <class MESSAGE>
MESSAGE
ReadAndWrite(std::string_view digits, const TtcLayout& layout = {})
{
    const auto bytes = FromHex(digits);
    const auto call = std::span(bytes).subspan(TtcRequest::Find(bytes).start);
    const auto message = MESSAGE::Decode(call, layout);
    EXPECT_TRUE(message);
    const MESSAGE read = message.value_or(MESSAGE{});
    EXPECT_EQ(ToHex(read.Encode(layout)), ToHex({call.begin(), call.end()}));
    EXPECT_EQ(read.Size(layout), call.size());
    return read;
}

} // namespace

TEST(TtcRequest, ExecuteOfPython)
{
    const auto execute = ReadAndWrite<TtcExecute>(EXECUTE_PYTHON);
    EXPECT_EQ(execute.statement, "select id, txt from t");
    EXPECT_EQ(execute.rows, 2U);
    EXPECT_EQ(execute.options, 0x8061U); // not PL/SQL; fetch, execute, parse
}

TEST(TtcRequest, ExecuteOf26ai)
{
    const auto execute = ReadAndWrite<TtcExecute>(EXECUTE_26AI, WithJdbc(24));
    EXPECT_EQ(execute.rowCounts, 1U);
    EXPECT_EQ(execute.statement.size(), 66U);
}

TEST(TtcRequest, ExecutesOfEarlierReleases)
{
    EXPECT_EQ(ReadAndWrite<TtcExecute>(EXECUTE_12_1, WithJdbc(7)).statement.size(), 52U);
    const auto bound = ReadAndWrite<TtcExecute>(EXECUTE_11_2, WithJdbc(6));
    EXPECT_EQ(bound.binds, 1U);
    EXPECT_TRUE(bound.definitions.ends_with("APEX_RELEASE"));
    EXPECT_EQ(ReadAndWrite<TtcExecute>(EXECUTE_10_2, WithJdbc(4)).rows, 10U);
}

TEST(TtcRequest, Authentications)
{
    const auto jdbc = ReadAndWrite<TtcAuthRequest>(OSESSKEY_12_1, WithJdbc(7));
    EXPECT_EQ(jdbc.user, "SYS");
    EXPECT_EQ(jdbc.mode, 0x21U); // as SYSDBA
    EXPECT_EQ(jdbc.pairs.back().value, "visor");
    EXPECT_EQ(ReadAndWrite<TtcAuthRequest>(OSESSKEY_NODE).user, "scott");
    const auto reply = ReadAndWrite<TtcAuthReply>(OSESSKEY_REPLY_12_1, WithJdbc(7));
    EXPECT_EQ(reply.pairs.size(), 6U);
    EXPECT_EQ(reply.pairs[1].flags, 0x4815U); // a verifier of 12c
}

TEST(TtcRequest, Lobs)
{
    const auto read = ReadAndWrite<TtcLobCall>(LOB_READ, WithJdbc(7));
    EXPECT_EQ(read.locator.size(), 40U);
    EXPECT_EQ(read.amount, 0x7f10U);
    TtcLobReply reply;
    const auto bytes = FromHex(LOB_REPLY);
    reply.locatorBytes = 40;
    TtcReader reader(bytes);
    TtcLobReply::Fields(reply, reader, WithJdbc(7));
    EXPECT_FALSE(reader.Failed());
    EXPECT_EQ(reader.Left(), 0U);
    EXPECT_EQ(reply.data.size(), 0x146U);
    EXPECT_EQ(reply.amount, 163U); // characters of two bytes
    reply.locatorBytes = 0;
    EXPECT_EQ(ToHex(reply.Encode(WithJdbc(7))), LOB_REPLY);
    // The same, of which nobody reads data and locator.
    TtcLobReply counted;
    counted.dataBytes = 0x146;
    counted.locatorBytes = 40;
    counted.amount = 163;
    counted.end = reply.end;
    EXPECT_EQ(counted.Size(WithJdbc(7)), bytes.size());
}

TEST(TtcRequest, ElementErrors)
{
    TtcEndOfCall end;
    end.error = TtcEndOfCall::ARRAY_ERRORS;
    end.text = "ORA-24381: error(s) in array DML\n";
    end.failed = {{.error = 1, .place = 0, .text = "ORA-00001: unique\n"},
                  {.error = 1400, .place = 300, .text = "ORA-01400: null\n"}};
    auto bytes = end.Encode(WithJdbc(7));
    const auto read = TtcEndOfCall::Decode(bytes, WithJdbc(7));
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->failed.size(), 2U);
    EXPECT_EQ(read->failed[1].error, 1400U);
    EXPECT_EQ(read->failed[1].place, 300U);
    EXPECT_EQ(read->failed[1].text, "ORA-01400: null\n");
    EXPECT_EQ(read->text, end.text);
    // Any cut of it is no such message.
    while (bytes.size() > 1)
    {
        bytes.pop_back();
        EXPECT_FALSE(TtcEndOfCall::Decode(bytes, WithJdbc(7)).has_value()) << bytes.size();
    }
}

TEST(TtcRequest, TemporaryLobs)
{
    // Source of python-oracledb, lob_op.pyx: what makes a CLOB, what writes it, what frees two.
    TtcLobCall make;
    make.operation = TtcLobCall::CREATE_TEMPORARY;
    make.duration = TtcLobCall::OF_SESSION;
    make.otherOffset = 112;
    make.locator = std::string(2, 'L');
    EXPECT_EQ(ToHex(make.Encode(WithJdbc(7))),
              "036000"
              "01"
              "0102"
              "00"
              "010a"
              "00"
              "00"
              "01"
              "00"
              "01"
              "020110"
              "00"
              "00"
              "0101"
              "0170"
              "00"
              "000000000000"
              "4c4c"
              "020369");
    TtcLobCall write;
    write.operation = TtcLobCall::WRITE;
    write.locator = make.locator;
    write.data = "abc";
    const std::string text = "036000"
                             "01"
                             "0102"
                             "00"
                             "00"
                             "00"
                             "00"
                             "00"
                             "00"
                             "00"
                             "0140"
                             "00"
                             "00"
                             "0101"
                             "00"
                             "00"
                             "000000000000"
                             "4c4c"
                             "0e"
                             "03616263";
    EXPECT_EQ(ToHex(write.Encode(WithJdbc(7))), text);
    EXPECT_EQ(ReadAndWrite<TtcLobCall>(text, WithJdbc(7)).data, "abc");
    TtcLobCall free;
    free.head = TtcHead(TtcFunction::LOB, TtcMessage::PIGGYBACK);
    free.operation = TtcLobCall::FREE_TEMPORARY;
    free.offset = 0;
    free.locator = std::string(4, 'L');
    EXPECT_EQ(ToHex(free.Encode(WithJdbc(7))),
              "116000"
              "01"
              "0104"
              "00"
              "00"
              "00"
              "00"
              "00"
              "00"
              "00"
              "0400080111"
              "00"
              "00"
              "00"
              "00"
              "00"
              "000000000000"
              "4c4c4c4c");
}

TEST(TtcRequest, Protocol)
{
    const auto reply = ReadAndWrite<TtcProtocolReply>(PROTOCOL_12_1);
    EXPECT_EQ(reply.platform, "x86_64/Linux 2.4.xx");
    EXPECT_EQ(reply.characterSet, 873U); // AL32UTF8
    EXPECT_EQ(reply.conversions.size(), 50U);
    EXPECT_EQ(reply.GetFieldVersion(), TtcLayout::VERSION_12_1);
}

// The start of the lists of python-oracledb 26.1 and of JDBC 12.2.0.1 (runs); what is between.
TEST(TtcRequest, DataTypes)
{
    const auto types =
        ReadAndWrite<TtcDataTypesRequest>("02690369030309060000002a180018000101 0001 0001 0001 "
                                          "0000 001b 001b 000a 0000 0073 0000 0000");
    EXPECT_FALSE(types.ReadsWideBytes());
    EXPECT_TRUE(types.KnowsVerifier12c());
    EXPECT_FALSE(types.WantsEndOfResponse()); // the capabilities end before it
    EXPECT_EQ(types.types.entries.size(), 3U);
    EXPECT_EQ(types.types.Find(0x73)->sentAs, 0U);
    TtcDataTypesReply reply;
    reply.types = types.types;
    EXPECT_EQ(ToHex(reply.Encode()), "02" + ToHex(types.types.Encode()));
    EXPECT_FALSE(TtcDataTypesRequest::Decode(FromHex("0269036903030106 0101 0002 0002 000a 0000")));
}

// Captures of thin drivers, and of OCI: trex_cap2_Oracle, 25 rows of cursor 1.
TEST(TtcRequest, RowsThatAFetchAsksFor)
{
    const auto fetch = ReadAndWrite<TtcFetch>("03 05 04 0103 0164");
    EXPECT_EQ(fetch.cursor, 3U);
    EXPECT_EQ(fetch.rows, 100U);
    EXPECT_EQ(TtcRequest::GetRowsAsked(FromHex("0305040103020101")), 257U);
    EXPECT_EQ(TtcRequest::GetRowsAsked(FromHex("030504 00 0103 0164")), 100U);
    EXPECT_EQ(TtcRequest::GetRowsAsked(FromHex("030509 01000000 19000000")), 25U);
    EXPECT_FALSE(TtcRequest::GetRowsAsked(FromHex("03050401")));
    EXPECT_FALSE(TtcRequest::GetRowsAsked(FromHex("030907")));
}

TEST(TtcRequest, CallsAreFoundBehindPiggybacks)
{
    const auto bytes = FromHex("11 69 06 01 0101 0104 03 05 07 0103 0164");
    const auto found = TtcRequest::Find(bytes);
    EXPECT_EQ(found.GetName(), "piggyback");
    EXPECT_EQ(found.GetFunctionName(), "close cursors + fetch");
    EXPECT_EQ(found.start, 8U);
    EXPECT_EQ(found.sequence, 7U);
    EXPECT_EQ(TtcCloseCursors::Decode(bytes)->cursors, std::vector<uint32_t>{4});
    EXPECT_EQ(TtcRequest::Find(FromHex("11690601010104")).GetFunctionName(), "close cursors");
    EXPECT_EQ(TtcRequest::Find(FromHex("037801")).GetFunctionName(), "function 0x78");
    EXPECT_EQ(TtcRequest::Find(FromHex("c8")).GetName(), "type 200");
    EXPECT_EQ(TtcRequest::Find(FromHex("deadbeef")).GetName(), "native services");
    EXPECT_EQ(TtcRequest::Find(FromHex("deadbeee")).GetName(), "type 222");
}

// As the source of go-ora 2.8.24 writes them (Stmt.Close): cursor 2 is closed, then a ping; both
// without a number.
TEST(TtcRequest, CallsWithoutNumbersAreFoundBehindPiggybacks)
{
    const std::vector<uint8_t> bytes{0x11, 0x69, 0, 1, 1, 1, 1, 2, 3, 0x93, 0};
    const auto found = TtcRequest::Find(bytes);
    EXPECT_EQ(found.GetFunctionName(), "close cursors + ping");
    EXPECT_EQ(found.start, 8);
}

// As the source of python-oracledb 26.1 writes them (_write_end_to_end_piggyback and
// _write_current_schema_piggyback), a module by itself with an empty action.
TEST(TtcRequest, SessionsAreToldWhoIsAtWork)
{
    const auto bytes = FromHex("11 87 05 00 00 01 18 00 00 01 01 01 01 00 00000000 00 00 00000000 "
                               "00 00 01 61");
    const auto told = TtcEndToEnd::Decode(bytes);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->module.text, "a");
    EXPECT_TRUE(told->action.set);
    EXPECT_FALSE(told->clientIdentifier.set);
    EXPECT_EQ(told->Encode(), bytes);
    TtcSetSchema schema;
    schema.schema = "HR";
    schema.head.sequence = 4;
    EXPECT_EQ(schema.Encode(), FromHex("11 98 04 01 0102 02 4852"));
}

// As a run of python-oracledb 26.1 with a pool and a server of 26ai has it, in front of a query.
TEST(TtcRequest, ARequestOfAPoolBegins)
{
    const auto layout = TtcLayout::Simulated(true);
    TtcSessionState state;
    state.head.sequence = 3;
    const auto bytes = FromHex("11 b0 03 00 01 44");
    EXPECT_EQ(state.Encode(layout), bytes);
    EXPECT_EQ(state.Size(layout), bytes.size());
    state.state = TtcSessionState::END | TtcSessionState::EXPLICIT;
    state.head.sequence = 8;
    EXPECT_EQ(state.Encode(layout), FromHex("11 b0 08 00 01 48"));
}

// As python-oracledb 3.4 writes them (_write_begin_pipeline_piggyback, EndPipelineMessage): the
// token of the first call is 1, that of the end 0.
TEST(TtcRequest, PipelinesBeginAndEnd)
{
    const auto layout = TtcLayout::Simulated(true);
    TtcPipelineBegin begin;
    begin.head.sequence = 5;
    begin.head.token = 1;
    begin.mode = TtcPipelineBegin::ABORT_ON_ERROR;
    EXPECT_EQ(begin.Encode(layout), FromHex("11 c7 05 0101 00 00 02"));
    TtcPipelineEnd end;
    end.head.sequence = 9;
    EXPECT_EQ(end.Encode(layout), FromHex("03 c8 09 00 00"));
    TtcToken token;
    token.token = 300;
    EXPECT_EQ(token.Encode(), FromHex("21 02012c"));
}

// SQL Developer asks for 256 characters: 033b03010201000101 (captures).
TEST(TtcRequest, Version)
{
    EXPECT_EQ(ToHex(TtcVersion().Encode()), "033b00010201000101");
}
