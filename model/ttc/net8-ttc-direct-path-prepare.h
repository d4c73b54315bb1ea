// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DIRECT_PATH_PREPARE_H
#define NET8_TTC_DIRECT_PATH_PREPARE_H

#include "net8-ttc-head.h"
#include "net8-ttc-list.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Starts a direct path load: names the table and its columns (python-oracledb 26.1,
 * DirectPathPrepareMessage).
 */
class TtcDirectPathPrepare : public TtcDriverCodec<TtcDirectPathPrepare>
{
  public:
    /// A named parameter.
    struct Keyword
    {
        std::string name;  ///< Name of a schema, a table or a column.
        uint32_t index{0}; ///< What it names.

        /**
         * Visit every field in wire order, to write or to read it.
         * @tparam SELF this class
         * @tparam IO a writer or a reader
         * @param self the parameter
         * @param io writes or reads the fields
         */
        template <class SELF, class IO>
        static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
        {
            auto bytes = static_cast<uint32_t>(self.name.size());
            io.Fixed(0); // length of a text
            io.Integer(bytes);
            io.String(self.name);
            io.Integer(self.index);
        }
    };

    static constexpr uint32_t TABLE = 1;  ///< Index of the name of the table.
    static constexpr uint32_t SCHEMA = 3; ///< Index of the name of its schema.
    static constexpr uint32_t COLUMN = 4; ///< Index of the name of a column.
    static constexpr uint32_t LOAD = 1;   ///< Operation: load.
    /// Version of the interface and of the stream.
    static constexpr uint32_t VERSION = 400;
    /// Maximum number of parameters read: a schema, a table, and its columns.
    static constexpr uint32_t KEYWORDS_MAX = 4098;

    TtcHead head{TtcFunction::DIRECT_PATH_PREPARE}; ///< Start of the call.
    uint32_t operation{LOAD};                       ///< The operation.
    std::vector<Keyword> keywords;                  ///< Schema, table, columns.
    std::vector<uint32_t> values;                   ///< Settings of the load.

    /**
     * Get the settings of a load.
     * @param count how many the driver sends
     * @return versions, whether to wait for a lock, and what it does not use
     */
    static std::vector<uint32_t> MakeValues(uint32_t count)
    {
        constexpr std::array<std::array<uint32_t, 2>, 6> SET{
            {{0, VERSION}, {1, VERSION}, {11, 0xffff}, {14, 1}, {16, 0xffff}, {17, 0xffff}}};
        std::vector<uint32_t> values(count);
        for (const auto& [place, value] : SET)
        {
            if (place < count)
            {
                values[place] = value;
            }
        }
        return values;
    }

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
        TtcHead::Fields(self.head, io, layout);
        io.Integer(self.operation);
        io.Fixed(PRESENT);
        TtcList::Count(self.keywords, io, KEYWORDS_MAX);
        io.Fixed(PRESENT);
        TtcList::Count(self.values, io, VALUES_MAX);
        for (int pointer = 0; pointer < 6; ++pointer)
        {
            io.Fixed(PRESENT); // columns, parameters and output values, and how many there are
        }
        TtcList::Entries(self.keywords, io, layout);
        for (auto& value : self.values)
        {
            io.Integer(value);
        }
    }

  private:
    static constexpr uint8_t PRESENT = 1;       ///< A pointer that is set.
    static constexpr uint32_t VALUES_MAX = 256; ///< Maximum number of settings read.
};

} // namespace ns3::net8

#endif /* NET8_TTC_DIRECT_PATH_PREPARE_H */
