// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_CODEC_H
#define NET8_OCI_CODEC_H

#include "net8-oci-fields.h"
#include "net8-oci-layout.h"
#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A message from a server to OCI.
 */
template <class MESSAGE>
using OciServerCodec = TtcCodec<MESSAGE, TtcWriter::Side::SERVER, OciLayout>;

/**
 * @ingroup net8
 * A message from OCI.
 */
template <class MESSAGE>
using OciDriverCodec = TtcCodec<MESSAGE, TtcWriter::Side::DRIVER, OciLayout>;

} // namespace ns3::net8

#endif /* NET8_OCI_CODEC_H */
