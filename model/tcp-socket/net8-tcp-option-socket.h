// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_OPTION_SOCKET_H
#define NET8_TCP_OPTION_SOCKET_H

#include "net8-tcp-host.h"
#include "net8-tcp-shared-options.h"

#include "ns3/net8-deadline.h"
#include "ns3/net8-tcp-sleeper.h"
#include "ns3/tcp-socket.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The options of a TCP socket that runs the machine: attributes of ns3::TcpSocket and setsockopt
 * options, passed to and queried from the machine, and what ns3::Socket sets for packets.
 */
class Net8TcpOptionSocket : public TcpSocket
{
  public:
    Net8TcpOptionSocket() = default;
    /**
     * @param other socket whose options are copied
     */
    Net8TcpOptionSocket(const Net8TcpOptionSocket& other);

    /**
     * Attach the socket to a node. Attributes set before are ignored.
     *
     * @param host the TCP of the node
     */
    void SetHost(const Ptr<Net8TcpHost>& host);

    /**
     * @param options all options of setsockopt
     */
    void SetOptions(const TcpSocketOptions& options);

    /**
     * @param segment largest segment over IPv6, which has longer headers, bytes; 0: that of the
     * options
     */
    void SetIpv6Segment(uint32_t segment);

    /**
     * @return the machine; null before Connect and while listening
     */
    const TcpConnection* GetConnection() const
    {
        return m_connection.get();
    }

    /**
     * @param on whether to probe a silent peer
     */
    void SetKeepAlive(bool on);

    /**
     * @return whether a silent peer is probed
     */
    bool GetKeepAlive() const;

    // Inherited
    SocketErrno GetErrno() const override;
    SocketType GetSocketType() const override;
    Ptr<Node> GetNode() const override;
    bool SetAllowBroadcast(bool allow) override;
    bool GetAllowBroadcast() const override;

  protected:
    /**
     * @param tid a type of socket
     * @return the same type, with the attributes for setsockopt options
     */
    static TypeId AddAttributes(TypeId tid);

    /**
     * @return whether it has a connection or listens, so that host settings can no longer change
     */
    virtual bool IsOpen() const = 0;

    /// Set the deadline after a call of the machine, and release what is over.
    virtual void Update() = 0;

    /**
     * @param time silence before the first keepalive probe
     */
    void SetKeepAliveTime(Time time);

    /**
     * @return silence before the first keepalive probe
     */
    Time GetKeepAliveTime() const;

    /**
     * @param interval time between two keepalive probes
     */
    void SetKeepAliveInterval(Time interval);

    /**
     * @return time between two keepalive probes
     */
    Time GetKeepAliveInterval() const;

    /**
     * @param count keepalive probes without an answer before giving up
     */
    void SetKeepAliveCount(uint32_t count);

    /**
     * @return keepalive probes without an answer before giving up
     */
    uint32_t GetKeepAliveCount() const;

    /**
     * @param timeout TCP_USER_TIMEOUT; 0: none
     */
    void SetUserTimeout(Time timeout);

    /**
     * @return TCP_USER_TIMEOUT; 0: none
     */
    Time GetUserTimeout() const;

    /**
     * Change a setsockopt option.
     *
     * @param change function that changes it
     */
    template <typename Change>
    void ChangeOptions(Change change);

    /**
     * @param ecn ECN codepoint of the IP header of a packet
     * @return whether packets of this socket may have tags
     */
    bool HasTags(uint8_t ecn) const;

    /**
     * Add the tags that are set for packets of this socket.
     *
     * @param packet the payload of a segment
     * @param ecn ECN codepoint of its IP header
     * @param ipv6 whether that is of IPv6
     */
    void AddTags(const Ptr<Packet>& packet, uint8_t ecn, bool ipv6) const;

    /**
     * @param error why a call failed
     * @return -1
     */
    int FailWith(SocketErrno error) const;

    Ptr<Net8TcpHost> m_host;                       ///< TCP of the node; null: none yet.
    std::shared_ptr<const TcpSettings> m_settings; ///< Settings of the host.
    /**
     * @param path largest segment that fits the route of a connection, bytes
     * @param ipv6 whether the connection uses IPv6
     * @return largest segment that fits the route and the configured limit, bytes
     */
    uint32_t FitSegment(uint32_t path, bool ipv6) const;

    Net8TcpSharedOptions m_options; ///< Options of this socket.
    uint32_t m_ipv6Segment{0};      ///< Largest segment over IPv6; 0: that of the options.
    mutable SocketErrno m_errno{ERROR_NOTERROR}; ///< Why the last call failed.
    TcpSleeper m_connection;                     ///< The machine.

  private:
    // Attributes of ns3::TcpSocket
    void SetSndBufSize(uint32_t size) override;
    uint32_t GetSndBufSize() const override;
    void SetRcvBufSize(uint32_t size) override;
    uint32_t GetRcvBufSize() const override;
    void SetSegSize(uint32_t size) override;
    uint32_t GetSegSize() const override;
    void SetInitialSSThresh(uint32_t threshold) override;
    uint32_t GetInitialSSThresh() const override;
    void SetInitialCwnd(uint32_t cwnd) override;
    uint32_t GetInitialCwnd() const override;
    void SetConnTimeout(Time timeout) override;
    Time GetConnTimeout() const override;
    void SetSynRetries(uint32_t count) override;
    uint32_t GetSynRetries() const override;
    void SetDataRetries(uint32_t retries) override;
    uint32_t GetDataRetries() const override;
    void SetDelAckTimeout(Time timeout) override;
    Time GetDelAckTimeout() const override;
    void SetDelAckMaxCount(uint32_t count) override;
    uint32_t GetDelAckMaxCount() const override;
    void SetTcpNoDelay(bool noDelay) override;
    bool GetTcpNoDelay() const override;
    void SetPersistTimeout(Time timeout) override;
    Time GetPersistTimeout() const override;

    /**
     * Change, for this socket only, a setting that Linux has only per host. Takes effect if called
     * before the connection starts.
     *
     * @param change function that changes it
     */
    template <typename Change>
    void ChangeSettings(Change change);
};

template <typename Change>
void
Net8TcpOptionSocket::ChangeOptions(Change change)
{
    if (!m_host)
    {
        return; // ns-3 sets the attributes of a new object.
    }
    TcpSocketOptions options = *m_options;
    change(options);
    m_options = options;
    if (m_connection)
    {
        options.maxSegment = m_connection->GetOptions().maxSegment; // Negotiated with the SYN.
        m_connection->SetOptions(options, Net8Deadline::Now());
        Update();
    }
}

} // namespace ns3::net8

#endif // NET8_TCP_OPTION_SOCKET_H
