// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_PAIR_H
#define NET8_OCI_PAIR_H

#include "net8-oci-codec.h"

#include <cstdint>
#include <string>
#include <type_traits>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A key-value pair in the messages of an OCI logon.
 */
class OciPair : public OciServerCodec<OciPair>
{
  public:
    /// Maximum number of pairs read from one message.
    static constexpr uint32_t COUNT_MAX = 256;

    /**
     * A text, and the space that it may need in another character set: OCI 9.2 announces three
     * times its length.
     */
    struct Text
    {
        std::string text; ///< The text.
        uint32_t room{0}; ///< Space, bytes; 0: its length.
    };

    Text key;          ///< The key.
    Text value;        ///< The value.
    uint32_t flags{0}; ///< Flags, or the type of a verifier.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const OciLayout& layout)
    {
        OciFields fields(io, layout);
        Part(self.key, fields, layout);
        Part(self.value, fields, layout);
        fields.U32(self.flags);
    }

  private:
    /**
     * Visit a text.
     * @param part the text
     * @param fields writes or reads it
     * @param layout layout of the session
     */
    template <class PART, class FIELDS>
    static void Part(PART& part, FIELDS& fields, const OciLayout& layout)
    {
        auto size = static_cast<uint32_t>(part.room > 0 ? part.room : part.text.size());
        fields.U32(size);
        if (size > 0)
        {
            // Servers send texts longer than a client's chunk with one length byte.
            fields.Text(part.text, layout.chunk);
        }
        if constexpr (!std::is_const_v<PART>)
        {
            part.room = size == part.text.size() ? 0 : size;
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_PAIR_H */
