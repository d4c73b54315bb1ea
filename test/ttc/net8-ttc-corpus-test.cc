// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What the fuzzer of TTC messages found worth keeping stays harmless, and so do its neighbours.
 */
#include "../fuzz/net8-fuzz-corpus.h"
#include "net8-ttc-round-trip.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

TEST(TtcCorpus, MessagesOfPeersAreReadOrMalformed)
{
    ExpectHarmlessCorpus("ttc", 16, &CheckTtcRoundTrip);
}

TEST(TtcCorpus, MessagesWithAWrongByteAreReadOrMalformed)
{
    ExpectHarmlessNeighbours("ttc", 3, &CheckTtcRoundTrip);
}
