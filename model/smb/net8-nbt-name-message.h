// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBT_NAME_MESSAGE_H
#define NET8_NBT_NAME_MESSAGE_H

#include "net8-nbt-name.h"
#include "net8-smb-codec.h"

#include "ns3/net8-ttc-list.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A message of the NetBIOS name service, UDP port 137 (RFC 1002, 4.2): a 12-byte header, questions,
 * records.
 */
class NbtNameMessage : public SmbCodec<NbtNameMessage>
{
  public:
    /// A question.
    struct Question
    {
        NbtName name;        ///< The name.
        uint16_t type{0x20}; ///< 0x20 addresses, 0x21 node status.
        uint16_t kind{1};    ///< Class: 1.
    };

    /// A resource record.
    struct Record
    {
        NbtName name;        ///< The name.
        uint16_t type{0x20}; ///< As in questions.
        uint16_t kind{1};    ///< Class: 1.
        uint32_t life{0};    ///< Time to live, s.
        std::string data;    ///< Flags and addresses, or the node status.
    };

    /// Lists of records: answers, authorities, additional ones.
    static constexpr std::size_t LISTS = 3;
    /// Maximum number of list entries read.
    static constexpr uint32_t ENTRIES_MAX = 1024;

    uint16_t number{0};                               ///< Transaction number.
    uint16_t flags{0};                                ///< Flags: 0x8000 response.
    std::vector<Question> questions;                  ///< The questions.
    std::array<std::vector<Record>, LISTS> records{}; ///< The records.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout not used
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const SmbLayout& layout)
    {
        io.U16(self.number);
        io.U16(self.flags);
        auto questions = static_cast<uint16_t>(self.questions.size());
        io.U16(questions);
        std::array<uint16_t, LISTS> counts{};
        for (std::size_t list = 0; list < LISTS; ++list)
        {
            counts[list] = static_cast<uint16_t>(self.records[list].size());
            io.U16(counts[list]);
        }
        TtcList::Resize(self.questions, io, questions, ENTRIES_MAX);
        for (auto& question : self.questions)
        {
            NbtName::Fields(question.name, io, layout);
            io.U16(question.type);
            io.U16(question.kind);
        }
        for (std::size_t list = 0; list < LISTS; ++list)
        {
            TtcList::Resize(self.records[list], io, counts[list], ENTRIES_MAX);
            for (auto& record : self.records[list])
            {
                TakeRecord(record, io, layout);
            }
        }
    }

  private:
    /**
     * Visit a record.
     * @param record a record
     * @param io writes or reads it
     * @param layout not used
     */
    template <class RECORD, class IO>
    static void TakeRecord(RECORD& record, IO& io, const SmbLayout& layout)
    {
        NbtName::Fields(record.name, io, layout);
        io.U16(record.type);
        io.U16(record.kind);
        io.U32(record.life);
        auto length = static_cast<uint16_t>(record.data.size());
        io.U16(length);
        io.Raw(record.data, length);
    }
};

} // namespace ns3::net8

#endif /* NET8_NBT_NAME_MESSAGE_H */
