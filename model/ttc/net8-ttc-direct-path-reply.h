// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DIRECT_PATH_REPLY_H
#define NET8_TTC_DIRECT_PATH_REPLY_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"
#include "net8-ttc-described-column.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the reply to a call of a direct path load returns before the end of the call: a list of
 * numbers and, if it is that to the prepare, the columns before them (python-oracledb 26.1,
 * _process_return_parameters of its three messages).
 */
class TtcDirectPathReply : public TtcServerCodec<TtcDirectPathReply>
{
  public:
    /// Place of the cursor among the numbers of the reply to a prepare.
    static constexpr uint32_t CURSOR = 3;
    /// Numbers in the reply to a prepare.
    static constexpr uint32_t PREPARED = 14;

    bool prepares{false};                    ///< It is the reply to a prepare.
    std::vector<TtcDescribedColumn> columns; ///< The columns, in the reply to a prepare.
    std::vector<uint32_t> numbers;           ///< The numbers.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::PARAMETER));
        if (self.prepares)
        {
            TtcList::Count(self.columns, io, COUNT_MAX);
            TtcList::Entries(self.columns, io, layout);
            io.Expect(0); // parameters: drivers know none
        }
        TtcList::Count(self.numbers, io, COUNT_MAX);
        for (auto& number : self.numbers)
        {
            io.Integer(number);
        }
    }

  private:
    static constexpr uint32_t COUNT_MAX = 4096; ///< Maximum number of entries read.
};

} // namespace ns3::net8

#endif /* NET8_TTC_DIRECT_PATH_REPLY_H */
