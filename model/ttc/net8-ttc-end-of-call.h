// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_END_OF_CALL_H
#define NET8_TTC_END_OF_CALL_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"
#include "net8-ttc-list.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * End of a reply: the outcome of the call (OER), and the failed elements of an array.
 */
class TtcEndOfCall : public TtcServerCodec<TtcEndOfCall>
{
  public:
    /// Error number of the end of data.
    static constexpr uint32_t NO_DATA_FOUND = 1403;
    /// Statement type of a query.
    static constexpr uint8_t QUERY = 3;

    /// An array element that failed while the others succeeded.
    struct ElementError
    {
        uint32_t error{0};  ///< Error number.
        uint32_t place{0};  ///< Index of the element, from 0.
        std::string text{}; ///< Text of the error.
    };

    /// Error number of a call in which array elements failed.
    static constexpr uint32_t ARRAY_ERRORS = 24381;
    /// Maximum number of such elements read (limit of python-oracledb).
    static constexpr uint32_t ELEMENTS_MAX = 65535;

    uint32_t status{1};                   ///< State of the session.
    uint32_t sequence{1};                 ///< Number of the call, end to end.
    uint64_t rows{0};                     ///< Rows of the statement so far.
    uint32_t error{0};                    ///< Error number; 0: none.
    std::array<uint32_t, 2> elements{};   ///< Number of errors of array elements.
    uint32_t cursor{0};                   ///< Cursor of the statement.
    int64_t position{0};                  ///< Position of the error in the statement text.
    uint8_t statementType{0};             ///< Statement type, QUERY or another.
    std::array<int64_t, 5> flags{};       ///< Fatal, flags, cursor options, parameter, warnings.
    std::array<uint32_t, 2> rowidFile{};  ///< Object and file of the last row.
    uint8_t rowidFlag{0};                 ///< A byte between the file and the block.
    std::array<uint32_t, 2> rowidBlock{}; ///< Block of the last row, and its position there.
    uint32_t systemError{0};              ///< Error of the operating system.
    uint8_t statement{0};                 ///< Number of the statement.
    uint8_t call{0};                      ///< Number of the call.
    uint32_t padding{0};                  ///< Meaning unknown.
    uint32_t iterations{0};               ///< Iterations that succeeded.
    std::string logicalRowid;             ///< Last row of an index-organized table.
    std::vector<ElementError> failed;     ///< Array elements that failed (batch errors).
    uint32_t fullStatementType{0};        ///< Type of the statement, from 20.1 on.
    uint32_t checksum{0};                 ///< Checksum of the server, from 20.1 on.
    std::string text;                     ///< Text of the error.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::ERROR));
        io.Integer(self.status);
        io.Integer(self.sequence);
        io.Integer(self.rows);
        io.Integer(self.error);
        io.Integer(self.elements[0]);
        io.Integer(self.elements[1]);
        io.Integer(self.cursor);
        io.Signed(self.position);
        io.U8(self.statementType);
        for (auto& flag : self.flags)
        {
            io.SignedByte(flag, layout.wideBytes);
        }
        Row(self, io);
        io.Integer(self.systemError);
        io.U8(self.statement);
        io.U8(self.call);
        io.Integer(self.padding);
        io.Integer(self.iterations);
        io.Field(self.logicalRowid);
        BatchErrors(self, io);
        Newer(self, io, layout);
        if (self.error != 0)
        {
            io.String(self.text);
        }
    }

  private:
    /**
     * Visit the fields about the last row.
     * @param self the message
     * @param io writes or reads them
     */
    template <class SELF, class IO>
    static void Row(SELF& self, IO& io)
    {
        io.Integer(self.rowidFile[0]);
        io.Integer(self.rowidFile[1]);
        io.U8(self.rowidFlag);
        io.Integer(self.rowidBlock[0]);
        io.Integer(self.rowidBlock[1]);
    }

    /**
     * Visit the fields about failed array elements: codes, indices and texts.
     * @param self the message
     * @param io writes or reads them
     */
    template <class SELF, class IO>
    static void BatchErrors(SELF& self, IO& io)
    {
        List(self, io, [&io](auto& element) { io.Integer(element.error); });
        List(self, io, [&io](auto& element) { io.Integer(element.place); });
        List(self, io, [&io](auto& element) {
            auto size = static_cast<uint32_t>(element.text.size());
            io.Integer(size);
            io.String(element.text);
            io.Fixed(0); // end marker
            io.Fixed(0);
        });
    }

    /**
     * Visit a list about failed array elements.
     * @param self the message
     * @param io writes or reads its length and, unless it is empty, a size and the entries
     * @param each writes or reads the entry of one element
     */
    template <class SELF, class IO, class EACH>
    static void List(SELF& self, IO& io, EACH each)
    {
        auto count = static_cast<uint32_t>(self.failed.size());
        io.Integer(count);
        TtcList::Resize(self.failed, io, count, ELEMENTS_MAX);
        if (count > 0)
        {
            io.Fixed(0);
        }
        for (auto& element : self.failed)
        {
            each(element);
        }
    }

    /**
     * Visit the fields of later field versions.
     * @param self the message
     * @param io writes or reads them
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Newer(SELF& self, IO& io, const TtcLayout& layout)
    {
        if (layout.HasErrorNumber())
        {
            io.Integer(self.error);
            io.Integer(self.rows);
        }
        if (layout.HasStatementType())
        {
            io.Integer(self.fullStatementType);
            io.Integer(self.checksum);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_END_OF_CALL_H */
