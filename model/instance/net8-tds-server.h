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
 * A SQL Server as its clients see it: any number of sessions over TCP, each of which is answered
 * with the same result after a time. Where its host has a processor (Net8HostCpu), sessions share
 * that; memory and limits it has none.
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
     * @param result what every request is answered with, in place of Rows and RowLength
     */
    void SetResult(std::shared_ptr<Net8TdsResult> result);

    /**
     * @param settings what logons, calls and rows take, in place of CallTime
     */
    void SetWork(const ServerSettings& settings);

    /**
     * Let clients come through a named pipe.
     *
     * @param pipe how; nothing: they come on sockets
     */
    void SetPipe(const std::optional<PipeSettings>& pipe);

    /**
     * Go down: all sessions are forgotten, and nobody hears of it.
     */
    void Shutdown();

    /**
     * Come back, without sessions.
     */
    void Startup();

    /**
     * Stand still or go on.
     *
     * @param hangs whether it hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return what went wrong in its sessions
     */
    const SessionCounters& GetCounters() const;

    /**
     * @return sessions that it accepted
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
     * @param socket a connection
     */
    void HandleAccept(Ptr<Socket> socket);

    TypeId m_protocol;                              ///< Factory of its socket.
    Address m_local;                                ///< Where it listens.
    Time m_callTime;                                ///< Time that an answer takes.
    uint32_t m_rows{0};                             ///< Rows of the result.
    uint32_t m_rowLength{0};                        ///< Bytes of the value of a row.
    TdsServerSettings m_settings;                   ///< The server.
    ServerSettings m_work;                          ///< What calls take.
    std::optional<PipeSettings> m_pipe;             ///< Clients come through a named pipe.
    std::shared_ptr<Net8TdsResult> m_result;        ///< The result.
    Ptr<Socket> m_socket;                           ///< Socket that listens.
    bool m_hangs{false};                            ///< It stands still.
    SessionCounters m_counters;                     ///< What went wrong.
    uint64_t m_accepted{0};                         ///< Sessions that it accepted.
    std::list<std::unique_ptr<Session>> m_sessions; ///< Those that are not over, and the last ones.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SERVER_H */
