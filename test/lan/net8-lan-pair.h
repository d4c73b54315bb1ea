// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_PAIR_H
#define NET8_LAN_PAIR_H

#include "ns3/net8-lan-transport.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Two ends of a LanTransport over a full-duplex link, each way with a rate, and a propagation
 * delay. What a unit takes on the wire is its bytes and those of the frame around it.
 */
class LanPair
{
  public:
    /// The link.
    struct Link
    {
        double nsPerByte{800}; ///< 10 Mbit/s.
        LanTime delay{0};      ///< Propagation, one way, ns.
        uint32_t head{80};     ///< Bytes on the wire beside the user's, gap and preamble included.
        uint32_t smallest{84}; ///< Bytes of the smallest frame on the wire.
    };

    /// One end.
    class End : public LanTransportUser
    {
      public:
        /**
         * @param pair the two
         * @param rules of the transport
         * @param side 0 or 1
         */
        End(LanPair& pair, const LanRules& rules, uint32_t side)
            : transport(rules, *this),
              m_pair(pair),
              m_side(side)
        {
        }

        void Transmit(const LanUnit& unit) override
        {
            sent.push_back(unit);
            m_pair.Carry(m_side, unit);
        }

        void HandleConnected() override
        {
            connected = m_pair.now;
        }

        void HandleData(const LanUnit& unit) override
        {
            received += unit.size;
            messages += unit.last ? 1 : 0;
            arrived = m_pair.now;
            if (reads)
            {
                transport.Read(unit.size, m_pair.now);
            }
        }

        void HandleAcknowledged(uint32_t bytes) override
        {
            acknowledged += bytes;
            lastAck = m_pair.now;
        }

        void HandleTransportEnd(LanEnd how) override
        {
            end = how;
            ended = m_pair.now;
        }

        LanTransport transport;      ///< The transport.
        std::vector<LanUnit> sent{}; ///< What it sent.
        uint64_t received{0};        ///< Bytes that came.
        uint32_t messages{0};        ///< Messages that are whole.
        uint64_t acknowledged{0};    ///< Bytes that the other end has.
        LanTime connected{-1};       ///< When it was connected.
        LanTime arrived{0};          ///< When the last data came.
        LanTime lastAck{0};          ///< When the last acknowledgement came.
        LanTime ended{-1};           ///< When it ended.
        LanEnd end{LanEnd::NONE};    ///< Why.
        bool reads{true};            ///< The program reads at once.

      private:
        LanPair& m_pair; ///< The two.
        uint32_t m_side; ///< Which one.
    };

    /**
     * @param rules of both ends
     * @param link between them
     */
    LanPair(LanRules rules, Link link)
        : m_rules(rules),
          m_link(link)
    {
    }

    /**
     * Go on until nothing is under way, or until a time.
     *
     * @param until the time
     */
    void Run(LanTime until = 3600 * LanRules::SECOND)
    {
        while (true)
        {
            const LanTime due = std::min(a.transport.GetDeadline(), b.transport.GetDeadline());
            const LanTime next = m_events.empty() ? due : std::min(due, m_events.begin()->first);
            if (next > until)
            {
                break;
            }
            now = std::max(now, next);
            if (!m_events.empty() && m_events.begin()->first <= next)
            {
                const auto arrive = std::move(m_events.begin()->second);
                m_events.erase(m_events.begin());
                arrive();
                continue;
            }
            a.transport.Expire(now);
            b.transport.Expire(now);
        }
    }

    /// Connect the first end to the second.
    void Connect()
    {
        a.transport.Connect(now);
        Run(now + LanRules::SECOND);
    }

    LanTime now{0};                                        ///< The time.
    std::function<bool(uint32_t, const LanUnit&)> loses{}; ///< Which units are lost.

  private:
    LanRules m_rules; ///< Of both ends.

  public:
    End a{*this, m_rules, 0}; ///< The end that connects.
    End b{*this, m_rules, 1}; ///< The other one.

  private:
    /**
     * @param side who sends
     * @param unit what
     */
    void Carry(uint32_t side, const LanUnit& unit)
    {
        const uint32_t bytes = std::max(m_link.head + unit.size, m_link.smallest);
        m_free[side] = std::max(m_free[side], now) + static_cast<LanTime>(bytes * m_link.nsPerByte);
        if (loses && loses(side, unit))
        {
            return;
        }
        m_events.emplace(m_free[side] + m_link.delay,
                         [this, side, unit] { (side == 0 ? b : a).transport.Receive(unit, now); });
    }

    Link m_link;                                              ///< Between them.
    LanTime m_free[2]{0, 0};                                  ///< When each way is free.
    std::multimap<LanTime, std::function<void()>> m_events{}; ///< What is under way.
};

} // namespace ns3::net8

#endif // NET8_LAN_PAIR_H
