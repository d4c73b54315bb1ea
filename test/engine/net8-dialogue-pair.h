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

/// Size of header and data flags of a DATA packet, which stand before a message, bytes.
inline constexpr uint32_t HEAD = 10;

/**
 * @ingroup net8-test
 * Rows whose reply sizes are set by the test.
 */
class GivenRows : public RowSource
{
  public:
    uint64_t rows{0};                 ///< Number of rows.
    uint32_t describe{0};             ///< TTC bytes of the description of the columns.
    std::deque<uint32_t> replies;     ///< TTC bytes of each reply that may contain rows.
    uint32_t changeBytes{60};         ///< TTC bytes of a reply without rows.
    uint32_t errorBytes{80};          ///< TTC bytes of the message that contains an error.
    std::string error{"ORA-00942: "}; ///< Error of failing executes.
    bool fails{false};                ///< Whether executes fail.

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
    uint32_t GetLobReply(uint32_t column, uint32_t bytes, uint32_t lobs) const override;
    bool Fails(uint64_t execute) const override;
    const std::string& GetErrorText() const override;
    uint32_t GetErrorLength(const std::string& text) const override;

  private:
    std::vector<uint32_t> m_lobs; ///< Always empty.
};

/**
 * @ingroup net8-test
 * A client engine and a server dialogue that exchange bytes without a simulator.
 */
class DialoguePair
{
  public:
    /**
     * Create both ends.
     *
     * @param driver name of the client's driver
     * @param clientRelease release of that driver
     * @param serverRelease release of the server
     */
    DialoguePair(const std::string& driver,
                 const std::string& clientRelease,
                 const std::string& serverRelease);

    /**
     * Connect, and run until neither end has anything to send.
     *
     * @param target address of the server, as known to the client
     */
    void Run(const ClientTarget& target);

    /// Settings of the client.
    ClientSettings settings;
    /// What it executes.
    FixedScript script;
    /// Events it reported.
    std::vector<ClientEvent> events;
    /// Settings of the server.
    ServerSettings server;
    /// Its rows.
    GivenRows rows;
    /// Its statements.
    ServerStatements statements{{.rows = &rows}};
    /// Packets sent on the wire, in order; virtual bytes are zero.
    std::vector<CapturedPacket> packets;

  private:
    /**
     * Take the packets of an end.
     *
     * @param tns the sending end
     * @param ofClient whether it is the client
     * @return bytes of the packets it has written
     */
    std::vector<uint8_t> Send(TnsConnection& tns, bool ofClient);

    /**
     * Deliver bytes to the client.
     *
     * @param bytes the bytes
     */
    void ReachClient(const std::vector<uint8_t>& bytes);

    /**
     * Deliver bytes to the server.
     *
     * @param bytes the bytes; before the hand-over they go to its listener
     */
    void ReachServer(const std::vector<uint8_t>& bytes);

    /**
     * Do the work that both ends request.
     */
    void Serve();

    /**
     * @return whether a deadline was due and handled
     */
    bool Wait();

    std::chrono::nanoseconds m_now{1000};     ///< Current time.
    TnsConnection m_clientEnd;                ///< Connection of the client.
    TnsConnection m_serverEnd;                ///< Connection of the server.
    std::optional<ClientEngine> m_client;     ///< The client.
    std::optional<DatabaseScript> m_database; ///< Answers of the server.
    std::optional<ServerDialogue> m_dialogue; ///< The server.
    bool m_started{false};                    ///< Whether the listener has handed over the session.
};

} // namespace ns3::net8

#endif /* NET8_DIALOGUE_PAIR_H */
