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
 * What a client can do, and how it sends each data type (DTY).
 */
class TtcDataTypesRequest : public TtcDriverCodec<TtcDataTypesRequest>
{
  public:
    uint16_t characterSet{873};         ///< Character set of the client.
    uint16_t nationalCharacterSet{873}; ///< Its national one.
    uint8_t flags{3};                   ///< How texts are encoded.
    std::string compileTime;            ///< Capabilities of its release.
    std::string runTime;                ///< Capabilities of this process.
    TtcTypeList types;                  ///< Data types.

    /**
     * @param server newest field version of the server
     * @param tellsEnd the ACCEPT offered to tell the ends of replies
     * @return the layout that both ends come to
     */
    TtcLayout AgreeLayout(uint8_t server, bool tellsEnd) const;

    /** @return the newest field version that it knows */
    uint8_t GetFieldVersion() const;

    /** @return whether texts outside of pairs of key and value have a length byte */
    bool HasTextLengths() const;

    /** @return whether it can log on with a verifier of 12c */
    bool KnowsVerifier12c() const;

    /** @return whether the ends of replies are to be told */
    bool WantsEndOfResponse() const;

    /** @return whether it reads signed bytes, such as the scale of a column, as universal integers
     */
    bool ReadsWideBytes() const;

    /** @return whether it reads type and checksum of the statement at the end of a call */
    bool ReadsStatementType() const;

    /** @return whether it reads what a described column has more from 23 on */
    bool ReadsColumns23() const;

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
     * @param place a place in the compile-time capabilities
     * @return what stands there, 0 where they end before it
     */
    uint8_t GetCapability(std::size_t place) const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_DATA_TYPES_REQUEST_H */
