// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DATA_TYPES_REQUEST_H
#define NET8_TTC_DATA_TYPES_REQUEST_H

#include "net8-ttc-code.h"
#include "net8-ttc-type-list.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The capabilities of a client, and how it sends each data type (DTY).
 */
class TtcDataTypesRequest : public TtcDriverCodec<TtcDataTypesRequest>
{
  public:
    uint16_t characterSet{873};         ///< Character set of the client.
    uint16_t nationalCharacterSet{873}; ///< Its national one.
    uint8_t flags{3};                   ///< How texts are encoded.
    std::string compileTime;            ///< Compile-time capabilities (release).
    std::string runTime;                ///< Run-time capabilities (process).
    TtcTypeList types;                  ///< Data types.

    /**
     * Determine the layout agreed by both ends.
     * @param server newest field version of the server
     * @param tellsEnd whether the ACCEPT offered to mark the ends of replies
     * @return the layout
     */
    TtcLayout AgreeLayout(uint8_t server, bool tellsEnd) const;

    /** @return the newest field version that the client knows */
    uint8_t GetFieldVersion() const;

    /** @return whether texts other than keys and values have a length byte */
    bool HasTextLengths() const;

    /** @return whether the client can log on with a 12c verifier */
    bool KnowsVerifier12c() const;

    /** @return whether the client requests marked ends of replies */
    bool WantsEndOfResponse() const;

    /** @return whether the client reads signed bytes, such as a scale, as universal integers */
    bool ReadsWideBytes() const;

    /** @return whether the client reads type and checksum of the statement at the end of a call */
    bool ReadsStatementType() const;

    /** @return whether the client reads the additional fields of column descriptions from 23 on */
    bool ReadsColumns23() const;

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::DATA_TYPES));
        io.U16Little(self.characterSet);
        io.U16Little(self.nationalCharacterSet);
        io.U8(self.flags);
        io.String(self.compileTime);
        io.String(self.runTime);
        TtcTypeList::Fields(self.types, io, layout);
    }

  private:
    /**
     * Get a compile-time capability.
     * @param place index in the compile-time capabilities
     * @return the capability; 0 if they are shorter
     */
    uint8_t GetCapability(std::size_t place) const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_DATA_TYPES_REQUEST_H */
