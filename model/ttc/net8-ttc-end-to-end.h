// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_END_TO_END_H
#define NET8_TTC_END_TO_END_H

#include "net8-ttc-head.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sets the end-to-end attributes of the session, as shown in V$SESSION, as a piggyback on the next
 * call.
 */
class TtcEndToEnd : public TtcDriverCodec<TtcEndToEnd>
{
  public:
    /// An attribute.
    struct Value
    {
        bool set{false};    ///< Whether it is sent.
        std::string text{}; ///< The value; empty: none.
    };

    /// Start of the piggyback.
    TtcHead head{TtcFunction::SET_END_TO_END, TtcMessage::PIGGYBACK};
    Value clientIdentifier; ///< User of the application.
    Value module;           ///< Name of the program.
    Value action;           ///< Current action.
    Value clientInfo;       ///< Any other information.
    Value operation;        ///< Database operation.

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
        Zeros(2, io);
        uint32_t flags = (self.clientIdentifier.set ? CLIENT_IDENTIFIER : 0) |
                         (self.module.set ? MODULE : 0) | (self.action.set ? ACTION : 0) |
                         (self.clientInfo.set ? CLIENT_INFO : 0) |
                         (self.operation.set ? OPERATION : 0);
        io.Integer(flags);
        std::array<uint32_t, 5> sizes{};
        Announce(self.clientIdentifier, sizes[0], io);
        Announce(self.module, sizes[1], io);
        Announce(self.action, sizes[2], io);
        Zeros(4, io); // names of a context, and their number
        Announce(self.clientInfo, sizes[3], io);
        Zeros(4, io); // stacks and targets of traces
        Announce(self.operation, sizes[4], io);
        Text(self.clientIdentifier, sizes[0], io);
        Text(self.module, sizes[1], io);
        Text(self.action, sizes[2], io);
        Text(self.clientInfo, sizes[3], io);
        Text(self.operation, sizes[4], io);
    }

  private:
    static constexpr uint32_t CLIENT_IDENTIFIER = 0x0001; ///< Flag of clientIdentifier.
    static constexpr uint32_t MODULE = 0x0008;            ///< Flag of module.
    static constexpr uint32_t ACTION = 0x0010;            ///< Flag of action.
    static constexpr uint32_t CLIENT_INFO = 0x0100;       ///< Flag of clientInfo.
    static constexpr uint32_t OPERATION = 0x0200;         ///< Flag of operation.

    /**
     * Visit null pointers and zero lengths.
     * @param count their number
     * @param io writes or reads them
     */
    template <class IO>
    static void Zeros(uint32_t count, IO& io)
    {
        for (uint32_t field = 0; field < count; ++field)
        {
            uint32_t nothing = 0;
            io.Integer(nothing);
        }
    }

    /**
     * Visit the pointer to an attribute, and its length.
     * @param value the attribute
     * @param size its length, bytes
     * @param io writes or reads both
     */
    template <class VALUE, class IO>
    static void Announce(VALUE& value, uint32_t& size, IO& io)
    {
        auto pointer = static_cast<uint8_t>(value.set ? 1 : 0);
        io.U8(pointer);
        size = value.set ? static_cast<uint32_t>(value.text.size()) : 0;
        io.Integer(size);
        if constexpr (requires { io.Fail(); })
        {
            value.set = pointer != 0;
        }
    }

    /**
     * Visit the text of an attribute.
     * @param value the attribute
     * @param size its length, bytes; 0: not present
     * @param io writes or reads it
     */
    template <class VALUE, class IO>
    static void Text(VALUE& value, uint32_t size, IO& io)
    {
        if (size > 0)
        {
            io.String(value.text);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_END_TO_END_H */
