// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SMB_CODEC_H
#define NET8_SMB_CODEC_H

#include "ns3/net8-ttc-codec.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Layout of SMB messages and NetBIOS over TCP, which depends on nothing.
 */
struct SmbLayout
{
};

/**
 * @ingroup net8
 * A message of SMB or of NetBIOS over TCP, which is counted, written and read by its list of
 * fields, like those of TTC.
 *
 * @tparam MESSAGE class of the message
 */
template <class MESSAGE>
using SmbCodec = TtcCodec<MESSAGE, TtcWriter::Side::SERVER, SmbLayout>;

/**
 * @ingroup net8
 * Satisfied by a reader, but not by a writer.
 * @tparam IO a writer or a reader
 */
template <class IO>
concept SmbReads = requires(IO& io) { io.Fail(); };

} // namespace ns3::net8

#endif /* NET8_SMB_CODEC_H */
