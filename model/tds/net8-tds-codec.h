// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CODEC_H
#define NET8_TDS_CODEC_H

#include "net8-tds-layout.h"

#include "ns3/net8-ttc-codec.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A TDS message or token, which is counted, written and read by its list of fields, like those of
 * TTC.
 *
 * @tparam MESSAGE class of the message
 */
template <class MESSAGE>
using TdsCodec = TtcCodec<MESSAGE, TtcWriter::Side::SERVER, TdsLayout>;

/**
 * @ingroup net8
 * Satisfied by a reader, but not by a writer.
 * @tparam IO a writer or a reader
 */
template <class IO>
concept TdsReads = requires(IO& io) { io.Fail(); };

} // namespace ns3::net8

#endif /* NET8_TDS_CODEC_H */
