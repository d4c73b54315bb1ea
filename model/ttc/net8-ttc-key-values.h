// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_KEY_VALUES_H
#define NET8_TTC_KEY_VALUES_H

#include "net8-ttc-head.h"
#include "net8-ttc-list.h"
#include "net8-ttc-pair.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sets keys and values in a namespace of the server, as a piggyback on the next call: what a client
 * can do for high availability (python-oracledb 26.1, _write_ha_readiness_piggyback).
 */
class TtcKeyValues : public TtcDriverCodec<TtcKeyValues>
{
  public:
    /// Flags of the values for high availability.
    static constexpr uint32_t HIGH_AVAILABILITY = 0x21;

    /// Start of the piggyback.
    TtcHead head{TtcFunction::KEY_VALUES, TtcMessage::PIGGYBACK};
    std::string scope;                 ///< The namespace.
    uint32_t flags{HIGH_AVAILABILITY}; ///< What the values are.
    std::vector<TtcPair> pairs;        ///< The keys and their values.

    /**
     * Make the message that tells a server that the client reads notifications in its session.
     * @param pool identifier of its application's pool; empty: none
     * @return the message
     */
    static TtcKeyValues MakeReady(const std::string& pool)
    {
        TtcKeyValues ready;
        const auto add = [&ready](const std::string& key, const std::string& value) {
            auto& pair = ready.pairs.emplace_back();
            pair.key = key;
            pair.value = value;
        };
        ready.scope = "ORA$HA";
        if (!pool.empty())
        {
            add("CONNECTION_POOL", "PYTHON");
            add("CONNECTION_POOL_ID", pool);
        }
        add("INBAND_NOTIFICATION", "1");
        return ready;
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
        auto bytes = static_cast<uint32_t>(self.scope.size());
        io.Fixed(1); // pointer to the namespace
        io.Integer(bytes);
        io.Fixed(1); // pointer to the pairs
        TtcList::Count(self.pairs, io, TtcPair::COUNT_MAX);
        io.Integer(self.flags);
        io.Fixed(0);
        io.String(self.scope);
        TtcList::Entries(self.pairs, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_KEY_VALUES_H */
