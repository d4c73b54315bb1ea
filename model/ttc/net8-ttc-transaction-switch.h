// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_TRANSACTION_SWITCH_H
#define NET8_TTC_TRANSACTION_SWITCH_H

#include "net8-ttc-head.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Starts, resumes or leaves a transaction that has an identifier of its own, as a call or as a
 * piggyback on the next one (OTXSE; python-oracledb 26.1, TransactionSwitchMessage). Contexts and
 * names of transactions, which sessionless transactions do not have, are not supported.
 */
class TtcTransactionSwitch : public TtcDriverCodec<TtcTransactionSwitch>
{
  public:
    static constexpr uint32_t START = 1;          ///< Operation: start or resume.
    static constexpr uint32_t DETACH = 2;         ///< Operation: suspend.
    static constexpr uint32_t NEW = 0x01;         ///< Flag: a new transaction.
    static constexpr uint32_t RESUME = 0x04;      ///< Flag: one that was suspended.
    static constexpr uint32_t SESSIONLESS = 0x10; ///< Flag: it belongs to no session.
    /// Format of the identifiers of sessionless transactions.
    static constexpr uint32_t FORMAT = 0x4e5c3e;
    /// Size of an identifier, bytes: filled up with zeros.
    static constexpr uint32_t IDENTIFIER = 128;
    /// Size of an identifier that a driver makes: a UUID, bytes.
    static constexpr uint32_t UUID = 16;

    TtcHead head{TtcFunction::TRANSACTION_SWITCH}; ///< Start of the call.
    uint32_t operation{START};                     ///< START or DETACH.
    std::string identifier;            ///< Identifier; empty: the transaction of the session.
    uint32_t flags{NEW | SESSIONLESS}; ///< What to start.
    uint32_t timeout{0};               ///< Time until a suspended one is rolled back, s.
    uint32_t application{0};           ///< A value of the application.

    /**
     * Make a call that starts a sessionless transaction, with the defaults of python-oracledb and
     * node-oracledb: an identifier that they make themselves, and 60 s.
     * @param resumes whether it was suspended before
     * @return the call
     */
    static TtcTransactionSwitch MakeStart(bool resumes)
    {
        constexpr uint32_t TIMEOUT = 60;
        TtcTransactionSwitch call;
        call.identifier.assign(UUID, 'x');
        call.flags = (resumes ? RESUME : NEW) | SESSIONLESS;
        call.timeout = TIMEOUT;
        return call;
    }

    /**
     * Make a call that suspends the sessionless transaction of the session.
     * @return the call
     */
    static TtcTransactionSwitch MakeSuspend()
    {
        TtcTransactionSwitch call;
        call.operation = DETACH;
        call.flags = SESSIONLESS;
        return call;
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
        io.Fixed(0); // no context
        io.Fixed(0);
        const bool named = !self.identifier.empty();
        uint32_t format = named ? FORMAT : 0;
        auto global = static_cast<uint32_t>(self.identifier.size());
        uint32_t padded = named ? IDENTIFIER : 0;
        io.Integer(format);
        io.Integer(global);
        io.Fixed(0); // no branch
        io.Fixed(named ? 1 : 0);
        io.Integer(padded);
        io.Integer(self.flags);
        io.Integer(self.timeout);
        io.Fixed(1); // pointers to the value of the application and to a context
        io.Fixed(1);
        io.Fixed(1);
        for (int field = 0; field < 4; ++field)
        {
            io.Fixed(0); // no internal and no external name
        }
        if (padded >= global && padded <= IDENTIFIER)
        {
            io.Raw(self.identifier, global);
            io.Zeros(padded - global);
        }
        else if constexpr (requires { io.Fail(); })
        {
            io.Fail();
        }
        io.Integer(self.application);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_TRANSACTION_SWITCH_H */
