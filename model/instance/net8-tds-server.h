// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SERVER_H
#define NET8_TDS_SERVER_H

#include "net8-tds-result.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/net8-pipe-server.h"
#include "ns3/net8-server-settings.h"
#include "ns3/net8-session-counters.h"
#include "ns3/net8-tds-server-dialogue.h"
#include "ns3/socket.h"

#include <list>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A SQL Server as seen by its clients: any number of sessions over TCP, each of which is answered
 * with the same result after some time. If its host has a processor (Net8HostCpu), sessions share
 * it; memory and limits are not modelled.
 */
class Net8TdsServer : public Application, private TdsServerScript
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8TdsServer();
    ~Net8TdsServer() override;

    /**
     * @param result the answer to every request; there is none before it is set
     */
    void SetResult(std::shared_ptr<Net8TdsResult> result);

    /**
     * @param settings times of logons, calls and rows
     */
    void SetWork(const ServerSettings& settings);

    /**
     * Let clients connect through a named pipe.
     *
     * @param pipe settings of the pipe; nothing: they connect through sockets
     */
    void SetPipe(const std::optional<PipeSettings>& pipe);

    /**
     * Take the server down: all sessions are dropped without notice.
     */
    void Shutdown();

    /**
     * Bring the server up again, without sessions.
     */
    void Startup();

    /**
     * Make the server hang or continue.
     *
     * @param hangs whether it hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return counts of errors in its sessions
     */
    const SessionCounters& GetCounters() const;

    /**
     * @return sessions accepted so far
     */
    uint64_t GetSessions() const;

    /**
     * @return sessions that are not over
     */
    uint32_t GetSessionCount() const;

  private:
    /// A session.
    class Session;

    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;
    bool Admits(const std::string& user, const std::string& password) override;
    Answer GetAnswer(const std::string& text, const TdsLayout& layout) override;
    std::chrono::nanoseconds GetLogonCpu() override;

    /**
     * Accept a connection.
     *
     * @param socket the connection
     */
    void HandleAccept(Ptr<Socket> socket);

    TypeId m_protocol;                              ///< Socket factory.
    Address m_local;                                ///< Address it listens on.
    TdsServerSettings m_settings;                   ///< Settings of the server.
    ServerSettings m_work;                          ///< Times of logons, calls and rows.
    std::optional<PipeSettings> m_pipe;             ///< Named pipe of the clients, if any.
    std::shared_ptr<Net8TdsResult> m_result;        ///< The result.
    Ptr<Socket> m_socket;                           ///< Listening socket.
    bool m_hangs{false};                            ///< The server hangs.
    SessionCounters m_counters;                     ///< Counts of errors.
    uint64_t m_accepted{0};                         ///< Sessions accepted so far.
    std::list<std::unique_ptr<Session>> m_sessions; ///< Sessions not over, and those just ended.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SERVER_H */
