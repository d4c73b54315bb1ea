// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What the fuzzer of TDS messages found worth keeping stays harmless, and so do its neighbours.
 */
#include "../fuzz/net8-fuzz-corpus.h"
#include "net8-tds-round-trip.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

TEST(TdsCorpus, MessagesOfPeersAreReadOrMalformed)
{
    ExpectHarmlessCorpus("tds", 7, &CheckTdsRoundTrip);
}

TEST(TdsCorpus, MessagesWithAWrongByteAreReadOrMalformed)
{
    ExpectHarmlessNeighbours("tds", 2, &CheckTdsRoundTrip);
}
