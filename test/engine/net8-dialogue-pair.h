// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIALOGUE_PAIR_H
#define NET8_DIALOGUE_PAIR_H

#include "net8-capture-file.h"
#include "net8-client-case.h"

#include "ns3/net8-database-script.h"
#include "ns3/net8-server-dialogue.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Rows whose replies have the sizes that the test gives.
 */
class GivenRows : public RowSource
{
  public:
    uint64_t rows{0};                 ///< Number of rows.
    uint32_t describe{0};             ///< TTC bytes of the description of the columns.
    std::deque<uint32_t> replies;     ///< TTC bytes of each reply that may bring rows.
    uint32_t changeBytes{60};         ///< TTC bytes of a reply that brings none.
    uint32_t errorBytes{80};          ///< TTC bytes of the message that brings an error.
    std::string error{"ORA-00942: "}; ///< Error with which executes fail.
    bool fails{false};                ///< They do.

    uint64_t GetRows() const override;
    bool IsOneRowACall() const override;
    uint64_t GetRowsWithin(uint64_t most, uint64_t memory) const override;
    uint64_t GetRowBytes(uint64_t first, uint64_t count, BitVectors vectors) override;
    RowLayout GetRowLayout(bool execute,
                           uint64_t first,
                           uint64_t count,
                           BitVectors vectors) override;
    BitVectors GetNextVectors(uint64_t first, uint64_t count, BitVectors vectors) const override;
    uint32_t GetReplyOverhead(bool execute,
                              bool last,
                              bool rows,
                              BitVectors vectors) const override;
    uint32_t GetSessionParameters() const override;
    uint32_t GetDescribeLength() const override;
    uint32_t GetDescriptionInReply() const override;
    uint32_t GetChangeLength() const override;
    const std::vector<uint32_t>& GetLobs() const override;
    uint32_t GetLobReply(uint32_t bytes) const override;
    bool Fails(uint64_t execute) const override;
    const std::string& GetErrorText() const override;
    uint32_t GetErrorLength(const std::string& text) const override;

  private:
    std::vector<uint32_t> m_lobs; ///< There are none.
};

/**
 * @ingroup net8-test
 * A client engine and a server dialogue whose bytes go to one another, without a simulator.
 */
class DialoguePair
{
  public:
    /**
     * @param driver name of the client's driver
     * @param clientRelease its release
     * @param serverRelease release of the server
     */
    DialoguePair(const std::string& driver,
                 const std::string& clientRelease,
                 const std::string& serverRelease);

    /**
     * Connect, and let both talk until neither has anything to say.
     *
     * @param target where the client believes the server to be
     */
    void Run(const ClientTarget& target);

    /// The client.
    ClientSettings settings;
    /// What it asks.
    FixedScript script;
    /// What it told.
    std::vector<ClientEvent> events;
    /// The server.
    ServerSettings server;
    /// Its rows.
    GivenRows rows;
    /// What it can be asked for.
    ServerStatements statements{{.rows = &rows}};
    /// Packets that went over the wire, in order; what is virtual is zero.
    std::vector<CapturedPacket> packets;

  private:
    /**
     * @param tns who sends
     * @param ofClient whether that is the client
     * @return bytes of the packets that it has written
     */
    std::vector<uint8_t> Send(TnsConnection& tns, bool ofClient);

    /**
     * @param bytes what arrives at the client
     */
    void ReachClient(const std::vector<uint8_t>& bytes);

    /**
     * @param bytes what arrives at the server, or at its listener before
     */
    void ReachServer(const std::vector<uint8_t>& bytes);

    /**
     * Do what both ends ask for.
     */
    void Serve();

    /**
     * @return whether a deadline was due and dealt with
     */
    bool Wait();

    std::chrono::nanoseconds m_now{1000};     ///< The time.
    TnsConnection m_clientEnd;                ///< The client's end.
    TnsConnection m_serverEnd;                ///< The server's.
    std::optional<ClientEngine> m_client;     ///< The client.
    std::optional<DatabaseScript> m_database; ///< What the server answers.
    std::optional<ServerDialogue> m_dialogue; ///< The server.
    bool m_started{false};                    ///< The listener has handed the session over.
};

} // namespace ns3::net8

#endif /* NET8_DIALOGUE_PAIR_H */
