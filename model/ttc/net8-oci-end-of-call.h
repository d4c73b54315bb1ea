// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_END_OF_CALL_H
#define NET8_OCI_END_OF_CALL_H

#include "net8-oci-codec.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * End of a reply to OCI: the outcome of the call (OER). If the platforms are equal, it is a memory
 * structure preceded by a marker byte, with pointers at its end.
 */
class OciEndOfCall : public OciServerCodec<OciEndOfCall>
{
  public:
    /// Text of the end-of-data error.
    static constexpr const char* NO_DATA_FOUND = "ORA-01403: no data found\n";
    /// Number of pointers at the end of the structure.
    static constexpr uint32_t POINTERS = 9;
    /// Size of the lengths of a row id and of three lists, all empty, bytes.
    static constexpr uint32_t LISTS = 14;

    uint32_t status{1};                 ///< State of the session.
    uint16_t sequence{0};               ///< Number of the call.
    uint32_t rows{0};                   ///< Rows of the statement so far.
    uint16_t error{0};                  ///< Error number; 0: none.
    std::array<uint16_t, 2> elements{}; ///< Number of errors of array elements.
    uint16_t cursor{0};                 ///< Cursor of the statement.
    uint16_t position{0};               ///< Position of the error in the statement text.
    uint8_t statementType{0};           ///< Type of the statement.
    std::array<uint8_t, 5> flags{};     ///< Fatal, flags, cursor options, parameter, warnings.
    uint32_t rowidObject{0};            ///< Object of the last row.
    uint16_t rowidFile{0};              ///< File of the last row.
    uint8_t rowidFlag{0};               ///< A byte between the file and the block.
    uint32_t rowidBlock{0};             ///< Block of the last row.
    uint16_t rowidPlace{0};             ///< Its position in the block.
    uint32_t systemError{0};            ///< Error of the operating system.
    uint8_t statement{0};               ///< Number of the statement.
    uint8_t call{0};                    ///< Number of the call.
    uint16_t padding{0};                ///< Meaning unknown.
    uint32_t iterations{0};             ///< Iterations that succeeded.
    std::string text;                   ///< Text of the error.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::ERROR));
        OciFields head(io, layout);
        head.U32(self.status);
        if (layout.HasSequence())
        {
            head.U16(self.sequence);
        }
        if (layout.samePlatform)
        {
            io.Fixed(1);
        }
        OciFields fields(io, layout, layout.samePlatform);
        Outcome(self, fields);
        Row(self, fields);
        if (layout.samePlatform)
        {
            uint32_t unknown = 0;
            fields.U32(unknown);
            fields.Pointers(POINTERS);
            io.Zeros(layout.IsOf12c() ? sizeof(uint64_t) : 0);
        }
        else
        {
            io.Zeros(LISTS);
        }
        if (self.error != 0)
        {
            head.Text(self.text, OciFields<IO>::SHORT_TEXT);
        }
    }

  private:
    /**
     * Visit the fields about the outcome of the statement.
     * @param self the message
     * @param fields writes or reads them
     */
    template <class SELF, class FIELDS>
    static void Outcome(SELF& self, FIELDS& fields)
    {
        fields.U32(self.rows);
        fields.U16(self.error);
        fields.U16(self.elements[0]);
        fields.U16(self.elements[1]);
        fields.U16(self.cursor);
        fields.U16(self.position);
        fields.U8(self.statementType);
        for (auto& flag : self.flags)
        {
            fields.U8(flag);
        }
    }

    /**
     * Visit the fields about the last row and the counters.
     * @param self the message
     * @param fields writes or reads them
     */
    template <class SELF, class FIELDS>
    static void Row(SELF& self, FIELDS& fields)
    {
        fields.U32(self.rowidObject);
        fields.U16(self.rowidFile);
        fields.U8(self.rowidFlag);
        fields.U32(self.rowidBlock);
        fields.U16(self.rowidPlace);
        fields.U32(self.systemError);
        fields.U8(self.statement);
        fields.U8(self.call);
        fields.U16(self.padding);
        fields.U32(self.iterations);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_END_OF_CALL_H */
