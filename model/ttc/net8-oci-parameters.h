// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_PARAMETERS_H
#define NET8_OCI_PARAMETERS_H

#include "net8-oci-codec.h"
#include "net8-oci-setting.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Return parameters of an execute for OCI (RPA). Up to 9.2 they are only numbers.
 */
class OciParameters : public OciServerCodec<OciParameters>
{
  public:
    /// Maximum number of numbers and of settings read.
    static constexpr uint32_t COUNT_MAX = 256;

    std::vector<uint32_t> numbers;    ///< Numbers; the first two are a system change number.
    std::string text;                 ///< A text, empty in captures.
    std::vector<OciSetting> settings; ///< Session settings that have changed.
    uint32_t registration{0};         ///< Registration of a watched query.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::PARAMETER));
        OciFields fields(io, layout);
        auto count = static_cast<uint32_t>(self.numbers.size());
        fields.U16(count);
        TtcList::Resize(self.numbers, io, count, COUNT_MAX);
        for (auto& number : self.numbers)
        {
            fields.U32(number);
        }
        if (!layout.HasSequence())
        {
            return;
        }
        auto size = static_cast<uint32_t>(self.text.size());
        fields.U16(size);
        io.Raw(self.text, size);
        count = static_cast<uint32_t>(self.settings.size());
        fields.U16(count);
        TtcList::Resize(self.settings, io, count, COUNT_MAX);
        TtcList::Entries(self.settings, io, layout);
        fields.U32(self.registration);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_PARAMETERS_H */
