// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CALL_H
#define NET8_TDS_CALL_H

#include "net8-tds-codec.h"
#include "net8-tds-headers.h"
#include "net8-tds-text.h"
#include "net8-tds-type.h"
#include "net8-tds-value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Procedure calls (RPC), such as sp_executesql with a statement and its parameters.
 */
class TdsCalls : public TdsCodec<TdsCalls>
{
  public:
    /// A parameter.
    struct Parameter
    {
        std::string name;  ///< Its name, in UTF-16.
        uint8_t status{0}; ///< 1: an output parameter.
        TdsType type;      ///< Its type.
        TdsValue value;    ///< Its value.
    };

    /// A call.
    struct Call
    {
        std::string name;                  ///< Name of the procedure, in UTF-16.
        uint16_t number{0};                ///< Its number; used without a name.
        uint16_t flags{0};                 ///< Flags.
        std::vector<Parameter> parameters; ///< Its parameters.
    };

    /// Numbers of well-known procedures.
    enum Procedure : uint16_t
    {
        EXECUTE_SQL = 10,     ///< sp_executesql
        PREPARE = 11,         ///< sp_prepare
        EXECUTE = 12,         ///< sp_execute
        PREPARE_EXECUTE = 13, ///< sp_prepexec
        UNPREPARE = 15        ///< sp_unprepare
    };

    /// Length of a name that marks a number instead.
    static constexpr uint16_t NUMBERED = 0xffff;
    /// Separator between calls before 7.2.
    static constexpr uint8_t NEXT_NARROW = 0x80;
    /// Separator between calls from 7.2 on.
    static constexpr uint8_t NEXT_WIDE = 0xff;

    TdsHeaders headers;      ///< Headers of the request.
    std::vector<Call> calls; ///< The calls.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& layout)
    {
        TdsHeaders::Fields(self.headers, io, layout);
        const uint8_t next = layout.wide ? NEXT_WIDE : NEXT_NARROW;
        if constexpr (TdsReads<IO>)
        {
            do
            {
                if (!self.calls.empty())
                {
                    io.Expect(next);
                }
                self.calls.emplace_back();
                Head(self.calls.back(), io);
                while (!io.Failed() && io.Left() > 0 && io.Peek() != next)
                {
                    self.calls.back().parameters.emplace_back();
                    Take(self.calls.back().parameters.back(), io, layout);
                }
            } while (!io.Failed() && io.Left() > 0);
        }
        else
        {
            for (std::size_t at = 0; at < self.calls.size(); ++at)
            {
                if (at > 0)
                {
                    io.U8(next);
                }
                Head(self.calls[at], io);
                for (const auto& parameter : self.calls[at].parameters)
                {
                    Take(parameter, io, layout);
                }
            }
        }
    }

  private:
    /**
     * Visit the name and flags of a call.
     * @param call a call
     * @param io writes or reads them
     */
    template <class CALL, class IO>
    static void Head(CALL& call, IO& io)
    {
        auto length = call.name.empty() ? NUMBERED : static_cast<uint16_t>(call.name.size() / 2);
        io.Little(length, 2);
        if (length == NUMBERED)
        {
            io.Little(call.number, 2);
        }
        else
        {
            if constexpr (TdsReads<IO>)
            {
                if (length == 0)
                {
                    io.Fail();
                }
            }
            io.Raw(call.name, 2U * length);
        }
        io.Little(call.flags, 2);
    }

    /**
     * Visit a parameter.
     * @param parameter a parameter
     * @param io writes or reads it
     * @param layout layout of the session
     */
    template <class PARAMETER, class IO>
    static void Take(PARAMETER& parameter, IO& io, const TdsLayout& layout)
    {
        TdsText::Short(parameter.name, io);
        io.U8(parameter.status);
        TdsType::Fields(parameter.type, io, layout);
        if constexpr (TdsReads<IO>)
        {
            parameter.value = TdsValue(parameter.type);
        }
        TdsValue::Fields(parameter.value, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_CALL_H */
