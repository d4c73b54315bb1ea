// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_PIPELINE_H
#define NET8_TTC_PIPELINE_H

#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Tells the server, in front of a call, that more calls follow before their replies are read (23ai,
 * python-oracledb).
 */
class TtcPipelineBegin : public TtcDriverCodec<TtcPipelineBegin>
{
  public:
    /// Mode: what follows an error is done all the same.
    static constexpr uint8_t CONTINUE_ON_ERROR = 1;
    /// Mode: what follows an error is not done.
    static constexpr uint8_t ABORT_ON_ERROR = 2;

    /// Start of the piggyback.
    TtcHead head{TtcFunction::PIPELINE_BEGIN, TtcMessage::PIGGYBACK};
    uint32_t errorSet{0};            ///< Id of a set of errors; drivers have none.
    uint8_t errorSetMode{0};         ///< Its mode.
    uint8_t mode{CONTINUE_ON_ERROR}; ///< What becomes of the calls behind one that failed.

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
        TtcHead::Fields(self.head, io, layout);
        io.Integer(self.errorSet);
        io.U8(self.errorSetMode);
        io.U8(self.mode);
    }
};

/**
 * @ingroup net8
 * The call that ends a pipeline: its reply comes behind those of all its calls.
 */
class TtcPipelineEnd : public TtcDriverCodec<TtcPipelineEnd>
{
  public:
    TtcHead head{TtcFunction::PIPELINE_END}; ///< Start of the call.
    uint32_t id{0};                          ///< Nothing that drivers use.

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
        TtcHead::Fields(self.head, io, layout);
        io.Integer(self.id);
    }
};

/**
 * @ingroup net8
 * In front of the reply to a call of a pipeline: which call it answers.
 */
class TtcToken : public TtcServerCodec<TtcToken>
{
  public:
    uint64_t token{0}; ///< Token of the call.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
