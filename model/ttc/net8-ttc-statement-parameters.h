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
 * What the reply to an execute returns beside rows (RPA).
 */
class TtcStatementParameters : public TtcServerCodec<TtcStatementParameters>
{
  public:
    /// Most entries of a list that is read.
    static constexpr uint32_t COUNT_MAX = 4096;

    /// Numbers: lower and higher half of the snapshot, cursor, and others.
    std::vector<uint32_t> numbers;
    std::string transaction;          ///< Text of a transaction.
    std::vector<TtcSetting> settings; ///< Settings of the session that are news.
    std::string registration;         ///< Of a query that is watched.
    /// Rows that each iteration changed, if the execute asked for them.
    std::optional<std::vector<uint64_t>> rowCounts;

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
     * @param text bytes
     * @param io takes or gives them behind their number
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
