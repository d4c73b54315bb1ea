// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SMB_CODEC_H
#define NET8_SMB_CODEC_H

#include "ns3/net8-ttc-codec.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the layout of messages of SMB and of NetBIOS over TCP depends on: nothing.
 */
struct SmbLayout
{
};

/**
 * @ingroup net8
 * A message of SMB or of NetBIOS over TCP: it counts, writes and reads itself by its list of
 * fields, as those of TTC do.
 *
 * @tparam MESSAGE the message
 */
template <class MESSAGE>
using SmbCodec = TtcCodec<MESSAGE, TtcWriter::Side::SERVER, SmbLayout>;

/**
 * @ingroup net8
 * @tparam IO a writer or a reader
 */
template <class IO>
concept SmbReads = requires(IO& io) { io.Fail(); };

} // namespace ns3::net8

#endif /* NET8_SMB_CODEC_H */
