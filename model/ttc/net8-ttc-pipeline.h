// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_PIPELINE_H
#define NET8_TTC_PIPELINE_H

#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Announces, before a call, that more calls follow before their replies are read (23ai,
 * python-oracledb).
 */
class TtcPipelineBegin : public TtcDriverCodec<TtcPipelineBegin>
{
  public:
    /// Mode: continue after an error.
    static constexpr uint8_t CONTINUE_ON_ERROR = 1;
    /// Mode: stop after an error.
    static constexpr uint8_t ABORT_ON_ERROR = 2;

    /// Start of the piggyback.
    TtcHead head{TtcFunction::PIPELINE_BEGIN, TtcMessage::PIGGYBACK};
    uint32_t errorSet{0};            ///< Id of a set of errors; drivers have none.
    uint8_t errorSetMode{0};         ///< Its mode.
    uint8_t mode{CONTINUE_ON_ERROR}; ///< What happens to the calls after a failed one.

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
        io.Integer(self.errorSet);
        io.U8(self.errorSetMode);
        io.U8(self.mode);
    }
};

/**
 * @ingroup net8
 * The call that ends a pipeline: its reply follows those of all its calls.
 */
class TtcPipelineEnd : public TtcDriverCodec<TtcPipelineEnd>
{
  public:
    TtcHead head{TtcFunction::PIPELINE_END}; ///< Start of the call.
    uint32_t id{0};                          ///< Not used by drivers.

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
        io.Integer(self.id);
    }
};

/**
 * @ingroup net8
 * Precedes the reply to a call of a pipeline and identifies the call.
 */
class TtcToken : public TtcServerCodec<TtcToken>
{
  public:
    uint64_t token{0}; ///< Token of the call.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        auto type = static_cast<uint8_t>(TtcMessage::TOKEN);
        io.U8(type);
        io.Integer(self.token);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_PIPELINE_H */
