// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_CODEC_H
#define NET8_TTC_CODEC_H

#include "net8-ttc-layout.h"
#include "net8-ttc-reader.h"
#include "net8-ttc-writer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a TTC message can do by its list of fields. A message has
 *
 *     template <class SELF, class IO>
 *     static void Fields(SELF& self, IO& io, const TtcLayout& layout);
 *
 * which hands its fields to a writer that counts or stores them or to a reader that fills them in.
 *
 * @tparam MESSAGE the message
 * @tparam SIDE who sends it
 * @tparam LAYOUT what its layout depends on
 */
template <class MESSAGE, TtcWriter::Side SIDE, class LAYOUT = TtcLayout>
class TtcCodec
{
  public:
    /**
     * @param layout layout of the session
     * @return bytes of the message, those of Encode()
     */
    uint32_t Size(const LAYOUT& layout = {}) const
    {
        TtcWriter counter(SIDE);
        MESSAGE::Fields(static_cast<const MESSAGE&>(*this), counter, layout);
        return static_cast<uint32_t>(counter.GetSize());
    }

    /**
     * @param layout layout of the session
     * @return the message
     */
    std::vector<uint8_t> Encode(const LAYOUT& layout = {}) const
    {
        std::vector<uint8_t> bytes;
        TtcWriter writer(SIDE, &bytes);
        MESSAGE::Fields(static_cast<const MESSAGE&>(*this), writer, layout);
        return bytes;
    }

    /**
     * @param reader stands at the message
     * @param layout layout of the session
     * @return the message, or nothing; what follows it is left
     */
    static std::optional<MESSAGE> Read(TtcReader& reader, const LAYOUT& layout = {})
    {
        MESSAGE message;
        MESSAGE::Fields(message, reader, layout);
        return reader.Failed() ? std::nullopt : std::optional(std::move(message));
    }

    /**
     * @param bytes a message and perhaps more
     * @param layout layout of the session
     * @return the message, or nothing
     */
    static std::optional<MESSAGE> Decode(std::span<const uint8_t> bytes, const LAYOUT& layout = {})
    {
        TtcReader reader(bytes);
        return Read(reader, layout);
    }
};

/**
 * @ingroup net8
 * A message of a server.
 */
template <class MESSAGE>
using TtcServerCodec = TtcCodec<MESSAGE, TtcWriter::Side::SERVER>;

/**
 * @ingroup net8
 * A message of a driver.
 */
template <class MESSAGE>
using TtcDriverCodec = TtcCodec<MESSAGE, TtcWriter::Side::DRIVER>;

} // namespace ns3::net8

#endif /* NET8_TTC_CODEC_H */
