// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Oracle error numbers of what a client counts.
 */
#include "ns3/net8-oracle-error.h"

#include <cctype>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3::net8;

namespace
{

/// What a client counts, and the number that its program sees.
struct ErrorCase
{
    SessionError error; ///< What it counts.
    uint32_t before;    ///< The number before the ACCEPT.
    uint32_t behind;    ///< The number behind it.
};

/// The table of errors in section 6 of the fact sheet on Oracle Net; 1002, 1013, 1017 and 3106 are
/// of Oracle's Error Messages, 1153 is TNS-01153 of the listener's log, 28860 of its TLS errors,
/// 12618 of the fact sheet on TNS, section 4.
const std::vector<ErrorCase> CASES{
    {SessionError::LENGTH_BELOW_HEADER, 12592, 12592},
    {SessionError::LENGTH_ABOVE_SDU, 12592, 12592},
    {SessionError::UNKNOWN_TYPE, 12592, 12592},
    {SessionError::MALFORMED_PACKET, 12592, 12592},
    {SessionError::UNEXPECTED_PACKET, 12592, 12592},
    {SessionError::BAD_TTC_PREFIX, 3106, 3106},
    {SessionError::MESSAGE_LENGTH, 3106, 3106},
    {SessionError::UNEXPECTED_MESSAGE, 3106, 3106},
    {SessionError::CALL_FAILED, 3106, 3106},
    {SessionError::VERSION_NOT_SUPPORTED, 12618, 12618},
    {SessionError::CONNECT_DATA_INVALID, 1153, 1153},
    {SessionError::UNKNOWN_SERVICE, 12514, 12514},
    {SessionError::REFUSED, 12564, 12564},
    {SessionError::REDIRECT_NOT_FOLLOWED, 12540, 12540},
    {SessionError::CONNECT_FAILED, 12541, 12541},
    {SessionError::CONNECT_TIMEOUT, 12170, 12170},
    {SessionError::CLOSED_IN_SETUP, 12537, 12537},
    {SessionError::CLOSED_IN_PACKET, 12547, 3113},
    {SessionError::RESET, 12547, 3113},
    {SessionError::CLOSED_IN_CALL, 3113, 3113},
    {SessionError::FETCH_OUT_OF_SEQUENCE, 1002, 1002},
    {SessionError::SEND_FAILED, 12571, 12571},
    {SessionError::LOGON_DENIED, 1017, 1017},
    {SessionError::CALL_CANCELLED, 1013, 1013},
    {SessionError::TRANSPORT_GAVE_UP, 12535, 12535},
    {SessionError::HOST_UNREACHABLE, 12543, 12543},
    {SessionError::HOST_UNKNOWN, 12545, 12545},
    {SessionError::ALIAS_UNKNOWN, 12154, 12154},
    {SessionError::NO_LOCAL_PORT, 12549, 12549},
    {SessionError::RECV_TIMEOUT, 12609, 12609},
    {SessionError::NEGOTIATION_CUT, 12637, 12637},
    {SessionError::FOUND_DEAD, 3135, 3135},
    {SessionError::SEND_TIMEOUT, 12608, 12608},
    {SessionError::TLS_FAILED, 28860, 28860},
    {SessionError::CALL_TIMEOUT, 3156, 3156}, // OCI call timed out
};

} // namespace

TEST(OracleError, HasTheNumberThatAClientSees)
{
    for (const auto& [error, before, behind] : CASES)
    {
        EXPECT_EQ(GetOracleError(error, false), before) << SessionCounters::Name(error);
        EXPECT_EQ(GetOracleError(error, true), behind) << SessionCounters::Name(error);
    }
}

TEST(OracleError, IsThatOfTheSentence)
{
    // Where the sentence that a user reads ends with one number, the column shows the same.
    uint32_t checked = 0;
    for (const auto& [error, before, behind] : CASES)
    {
        const std::string sentence = SessionCounters::Sentence(error);
        const auto place = sentence.find("ORA-");
        if (place == std::string::npos || sentence.find(',', place) != std::string::npos)
        {
            continue;
        }
        EXPECT_EQ(before, std::stoul(sentence.substr(place + 4))) << sentence;
        ++checked;
    }
    EXPECT_GE(checked, 20U);
}

TEST(OracleError, OfARefuseIsTheOneInItsText)
{
    // captures of listeners: ERR in the description, CODE in the error stack
    EXPECT_EQ(ReadRefusal("(DESCRIPTION=(TMP=)(VSNNUM=186646784)(ERR=12514)(ERROR_STACK=(ERROR="
                          "(CODE=12514)(EMFI=4))))"),
              12514U);
    EXPECT_EQ(ReadRefusal("(DESCRIPTION=(ERROR_STACK=(ERROR=(CODE=12505)(EMFI=4))))"), 12505U);
    EXPECT_EQ(ReadRefusal("(DESCRIPTION=(ERR=0)(ERROR_STACK=(ERROR=(CODE=1189)(EMFI=4))))"), 1189U);
    EXPECT_EQ(ReadRefusal("(DESCRIPTION=(ERR=none))"), 12564U);
    EXPECT_EQ(ReadRefusal("(DESCRIPTION=(ERR=12514"), 12564U);
    EXPECT_EQ(ReadRefusal(""), 12564U);
}

TEST(OracleError, OfATextIsTheNumberBehindItsPrefix)
{
    EXPECT_EQ(GetErrorNumber("ORA-00942: table or view does not exist"), 942U);
    EXPECT_EQ(GetErrorNumber("ORA-01403: no data found\n"), 1403U);
    EXPECT_EQ(GetErrorNumber(""), 0U);
    EXPECT_EQ(GetErrorNumber("no data found"), 0U);
}

// Security Guide 23, "Troubleshooting the TLS configuration": ORA-28859 where both have no common
// cipher suite; Error Help: ORA-29019 where versions do not match.
TEST(OracleError, HandshakesOfTls)
{
    EXPECT_EQ(GetTlsError(TlsAlert::PROTOCOL_VERSION), 29019U);
    EXPECT_EQ(GetTlsError(TlsAlert::HANDSHAKE_FAILURE), 28859U);
    EXPECT_EQ(GetTlsError(TlsAlert::CERTIFICATE_REQUIRED), 28860U);
    EXPECT_EQ(GetTlsError(TlsAlert::NONE), 28860U);
}
