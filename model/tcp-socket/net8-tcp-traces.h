// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TRACES_H
#define NET8_TCP_TRACES_H

#include "net8-tcp-flow.h"

#include "ns3/data-rate.h"
#include "ns3/net8-tcp-connection.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-socket.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The trace sources of a socket that runs the TCP machine, with the names and signatures of those
 * of ns3::TcpSocketBase. They are created when the first one is connected.
 */
class Net8TcpTraces
{
  public:
    /// A socket that can have them.
    class Owner
    {
      public:
        /**
         * @return its trace sources, created if there were none
         */
        virtual Net8TcpTraces& GetTraces() = 0;

      protected:
        ~Owner() = default;
    };

    /// Old and new value.
    template <typename T>
    using Change = TracedCallback<T, T>;
    /// A segment; the socket is null, as it is not of that class.
    using Segment = TracedCallback<Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>;

    /// The traced values at one time.
    struct Values
    {
        uint32_t cwnd{0};          ///< Congestion window, bytes.
        uint32_t ssthresh{0};      ///< Slow start threshold, bytes.
        uint32_t bytesInFlight{0}; ///< Bytes in flight.
        uint32_t peerWindow{0};    ///< Window of the peer, bytes.
        uint32_t offeredWindow{0}; ///< Window offered, bytes.
        uint32_t nextTx{0};        ///< Next sequence number to send.
        uint32_t highestAck{0};    ///< Oldest sequence number that is not acknowledged.
        Time rtt;                  ///< Smoothed round-trip time.
        Time rto;                  ///< Retransmission timeout.
        DataRate pacingRate;       ///< Pacing rate.
        TcpSocket::TcpStates_t state{TcpSocket::CLOSED}; ///< State.
        TcpSocketState::TcpCongState_t congestion{
            TcpSocketState::CA_OPEN}; ///< Congestion state of the sender.
    };

    Change<uint32_t> cwnd;                             ///< CongestionWindow.
    Change<uint32_t> ssthresh;                         ///< SlowStartThreshold.
    Change<uint32_t> bytesInFlight;                    ///< BytesInFlight.
    Change<uint32_t> peerWindow;                       ///< RWND.
    Change<uint32_t> offeredWindow;                    ///< AdvWND.
    Change<SequenceNumber32> nextTx;                   ///< NextTxSequence, HighestSequence.
    Change<SequenceNumber32> highestAck;               ///< HighestRxAck.
    Change<Time> rtt;                                  ///< RTT.
    Change<Time> rto;                                  ///< RTO.
    Change<DataRate> pacingRate;                       ///< PacingRate.
    Change<TcpSocket::TcpStates_t> state;              ///< State.
    Change<TcpSocketState::TcpCongState_t> congestion; ///< CongState.
    Segment sent;                                      ///< Tx.
    Segment received;                                  ///< Rx.

    /**
     * @param tid type of a socket that runs the machine
     * @return the same type, with these trace sources
     */
    static TypeId AddTo(TypeId tid);

    /**
     * Fire the trace sources of the values that have changed.
     *
     * @param values current values
     */
    void Update(const Values& values);

    /**
     * @param connection a connection
     * @param now current time, ns
     * @return its traced values
     */
    static Values Read(const TcpConnection& connection, TcpTime now);

    /**
     * Fire a trace source for a segment.
     *
     * @param source sent or received
     * @param segment the segment
     * @param flow its connection
     * @param payload its payload
     */
    static void Tell(const Segment& source,
                     const TcpSegment& segment,
                     const Net8TcpFlow& flow,
                     const Ptr<const Packet>& payload);

  private:
    Values m_last; ///< Values at the last update.
};

/**
 * @ingroup net8
 * @param state a state of the machine
 * @return the same state in ns-3
 */
TcpSocket::TcpStates_t ToNs3State(TcpState state);

} // namespace ns3::net8

#endif // NET8_TCP_TRACES_H
