// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-rules.h"

#include "net8-nbf-header.h"

namespace ns3::net8
{

namespace
{

/// A tick of Novell's timers: 1/18.2 s.
constexpr LanTime TICK = LanRules::SECOND * 10 / 182;
/// User bytes per NetBIOS frame on Ethernet: 1500 - 4 - 14 (announced by both ends in captures).
constexpr uint32_t NBF_PIECE = 1482;

} // namespace

LanRules
LanRules::MakeSpx()
{
    LanRules rules;
    rules.keepAlive = 54 * TICK; // verify timeout
    rules.listen = 108 * TICK;
    rules.abort = 540 * TICK;
    return rules;
}

LanRules
LanRules::MakeSpxTwo(uint32_t pieceSize, uint32_t window)
{
    LanRules rules = MakeSpx();
    rules.pieceSize = pieceSize;
    rules.window = window;
    rules.initialWindow = window;
    rules.buffers = window;
    rules.acksEach = false;
    rules.ackDelay = 200 * MS;
    rules.timeout = Timeout::DEVIATION;
    rules.leastTimeout = TICK;
    return rules;
}

LanRules
LanRules::MakeNsp(Flow flow)
{
    LanRules rules;
    rules.pieceSize = 563;
    rules.modulus = 4096;
    rules.firstNumber = 1;
    rules.flow = flow;
    rules.window = flow == Flow::NONE ? 1 : 2046;
    rules.halves = true;
    rules.buffers = 8;
    rules.timeout = Timeout::FACTOR;
    rules.firstTimeout = 5 * SECOND;
    rules.leastTimeout = 100 * MS;
    rules.mostTimeout = 60 * SECOND;
    rules.retries = 10;
    rules.keepAlive = 10 * SECOND;
    rules.acksConnect = true;
    return rules;
}

LanRules
LanRules::MakeLlc()
{
    LanRules rules;
    rules.pieceSize = NbfHeader::SESSION_SIZE + NBF_PIECE;
    rules.modulus = 128;
    rules.window = 2;
    rules.initialWindow = 2;
    rules.flow = Flow::NONE;
    rules.rejects = true;
    rules.polls = true;        // IEEE 802.2, P bit
    rules.ackDelay = 100 * MS; // T2
    rules.timeout = Timeout::FIXED;
    rules.mostTimeout = SECOND;
    rules.retries = 8;
    rules.listen = 3 * SECOND;                                            // Ti
    rules.abort = rules.listen + (rules.retries + 1) * rules.mostTimeout; // unanswered polls
    rules.setupSteps = 1;                                                 // SABME
    return rules;
}

LanRules
LanRules::MakeNbf()
{
    LanRules rules;
    rules.pieceSize = NBF_PIECE;
    rules.window = 1U << 30U; // the link has a window
    rules.initialWindow = rules.window;
    rules.flow = Flow::NONE;
    rules.ackDelay = 100 * MS; // T2
    rules.timeout = Timeout::FIXED;
    rules.firstTimeout = 500 * MS; // names are queried three times, half a second apart
    rules.retries = 2;
    rules.setupSteps = 1; // name query
    rules.overLink = true;
    rules.setupWait = 30 * SECOND;
    return rules;
}

} // namespace ns3::net8
