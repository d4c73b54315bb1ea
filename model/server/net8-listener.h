// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_H
#define NET8_LISTENER_H

#include "net8-dedicated-server.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/traced-callback.h"

#include <map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A listener that accepts connections and hands each to a dedicated server of its own.
 *
 * 1. It listens on Port of every address of its node.
 * 2. Each connection gets a Net8DedicatedServer, numbered in order of arrival; SessionAccepted
 * fires.
 * 3. When a session is over, its server is given back and SessionEnded fires.
 *
 * Policies of a listener (queue sizes, rate limits, redirection) are not modelled.
 */
class Net8Listener : public Application
{
  public:
    /// Largest SduReserve: the smallest packet, a TDU of 255 bytes, keeps room for a message's
    /// start.
    static constexpr uint32_t SDU_RESERVE_MAX = 200;

    /// A yes or no that the release decides unless it is given.
    enum class Choice : uint8_t
    {
        DEFAULT, ///< As the release does.
        YES,     ///< Yes.
        NO       ///< No.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Listener();
    ~Net8Listener() override;

    int64_t AssignStreams(int64_t stream) override;

    /**
     * @param resultSet the rows that every session's statement returns
     */
    void SetResultSet(Ptr<Net8ResultSet> resultSet);

    /**
     * @return what went wrong in all sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * @return sessions that are not over, as their servers see them
     */
    std::vector<ServerRecord> GetOpenRecords() const;

    /**
     * @return the release with the attributes applied, or nothing if it is unknown
     */
    std::optional<ReleaseProfile> FindRelease() const;

    /**
     * @return sessions accepted so far
     */
    uint64_t GetSessionCount() const;

    /**
     * TracedCallback signature for a session.
     *
     * @param [in] session number of the session, in order of arrival from 0
     * @param [in] now when it happened
     */
    typedef void (*SessionTracedCallback)(uint64_t session, Time now);

    /**
     * TracedCallback signature for the waits of a session.
     *
     * @param [in] record the session, as its server saw it
     */
    typedef void (*RecordTracedCallback)(const ServerRecord& record);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * @param local any address of one IP version, and the port
     */
    void Listen(const Address& local);

    /**
     * @param socket a new connection
     * @param from address of the client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * @param session number of a session that is over
     */
    void HandleEnd(uint64_t session);

    /**
     * @param session number of a session that is not over
     * @return it, as its server sees it
     */
    ServerRecord MakeRecord(uint64_t session) const;

    /**
     * @return what the attributes say, with the defaults of the release
     */
    Net8DedicatedServer::Setting MakeSetting() const;

    // ATTRIBUTES
    TypeId m_protocol;                        ///< Socket factory.
    uint16_t m_port{0};                       ///< TCP port.
    std::string m_release;                    ///< Oracle release.
    uint32_t m_sdu{0};                        ///< SDU, bytes; 0: of the release.
    uint32_t m_tdu{0};                        ///< TDU, bytes; 0: of the release.
    TduChoice m_tduRule{TduChoice::DEFAULT};  ///< Whether the TDU counts.
    PackRule m_pack{PackRule::BYTE};          ///< Where replies are cut.
    uint32_t m_sduReserve{0};                 ///< Bytes left free in each packet.
    Choice m_resend{Choice::DEFAULT};         ///< Whether to ask for the CONNECT again.
    bool m_nativeServices{true};              ///< Offers native services.
    bool m_disableOobAuto{false};             ///< Does not offer the out-of-band check.
    Platform m_platform{Platform::LINUX};     ///< Operating system.
    std::string m_characterSet;               ///< Character set of the database.
    std::string m_versionText;                ///< Text of the version reply; empty: the release's.
    std::string m_serviceName;                ///< Service served; empty: any.
    Ptr<RandomVariableStream> m_handoverTime; ///< Creation of a process, s.
    Ptr<RandomVariableStream> m_callTime;     ///< Time of a call, s.
    Ptr<RandomVariableStream> m_rowTime;      ///< Time of a row, s.
    Ptr<RandomVariableStream> m_packetTime;   ///< Time of a TNS packet, s.

    std::vector<Ptr<Socket>> m_sockets;                     ///< Listen, one for each IP version.
    Net8DedicatedServer::Setting m_setting;                 ///< What all servers get.
    Ptr<Net8ResultSet> m_resultSet;                         ///< Rows of the statement.
    std::map<uint64_t, Ptr<Net8DedicatedServer>> m_servers; ///< Sessions under way.
    std::map<uint64_t, Address> m_clients;                  ///< Where they come from.
    uint64_t m_sessions{0};                                 ///< Sessions accepted.
    SessionCounters m_counters;                             ///< Errors of sessions that are over.

    // TRACE SOURCES
    TracedCallback<uint64_t, Time> m_acceptedTrace;    ///< A session was accepted.
    TracedCallback<uint64_t, Time> m_endedTrace;       ///< A session is over.
    TracedCallback<const ServerRecord&> m_recordTrace; ///< Waits of a session that is over.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_H */
