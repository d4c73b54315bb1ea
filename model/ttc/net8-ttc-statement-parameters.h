// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_STATEMENT_PARAMETERS_H
#define NET8_TTC_STATEMENT_PARAMETERS_H

#include "net8-ttc-code.h"
#include "net8-ttc-list.h"
#include "net8-ttc-setting.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the reply to an execute returns besides rows (RPA).
 */
class TtcStatementParameters : public TtcServerCodec<TtcStatementParameters>
{
  public:
    /// Maximum number of list entries read.
    static constexpr uint32_t COUNT_MAX = 4096;

    /// Numbers: lower and higher half of the snapshot, cursor, and others.
    std::vector<uint32_t> numbers;
    std::string transaction;          ///< Text of a transaction.
    std::vector<TtcSetting> settings; ///< Session settings that have changed.
    std::string registration;         ///< Registration of a watched query.
    /// Rows changed by each iteration, if the execute requested them.
    std::optional<std::vector<uint64_t>> rowCounts;

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
        TtcList::Count(self.numbers, io, COUNT_MAX);
        for (auto& number : self.numbers)
        {
            io.Integer(number);
        }
        Bytes(self.transaction, io);
        TtcList::Count(self.settings, io, COUNT_MAX);
        TtcList::Entries(self.settings, io, layout);
        Bytes(self.registration, io);
        if (self.rowCounts)
        {
            TtcList::Count(*self.rowCounts, io, COUNT_MAX);
            for (auto& count : *self.rowCounts)
            {
                io.Integer(count);
            }
        }
    }

  private:
    /**
     * Visit bytes preceded by their number.
     * @param text the bytes
     * @param io writes or reads them
     */
    template <class TEXT, class IO>
    static void Bytes(TEXT& text, IO& io)
    {
        auto size = static_cast<uint32_t>(text.size());
        io.Integer(size);
        io.Raw(text, size);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_STATEMENT_PARAMETERS_H */
