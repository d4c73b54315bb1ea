// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_LOB_CALL_H
#define NET8_TTC_LOB_CALL_H

#include "net8-ttc-head.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A LOB operation (OLOBOPS): reads or writes a part of a LOB, asks for its length, creates a
 * temporary one or, as a piggyback, frees temporary ones.
 */
class TtcLobCall : public TtcDriverCodec<TtcLobCall>
{
  public:
    static constexpr uint32_t LENGTH = 0x1;             ///< Asks for its length.
    static constexpr uint32_t READ = 0x2;               ///< Reads a part.
    static constexpr uint32_t WRITE = 0x40;             ///< Writes a part.
    static constexpr uint32_t CREATE_TEMPORARY = 0x110; ///< Creates a temporary LOB.
    /// Frees temporary LOBs, whose locators are concatenated.
    static constexpr uint32_t FREE_TEMPORARY = 0x80111;
    /// Size of the locator of a temporary LOB, bytes (source of python-oracledb).
    static constexpr uint32_t TEMPORARY_LOCATOR = 40;
    /// Duration of a temporary LOB: the session.
    static constexpr uint32_t OF_SESSION = 10;
    /// Character set of a driver's texts, AL32UTF8.
    static constexpr uint32_t UTF8_ID = 873;

    TtcHead head{TtcFunction::LOB}; ///< Start of the call.
    uint32_t operation{READ};       ///< The operation.
    std::string locator;            ///< Locator of the LOB.
    uint32_t locatorBytes{0};       ///< Size of a virtual locator instead, bytes.
    uint32_t duration{0};           ///< Duration of a temporary LOB.
    uint64_t offset{1};      ///< First byte or character, from 1; character set form of a new LOB.
    uint64_t otherOffset{0}; ///< Type of a new LOB.
    uint64_t amount{0};      ///< Bytes or characters to read.
    std::string data;        ///< Data to write.
    uint64_t dataBytes{0};   ///< Size of virtual data instead, bytes.

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
        uint64_t size = self.locator.size() + self.locatorBytes;
        io.Fixed(PRESENT);
        io.Integer(size);
        io.Fixed(0); // the other LOB
        io.Integer(self.duration);
        io.Fixed(0); // short offsets
        io.Fixed(0);
        // Pointers to the character set, to a short amount and to whether it is null.
        const auto creates = [&self] { return self.operation == CREATE_TEMPORARY ? PRESENT : 0; };
        io.Fixed(creates());
        io.Fixed(0);
        io.Fixed(creates());
        io.Integer(self.operation);
        io.Fixed(0); // a system change number, and its length
        io.Fixed(0);
        io.Integer(self.offset);
        io.Integer(self.otherOffset);
        io.Fixed(self.operation == READ || self.operation == LENGTH ? PRESENT : 0);
        for (int field = 0; field < 6; ++field)
        {
            io.Fixed(0); // array of LOBs
        }
        io.Raw(self.locator, size);
        Rest(self, io);
    }

  private:
    /// A pointer that is set.
    static constexpr uint8_t PRESENT = 1;

    /**
     * Visit the fields after the locator.
     * @param self the message
     * @param io writes or reads them
     */
    template <class SELF, class IO>
    static void Rest(SELF& self, IO& io)
    {
        if (self.operation == CREATE_TEMPORARY)
        {
            uint32_t characterSet = UTF8_ID;
            io.Integer(characterSet);
        }
        else if (self.operation == READ || self.operation == LENGTH)
        {
            io.Integer(self.amount);
        }
        else if (self.operation == WRITE)
        {
            io.Expect(static_cast<uint8_t>(TtcMessage::LOB_DATA));
            Data(self, io);
        }
    }

    /**
     * Visit the data to write.
     * @param self the message
     * @param io writes or reads it
     */
    template <class SELF, class IO>
    static void Data(SELF& self, IO& io)
    {
        if constexpr (requires { io.Fail(); })
        {
            io.String(self.data);
        }
        else if (self.data.empty())
        {
            io.VirtualString(self.dataBytes);
        }
        else
        {
            io.String(self.data);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_LOB_CALL_H */
