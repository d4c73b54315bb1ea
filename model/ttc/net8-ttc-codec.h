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
 * Encodes and decodes a TTC message by its list of fields. A message has
 *
 *     template <class SELF, class IO>
 *     static void Fields(SELF& self, IO& io, const TtcLayout& layout);
 *
 * which passes its fields to a writer, which counts or stores them, or to a reader, which fills
 * them in.
 *
 * @tparam MESSAGE class of the message
 * @tparam SIDE sender of the message
 * @tparam LAYOUT layout type of the message
 */
template <class MESSAGE, TtcWriter::Side SIDE, class LAYOUT = TtcLayout>
class TtcCodec
{
  public:
    /**
     * Get the size of the message.
     * @param layout layout of the session
     * @return size of the encoded message, bytes
     */
    uint32_t Size(const LAYOUT& layout = {}) const
    {
        TtcWriter counter(SIDE);
        MESSAGE::Fields(static_cast<const MESSAGE&>(*this), counter, layout);
        return static_cast<uint32_t>(counter.GetSize());
    }

    /**
     * Encode the message.
     * @param layout layout of the session
     * @return its bytes
     */
    std::vector<uint8_t> Encode(const LAYOUT& layout = {}) const
    {
        std::vector<uint8_t> bytes;
        TtcWriter writer(SIDE, &bytes);
        MESSAGE::Fields(static_cast<const MESSAGE&>(*this), writer, layout);
        return bytes;
    }

    /**
     * Read a message.
     * @param reader positioned at the message
     * @param layout layout of the session
     * @return the message, or nothing; what follows it remains in the reader
     */
    static std::optional<MESSAGE> Read(TtcReader& reader, const LAYOUT& layout = {})
    {
        MESSAGE message;
        MESSAGE::Fields(message, reader, layout);
        return reader.Failed() ? std::nullopt : std::optional(std::move(message));
    }

    /**
     * Decode a message.
     * @param bytes a message, possibly followed by more
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
 * A message from a server.
 */
template <class MESSAGE>
using TtcServerCodec = TtcCodec<MESSAGE, TtcWriter::Side::SERVER>;

/**
 * @ingroup net8
 * A message from a driver.
 */
template <class MESSAGE>
using TtcDriverCodec = TtcCodec<MESSAGE, TtcWriter::Side::DRIVER>;

} // namespace ns3::net8

#endif /* NET8_TTC_CODEC_H */
