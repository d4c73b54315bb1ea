// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_PROTOCOL_REQUEST_H
#define NET8_TTC_PROTOCOL_REQUEST_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Requests the server's protocol version (PRO).
 */
class TtcProtocolRequest : public TtcDriverCodec<TtcProtocolRequest>
{
  public:
    std::string versions{"\6"}; ///< A byte for each version that the client knows, newest first.
    std::string name;           ///< Name of the client.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::PROTOCOL));
        io.Terminated(self.versions);
        io.Terminated(self.name);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_PROTOCOL_REQUEST_H */
