// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What the fuzzer of SMB messages found worth keeping stays harmless, and so do its neighbours.
 */
#include "../fuzz/net8-fuzz-corpus.h"
#include "net8-smb-round-trip.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

TEST(SmbCorpus, MessagesOfPeersAreReadOrMalformed)
{
    ExpectHarmlessCorpus("smb", 4, &CheckSmbRoundTrip);
}

TEST(SmbCorpus, MessagesWithAWrongByteAreReadOrMalformed)
{
    ExpectHarmlessNeighbours("smb", 1, &CheckSmbRoundTrip);
}
