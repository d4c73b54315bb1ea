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
 * A message of the NetBIOS name service, UDP port 137 (RFC 1002, 4.2): 12 bytes, questions,
 * records.
 */
class NbtNameMessage : public SmbCodec<NbtNameMessage>
{
  public:
    /// Who is asked for.
    struct Question
    {
        NbtName name;        ///< The name.
        uint16_t type{0x20}; ///< 0x20 addresses, 0x21 state of a node.
        uint16_t kind{1};    ///< Class: 1.
    };

    /// What is known of a name.
    struct Record
    {
        NbtName name;        ///< The name.
        uint16_t type{0x20}; ///< As in questions.
        uint16_t kind{1};    ///< Class: 1.
        uint32_t life{0};    ///< Seconds for which it holds.
        std::string data;    ///< Flags and addresses, or the state.
    };

    /// Lists of records: answers, authorities, additional ones.
    static constexpr std::size_t LISTS = 3;
    /// Most entries that are read of a list.
    static constexpr uint32_t ENTRIES_MAX = 1024;

    uint16_t number{0};                               ///< Number of the question.
    uint16_t flags{0};                                ///< Flags: 0x8000 an answer.
    std::vector<Question> questions;                  ///< The questions.
    std::array<std::vector<Record>, LISTS> records{}; ///< The records.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
     * @param layout of no matter
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
     * @param record a record
     * @param io takes or gives it
     * @param layout of no matter
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
